// Shared by the files of this target only.
#ifndef MIMEOGRAPH_XML_SESSION_H
#define MIMEOGRAPH_XML_SESSION_H

#include <stddef.h>
#include <stdint.h>
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

/// What a parse has cost so far. It hangs on the parser context, and on those that libxml2 makes for entities.
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
    int64_t identifiers;
    /// Bytes of the run of text that is being read, 0 outside of one.
    int64_t text;
    /// Elements so far, by which each gets its place in document order.
    int64_t order;
    /// Declarations of namespaces of each open element, by depth.
    int *namespaces_at_depth;
    mimeograph_xml_builder builder;
    /// Whether the document declares entities or attributes, so that libxml2 has to build the tree by itself.
    int has_declarations;
    int saw_external_entity;
    /// Where the last declaration of an entity ended.
    const xmlChar *declared_at;
    /// Where in the document its internal subset begins, or -1.
    int64_t subset_start;
    /// Whether an entity was referred to, so that there may be nodes without a place in order, and texts side by side.
    int substituted;
} mimeograph_xml_state;

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

/// Puts handlers of our own, which count and refuse, around those of libxml2 that build the tree.
void mimeograph_xml_install(xmlSAXHandler *handler);

/// Notes a failure and makes the parser stop. Only where libxml2 expects a handler to do that.
void mimeograph_xml_stop(void *context, mimeograph_xml_failure failure, int64_t actual);

/// Counts what a start tag costs. Gives 0, and has stopped the parser, where that is too much.
int mimeograph_xml_admit_start(
    void *context, int namespace_count, int attribute_count, int default_count, const xmlChar **attributes
);

/// Counts the end of an element. Gives the number of its declarations of namespaces, or -1 where none is open.
int mimeograph_xml_admit_end(mimeograph_xml_state *state);

/// Gives an element that was built its place in document order, and counts its IDs.
void mimeograph_xml_mark_element(mimeograph_xml_state *state, xmlParserCtxtPtr parser, xmlNode *element);

/// Finds markup that is so crowded that libxml2 would take very long, or very much memory, before it calls any handler.
///
/// That is a start tag with more attributes than allowed: libxml2 before 2.12 compares each with each other one, so that a
/// tag of some megabytes takes minutes. And it is one declaration of more than 16 KiB in a document type: the names of an
/// enumeration are compared with each other, too, and each name of a content model takes a hundred bytes.
///
/// @param unit   bytes of one code unit: 1, 2 or 4
/// @param place  filled in with the offset of the markup in bytes
/// @return MIMEOGRAPH_XML_OK, MIMEOGRAPH_XML_ATTRIBUTES or MIMEOGRAPH_XML_DECLARATIONS
mimeograph_xml_failure mimeograph_xml_find_crowding(
    const uint8_t *bytes, size_t count, size_t unit, int big_endian, size_t limit, int64_t *place
);

/// The place of a context in its document in bytes, or -1. It is of use until the parser is stopped.
int64_t mimeograph_xml_offset(xmlParserCtxtPtr context);

/// Makes the parser go no further, and leaves alone what libxml2 may still point to.
void mimeograph_xml_mute(xmlParserCtxtPtr context);

/// Merges texts that lie beside each other, and gives every element its place in document order.
void mimeograph_xml_normalize(xmlDoc *document);

#endif
