#ifndef MIMEOGRAPH_XML_WRITE_H
#define MIMEOGRAPH_XML_WRITE_H

#include <stddef.h>
#include <stdint.h>
#include "MimeographXMLTypes.h"

/// Writes a node as UTF-8: an element with the namespaces that are in scope around it, a document without declaration.
///
/// It reads nothing but the tree, and keeps a stack of its own instead of the program's.
///
/// @param pretty  whether elements that hold no text get lines of their own
/// @param count   the number of bytes
/// @return the bytes, which mimeograph_xml_free_bytes frees; NULL where memory is short
uint8_t *_Nullable mimeograph_xml_write(const mimeograph_xml_node *_Nonnull node, int pretty, size_t *_Nonnull count);

/// Writes a document, or an element and what is in it, in a canonical form.
///
/// @param method    0 for Canonical XML 1.0, 1 for Exclusive Canonical XML 1.0, 2 for Canonical XML 1.1
/// @param prefixes  prefixes that the exclusive form treats as the inclusive one does; ends with NULL
/// @return as above; NULL also where the document has no canonical form
uint8_t *_Nullable mimeograph_xml_canonical(
    const mimeograph_xml_node *_Nonnull node,
    int method,
    const char *_Nullable const *_Nullable prefixes,
    int with_comments,
    size_t *_Nonnull count
);

#endif
