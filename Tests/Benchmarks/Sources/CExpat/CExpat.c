// expat, a peer for XML events.
#include "CExpat.h"

#if defined(MIMEOGRAPH_HAS_EXPAT) && __has_include(<expat.h>)

#include <expat.h>

#define TEXT(value) #value
#define NUMBER(value) TEXT(value)

const char *mimeograph_expat_description(void) {
    return "expat " NUMBER(XML_MAJOR_VERSION) "." NUMBER(XML_MINOR_VERSION) "." NUMBER(XML_MICRO_VERSION);
}

static void on_start(void *data, const XML_Char *name, const XML_Char **attributes) {
    (void)data, (void)name, (void)attributes;
}

static void on_end(void *data, const XML_Char *name) { (void)data, (void)name; }

static void on_text(void *data, const XML_Char *text, int count) { (void)data, (void)text, (void)count; }

static void on_comment(void *data, const XML_Char *text) { (void)data, (void)text; }

static void on_instruction(void *data, const XML_Char *target, const XML_Char *text) {
    (void)data, (void)target, (void)text;
}

static void on_namespace(void *data, const XML_Char *prefix, const XML_Char *uri) { (void)data, (void)prefix, (void)uri; }

static void on_section(void *data) { (void)data; }

bool mimeograph_expat_parse(const uint8_t *text, size_t count, size_t chunk) {
    static XML_Parser parser;
    if (parser == NULL) parser = XML_ParserCreateNS(NULL, '|');
    else XML_ParserReset(parser, NULL);
    if (parser == NULL) return false;
    XML_SetElementHandler(parser, on_start, on_end);
    XML_SetCharacterDataHandler(parser, on_text);
    XML_SetCommentHandler(parser, on_comment);
    XML_SetProcessingInstructionHandler(parser, on_instruction);
    XML_SetCdataSectionHandler(parser, on_section, on_section);
    XML_SetStartNamespaceDeclHandler(parser, on_namespace);
    for (size_t start = 0; start < count; start += chunk) {
        size_t end = count - start < chunk ? count : start + chunk;
        if (XML_Parse(parser, (const char *)text + start, (int)(end - start), end == count) != XML_STATUS_OK) return false;
    }
    return true;
}

#else

const char *mimeograph_expat_description(void) { return NULL; }

bool mimeograph_expat_parse(const uint8_t *text, size_t count, size_t chunk) {
    (void)text, (void)count, (void)chunk;
    return false;
}

#endif
