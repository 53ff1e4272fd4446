#ifndef MIMEOGRAPH_XML_PATH_H
#define MIMEOGRAPH_XML_PATH_H

#include <stddef.h>
#include <stdint.h>
#include "MimeographXMLTypes.h"

// What XPath asks of a tree beside walking it. Nothing is written to the tree.

/// Where a node is in document order, from the number of what stands before the outermost element, which is negative.
/// Numbers of nodes in one document differ; namespaces have none.
int64_t mimeograph_xml_order(const mimeograph_xml_node *_Nonnull node);

/// What making the text of a node costs: the nodes below it, and its bytes by 16. It stops counting beyond a limit.
int64_t mimeograph_xml_text_cost(const mimeograph_xml_node *_Nonnull node, int64_t limit);

/// Whether the text of a node is these bytes; `cost` grows by what it took, counted in the same way.
int mimeograph_xml_text_is(
    const mimeograph_xml_node *_Nonnull node, const uint8_t *_Nullable bytes, size_t count, int64_t *_Nonnull cost
);

/// The offset of bytes in others, in time that grows with both counts together; -1 where they are not there.
int64_t mimeograph_xml_find(
    const uint8_t *_Nullable bytes, size_t count, const uint8_t *_Nullable wanted, size_t wanted_count
);

/// The element with an ID; NULL where there is none.
const mimeograph_xml_node *_Nullable mimeograph_xml_identified(const mimeograph_xml_document *_Nonnull document, const char *_Nonnull identifier);

#endif
