#include "session.h"

#include <string.h>

int64_t mimeograph_xml_offset(xmlParserCtxtPtr context) {
    if (context == NULL || context->inputNr < 1 || context->inputTab[0] == NULL) return -1;
#if LIBXML_VERSION >= 21400
    // The converter no longer reports how many bytes it has received.
    return mimeograph_xml_position(context);
#else
    // Within an entity, the offset is that of the reference.
    xmlParserInputPtr current = context->input;
    context->input = context->inputTab[0];
    long offset = xmlByteConsumed(context);
    context->input = current;
    return offset;
#endif
}

int mimeograph_xml_offsets_are_converted(void) { return LIBXML_VERSION >= 21400; }

int64_t mimeograph_xml_position(xmlParserCtxtPtr context) {
    if (context == NULL || context->inputNr < 1 || context->inputTab[0] == NULL) return 0;
    const xmlParserInput *input = context->inputTab[0];
    return (int64_t)input->consumed + (input->cur - input->base);
}

/// Whether the input ends right after the error. libxml2 2.15 reports a missing name if a tag is truncated after its slash.
static int is_at_end(xmlParserCtxtPtr context, int code) {
    if (context == NULL || context->inputNr < 1 || context->inputTab[0] == NULL) return 0;
    xmlParserInputPtr input = context->inputTab[0];
    if (input->cur == NULL || input->cur >= input->end) return 1;
    if (code != XML_ERR_NAME_REQUIRED || input->cur + 1 != input->end || *input->cur != '/') return 0;
    return input->cur == input->base || input->cur[-1] != '&';
}

static void keep_location(mimeograph_xml_state *state) {
    mimeograph_xml_report *report = state->report;
    xmlParserCtxtPtr context = state->root;
    report->offset = mimeograph_xml_offset(context);
    if (report->offset >= 0) report->offset += state->shift;
    report->at_end = is_at_end(context, report->library_code);
    if (context != NULL && context->inputNr > 0 && context->inputTab[0] != NULL) {
        report->line = context->inputTab[0]->line;
        report->column = context->inputTab[0]->col;
    }
}

void mimeograph_xml_fail(mimeograph_xml_state *state, mimeograph_xml_failure failure, int64_t actual) {
    mimeograph_xml_report *report = state->report;
    if (report->failure != MIMEOGRAPH_XML_OK) return;
    report->failure = failure;
    report->actual = actual;
    keep_location(state);
}

/// Whether an error is a limit. libxml2 uses one code for many limits, and only fixed words distinguish them.
static int is_limit(mimeograph_xml_error error) {
    switch (error->code) {
        case XML_ERR_NAME_TOO_LONG:
        case XML_ERR_ENTITY_LOOP: return 1;
#if LIBXML_VERSION >= 21100
        case XML_ERR_RESOURCE_LIMIT: return 1;
#endif
        default: break;
    }
    static const char *const words[] = {"XML_PARSE_HUGE", "Excessive depth", "uge input", "uge text", "too long", "too big"};
    const char *message = error->message == NULL ? "" : error->message;
    for (size_t index = 0; index < sizeof words / sizeof *words; index += 1) {
        if (strstr(message, words[index]) != NULL) return 1;
    }
    return 0;
}

void mimeograph_xml_keep_error(mimeograph_xml_report *report, mimeograph_xml_error error) {
    if (report->failure != MIMEOGRAPH_XML_OK || error == NULL) return;
    if (is_limit(error)) report->failure = MIMEOGRAPH_XML_LIBRARY_LIMIT;
    else if (error->code == XML_ERR_NO_MEMORY) report->failure = MIMEOGRAPH_XML_MEMORY;
    else report->failure = MIMEOGRAPH_XML_LIBRARY;
    report->library_domain = error->domain;
    report->library_code = error->code;
    report->line = error->line;
    report->column = error->int2;
}

/// Handles errors without a context: those of encodings and of memory.
static void on_loose_error(void *data, mimeograph_xml_error error) {
    if (error == NULL || error->level < XML_ERR_FATAL) return;
    mimeograph_xml_keep_error(data, error);
}

/// Prints nothing. libxml2 prints some of its errors in addition to reporting them.
static void print_nothing(void *data, const char *message, ...) { (void)data, (void)message; }

mimeograph_xml_handlers mimeograph_xml_route_errors(mimeograph_xml_report *report) {
    mimeograph_xml_handlers before = {
        xmlStructuredError, xmlStructuredErrorContext, xmlGenericError, xmlGenericErrorContext
    };
    xmlSetStructuredErrorFunc(report, on_loose_error);
    xmlSetGenericErrorFunc(NULL, print_nothing);
    return before;
}

void mimeograph_xml_restore_errors(mimeograph_xml_handlers handlers) {
    xmlSetStructuredErrorFunc(handlers.data, handlers.handler);
    xmlSetGenericErrorFunc(handlers.printer_data, handlers.printer);
    // The message of the last error may quote the document, and would remain in the thread's state.
    xmlResetLastError();
}

void mimeograph_xml_on_error(void *context, mimeograph_xml_error error) {
    xmlParserCtxtPtr parser = context;
    if (parser == NULL || parser->_private == NULL || error == NULL) return;
    mimeograph_xml_state *state = parser->_private;
    int is_namespace = error->domain == XML_FROM_NAMESPACE && error->level >= XML_ERR_ERROR;
    // Namespaces are compared as strings, so a name that is not a URI does no harm. libxml2 also accepts one from a default
    // attribute. Source: Namespaces in XML 1.0 §2.3.
    if (is_namespace && error->code == XML_WAR_NS_URI) return;
    if (is_namespace ? state->limits.accepts_namespace_errors : error->level < XML_ERR_FATAL) return;
    if (state->report->failure != MIMEOGRAPH_XML_OK) return;
    mimeograph_xml_keep_error(state->report, error);
    keep_location(state);
    // libxml2 would continue to look for errors, and a body may consist of errors.
    mimeograph_xml_stop_callbacks(parser);
    if (parser != state->root) mimeograph_xml_stop_callbacks(state->root);
}

void mimeograph_xml_stop_callbacks(xmlParserCtxtPtr context) {
#if LIBXML_VERSION >= 21500
    // From this version on, the function does not free memory that libxml2 still points to.
    xmlStopParser(context);
#else
    context->wellFormed = 0;
    MIMEOGRAPH_XML_DEPRECATED_BEGIN
    context->disableSAX = 1;
    MIMEOGRAPH_XML_DEPRECATED_END
#if LIBXML_VERSION < 21300
    context->instate = XML_PARSER_EOF;
#endif
#endif
}
