#include "MimeographXMLTree.h"

#include <limits.h>
#include <stdlib.h>

#include "builder.h"
#include "MimeographXMLParse.h"
#include "MimeographXMLPath.h"
#include "session.h"

int mimeograph_xml_skipped_identifiers(const xmlDoc *document) {
    const mimeograph_xml_document_storage *storage = document->_private;
    return storage != NULL && storage->skipped_identifiers;
}

void mimeograph_xml_free(xmlDoc *document) {
    mimeograph_xml_document_storage *storage = document->_private;
    if (storage != NULL && storage->is_plain) {
        mimeograph_xml_arena arena = storage->arena;
        mimeograph_xml_arena_end(&arena);
        return;
    }
    if (storage != NULL && storage->root != NULL) {
        // libxml2 must not free nodes that it did not allocate.
        xmlNode *root = storage->root;
        if (root->prev != NULL) root->prev->next = root->next;
        else document->children = root->next;
        if (root->next != NULL) root->next->prev = root->prev;
        else document->last = root->prev;
    }
    xmlFreeDoc(document);
    mimeograph_xml_release(storage);
}

void mimeograph_xml_release(mimeograph_xml_document_storage *storage) {
    if (storage == NULL) return;
    mimeograph_xml_arena_end(&storage->arena);
    mimeograph_xml_pool_release(storage->pool);
    free(storage);
}

const xmlNode *mimeograph_xml_next_element(
    const xmlNode *node, const uint8_t *name, size_t name_count, int matches_uri, const uint8_t *uri, size_t uri_count
) {
    for (; node != NULL; node = node->next) {
        if (node->type != XML_ELEMENT_NODE) continue;
        if (name_count != 0 && !mimeograph_xml_equals(node->name, name, name_count)) continue;
        if (matches_uri && !mimeograph_xml_equals(node->ns == NULL ? NULL : node->ns->href, uri, uri_count)) continue;
        return node;
    }
    return NULL;
}

const xmlAttr *mimeograph_xml_attribute(
    const xmlNode *element, const uint8_t *name, size_t name_count, const uint8_t *uri, size_t uri_count
) {
    for (const xmlAttr *attribute = element->properties; attribute != NULL; attribute = attribute->next) {
        if (!mimeograph_xml_equals(attribute->name, name, name_count)) continue;
        if (mimeograph_xml_equals(attribute->ns == NULL ? NULL : attribute->ns->href, uri, uri_count)) return attribute;
    }
    return NULL;
}

/// Returns the first child in the document's content. The children of a document type or an entity are not content.
static const xmlNode *first_child(const xmlNode *node) {
    switch (node->type) {
        case XML_ELEMENT_NODE:
        case XML_DOCUMENT_NODE:
        case XML_ATTRIBUTE_NODE:
        case XML_DOCUMENT_FRAG_NODE: return node->children;
        default: return NULL;
    }
}

const xmlNode *mimeograph_xml_next_descendant(const xmlNode *node, const xmlNode *top) {
    const xmlNode *child = first_child(node);
    if (child != NULL) return child;
    while (node != top) {
        if (node->next != NULL) return node->next;
        node = node->parent;
        if (node == NULL) return NULL;
    }
    return NULL;
}

static int is_text(const xmlNode *node) {
    return (node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE) && node->content != NULL;
}

const xmlChar *mimeograph_xml_text(const xmlNode *node, size_t *count) {
    switch (node->type) {
        case XML_TEXT_NODE:
        case XML_CDATA_SECTION_NODE:
        case XML_COMMENT_NODE:
        case XML_PI_NODE: {
            const xmlChar *text = node->content == NULL ? (const xmlChar *)"" : node->content;
            *count = strlen((const char *)text);
            return text;
        }
        default: break;
    }
    const xmlNode *child = first_child(node);
    if (child == NULL) {
        *count = 0;
        return (const xmlChar *)"";
    }
    if (child->next == NULL && is_text(child)) {
        *count = strlen((const char *)child->content);
        return child->content;
    }
    size_t total = 0;
    for (const xmlNode *next = child; next != NULL; next = mimeograph_xml_next_descendant(next, node)) {
        if (is_text(next)) total += strlen((const char *)next->content);
    }
    *count = total;
    return NULL;
}

void mimeograph_xml_copy_text(const xmlNode *node, uint8_t *buffer) {
    for (const xmlNode *next = first_child(node); next != NULL; next = mimeograph_xml_next_descendant(next, node)) {
        if (!is_text(next)) continue;
        size_t count = strlen((const char *)next->content);
        memcpy(buffer, next->content, count);
        buffer += count;
    }
}

int mimeograph_xml_compare(const xmlNode *one, const xmlNode *other) {
    int64_t first = mimeograph_xml_order(one);
    int64_t second = mimeograph_xml_order(other);
    return first < second ? -1 : first > second;
}

int64_t mimeograph_xml_line(const xmlNode *node) {
    // An attribute stores no line.
    if (node->type == XML_ATTRIBUTE_NODE) node = node->parent;
    if (node != NULL && node->type != XML_DOCUMENT_NODE && node->line == USHRT_MAX && node->psvi != NULL) {
        return (int64_t)(intptr_t)node->psvi;
    }
    long line = node == NULL ? 0 : xmlGetLineNo((xmlNode *)node);
    return line > 0 ? line : 0;
}

static void *as_private(int64_t order) { return (void *)(intptr_t)order; }

void mimeograph_xml_number(xmlDoc *document, int64_t built) {
    // The document's own position is 0, and it comes before all nodes before the outermost element.
    int64_t before = INT32_MIN;
    int64_t behind = built;
    int is_behind = 0;
    for (xmlNode *node = document->children; node != NULL; node = node->next) {
        if (node->type == XML_ELEMENT_NODE) {
            is_behind = 1;
        } else if (is_behind) {
            behind += 1;
            node->_private = as_private(behind);
        } else {
            before += 1;
            node->_private = as_private(before);
        }
    }
}
