// memmem is not part of C or POSIX.1-2008.
#define _GNU_SOURCE

#include "MimeographXMLPath.h"

#include <libxml/valid.h>
#include <string.h>

#include "MimeographXMLTree.h"

/// The number of bytes that cost as much as a node.
enum { bytes_per_step = 16 };

int64_t mimeograph_xml_order(const xmlNode *node) {
    // The document uses this field for other data.
    if (node->type == XML_DOCUMENT_NODE) return INT64_MIN;
    return (int64_t)(intptr_t)node->_private;
}

static const xmlChar *content_of(const xmlNode *node) {
    switch (node->type) {
        case XML_TEXT_NODE:
        case XML_CDATA_SECTION_NODE:
        case XML_COMMENT_NODE:
        case XML_PI_NODE: return node->content == NULL ? (const xmlChar *)"" : node->content;
        default: return NULL;
    }
}

static int is_text(const xmlNode *node) {
    return (node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE) && node->content != NULL;
}

static int64_t cost_of(size_t bytes) { return 1 + (int64_t)(bytes / bytes_per_step); }

int64_t mimeograph_xml_text_cost(const xmlNode *node, int64_t limit) {
    const xmlChar *own = content_of(node);
    if (own != NULL) return cost_of(strlen((const char *)own));
    int64_t cost = 1;
    for (const xmlNode *next = node; cost <= limit;) {
        next = mimeograph_xml_next_descendant(next, node);
        if (next == NULL) break;
        cost += is_text(next) ? cost_of(strlen((const char *)next->content)) : 1;
    }
    return cost;
}

/// Whether the remaining bytes begin with a text. If so, skips them.
static int matches(const xmlChar *text, const uint8_t **bytes, size_t *count, int64_t *cost) {
    size_t length = strnlen((const char *)text, *count + 1);
    *cost += cost_of(length);
    if (length > *count || memcmp(text, *bytes, length) != 0) return 0;
    *bytes += length;
    *count -= length;
    return 1;
}

int mimeograph_xml_text_is(const xmlNode *node, const uint8_t *bytes, size_t count, int64_t *cost) {
    static const uint8_t nothing = 0;
    if (bytes == NULL) bytes = &nothing;
    const xmlChar *own = content_of(node);
    if (own != NULL) return matches(own, &bytes, &count, cost) && count == 0;
    const xmlNode *next = node;
    while ((next = mimeograph_xml_next_descendant(next, node)) != NULL) {
        if (!is_text(next)) *cost += 1;
        else if (!matches(next->content, &bytes, &count, cost)) return 0;
    }
    return count == 0;
}

int64_t mimeograph_xml_find(const uint8_t *bytes, size_t count, const uint8_t *wanted, size_t wanted_count) {
    if (wanted_count == 0) return 0;
    if (wanted_count > count || bytes == NULL || wanted == NULL) return -1;
    const uint8_t *found = memmem(bytes, count, wanted, wanted_count);
    return found == NULL ? -1 : found - bytes;
}

const xmlNode *mimeograph_xml_identified(const xmlDoc *document, const char *identifier) {
    // The function only reads, but its parameter is not const before 2.13.
    const xmlAttr *attribute = xmlGetID((xmlDoc *)document, (const xmlChar *)identifier);
    if (attribute == NULL) return NULL;
    if (attribute->type == XML_ATTRIBUTE_NODE) return attribute->parent;
    return attribute->type == XML_ELEMENT_NODE ? (const xmlNode *)attribute : NULL;
}
