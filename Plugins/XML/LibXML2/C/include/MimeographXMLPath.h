#ifndef MIMEOGRAPH_XML_PATH_H
#define MIMEOGRAPH_XML_PATH_H

#include <stddef.h>
#include <stdint.h>
#include "MimeographXMLTypes.h"

// Functions on a tree for XPath, in addition to walking it. They do not write to the tree.

/// Returns the position of a node in document order, which is negative before the outermost element. The positions of nodes in
/// one document differ; namespaces have none.
int64_t mimeograph_xml_order(const mimeograph_xml_node *_Nonnull node);

/// Returns the cost of a node's text: one for each node below it and for each 16 bytes. Counting stops beyond `limit`.
int64_t mimeograph_xml_text_cost(const mimeograph_xml_node *_Nonnull node, int64_t limit);

/// Whether the text of a node equals these bytes. Adds the cost of the comparison to `cost`, counted in the same way.
int mimeograph_xml_text_is(
    const mimeograph_xml_node *_Nonnull node, const uint8_t *_Nullable bytes, size_t count, int64_t *_Nonnull cost
);

/// Returns the offset of bytes in other bytes, in linear time; -1 if they are not found.
int64_t mimeograph_xml_find(
    const uint8_t *_Nullable bytes, size_t count, const uint8_t *_Nullable wanted, size_t wanted_count
);

/// Returns the element with an ID; NULL if there is none.
const mimeograph_xml_node *_Nullable mimeograph_xml_identified(const mimeograph_xml_document *_Nonnull document, const char *_Nonnull identifier);

#endif
