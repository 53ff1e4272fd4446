#ifndef MIMEOGRAPH_XML_WRITE_H
#define MIMEOGRAPH_XML_WRITE_H

#include <stddef.h>
#include <stdint.h>
#include "MimeographXMLTypes.h"

/// Writes a node as UTF-8: an element with the namespaces in scope around it, or a document without an XML declaration.
///
/// It only reads the tree, and does not recurse.
///
/// @param pretty whether elements without text are written on separate lines
/// @param count set to the number of bytes
/// @return the bytes, which mimeograph_xml_free_bytes frees; NULL if there is not enough memory
uint8_t *_Nullable mimeograph_xml_write(const mimeograph_xml_node *_Nonnull node, int pretty, size_t *_Nonnull count);

/// Writes a document, or an element with its content, in a canonical form.
///
/// @param method    0 for Canonical XML 1.0, 1 for Exclusive Canonical XML 1.0, 2 for Canonical XML 1.1
/// @param prefixes the prefixes that the exclusive form treats as the inclusive form does; ends with NULL
/// @return as above; NULL also if the document has no canonical form
uint8_t *_Nullable mimeograph_xml_canonical(
    const mimeograph_xml_node *_Nonnull node,
    int method,
    const char *_Nullable const *_Nullable prefixes,
    int with_comments,
    size_t *_Nonnull count
);

#endif
