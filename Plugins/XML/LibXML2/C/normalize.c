#include "session.h"

#include <limits.h>
#include <string.h>

#include "MimeographXMLTree.h"

static int is_text(const xmlNode *node) { return node != NULL && node->type == XML_TEXT_NODE; }

/// Puts the texts after `first` into it.
static void merge(xmlNode *first) {
    size_t total = first->content == NULL ? 0 : strlen((const char *)first->content);
    for (const xmlNode *next = first->next; is_text(next); next = next->next) {
        if (next->content != NULL) total += strlen((const char *)next->content);
    }
    if (total >= INT_MAX) return;
    xmlChar *merged = xmlMallocAtomic(total + 1);
    if (merged == NULL) return;
    size_t length = 0;
    for (xmlNode *node = first; is_text(node);) {
        xmlNode *next = node->next;
        if (node->content != NULL) {
            size_t count = strlen((const char *)node->content);
            memcpy(merged + length, node->content, count);
            length += count;
        }
        if (node != first) {
            xmlUnlinkNode(node);
            xmlFreeNode(node);
        }
        node = next;
    }
    merged[length] = 0;
    // A short text lies in the node itself, and a text may belong to the dictionary.
    xmlChar *old = first->content;
    first->content = merged;
    if (old != NULL && old != (xmlChar *)&first->properties
        && !(first->doc->dict != NULL && xmlDictOwns(first->doc->dict, old))) {
        xmlFree(old);
    }
    first->properties = NULL;
}

void mimeograph_xml_normalize(xmlDoc *document) {
    intptr_t order = 0;
    xmlNode *node = document->children;
    while (node != NULL) {
        if (node->type == XML_ELEMENT_NODE) {
            order += 1;
            node->content = (xmlChar *)-order;
        } else if (is_text(node)) {
            node->name = xmlStringText;
            if (is_text(node->next)) merge(node);
        }
        node = (xmlNode *)mimeograph_xml_next_descendant(node, (xmlNode *)document);
    }
}
