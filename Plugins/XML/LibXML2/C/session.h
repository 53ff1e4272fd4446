// Private to this target.
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

// The parameter of an error handler is const from 2.12 on.
#if LIBXML_VERSION >= 21200
typedef const xmlError *mimeograph_xml_error;
#else
typedef xmlErrorPtr mimeograph_xml_error;
#endif

// Encloses uses of declarations that newer versions deprecate without a replacement.
#define MIMEOGRAPH_XML_DEPRECATED_BEGIN \
    _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wdeprecated-declarations\"")
#define MIMEOGRAPH_XML_DEPRECATED_END _Pragma("GCC diagnostic pop")

/// The cost of a parse so far. The parser context refers to it, and so do the contexts that libxml2 makes for entities.
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
    /// The number of attributes declared as IDs.
    int64_t declared_identifiers;
    /// The cost of a default attribute or declaration in bytes of expansion, in addition to the bytes of its value.
    int64_t default_cost;
    int64_t identifiers;
    /// The length of the current run of text in bytes, 0 outside one.
    int64_t text;
    /// The number of namespace declarations of each open element, by depth.
    int *namespaces_at_depth;
    mimeograph_xml_builder builder;
    /// Whether the document names an external subset, which may declare anything.
    int has_external_subset;
    /// Whether the document type adds namespace declarations to elements.
    int has_default_namespaces;
    /// The names of declared entities whose text is not in the document; NULL if there are none.
    xmlHashTablePtr outside_entities;
    /// The name in the last entity declaration, until a name is looked up.
    const xmlChar *declared;
    /// The offset at which the internal subset begins, as mimeograph_xml_position counts it.
    int64_t subset_start;
    /// The number of bytes of the text before the context's input.
    int64_t shift;
} mimeograph_xml_state;

/// The size of an attribute in a tree, including its text and the overhead of malloc.
#define MIMEOGRAPH_XML_TREE_DEFAULT 256

/// Returns the options of a parse, with or without a known encoding.
int mimeograph_xml_options(int is_utf8_or_given);

/// Records a failure and its location, if it is the first.
void mimeograph_xml_fail(mimeograph_xml_state *state, mimeograph_xml_failure failure, int64_t actual);

/// Records an error of libxml2 in a report, if it is the first and not just a warning.
void mimeograph_xml_keep_error(mimeograph_xml_report *report, mimeograph_xml_error error);

/// The handlers to restore after routing the errors that libxml2 reports without a context. Routing affects only this thread.
typedef struct {
    xmlStructuredErrorFunc handler;
    void *data;
    xmlGenericErrorFunc printer;
    void *printer_data;
} mimeograph_xml_handlers;
mimeograph_xml_handlers mimeograph_xml_route_errors(mimeograph_xml_report *report);
void mimeograph_xml_restore_errors(mimeograph_xml_handlers handlers);

/// Handles the errors of a parser context.
void mimeograph_xml_on_error(void *context, mimeograph_xml_error error);

/// Reads a plain document, as defined in plain.h, without libxml2's parser. The tree is the same, but all of it is in one arena.
///
/// @return NULL if the document is not plain, or there is not enough memory
xmlDoc *mimeograph_xml_parse_plain(const uint8_t *bytes, size_t count, const mimeograph_xml_limits *limits);

/// Wraps libxml2's tree-building handlers in ours, which count and reject.
void mimeograph_xml_install(xmlSAXHandler *handler);

/// Records a failure and stops the parser. Call it only at points at which libxml2 expects a handler to do that.
void mimeograph_xml_stop(void *context, mimeograph_xml_failure failure, int64_t actual);

/// Counts the cost of a start tag. Returns 0, after stopping the parser, if it is too high.
int mimeograph_xml_count_start(
    void *context,
    int namespace_count,
    const xmlChar **namespaces,
    int attribute_count,
    int default_count,
    const xmlChar **attributes
);

/// Counts the end of an element. Returns the number of its namespace declarations, or -1 if no element is open.
int mimeograph_xml_count_end(mimeograph_xml_state *state);

/// Counts the IDs of a built element.
void mimeograph_xml_mark_element(mimeograph_xml_state *state, xmlNode *element);

/// Finds markup that would take libxml2 very long, or very much memory, before it calls any handler.
///
/// The first kind is a start tag with more attributes than allowed. libxml2 before 2.12 compares each attribute with every other
/// one, so a tag of some megabytes takes minutes. The second kind is a declaration of more than 16 KiB in a document type. The
/// names of an enumeration are also compared with each other, and each name of a content model takes a hundred bytes.
///
/// @param unit the size of a code unit: 1, 2 or 4 bytes
/// @param offset set to the offset of the markup in bytes
/// @return MIMEOGRAPH_XML_OK, MIMEOGRAPH_XML_ATTRIBUTES or MIMEOGRAPH_XML_DECLARATIONS
mimeograph_xml_failure mimeograph_xml_find_attribute_flood(
    const uint8_t *bytes, size_t count, size_t unit, int big_endian, size_t limit, int64_t *offset
);

/// Returns the offset of a context in its document in bytes, or -1. It is valid until the parser is stopped.
///
/// If the document is not in UTF-8, libxml2 converts the rest of it back for this. Use it only for a failure that ends a parse.
int64_t mimeograph_xml_offset(xmlParserCtxtPtr context);

/// Returns the offset of a context in the text of its document, in bytes of UTF-8. It is cheap in every encoding.
int64_t mimeograph_xml_position(xmlParserCtxtPtr context);

/// Frees the state that a parse keeps about the document type.
void mimeograph_xml_forget_entities(mimeograph_xml_state *state);

/// Stops the parser without freeing memory that libxml2 may still point to.
void mimeograph_xml_stop_callbacks(xmlParserCtxtPtr context);

/// Sets the document order of the nodes that libxml2 made before and after the built ones, whose positions go up to `built`.
void mimeograph_xml_number(xmlDoc *document, int64_t built);

#endif
