#ifndef MIMEOGRAPH_XML_TREE_H
#define MIMEOGRAPH_XML_TREE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "MimeographXMLTypes.h"

/// Frees a document and all of its nodes.
void mimeograph_xml_free(mimeograph_xml_document *_Nonnull document);

/// Whether a name or URI of libxml2 is these bytes. An absent one is the same as no bytes.
static inline int mimeograph_xml_equals(const uint8_t *_Nullable text, const uint8_t *_Nullable bytes, size_t count) {
    if (text == NULL) return count == 0;
    if (count == 0) return text[0] == 0;
    // A name holds no zero, so strncmp cannot run past its end.
    return strncmp((const char *)text, (const char *)bytes, count) == 0 && text[count] == 0;
}

/// The next element from `node` on, itself included, that has this local name and, where `matches_uri`, this
/// namespace URI. A `name` of no bytes matches every element.
const mimeograph_xml_node *_Nullable mimeograph_xml_next_element(
    const mimeograph_xml_node *_Nullable node,
    const uint8_t *_Nullable name,
    size_t name_count,
    int matches_uri,
    const uint8_t *_Nullable uri,
    size_t uri_count
);

/// The attribute of an element with this local name and this namespace URI; no bytes mean no namespace.
const mimeograph_xml_attribute_node *_Nullable mimeograph_xml_attribute(
    const mimeograph_xml_node *_Nonnull element,
    const uint8_t *_Nullable name,
    size_t name_count,
    const uint8_t *_Nullable uri,
    size_t uri_count
);

/// The node after `node` in the walk of everything below `top`: first children, then siblings. No attributes.
const mimeograph_xml_node *_Nullable mimeograph_xml_next_descendant(const mimeograph_xml_node *_Nonnull node, const mimeograph_xml_node *_Nonnull top);

/// The text of a node where it lies in one piece, else NULL; `count` is the number of bytes of all of it either way.
const uint8_t *_Nullable mimeograph_xml_text(const mimeograph_xml_node *_Nonnull node, size_t *_Nonnull count);

/// Copies the text of a node, as `mimeograph_xml_text` counts it, to `buffer`, which has room for it.
void mimeograph_xml_copy_text(const mimeograph_xml_node *_Nonnull node, uint8_t *_Nonnull buffer);

/// Less than zero, zero or more than zero where `one` stands before, is, or stands after `other` in document order.
int mimeograph_xml_compare(const mimeograph_xml_node *_Nonnull one, const mimeograph_xml_node *_Nonnull other);

/// The line of a node, from 1; 0 where unknown.
int64_t mimeograph_xml_line(const mimeograph_xml_node *_Nonnull node);

#endif
