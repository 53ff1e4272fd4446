#include <libxml/SAX2.h>
#include <string.h>

#include "push.h"

// The handlers of a push parser. They record events, or build the subtrees.

/// The cost of an event in an entity, in addition to its bytes: libxml2 parses an entity again at each reference.
static const int64_t event_cost = 64;

/// The cost of a default attribute, which the document type adds to a tag.
static const int64_t default_cost = 64;

static mimeograph_xml_push *push_of(void *context) {
    return (mimeograph_xml_push *)((xmlParserCtxtPtr)context)->_private;
}

static int is_selecting(const mimeograph_xml_push *push) { return push->selection.count > 0; }

/// Whether libxml2 is in markup that the end of the stream truncates. It then reports a tag without its missing part.
static int is_cut(mimeograph_xml_push *push) {
    if (!push->is_finishing || !mimeograph_xml_bounds_are_in_markup(&push->bounds)) return 0;
    const xmlParserInput *input = push->input;
    return (int64_t)input->consumed + (input->cur - input->base) + push->state.shift > push->bounds.start;
}

/// Whether to record an event. Events in entities are charged.
static int admit(void *context, int64_t bytes) {
    mimeograph_xml_push *push = push_of(context);
    if (push->report.failure != MIMEOGRAPH_XML_OK) return 0;
    xmlParserCtxtPtr parser = context;
    if (context == push->context && parser->inputNr <= 1) return !is_cut(push);
    push->state.expansion += event_cost + bytes;
    if (push->state.expansion <= push->state.limits.expansion) return 1;
    mimeograph_xml_stop(context, MIMEOGRAPH_XML_EXPANSION, -1);
    return 0;
}

uint32_t mimeograph_xml_push_name(void *context, const xmlChar *local, const xmlChar *prefix, const xmlChar *uri) {
    mimeograph_xml_push *push = push_of(context);
    uint32_t number = mimeograph_xml_names_number(&push->names, local, prefix, uri);
    if (number == MIMEOGRAPH_XML_NO_NAME) {
        mimeograph_xml_stop(context, MIMEOGRAPH_XML_MEMORY, -1);
    } else if ((int64_t)push->names.count > push->state.limits.names) {
        mimeograph_xml_stop(context, MIMEOGRAPH_XML_NAMES, -1);
        return MIMEOGRAPH_XML_NO_NAME;
    }
    return number;
}

static void set_offset(mimeograph_xml_push *push, mimeograph_xml_event *event, int64_t offset) {
    // A block has less than 4 GiB.
    event->offset = offset < push->parsed ? 0 : (uint32_t)(offset - push->parsed);
}

/// Adds an event at the current offset, or at that of a text. Returns NULL, after stopping the parser, if memory is short.
static mimeograph_xml_event *add_event(void *context, mimeograph_xml_event_kind kind, const xmlChar *text) {
    mimeograph_xml_push *push = push_of(context);
    if (push->event_count == push->event_capacity) {
        mimeograph_xml_event *grown = mimeograph_xml_reserve(
            push->events, push->event_count, 1, &push->event_capacity, sizeof(mimeograph_xml_event)
        );
        if (grown == NULL) {
            mimeograph_xml_stop(context, MIMEOGRAPH_XML_MEMORY, -1);
            return NULL;
        }
        push->events = grown;
    }
    mimeograph_xml_event *event = &push->events[push->event_count];
    push->event_count += 1;
    event->kind = kind;
    event->name = 0;
    event->first = 0;
    event->count = 0;
    event->namespace_name = (uint32_t)push->namespace_count;
    event->namespaces = 0;
    set_offset(push, event, mimeograph_xml_push_event_offset(push, text));
    push->is_in_text = 0;
    return event;
}

/// Makes room after all texts. Returns 0, after stopping the parser, if there is not enough memory.
static int reserve_text(void *context, size_t count) {
    mimeograph_xml_push *push = push_of(context);
    if (count > UINT32_MAX - push->text_count) {
        mimeograph_xml_stop(context, MIMEOGRAPH_XML_LIBRARY_LIMIT, -1);
        return 0;
    }
    if (count > push->text_capacity - push->text_count) {
        uint8_t *grown = mimeograph_xml_reserve(push->text, push->text_count, count, &push->text_capacity, 1);
        if (grown == NULL) {
            mimeograph_xml_stop(context, MIMEOGRAPH_XML_MEMORY, -1);
            return 0;
        }
        push->text = grown;
    }
    return 1;
}

