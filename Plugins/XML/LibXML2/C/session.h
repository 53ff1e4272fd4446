// Shared by the files of this target only.
#ifndef MIMEOGRAPH_XML_SESSION_H
#define MIMEOGRAPH_XML_SESSION_H

#include <stddef.h>
#include <stdint.h>
#include <libxml/hash.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlversion.h>
#if LIBXML_VERSION < 21200
#include <libxml/globals.h>
#endif

#include "MimeographXMLError.h"
#include "MimeographXMLParse.h"
#include "builder.h"

// Handlers of errors take a pointer to const from 2.12 on.
#if LIBXML_VERSION >= 21200
typedef const xmlError *mimeograph_xml_error;
#else
typedef xmlErrorPtr mimeograph_xml_error;
#endif

// Around the use of what newer versions call deprecated and have nothing instead of.
#define MIMEOGRAPH_XML_DEPRECATED_BEGIN \
    _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wdeprecated-declarations\"")
#define MIMEOGRAPH_XML_DEPRECATED_END _Pragma("GCC diagnostic pop")

/// What a parse has cost so far. The parser context refers to it, and so do those that libxml2 makes for entities.
typedef struct {
    mimeograph_xml_limits limits;
    mimeograph_xml_report *report;
    /// The context of the document itself.
    xmlParserCtxtPtr root;
    int64_t depth;
    int64_t nodes;
    int64_t expansion;
    int64_t namespaces;
    int64_t default_attributes;
    /// Attributes that are declared to hold IDs.
    int64_t declared_identifiers;
    /// What an attribute or a declaration counts for, in bytes of expansion, that the tag does not have and its document
    /// type gives it; besides the bytes of its value.
    int64_t default_cost;
    int64_t identifiers;
    /// Bytes of the run of text that is being read, 0 outside of one.
    int64_t text;
    /// Declarations of namespaces of each open element, by depth.
    int *namespaces_at_depth;
    mimeograph_xml_builder builder;
    /// Whether the document names an external subset, where anything may be declared.
    int has_external_subset;
    /// Whether the document type gives elements declarations of namespaces.
    int has_default_namespaces;
    /// The names of the entities that are declared and are no text of the document; NULL where there are none.
    xmlHashTablePtr outside_entities;
    /// The name in the declaration of an entity that was told last, until a name is looked up.
    const xmlChar *declared;
    /// Where in the text, as mimeograph_xml_position has it, the internal subset begins.
    int64_t subset_start;
    /// The bytes of the text before those that the context was given.
    int64_t shift;
} mimeograph_xml_state;

/// Bytes that an attribute takes in a tree, with its text and what malloc adds to both.
#define MIMEOGRAPH_XML_TREE_DEFAULT 256

/// The options of a parse, with a known encoding or without.
int mimeograph_xml_options(int is_utf8_or_given);

/// Keeps the first failure, and where it is.
void mimeograph_xml_fail(mimeograph_xml_state *state, mimeograph_xml_failure failure, int64_t actual);

/// Keeps an error of libxml2 in a report, if it is the first and no mere warning.
void mimeograph_xml_keep_error(mimeograph_xml_report *report, mimeograph_xml_error error);

/// Routes the errors that libxml2 reports without a context, on this thread only, until they are restored.
typedef struct {
    xmlStructuredErrorFunc handler;
    void *data;
    xmlGenericErrorFunc printer;
    void *printer_data;
} mimeograph_xml_handlers;
mimeograph_xml_handlers mimeograph_xml_route_errors(mimeograph_xml_report *report);
void mimeograph_xml_restore_errors(mimeograph_xml_handlers handlers);

/// The handler of errors that belong to a parser context.
void mimeograph_xml_on_error(void *context, mimeograph_xml_error error);

/// Reads a document that is plain, as plain.h has it, without libxml2's parser. The tree is the same, but all of it lies
/// in one arena.
///
/// @return NULL where the document is not plain, or memory is short
xmlDoc *mimeograph_xml_parse_plain(const uint8_t *bytes, size_t count, const mimeograph_xml_limits *limits);

/// Puts handlers of our own, which count and refuse, around those of libxml2 that build the tree.
void mimeograph_xml_install(xmlSAXHandler *handler);

/// Records a failure and makes the parser stop. Only where libxml2 expects a handler to do that.
void mimeograph_xml_stop(void *context, mimeograph_xml_failure failure, int64_t actual);

/// Counts what a start tag costs. Gives 0, and has stopped the parser, where that is too much.
int mimeograph_xml_count_start(
    void *context,
    int namespace_count,
    const xmlChar **namespaces,
    int attribute_count,
    int default_count,
    const xmlChar **attributes
);

/// Counts the end of an element. Gives the number of its declarations of namespaces, or -1 where none is open.
int mimeograph_xml_count_end(mimeograph_xml_state *state);

/// Counts the IDs of an element that was built.
void mimeograph_xml_mark_element(mimeograph_xml_state *state, xmlNode *element);

/// Finds markup with so much in it that libxml2 would need very long, or very much memory, before it calls any handler.
///
/// That is a start tag with more attributes than allowed: libxml2 before 2.12 compares each with each other one, so that a
/// tag of some megabytes takes minutes. And it is one declaration of more than 16 KiB in a document type: the names of an
/// enumeration are compared with each other, too, and each name of a content model takes a hundred bytes.
///
/// @param unit   bytes of one code unit: 1, 2 or 4
/// @param offset  filled in with the offset of the markup in bytes
/// @return MIMEOGRAPH_XML_OK, MIMEOGRAPH_XML_ATTRIBUTES or MIMEOGRAPH_XML_DECLARATIONS
mimeograph_xml_failure mimeograph_xml_find_attribute_flood(
    const uint8_t *bytes, size_t count, size_t unit, int big_endian, size_t limit, int64_t *offset
);

/// The offset of a context in its document in bytes, or -1. It is of use until the parser is stopped.
///
/// Where the document is not in UTF-8, libxml2 converts all that is left of it back to find the offset, so that this is
/// for the one failure that ends a parse.
int64_t mimeograph_xml_offset(xmlParserCtxtPtr context);

/// The offset of a context in the text of its document, in bytes of UTF-8. It costs nothing, whatever the encoding is.
int64_t mimeograph_xml_position(xmlParserCtxtPtr context);

/// Frees what the state of a parse holds of the document type.
void mimeograph_xml_forget_entities(mimeograph_xml_state *state);

/// Makes the parser go no further, and leaves alone what libxml2 may still point to.
void mimeograph_xml_stop_callbacks(xmlParserCtxtPtr context);

/// Gives the nodes that libxml2 made around what was built, whose positions go up to `built`, their positions in document order.
void mimeograph_xml_number(xmlDoc *document, int64_t built);

#endif
