#include "CXMLPeer.h"

#include <libxml/parser.h>
#include <libxml/tree.h>

const char *mimeograph_xml_peer_version(void) { return LIBXML_DOTTED_VERSION; }

bool mimeograph_xml_peer_parse(const uint8_t *text, size_t count) {
    int options = XML_PARSE_NOENT | XML_PARSE_NONET | XML_PARSE_COMPACT | XML_PARSE_BIG_LINES | XML_PARSE_NOERROR
        | XML_PARSE_NOWARNING;
    xmlDocPtr document = xmlReadMemory((const char *)text, (int)count, NULL, NULL, options);
    if (document == NULL) return false;
    xmlFreeDoc(document);
    return true;
}

static void on_start(
    void *context,
    const xmlChar *name,
    const xmlChar *prefix,
    const xmlChar *uri,
    int namespace_count,
    const xmlChar **namespaces,
    int attribute_count,
    int default_count,
    const xmlChar **attributes
) {
    (void)context, (void)name, (void)prefix, (void)uri, (void)namespace_count, (void)namespaces, (void)attribute_count;
    (void)default_count, (void)attributes;
}

static void on_end(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
    (void)context, (void)name, (void)prefix, (void)uri;
}

static void on_text(void *context, const xmlChar *text, int length) { (void)context, (void)text, (void)length; }

static void on_comment(void *context, const xmlChar *text) { (void)context, (void)text; }

static void on_instruction(void *context, const xmlChar *target, const xmlChar *text) {
    (void)context, (void)target, (void)text;
}

bool mimeograph_xml_peer_push(const uint8_t *text, size_t count, size_t chunk) {
    xmlSAXHandler handler = {
        .initialized = XML_SAX2_MAGIC,
        .startElementNs = on_start,
        .endElementNs = on_end,
        .characters = on_text,
        .ignorableWhitespace = on_text,
        .cdataBlock = on_text,
        .comment = on_comment,
        .processingInstruction = on_instruction,
    };
    xmlParserCtxtPtr parser = xmlCreatePushParserCtxt(&handler, NULL, NULL, 0, NULL);
    if (parser == NULL) return false;
    xmlCtxtUseOptions(parser, XML_PARSE_NOENT | XML_PARSE_NONET);
    for (size_t start = 0; start < count; start += chunk) {
        size_t end = count - start < chunk ? count : start + chunk;
        xmlParseChunk(parser, (const char *)text + start, (int)(end - start), 0);
    }
    xmlParseChunk(parser, NULL, 0, 1);
    bool is_well_formed = parser->wellFormed;
    if (parser->myDoc != NULL) xmlFreeDoc(parser->myDoc);
    xmlFreeParserCtxt(parser);
    return is_well_formed;
}