/// Copies bytes to the end of the texts. Returns 0, after stopping the parser, if there is not enough memory.
static int add_text(void *context, const xmlChar *text, size_t count) {
    mimeograph_xml_push *push = push_of(context);
    if (!reserve_text(context, count)) return 0;
    if (count > 0) memcpy(push->text + push->text_count, text, count);
    push->text_count += count;
    return 1;
}

/// Does the same with bytes that are among the texts.
static int add_own_text(void *context, size_t first, size_t count) {
    mimeograph_xml_push *push = push_of(context);
    if (!reserve_text(context, count)) return 0;
    if (count > 0) memcpy(push->text + push->text_count, push->text + first, count);
    push->text_count += count;
    return 1;
}

/// Finds the offset of a text within all texts. If it is not part of the block, copies it to their end. Returns 0, after stopping
/// the parser, if there is not enough memory.
static int find_text(void *context, const xmlChar *text, size_t count, uint32_t *first) {
    mimeograph_xml_push *push = push_of(context);
    int64_t offset = mimeograph_xml_push_offset(push, text, count);
    *first = (uint32_t)(offset >= 0 ? (size_t)offset : push->text_count);
    return offset >= 0 || add_text(context, text, count);
}

static void add_text_event(void *context, mimeograph_xml_event_kind kind, const xmlChar *text, size_t count) {
    mimeograph_xml_event *event = add_event(context, kind, text);
    if (event != NULL && find_text(context, text, count, &event->first)) event->count = (uint32_t)count;
}

/// Appends to the text of the last event.
static void append_text(void *context, const xmlChar *text, size_t count) {
    mimeograph_xml_push *push = push_of(context);
    mimeograph_xml_event *event = &push->events[push->event_count - 1];
    if (event->first < push->block_count) {
        if (mimeograph_xml_push_offset(push, text, count) == (int64_t)event->first + event->count) {
            event->count += (uint32_t)count;
            return;
        }
        // The text is in the block, but the new bytes do not follow it there. Both are copied to the end of the texts.
        size_t start = push->text_count;
        if (!add_own_text(context, event->first, event->count)) return;
        event->first = (uint32_t)start;
    }
    if (add_text(context, text, count)) event->count += (uint32_t)count;
}

// The document.

static void on_start_document(void *context) {
    mimeograph_xml_push *push = push_of(context);
    push->start_document(context);
    if (admit(context, 0) && !is_selecting(push)) add_event(context, MIMEOGRAPH_XML_EVENT_START_DOCUMENT, NULL);
}

static void on_internal_subset(void *context, const xmlChar *name, const xmlChar *public_id, const xmlChar *system_id) {
    mimeograph_xml_push *push = push_of(context);
    push->internal_subset(context, name, public_id, system_id);
    if (admit(context, 0) && !is_selecting(push)) add_event(context, MIMEOGRAPH_XML_EVENT_DOCUMENT_TYPE, NULL);
}

static void on_end_document(void *context) {
    mimeograph_xml_push *push = push_of(context);
    xmlSAX2EndDocument(context);
    xmlParserCtxtPtr parser = context;
    if (!push->is_finishing || !parser->wellFormed || is_selecting(push) || !admit(context, 0)) return;
    // The event is at the end of the stream.
    mimeograph_xml_event *event = add_event(context, MIMEOGRAPH_XML_EVENT_END_DOCUMENT, NULL);
    if (event == NULL) return;
    set_offset(push, event, push->parsed + (int64_t)push->block_count);
}

// Elements.

