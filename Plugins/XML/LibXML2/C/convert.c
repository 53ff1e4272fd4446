#include <libxml/encoding.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "MimeographXMLPush.h"
#include "session.h"

struct mimeograph_xml_converter {
    xmlCharEncodingHandlerPtr handler;
    xmlBufferPtr input;
    xmlBufferPtr output;
};

mimeograph_xml_converter *mimeograph_xml_converter_make(const char *encoding) {
    mimeograph_xml_report report = {0};
    mimeograph_xml_handlers handlers = mimeograph_xml_route_errors(&report);
    mimeograph_xml_converter *converter = calloc(1, sizeof *converter);
    if (converter != NULL) {
        converter->handler = xmlFindCharEncodingHandler(encoding);
        converter->input = xmlBufferCreate();
        converter->output = xmlBufferCreate();
        if (converter->handler == NULL || converter->input == NULL || converter->output == NULL) {
            mimeograph_xml_converter_free(converter);
            converter = NULL;
        }
    }
    mimeograph_xml_restore_errors(handlers);
    return converter;
}

void mimeograph_xml_converter_free(mimeograph_xml_converter *converter) {
    if (converter == NULL) return;
    if (converter->handler != NULL) xmlCharEncCloseFunc(converter->handler);
    if (converter->input != NULL) xmlBufferFree(converter->input);
    if (converter->output != NULL) xmlBufferFree(converter->output);
    free(converter);
}

const uint8_t *mimeograph_xml_converter_feed(
    mimeograph_xml_converter *converter, const uint8_t *bytes, size_t count, size_t *made, int *is_valid
) {
    *made = 0;
    *is_valid = 0;
    if (count > INT_MAX / 8) return NULL;
    mimeograph_xml_report report = {0};
    mimeograph_xml_handlers handlers = mimeograph_xml_route_errors(&report);
    const uint8_t *result = NULL;
    xmlBufferEmpty(converter->output);
    if (xmlBufferAdd(converter->input, bytes, (int)count) == 0) {
        // Each call converts as much as fits, and leaves an incomplete character.
        int status = 1;
        while (xmlBufferLength(converter->input) > 0 && status > 0) {
            status = xmlCharEncInFunc(converter->handler, converter->output, converter->input);
        }
        // The text before invalid bytes was converted.
        *is_valid = status >= 0;
        *made = (size_t)xmlBufferLength(converter->output);
        result = xmlBufferContent(converter->output);
    }
    mimeograph_xml_restore_errors(handlers);
    return result;
}

int mimeograph_xml_converter_is_waiting(const mimeograph_xml_converter *converter) {
    return xmlBufferLength(converter->input) > 0;
}

// Whole texts.

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
        // Each call converts as much as fits.
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
