#include "MimeographXMLParse.h"

#include <libxml/encoding.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "MimeographXMLTree.h"
#include "plain.h"
#include "session.h"

void mimeograph_xml_prepare(void) { xmlInitParser(); }

int64_t mimeograph_xml_library_depth(void) {
#if LIBXML_VERSION >= 21300
    return 256;
#else
    return xmlParserMaxDepth;
#endif
}

/// Returns the size of a code unit in an encoding, and sets its byte order.
static size_t unit_of(const char *encoding, int *big_endian) {
    *big_endian = 0;
    if (encoding == NULL) return 1;
    size_t length = strlen(encoding);
    *big_endian = length > 2 && strcmp(encoding + length - 2, "BE") == 0;
    if (strncmp(encoding, "UTF-16", 6) == 0) return 2;
    if (strncmp(encoding, "UTF-32", 6) == 0) return 4;
    return 1;
}

int mimeograph_xml_options(int is_utf8_or_given) {
    // Entities are substituted; the handlers accept only those that the document defines.
    int options = XML_PARSE_NOENT | XML_PARSE_NONET | XML_PARSE_COMPACT | XML_PARSE_BIG_LINES;
    if (is_utf8_or_given) options |= XML_PARSE_IGNORE_ENC;
#if LIBXML_VERSION >= 21300
    options |= XML_PARSE_NO_XXE;
#endif
#if LIBXML_VERSION >= 21400
    options |= XML_PARSE_NO_SYS_CATALOG;
#endif
    return options;
}

/// Creates everything that libxml2 would otherwise create while the document is read.
static int finish(xmlDoc *document, mimeograph_xml_state *state) {
    mimeograph_xml_build_finish(&state->builder, document);
    document->_private = state->builder.storage;
    xmlNode *root = xmlDocGetRootElement(document);
    if (root == NULL) return 0;
    if (xmlSearchNs(document, root, (const xmlChar *)"xml") == NULL) return 0;
    mimeograph_xml_number(document, state->builder.order);
    return 1;
}

xmlDoc *mimeograph_xml_parse(
    const uint8_t *bytes,
    size_t count,
    const char *encoding,
    const mimeograph_xml_limits *limits,
    mimeograph_xml_report *report
) {
    memset(report, 0, sizeof *report);
    report->offset = -1;
    report->actual = -1;
    if (count > INT_MAX) {
        report->failure = MIMEOGRAPH_XML_LIBRARY_LIMIT;
        return NULL;
    }
    // Without a named encoding libxml2 reads UTF-8 directly, but it also examines the first bytes.
    int is_utf8 = encoding != NULL && strcmp(encoding, "UTF-8") == 0;
    if (READS_PLAIN && (is_utf8 || encoding == NULL)) {
        xmlDoc *plain = mimeograph_xml_parse_plain(bytes, count, limits);
        if (plain != NULL) return plain;
    }
    int big_endian;
    size_t unit = unit_of(encoding, &big_endian);
    report->failure =
        mimeograph_xml_find_attribute_flood(bytes, count, unit, big_endian, (size_t)limits->attributes, &report->offset);
    if (report->failure != MIMEOGRAPH_XML_OK) return NULL;
    if (is_utf8 && count >= 4) {
        xmlCharEncoding detected = xmlDetectCharEncoding(bytes, 4);
        if (detected != XML_CHAR_ENCODING_NONE && detected != XML_CHAR_ENCODING_UTF8) {
            report->failure = MIMEOGRAPH_XML_ENCODING;
            report->offset = 0;
            return NULL;
        }
    }

    mimeograph_xml_state state = {.limits = *limits, .report = report, .default_cost = MIMEOGRAPH_XML_TREE_DEFAULT};
    xmlDoc *document = NULL;
    mimeograph_xml_handlers handlers = mimeograph_xml_route_errors(report);
    xmlParserCtxtPtr context = xmlNewParserCtxt();
    state.namespaces_at_depth = calloc((size_t)limits->depth + 2, sizeof(int));
    state.builder.bindings = malloc(((size_t)limits->namespaces + 1) * sizeof(mimeograph_xml_binding));
    state.builder.storage = calloc(1, sizeof(mimeograph_xml_document_storage));
    if (context != NULL && state.namespaces_at_depth != NULL && state.builder.bindings != NULL
        && state.builder.storage != NULL) {
        // A tree takes several times as much memory as its text.
        mimeograph_xml_arena_start(&state.builder.storage->arena, count * 8);
        state.builder.parser = context;
        state.builder.xml_prefix = xmlDictLookup(context->dict, (const xmlChar *)"xml", 3);
        state.root = context;
        context->_private = &state;
        mimeograph_xml_install(context->sax);
        document = xmlCtxtReadMemory(
            context, (const char *)bytes, (int)count, NULL, is_utf8 ? NULL : encoding, mimeograph_xml_options(encoding != NULL)
        );
        if (document == NULL && report->failure == MIMEOGRAPH_XML_OK) {
            report->failure = MIMEOGRAPH_XML_LIBRARY;
            report->library_code = context->errNo;
        }
        if (document != NULL && report->failure == MIMEOGRAPH_XML_OK && !finish(document, &state)) {
            report->failure = MIMEOGRAPH_XML_MEMORY;
        }
    } else {
        report->failure = MIMEOGRAPH_XML_MEMORY;
    }
    if (report->failure != MIMEOGRAPH_XML_OK) {
        if (document != NULL && document->_private != NULL) mimeograph_xml_free(document);
        else {
            if (document != NULL) xmlFreeDoc(document);
            mimeograph_xml_release(state.builder.storage);
        }
        document = NULL;
    }
    if (context != NULL) xmlFreeParserCtxt(context);
    free(state.namespaces_at_depth);
    free(state.builder.bindings);
    mimeograph_xml_forget_entities(&state);
    mimeograph_xml_restore_errors(handlers);
    return document;
}