static int add_namespaces(void *context, int count, const xmlChar **namespaces) {
    mimeograph_xml_push *push = push_of(context);
    if (count == 0) return 1;
    uint32_t *grown = mimeograph_xml_reserve(
        push->namespaces, push->namespace_count, (size_t)count, &push->namespace_capacity, sizeof(uint32_t)
    );
    if (grown == NULL) {
        mimeograph_xml_stop(context, MIMEOGRAPH_XML_MEMORY, -1);
        return 0;
    }
    push->namespaces = grown;
    for (int index = 0; index < count; index += 1) {
        uint32_t name = mimeograph_xml_push_name(context, NULL, namespaces[2 * index], namespaces[2 * index + 1]);
        if (name == MIMEOGRAPH_XML_NO_NAME) return 0;
        grown[push->namespace_count] = name;
        push->namespace_count += 1;
    }
    return 1;
}

static int add_attributes(void *context, int count, const xmlChar **attributes) {
    mimeograph_xml_push *push = push_of(context);
    if (count == 0) return 1;
    mimeograph_xml_event_attribute *grown = mimeograph_xml_reserve(
        push->attributes, push->attribute_count, (size_t)count, &push->attribute_capacity, sizeof *grown
    );
    if (grown == NULL) {
        mimeograph_xml_stop(context, MIMEOGRAPH_XML_MEMORY, -1);
        return 0;
    }
    push->attributes = grown;
    for (int index = 0; index < count; index += 1) {
        const xmlChar **parts = attributes + 5 * index;
        mimeograph_xml_event_attribute *attribute = &grown[push->attribute_count];
        attribute->name = mimeograph_xml_push_name(context, parts[0], parts[1], parts[2]);
        size_t length = (size_t)(parts[4] - parts[3]);
        attribute->count = (uint32_t)length;
        if (attribute->name == MIMEOGRAPH_XML_NO_NAME) return 0;
        if (!find_text(context, parts[3], length, &attribute->text)) return 0;
        push->attribute_count += 1;
    }
    return 1;
}

static void on_start_element(
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
    mimeograph_xml_push *push = push_of(context);
    int64_t bytes = event_cost * (namespace_count + attribute_count);
    for (int index = 0; index < attribute_count; index += 1) bytes += attributes[5 * index + 4] - attributes[5 * index + 3];
    if (!admit(context, bytes)) return;
    push->saw_element = 1;
    push->state.default_cost = is_selecting(push) ? MIMEOGRAPH_XML_TREE_DEFAULT : default_cost;
    // A stream may have any number of nodes.
    push->state.nodes = 0;
    int is_counted = mimeograph_xml_count_start(
        context, namespace_count, namespaces, attribute_count, default_count, attributes
    );
    if (!is_counted) return;
    if (is_selecting(push)) {
        mimeograph_xml_selection_start(
            push, context, name, prefix, uri, namespace_count, namespaces, attribute_count, attributes
        );
        return;
    }
    uint32_t number = mimeograph_xml_push_name(context, name, prefix, uri);
    if (number == MIMEOGRAPH_XML_NO_NAME) return;
    mimeograph_xml_event *event = add_event(context, MIMEOGRAPH_XML_EVENT_START, NULL);
    if (event == NULL) return;
    event->name = number;
    push->names_at_depth[push->state.depth] = number;
    size_t first = push->attribute_count;
    if (!add_namespaces(context, namespace_count, namespaces) || !add_attributes(context, attribute_count, attributes)) {
        // An incomplete event must not be visible.
        push->event_count -= 1;
        return;
    }
    event->namespaces = (uint32_t)namespace_count;
    event->first = (uint32_t)first;
    event->count = (uint32_t)attribute_count;
}

static void on_end_element(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
    mimeograph_xml_push *push = push_of(context);
    if (!admit(context, 0)) return;
    int64_t depth = push->state.depth;
    int namespaces = mimeograph_xml_count_end(&push->state);
    if (namespaces < 0) return;
    if (is_selecting(push)) {
        mimeograph_xml_selection_end(push, context, depth, namespaces);
        return;
    }
    // An end tag with a different name is not well-formed, and libxml2 does not report it here.
    (void)name, (void)prefix, (void)uri;
    mimeograph_xml_event *event = add_event(context, MIMEOGRAPH_XML_EVENT_END, NULL);
    if (event != NULL) event->name = push->names_at_depth[depth];
}

// Content.

