#ifndef MIMEOGRAPH_XML_PARSE_H
#define MIMEOGRAPH_XML_PARSE_H

#include <stddef.h>
#include <stdint.h>
#include "MimeographXMLTypes.h"

#include "MimeographXMLError.h"

/// What a parse may cost, and what it refuses.
typedef struct {
    /// Elements inside of each other.
    int64_t depth;
    /// Elements, attributes, namespace declarations, texts, comments and processing instructions.
    int64_t nodes;
    /// Bytes that references to entities and default attributes make.
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
    /// Whether a prefix that is not declared is no error.
    int accepts_namespace_errors;
} mimeograph_xml_limits;

/// Makes libxml2 ready. Call it once, before anything else.
void mimeograph_xml_prepare(void);

/// The deepest nesting that libxml2 reads without the option that takes all its limits away.
int64_t mimeograph_xml_library_depth(void);

/// Whether a document has more IDs than libxml2 was allowed to index, so that looking one up might miss it.
int mimeograph_xml_skipped_identifiers(const mimeograph_xml_document *_Nonnull document);

/// Whether libxml2, or the iconv below it, knows an encoding of that name.
int mimeograph_xml_knows_encoding(const char *_Nonnull name);

/// Turns bytes of an encoding into UTF-8.
///
/// @param count   the number of bytes; on return that of the result
/// @return the text, which mimeograph_xml_free_bytes frees; NULL where the encoding is not known, or the bytes mean
///         nothing in it
uint8_t *_Nullable mimeograph_xml_utf8(
    const uint8_t *_Nonnull bytes, size_t *_Nonnull count, const char *_Nonnull encoding
);
void mimeograph_xml_free_bytes(uint8_t *_Nullable bytes);

/// Parses a document that is wholly in memory.
///
/// Nothing outside of `bytes` is read: no file, no network, no external entity, no external subset, no catalogue.
///
/// @param bytes     the document, without its byte order mark where `encoding` is given
/// @param encoding  the name of the encoding, which beats the declaration in the document; NULL to follow that
/// @param report    what went wrong, filled in on failure
/// @return the document, which is the caller's to free; NULL on failure
mimeograph_xml_document *_Nullable mimeograph_xml_parse(
    const uint8_t *_Nonnull bytes,
    size_t count,
    const char *_Nullable encoding,
    const mimeograph_xml_limits *_Nonnull limits,
    mimeograph_xml_report *_Nonnull report
);

#endif
