#ifndef MIMEOGRAPH_XML_TYPES_H
#define MIMEOGRAPH_XML_TYPES_H

#include <stdint.h>

// The part of libxml2's tree that Swift sees. This header includes no header of libxml2. Otherwise a program that uses this
// library and Foundation would load that header twice, also through Foundation's own module, with conflicting definitions.
// types.c checks each offset and each number against libxml2's. Source: libxml2's tree.h and xmlerror.h.

/// The kind of a node, as in `xmlElementType`.
typedef enum : unsigned int {
    MIMEOGRAPH_XML_ELEMENT_NODE = 1,
    MIMEOGRAPH_XML_ATTRIBUTE_NODE = 2,
    MIMEOGRAPH_XML_TEXT_NODE = 3,
    MIMEOGRAPH_XML_CDATA_SECTION_NODE = 4,
    MIMEOGRAPH_XML_PI_NODE = 7,
    MIMEOGRAPH_XML_COMMENT_NODE = 8,
    MIMEOGRAPH_XML_DOCUMENT_NODE = 9,
    MIMEOGRAPH_XML_NAMESPACE_DECL = 18,
} mimeograph_xml_kind;

/// A namespace declaration, `xmlNs`.
struct mimeograph_xml_namespace {
    struct mimeograph_xml_namespace *_Nullable next;
    mimeograph_xml_kind type;
    const uint8_t *_Nullable href;
    const uint8_t *_Nullable prefix;
};

/// An attribute, `xmlAttr`. Its first fields are those of a node.
struct mimeograph_xml_attribute_node {
    void *_Nullable _private;
    mimeograph_xml_kind type;
    const uint8_t *_Nullable name;
    struct mimeograph_xml_node *_Nullable children;
    struct mimeograph_xml_node *_Nullable last;
    struct mimeograph_xml_node *_Nullable parent;
    struct mimeograph_xml_attribute_node *_Nullable next;
    struct mimeograph_xml_attribute_node *_Nullable prev;
    struct mimeograph_xml_document *_Nullable doc;
    struct mimeograph_xml_namespace *_Nullable ns;
};

/// A node, `xmlNode`. Elements have the fields after `doc`, and texts have `content`.
struct mimeograph_xml_node {
    void *_Nullable _private;
    mimeograph_xml_kind type;
    const uint8_t *_Nullable name;
    struct mimeograph_xml_node *_Nullable children;
    struct mimeograph_xml_node *_Nullable last;
    struct mimeograph_xml_node *_Nullable parent;
    struct mimeograph_xml_node *_Nullable next;
    struct mimeograph_xml_node *_Nullable prev;
    struct mimeograph_xml_document *_Nullable doc;
    struct mimeograph_xml_namespace *_Nullable ns;
    uint8_t *_Nullable content;
    struct mimeograph_xml_attribute_node *_Nullable properties;
    struct mimeograph_xml_namespace *_Nullable nsDef;
};

/// A document type declaration, `xmlDtd`.
struct mimeograph_xml_document_type {
    void *_Nullable _private;
    mimeograph_xml_kind type;
    const uint8_t *_Nullable name;
    struct mimeograph_xml_node *_Nullable children;
    struct mimeograph_xml_node *_Nullable last;
    struct mimeograph_xml_document *_Nullable parent;
    struct mimeograph_xml_node *_Nullable next;
    struct mimeograph_xml_node *_Nullable prev;
    struct mimeograph_xml_document *_Nullable doc;
    void *_Nullable tables[4];
    const uint8_t *_Nullable ExternalID;
    const uint8_t *_Nullable SystemID;
};

/// A document, `xmlDoc`. Its first fields are those of a node.
struct mimeograph_xml_document {
    void *_Nullable _private;
    mimeograph_xml_kind type;
    char *_Nullable name;
    struct mimeograph_xml_node *_Nullable children;
    struct mimeograph_xml_node *_Nullable last;
    struct mimeograph_xml_node *_Nullable parent;
    struct mimeograph_xml_node *_Nullable next;
    struct mimeograph_xml_node *_Nullable prev;
    struct mimeograph_xml_document *_Nullable doc;
    int compression;
    int standalone;
    struct mimeograph_xml_document_type *_Nullable intSubset;
    struct mimeograph_xml_document_type *_Nullable extSubset;
    struct mimeograph_xml_namespace *_Nullable oldNs;
    const uint8_t *_Nullable version;
};

#ifdef MIMEOGRAPH_IMPLEMENTATION
#include <libxml/tree.h>
typedef xmlNode mimeograph_xml_node;
typedef xmlAttr mimeograph_xml_attribute_node;
typedef xmlNs mimeograph_xml_namespace;
typedef xmlDoc mimeograph_xml_document;
#else
typedef struct mimeograph_xml_node mimeograph_xml_node;
typedef struct mimeograph_xml_attribute_node mimeograph_xml_attribute_node;
typedef struct mimeograph_xml_namespace mimeograph_xml_namespace;
typedef struct mimeograph_xml_document mimeograph_xml_document;
#endif

