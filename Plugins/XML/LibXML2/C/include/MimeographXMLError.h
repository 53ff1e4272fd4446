#ifndef MIMEOGRAPH_XML_ERROR_H
#define MIMEOGRAPH_XML_ERROR_H

#include <stdint.h>

/// The kind of failure that ended a call. The first failure is kept.
typedef enum {
    MIMEOGRAPH_XML_OK = 0,
    /// libxml2 reported an error; see `library_code` and `library_domain`.
    MIMEOGRAPH_XML_LIBRARY,
    /// The document exceeds a limit of libxml2 that no setting of ours raises.
    MIMEOGRAPH_XML_LIBRARY_LIMIT,
    /// Elements are nested deeper than allowed.
    MIMEOGRAPH_XML_DEPTH,
    /// There are more nodes than allowed.
    MIMEOGRAPH_XML_NODES,
    /// Entities and default attributes produce more bytes than allowed.
    MIMEOGRAPH_XML_EXPANSION,
    /// An element has more attributes than allowed, or a document type declares more.
    MIMEOGRAPH_XML_ATTRIBUTES,
    /// More namespace declarations are in scope than allowed.
    MIMEOGRAPH_XML_NAMESPACES,
    /// There are more different names than allowed.
    MIMEOGRAPH_XML_NAMES,
    /// The document type declaration, or one declaration in it, is longer than allowed.
    MIMEOGRAPH_XML_DECLARATIONS,
    /// The evaluation of an expression takes more operations than allowed, or nests too deeply.
    MIMEOGRAPH_XML_OPERATIONS,
    /// The document has more IDs than are indexed, and the caller looks one up.
    MIMEOGRAPH_XML_IDENTIFIERS,
    /// A text is longer than one node of libxml2 can hold.
    MIMEOGRAPH_XML_TEXT,
    /// One piece of markup, one text or one subtree of a stream has more bytes than allowed.
    MIMEOGRAPH_XML_INPUT,
    /// The document has a document type declaration, and the options reject it.
    MIMEOGRAPH_XML_DOCUMENT_TYPE,
    /// The document refers to a parameter entity.
    MIMEOGRAPH_XML_PARAMETER_ENTITY,
    /// The document refers to an entity that it does not define.
    MIMEOGRAPH_XML_UNKNOWN_ENTITY,
    /// The document refers to an external entity.
    MIMEOGRAPH_XML_EXTERNAL_ENTITY,
    /// The encoding is rejected or unknown.
    MIMEOGRAPH_XML_ENCODING,
    /// Memory could not be allocated.
    MIMEOGRAPH_XML_MEMORY,
} mimeograph_xml_failure;

/// The first failure of a call, and its location.
typedef struct {
    mimeograph_xml_failure failure;
    /// libxml2's domain and code, or 0 if it reported nothing.
    int library_domain;
    int library_code;
    /// Line and column from 1, as libxml2 counts them; 0 if unknown.
    int64_t line;
    int64_t column;
    /// The number of input bytes before the location; -1 if unknown.
    int64_t offset;
    /// The amount that exceeded a limit; -1 if unknown.
    int64_t actual;
    /// Whether the input had ended there.
    int at_end;
} mimeograph_xml_report;

/// Whether the offset of a report counts bytes of converted UTF-8 if the document was in another encoding.
int mimeograph_xml_offsets_are_converted(void);

#endif
