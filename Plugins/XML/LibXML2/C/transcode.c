#include <libxml/encoding.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "session.h"

int mimeograph_xml_knows_encoding(const char *name) {
    mimeograph_xml_report report = {0};
    mimeograph_xml_handlers handlers = mimeograph_xml_route_errors(&report);
    xmlCharEncodingHandlerPtr handler = xmlFindCharEncodingHandler(name);
    int is_known = handler != NULL;
    if (handler != NULL) xmlCharEncCloseFunc(handler);
    mimeograph_xml_restore_errors(handlers);
    return is_known;
}

uint8_t *mimeograph_xml_utf8(const uint8_t *bytes, size_t *count, const char *encoding) {
    if (*count > INT_MAX / 4) return NULL;
    mimeograph_xml_report report = {0};
    mimeograph_xml_handlers handlers = mimeograph_xml_route_errors(&report);
    uint8_t *result = NULL;
    xmlCharEncodingHandlerPtr handler = xmlFindCharEncodingHandler(encoding);
    xmlBufferPtr input = xmlBufferCreateSize(*count + 1);
    xmlBufferPtr output = xmlBufferCreateSize(*count * 2 + 16);
    if (handler != NULL && input != NULL && output != NULL && xmlBufferAdd(input, bytes, (int)*count) == 0) {
        // It converts as much as there is room for.
        int status = 1;
        while (xmlBufferLength(input) > 0 && status > 0) status = xmlCharEncInFunc(handler, output, input);
        if (status >= 0 && xmlBufferLength(input) == 0) {
            size_t length = (size_t)xmlBufferLength(output);
            result = malloc(length + 1);
            if (result != NULL) {
                memcpy(result, xmlBufferContent(output), length);
                *count = length;
            }
        }
    }
    if (input != NULL) xmlBufferFree(input);
    if (output != NULL) xmlBufferFree(output);
    if (handler != NULL) xmlCharEncCloseFunc(handler);
    mimeograph_xml_restore_errors(handlers);
    return result;
}

void mimeograph_xml_free_bytes(uint8_t *bytes) { free(bytes); }
