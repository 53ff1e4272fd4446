#ifndef MIMEOGRAPH_XML_TREE_H
#define MIMEOGRAPH_XML_TREE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "MimeographXMLTypes.h"

/// Frees a document and all its nodes.
void mimeograph_xml_free(mimeograph_xml_document *_Nonnull document);

/// Whether a name or URI of libxml2 equals these bytes. NULL equals no bytes.
static inline int mimeograph_xml_equals(const uint8_t *_Nullable text, const uint8_t *_Nullable bytes, size_t count) {
    if (text == NULL) return count == 0;
    if (count == 0) return text[0] == 0;
    // A name contains no zero byte, so strncmp cannot read past its end.
    return strncmp((const char *)text, (const char *)bytes, count) == 0 && text[count] == 0;
}

/// Returns the next sibling element, beginning with `node` itself, that has this local name and, if `matches_uri` is set, this
/// namespace URI. An empty `name` matches every element.
const mimeograph_xml_node *_Nullable mimeograph_xml_next_element(
    const mimeograph_xml_node *_Nullable node,
    const uint8_t *_Nullable name,
    size_t name_count,
    int matches_uri,
    const uint8_t *_Nullable uri,
    size_t uri_count
);

/// Returns the attribute of an element with this local name and namespace URI; no bytes mean no namespace.
const mimeograph_xml_attribute_node *_Nullable mimeograph_xml_attribute(
    const mimeograph_xml_node *_Nonnull element,
    const uint8_t *_Nullable name,
    size_t name_count,
    const uint8_t *_Nullable uri,
    size_t uri_count
);

/// Returns the node after `node` in a walk of everything below `top`, parents before children. It skips attributes.
const mimeograph_xml_node *_Nullable mimeograph_xml_next_descendant(const mimeograph_xml_node *_Nonnull node, const mimeograph_xml_node *_Nonnull top);

/// Returns the text of a node if it is in one piece, else NULL. Sets `count` to its length in bytes in both cases.
const uint8_t *_Nullable mimeograph_xml_text(const mimeograph_xml_node *_Nonnull node, size_t *_Nonnull count);

/// Copies the text of a node to `buffer`, which must have room for the length that `mimeograph_xml_text` returns.
void mimeograph_xml_copy_text(const mimeograph_xml_node *_Nonnull node, uint8_t *_Nonnull buffer);

/// Returns a negative number, zero or a positive number if `one` is before, equal to or after `other` in document order.
int mimeograph_xml_compare(const mimeograph_xml_node *_Nonnull one, const mimeograph_xml_node *_Nonnull other);

/// Returns the line of a node, from 1; 0 if unknown.
int64_t mimeograph_xml_line(const mimeograph_xml_node *_Nonnull node);

#endif
