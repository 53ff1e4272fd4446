#include <libxml/c14n.h>
#include <stdlib.h>
#include <string.h>

#include "MimeographXMLWrite.h"
#include "session.h"

/// Whether a node belongs to the canonical form: whether it is the wanted element or inside it.
static int is_inside(void *data, xmlNodePtr node, xmlNodePtr parent) {
    const xmlNode *top = data;
    // A namespace has no parent pointer.
    const xmlNode *next = node != NULL && node->type == XML_NAMESPACE_DECL ? parent : node;
    for (; next != NULL; next = next->parent) {
        if (next == top) return 1;
        if (next->type == XML_DOCUMENT_NODE) return 0;
    }
    return 0;
}

/// Whether libxml2 would write the namespaces of an element correctly. It does not escape them, and writes even invalid ones.
static int are_namespaces_plain(const xmlNode *node) {
    if (node->type != XML_ELEMENT_NODE) return 1;
    for (const xmlNs *declaration = node->nsDef; declaration != NULL; declaration = declaration->next) {
        const char *uri = declaration->href == NULL ? "" : (const char *)declaration->href;
        // libxml2 adds prefixes without a namespace to elements of an entity.
        if ((declaration->prefix != NULL && *uri == 0) || strpbrk(uri, "&<\"\t\n\r") != NULL) return 0;
    }
    return 1;
}

/// The same for all namespaces in scope in an element or a document, or declared inside it.
static int has_plain_namespaces(const xmlNode *top) {
    for (const xmlNode *outer = top; outer != NULL; outer = outer->parent) {
        if (!are_namespaces_plain(outer)) return 0;
    }
    for (const xmlNode *node = top;;) {
        if (!are_namespaces_plain(node)) return 0;
        int has_content = node->type == XML_ELEMENT_NODE || node->type == XML_DOCUMENT_NODE;
        if (has_content && node->children != NULL) {
            node = node->children;
            continue;
        }
        while (node != top && node->next == NULL) node = node->parent;
        if (node == top) return 1;
        node = node->next;
    }
}

uint8_t *mimeograph_xml_canonical(
    const xmlNode *node, int method, const char *const *prefixes, int with_comments, size_t *count
) {
    if (!has_plain_namespaces(node)) return NULL;
    mimeograph_xml_report report = {0};
    mimeograph_xml_handlers handlers = mimeograph_xml_route_errors(&report);
    uint8_t *result = NULL;
    xmlBufferPtr buffer = xmlBufferCreate();
    xmlOutputBufferPtr output = buffer == NULL ? NULL : xmlOutputBufferCreateBuffer(buffer, NULL);
    if (output != NULL) {
        int is_whole = node->type == XML_DOCUMENT_NODE;
        // libxml2 only reads the tree here, but its parameters are not const.
        int status = xmlC14NExecute(
            node->doc, is_whole ? NULL : is_inside, (void *)node, method, (xmlChar **)prefixes, with_comments, output
        );
        int closed = xmlOutputBufferClose(output);
        if (status >= 0 && closed >= 0) {
            size_t length = (size_t)xmlBufferLength(buffer);
            result = malloc(length + 1);
            if (result != NULL) {
                memcpy(result, xmlBufferContent(buffer), length);
                *count = length;
            }
        }
    }
    if (buffer != NULL) xmlBufferFree(buffer);
    mimeograph_xml_restore_errors(handlers);
    return result;
}