/// The error codes for which the library has its own message, as in `xmlParserErrors`.
typedef enum : unsigned int {
    MIMEOGRAPH_XML_ERR_DOCUMENT_EMPTY = 4,
    MIMEOGRAPH_XML_ERR_DOCUMENT_END = 5,
    MIMEOGRAPH_XML_ERR_INVALID_HEX_CHARREF = 6,
    MIMEOGRAPH_XML_ERR_INVALID_DEC_CHARREF = 7,
    MIMEOGRAPH_XML_ERR_INVALID_CHARREF = 8,
    MIMEOGRAPH_XML_ERR_INVALID_CHAR = 9,
    MIMEOGRAPH_XML_ERR_ENTITYREF_NO_NAME = 22,
    MIMEOGRAPH_XML_ERR_ENTITYREF_SEMICOL_MISSING = 23,
    MIMEOGRAPH_XML_ERR_UNDECLARED_ENTITY = 26,
    MIMEOGRAPH_XML_WAR_UNDECLARED_ENTITY = 27,
    MIMEOGRAPH_XML_ERR_UNPARSED_ENTITY = 28,
    MIMEOGRAPH_XML_ERR_UNKNOWN_ENCODING = 31,
    MIMEOGRAPH_XML_ERR_UNSUPPORTED_ENCODING = 32,
    MIMEOGRAPH_XML_ERR_STRING_NOT_STARTED = 33,
    MIMEOGRAPH_XML_ERR_STRING_NOT_CLOSED = 34,
    MIMEOGRAPH_XML_ERR_LT_IN_ATTRIBUTE = 38,
    MIMEOGRAPH_XML_ERR_ATTRIBUTE_NOT_STARTED = 39,
    MIMEOGRAPH_XML_ERR_ATTRIBUTE_NOT_FINISHED = 40,
    MIMEOGRAPH_XML_ERR_ATTRIBUTE_WITHOUT_VALUE = 41,
    MIMEOGRAPH_XML_ERR_ATTRIBUTE_REDEFINED = 42,
    MIMEOGRAPH_XML_ERR_LITERAL_NOT_FINISHED = 44,
    MIMEOGRAPH_XML_ERR_COMMENT_NOT_FINISHED = 45,
    MIMEOGRAPH_XML_ERR_PI_NOT_STARTED = 46,
    MIMEOGRAPH_XML_ERR_PI_NOT_FINISHED = 47,
    MIMEOGRAPH_XML_ERR_XMLDECL_NOT_STARTED = 56,
    MIMEOGRAPH_XML_ERR_XMLDECL_NOT_FINISHED = 57,
    MIMEOGRAPH_XML_ERR_EXT_SUBSET_NOT_FINISHED = 60,
    MIMEOGRAPH_XML_ERR_DOCTYPE_NOT_FINISHED = 61,
    MIMEOGRAPH_XML_ERR_MISPLACED_CDATA_END = 62,
    MIMEOGRAPH_XML_ERR_CDATA_NOT_FINISHED = 63,
    MIMEOGRAPH_XML_ERR_RESERVED_XML_NAME = 64,
    MIMEOGRAPH_XML_ERR_SPACE_REQUIRED = 65,
    MIMEOGRAPH_XML_ERR_NAME_REQUIRED = 68,
    MIMEOGRAPH_XML_ERR_LT_REQUIRED = 72,
    MIMEOGRAPH_XML_ERR_GT_REQUIRED = 73,
    MIMEOGRAPH_XML_ERR_LTSLASH_REQUIRED = 74,
    MIMEOGRAPH_XML_ERR_EQUAL_REQUIRED = 75,
    MIMEOGRAPH_XML_ERR_TAG_NAME_MISMATCH = 76,
    MIMEOGRAPH_XML_ERR_TAG_NOT_FINISHED = 77,
    MIMEOGRAPH_XML_ERR_STANDALONE_VALUE = 78,
    MIMEOGRAPH_XML_ERR_ENCODING_NAME = 79,
    MIMEOGRAPH_XML_ERR_HYPHEN_IN_COMMENT = 80,
    MIMEOGRAPH_XML_ERR_INVALID_ENCODING = 81,
    MIMEOGRAPH_XML_ERR_NOT_WELL_BALANCED = 85,
    MIMEOGRAPH_XML_ERR_EXTRA_CONTENT = 86,
    MIMEOGRAPH_XML_ERR_ENTITY_LOOP = 89,
    MIMEOGRAPH_XML_ERR_ENTITY_BOUNDARY = 90,
    MIMEOGRAPH_XML_ERR_VERSION_MISSING = 96,
    MIMEOGRAPH_XML_ERR_NOTATION_PROCESSING = 105,
    MIMEOGRAPH_XML_ERR_UNKNOWN_VERSION = 108,
    MIMEOGRAPH_XML_ERR_NAME_TOO_LONG = 110,
    MIMEOGRAPH_XML_NS_ERR_XML_NAMESPACE = 200,
    MIMEOGRAPH_XML_NS_ERR_UNDEFINED_NAMESPACE = 201,
    MIMEOGRAPH_XML_NS_ERR_QNAME = 202,
    MIMEOGRAPH_XML_NS_ERR_ATTRIBUTE_REDEFINED = 203,
    MIMEOGRAPH_XML_NS_ERR_EMPTY = 204,
    MIMEOGRAPH_XML_NS_ERR_COLON = 205,
    MIMEOGRAPH_XML_I18N_CONV_FAILED = 6003,
} mimeograph_xml_code;

#endif
