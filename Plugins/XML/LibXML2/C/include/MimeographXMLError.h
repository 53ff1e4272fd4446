#ifndef MIMEOGRAPH_XML_ERROR_H
#define MIMEOGRAPH_XML_ERROR_H

#include <stdint.h>

/// What stopped a call. The first one that happened is kept.
typedef enum {
    MIMEOGRAPH_XML_OK = 0,
    /// libxml2 reported an error; `library_code` and `library_domain` say which.
    MIMEOGRAPH_XML_LIBRARY,
    /// A limit of libxml2 itself, which no setting of ours raises.
    MIMEOGRAPH_XML_LIBRARY_LIMIT,
    /// Elements are nested deeper than allowed.
    MIMEOGRAPH_XML_DEPTH,
    /// There are more nodes than allowed.
    MIMEOGRAPH_XML_NODES,
    /// Entities and default attributes make more bytes than allowed.
    MIMEOGRAPH_XML_EXPANSION,
    /// An element has more attributes, or a document type declares more of them, than allowed.
    MIMEOGRAPH_XML_ATTRIBUTES,
    /// More namespace declarations are in scope than allowed.
    MIMEOGRAPH_XML_NAMESPACES,
    /// There are more different names than allowed.
    MIMEOGRAPH_XML_NAMES,
    /// The document type declaration, or one declaration in it, is longer than allowed.
    MIMEOGRAPH_XML_DECLARATIONS,
    /// Evaluating an expression takes more operations than allowed, or nests too deep.
    MIMEOGRAPH_XML_OPERATIONS,
    /// The document has more IDs than are indexed, and one is looked for.
    MIMEOGRAPH_XML_IDENTIFIERS,
    /// A text is longer than libxml2 keeps in one node.
    MIMEOGRAPH_XML_TEXT,
    /// One piece of markup, one text or one subtree of a stream has more bytes than allowed.
    MIMEOGRAPH_XML_INPUT,
    /// There is a document type declaration, and the options refuse it.
    MIMEOGRAPH_XML_DOCUMENT_TYPE,
    /// A parameter entity is referred to.
    MIMEOGRAPH_XML_PARAMETER_ENTITY,
    /// An entity is referred to that the document itself does not define.
    MIMEOGRAPH_XML_UNKNOWN_ENTITY,
    /// An entity is referred to whose text lies outside of the document.
    MIMEOGRAPH_XML_EXTERNAL_ENTITY,
    /// The bytes are in an encoding that is refused or unknown.
    MIMEOGRAPH_XML_ENCODING,
    /// Memory could not be allocated.
    MIMEOGRAPH_XML_MEMORY,
} mimeograph_xml_failure;

/// The first failure of a call, and where it was noticed.
typedef struct {
    mimeograph_xml_failure failure;
    /// libxml2's domain and code, 0 where it reported nothing.
    int library_domain;
    int library_code;
    /// Line and column from 1 as libxml2 counts them, 0 where unknown.
    int64_t line;
    int64_t column;
    /// Bytes of the input before the location, or -1 where unknown.
    int64_t offset;
    /// What there is of what exceeded a limit, or -1 where unknown.
    int64_t actual;
    /// Whether the input had ended there.
    int at_end;
} mimeograph_xml_report;

/// Whether the offset of a report counts the bytes of UTF-8 that were made of the document, where it was in another encoding.
int mimeograph_xml_offsets_are_converted(void);

#endif
