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