static void on_characters(void *context, const xmlChar *text, int length) {
    mimeograph_xml_push *push = push_of(context);
    if (length <= 0 || !admit(context, length)) return;
    if (is_selecting(push)) {
        mimeograph_xml_selection_text(push, context, XML_TEXT_NODE, text, (size_t)length);
    } else if (push->is_in_text) {
        append_text(context, text, (size_t)length);
    } else {
        add_text_event(context, MIMEOGRAPH_XML_EVENT_TEXT, text, (size_t)length);
        push->is_in_text = 1;
    }
}

/// Replaces each CR LF and each CR by LF, as XML 1.0 §2.11 requires. libxml2's push parser does not do that in CDATA.
static const xmlChar *normalized(void *context, const xmlChar *text, size_t *count) {
    mimeograph_xml_push *push = push_of(context);
    if (context != push->context || *count == 0 || memchr(text, '\r', *count) == NULL) return text;
    uint8_t *scratch = mimeograph_xml_reserve(push->scratch, 0, *count, &push->scratch_capacity, 1);
    if (scratch == NULL) {
        mimeograph_xml_stop(context, MIMEOGRAPH_XML_MEMORY, -1);
        return NULL;
    }
    push->scratch = scratch;
    size_t written = 0;
    for (size_t index = 0; index < *count; index += 1) {
        if (text[index] == '\n' && index > 0 && text[index - 1] == '\r') continue;
        scratch[written] = text[index] == '\r' ? '\n' : text[index];
        written += 1;
    }
    *count = written;
    return scratch;
}

static void on_cdata(void *context, const xmlChar *text, int length) {
    mimeograph_xml_push *push = push_of(context);
    if (length < 0 || !admit(context, length)) return;
    size_t count = (size_t)length;
    text = normalized(context, text, &count);
    if (text == NULL) return;
    if (is_selecting(push)) mimeograph_xml_selection_text(push, context, XML_CDATA_SECTION_NODE, text, count);
    else add_text_event(context, MIMEOGRAPH_XML_EVENT_CDATA, text, count);
}

/// Whether an event is in a document type, and so not part of the content.
static int is_in_document_type(void *context) { return ((xmlParserCtxtPtr)context)->inSubset != 0; }

static void on_comment(void *context, const xmlChar *text) {
    mimeograph_xml_push *push = push_of(context);
    if (is_in_document_type(context)) return;
    size_t count = text == NULL ? 0 : strlen((const char *)text);
    if (!admit(context, (int64_t)count)) return;
    if (is_selecting(push)) mimeograph_xml_selection_comment(push, context, text);
    else add_text_event(context, MIMEOGRAPH_XML_EVENT_COMMENT, text, count);
}

static void on_processing_instruction(void *context, const xmlChar *target, const xmlChar *text) {
    mimeograph_xml_push *push = push_of(context);
    if (is_in_document_type(context)) return;
    size_t count = text == NULL ? 0 : strlen((const char *)text);
    if (!admit(context, (int64_t)count)) return;
    if (is_selecting(push)) {
        mimeograph_xml_selection_instruction(push, context, target, text);
        return;
    }
    const xmlChar *interned = xmlDictLookup(push->context->dict, target, -1);
    uint32_t number = interned == NULL ? MIMEOGRAPH_XML_NO_NAME : mimeograph_xml_push_name(context, interned, NULL, NULL);
    if (number == MIMEOGRAPH_XML_NO_NAME) return;
    mimeograph_xml_event *event = add_event(context, MIMEOGRAPH_XML_EVENT_INSTRUCTION, NULL);
    if (event == NULL) return;
    event->name = number;
    if (find_text(context, text, count, &event->first)) event->count = (uint32_t)count;
}

void mimeograph_xml_install_events(mimeograph_xml_push *push) {
    xmlSAXHandler *handler = push->context->sax;
    mimeograph_xml_install(handler);
    push->start_document = handler->startDocument;
    push->internal_subset = handler->internalSubset;
    handler->startDocument = on_start_document;
    handler->internalSubset = on_internal_subset;
    handler->endDocument = on_end_document;
    handler->startElementNs = on_start_element;
    handler->endElementNs = on_end_element;
    handler->characters = on_characters;
    handler->ignorableWhitespace = on_characters;
    handler->cdataBlock = on_cdata;
    handler->comment = on_comment;
    handler->processingInstruction = on_processing_instruction;
}
