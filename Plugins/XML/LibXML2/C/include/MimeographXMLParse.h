#ifndef MIMEOGRAPH_XML_PARSE_H
#define MIMEOGRAPH_XML_PARSE_H

#include <stddef.h>
#include <stdint.h>
#include "MimeographXMLTypes.h"

#include "MimeographXMLError.h"

/// The limits of a parse, and the documents that it rejects.
typedef struct {
    /// Nested elements.
    int64_t depth;
    /// Elements, attributes, namespace declarations, texts, comments and processing instructions.
    int64_t nodes;
    /// Bytes that references to entities and default attributes produce.
    int64_t expansion;
    /// Attributes and namespace declarations of one element; default attributes of one document type.
    int64_t attributes;
    /// Namespace declarations in scope at one point.
    int64_t namespaces;
    /// Different names, prefixes and namespaces.
    int64_t names;
    /// Bytes of the internal subset of a document type declaration.
    int64_t declarations;
    /// Whether a document type declaration is an error.
    int refuses_document_type;
    /// Whether an undeclared prefix is accepted.
    int accepts_namespace_errors;
} mimeograph_xml_limits;

/// Initializes libxml2. Call it once, before all other functions.
void mimeograph_xml_prepare(void);

/// The deepest nesting that libxml2 parses without the option that removes all its limits.
int64_t mimeograph_xml_library_depth(void);

/// Whether a document has more IDs than are indexed, so that looking one up might miss it.
int mimeograph_xml_skipped_identifiers(const mimeograph_xml_document *_Nonnull document);

/// Whether libxml2, or the iconv that it uses, supports an encoding.
int mimeograph_xml_knows_encoding(const char *_Nonnull name);

/// Converts bytes to UTF-8.
///
/// @param count the number of bytes; on return the number of bytes in the result
/// @return the text, which mimeograph_xml_free_bytes frees; NULL if the encoding is unknown, or the bytes are invalid in it
uint8_t *_Nullable mimeograph_xml_utf8(
    const uint8_t *_Nonnull bytes, size_t *_Nonnull count, const char *_Nonnull encoding
);
void mimeograph_xml_free_bytes(uint8_t *_Nullable bytes);

/// Parses a whole document in memory.
///
/// It reads nothing except `bytes`: no file, no network, no external entity, no external subset, no catalog.
///
/// @param bytes the document, without its byte order mark if `encoding` is given
/// @param encoding the name of the encoding, which overrides the document's declaration; NULL to use that
/// @param report set to the failure, if there is one
/// @return the document, which the caller frees; NULL on failure
mimeograph_xml_document *_Nullable mimeograph_xml_parse(
    const uint8_t *_Nonnull bytes,
    size_t count,
    const char *_Nullable encoding,
    const mimeograph_xml_limits *_Nonnull limits,
    mimeograph_xml_report *_Nonnull report
);

#endif
