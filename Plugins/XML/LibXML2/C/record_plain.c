#include <stdlib.h>
#include <string.h>

#include "push.h"

// The events of plain XML, recorded without libxml2's parser, and the transition to that parser.

static mimeograph_xml_event *add_event(mimeograph_xml_push *push, mimeograph_xml_event_kind kind, const uint8_t *start) {
    if (push->event_count == push->event_capacity) {
        mimeograph_xml_event *grown = mimeograph_xml_reserve(
            push->events, push->event_count, 1, &push->event_capacity, sizeof(mimeograph_xml_event)
        );
        if (grown == NULL) return NULL;
        push->events = grown;
    }
    mimeograph_xml_event *event = &push->events[push->event_count];
    push->event_count += 1;
    event->offset = (uint32_t)(start - push->block);
    event->kind = kind;
    event->name = 0;
    event->first = 0;
    event->count = 0;
    event->namespace_name = (uint32_t)push->namespace_count;
    event->namespaces = 0;
    return event;
}

/// Finds a text within all texts: in the block, or decoded at their end. Returns 0 if it is unusual.
static inline int find_text(
    mimeograph_xml_push *push, const mimeograph_xml_plain_text *text, int has_references, int is_attribute, uint32_t *first,
    uint32_t *count
) {
    size_t size = (size_t)(text->end - text->start);
    if (!text->is_coded) {
        *first = text->start == NULL ? 0 : (uint32_t)(text->start - push->block);
        *count = (uint32_t)size;
        return 1;
    }
    if (size > UINT32_MAX - push->text_count) return 0;
    if (size > push->text_capacity - push->text_count) {
        uint8_t *grown = mimeograph_xml_reserve(push->text, push->text_count, size, &push->text_capacity, 1);
        if (grown == NULL) return 0;
        push->text = grown;
    }
    size = mimeograph_xml_plain_decode(text, has_references, is_attribute, push->text + push->text_count);
    if (size == SIZE_MAX) return 0;
    *first = (uint32_t)push->text_count;
    *count = (uint32_t)size;
    push->text_count += size;
    return 1;
}

static int add_text(
    mimeograph_xml_push *push, mimeograph_xml_event_kind kind, const uint8_t *start, const mimeograph_xml_plain_text *text
) {
    mimeograph_xml_event *event = add_event(push, kind, start);
    return event != NULL && find_text(push, text, kind == MIMEOGRAPH_XML_EVENT_TEXT, 0, &event->first, &event->count);
}

// Names.

static uint32_t number_of(mimeograph_xml_push *push, const xmlChar *local, const xmlChar *prefix, const xmlChar *uri) {
    uint32_t number = mimeograph_xml_names_number(&push->names, local, prefix, uri);
    return (int64_t)push->names.count > push->state.limits.names ? MIMEOGRAPH_XML_NO_NAME : number;
}

static const xmlChar *uri_of(const mimeograph_xml_plain *plain, uint8_t binding) {
    return binding == 0 ? NULL : plain->bindings[binding - 1].uri;
}

/// Returns the number of the current tag's name, plus one; 0 if there are too many.
static inline uint32_t element_name(mimeograph_xml_push *push) {
    mimeograph_xml_plain_name *name = &push->plain->names[push->plain->tag_name];
    if (name->element == 0) {
        name->element = number_of(push, name->local, name->prefix, uri_of(push->plain, name->element_binding)) + 1;
    }
    return name->element;
}

static inline uint32_t attribute_name(mimeograph_xml_push *push, uint32_t index) {
    mimeograph_xml_plain_name *name = &push->plain->names[index];
    if (name->attribute == 0) {
        int is_reserved = name->kind == MIMEOGRAPH_XML_PLAIN_RESERVED;
        const xmlChar *uri = is_reserved ? XML_XML_NAMESPACE : uri_of(push->plain, name->attribute_binding);
        name->attribute = number_of(push, name->local, name->prefix, uri) + 1;
    }
    return name->attribute;
}

// Elements.

static int add_namespaces(mimeograph_xml_push *push) {
    const mimeograph_xml_plain *plain = push->plain;
    uint32_t *grown = mimeograph_xml_reserve(
        push->namespaces, push->namespace_count, (size_t)plain->declaration_count, &push->namespace_capacity,
        sizeof(uint32_t)
    );
    if (grown == NULL) return 0;
    push->namespaces = grown;
    for (int index = plain->binding_count - plain->declaration_count; index < plain->binding_count; index += 1) {
        uint32_t name = number_of(push, NULL, plain->bindings[index].prefix, plain->bindings[index].uri);
        if (name == MIMEOGRAPH_XML_NO_NAME) return 0;
        grown[push->namespace_count] = name;
        push->namespace_count += 1;
    }
    return 1;
}

static int add_attributes(mimeograph_xml_push *push) {
    const mimeograph_xml_plain *plain = push->plain;
    mimeograph_xml_event_attribute *grown = mimeograph_xml_reserve(
        push->attributes, push->attribute_count, (size_t)plain->attribute_count, &push->attribute_capacity, sizeof *grown
    );
    if (grown == NULL) return 0;
    push->attributes = grown;
    for (int index = 0; index < plain->attribute_count; index += 1) {
        mimeograph_xml_event_attribute *attribute = &grown[push->attribute_count];
        uint32_t name = attribute_name(push, plain->attributes[index].name);
        if (name == 0) return 0;
        attribute->name = name - 1;
        if (!find_text(push, &plain->attributes[index].value, 1, 1, &attribute->text, &attribute->count)) return 0;
        push->attribute_count += 1;
    }
    return 1;
}

/// Records the last start tag.
static int add_start(mimeograph_xml_push *push, const uint8_t *start) {
    mimeograph_xml_plain *plain = push->plain;
    const mimeograph_xml_limits *limits = &push->state.limits;
    int64_t attributes = (int64_t)plain->declaration_count + plain->attribute_count;
    if (plain->depth >= limits->depth || attributes > limits->attributes || attributes >= limits->nodes
        || plain->binding_count > limits->namespaces) {
        return 0;
    }
    uint32_t name = element_name(push);
    mimeograph_xml_event *event = add_event(push, MIMEOGRAPH_XML_EVENT_START, start);
    if (event == NULL || name == 0) return 0;
    event->name = name - 1;
    event->first = (uint32_t)push->attribute_count;
    event->count = (uint32_t)plain->attribute_count;
    event->namespaces = (uint32_t)plain->declaration_count;
    if (plain->declaration_count > 0 && !add_namespaces(push)) return 0;
    if (plain->attribute_count > 0 && !add_attributes(push)) return 0;
    if (!plain->is_empty) {
        if (!mimeograph_xml_plain_open(plain)) return 0;
        push->names_at_depth[plain->depth] = name - 1;
        return 1;
    }
    mimeograph_xml_event *end = add_event(push, MIMEOGRAPH_XML_EVENT_END, start);
    if (end == NULL) return 0;
    end->name = name - 1;
    mimeograph_xml_plain_drop(plain);
    return 1;
}

static int add_end(mimeograph_xml_push *push) {
    mimeograph_xml_plain *plain = push->plain;
    const uint8_t *start = plain->next;
    mimeograph_xml_event *event = add_event(push, MIMEOGRAPH_XML_EVENT_END, start);
    if (event == NULL || plain->depth == 0) return 0;
    event->name = push->names_at_depth[plain->depth];
    return mimeograph_xml_plain_read_end(plain);
}

static int add_instruction(mimeograph_xml_push *push) {
    mimeograph_xml_plain *plain = push->plain;
    const uint8_t *start = plain->next;
    mimeograph_xml_plain_text text;
    uint32_t target;
    if (!mimeograph_xml_plain_read_instruction(plain, &target, &text)) return 0;
    uint32_t name = number_of(push, plain->names[target].local, NULL, NULL);
    if (name == MIMEOGRAPH_XML_NO_NAME || !add_text(push, MIMEOGRAPH_XML_EVENT_INSTRUCTION, start, &text)) return 0;
    push->events[push->event_count - 1].name = name;
    return 1;
}

static int add_markup(mimeograph_xml_push *push) {
    mimeograph_xml_plain *plain = push->plain;
    const uint8_t *start = plain->next;
    size_t count = (size_t)(plain->end - start);
    mimeograph_xml_plain_text text;
    if (count < 2) return 0;
    switch (start[1]) {
        case '/': return add_end(push);
        case '?': return add_instruction(push);
        case '!':
            if (count >= 4 && memcmp(start, "<!--", 4) == 0) {
                return mimeograph_xml_plain_read_comment(plain, &text)
                    && add_text(push, MIMEOGRAPH_XML_EVENT_COMMENT, start, &text);
            }
            return plain->depth > 0 && count >= 9 && memcmp(start, "<![CDATA[", 9) == 0
                && mimeograph_xml_plain_read_cdata(plain, &text) && add_text(push, MIMEOGRAPH_XML_EVENT_CDATA, start, &text);
        default:
            if ((plain->depth == 0 && push->saw_element) || !mimeograph_xml_plain_read_start(plain)) return 0;
            if (!add_start(push, start)) {
                mimeograph_xml_plain_drop(plain);
                return 0;
            }
            push->saw_element = 1;
            return 1;
    }
}

static int add_piece(mimeograph_xml_push *push) {
    mimeograph_xml_plain *plain = push->plain;
    if (plain->depth == 0) {
        mimeograph_xml_plain_skip_space(plain);
        if (plain->next == plain->end) return 1;
    }
    if (*plain->next == '<') return add_markup(push);
    mimeograph_xml_plain_text text;
    const uint8_t *start = plain->next;
    return plain->depth > 0 && mimeograph_xml_plain_read_text(plain, &text)
        && add_text(push, MIMEOGRAPH_XML_EVENT_TEXT, start, &text);
}

/// Reads the start of the document and its first piece. If either is unusual, libxml2 reads both.
static int begin(mimeograph_xml_push *push) {
    mimeograph_xml_plain *plain = push->plain;
    const uint8_t *start = plain->next;
    if (!mimeograph_xml_plain_read_declaration(plain, &push->standalone)) return 0;
    if (add_event(push, MIMEOGRAPH_XML_EVENT_START_DOCUMENT, start) == NULL) return 0;
    push->has_begun = 1;
    if (plain->next != start || add_piece(push)) return 1;
    push->has_begun = 0;
    push->event_count = 0;
    push->attribute_count = 0;
    push->namespace_count = 0;
    return 0;
}

size_t mimeograph_xml_record_plain(mimeograph_xml_push *push) {
    mimeograph_xml_plain *plain = push->plain;
    plain->next = push->block;
    plain->end = push->block + push->block_count;
    if (push->is_finishing) {
        // Only white space may follow.
        if (plain->depth > 0 || !push->saw_element) return 0;
        mimeograph_xml_plain_skip_space(plain);
        push->is_over = plain->next == plain->end
            && add_event(push, MIMEOGRAPH_XML_EVENT_END_DOCUMENT, plain->end) != NULL;
        return push->is_over ? push->block_count : 0;
    }
    if (!push->has_begun && !begin(push)) return 0;
    while (plain->next < plain->end) {
        const uint8_t *start = plain->next;
        size_t events = push->event_count;
        size_t attributes = push->attribute_count;
        size_t namespaces = push->namespace_count;
        if (!add_piece(push)) {
            push->event_count = events;
            push->attribute_count = attributes;
            push->namespace_count = namespaces;
            return (size_t)(start - push->block);
        }
    }
    return push->block_count;
}

// The transition.

typedef struct {
    uint8_t *bytes;
    size_t count;
    size_t capacity;
    int is_short;
} buffer;

static void put(buffer *buffer, const char *text) {
    size_t count = strlen(text);
    uint8_t *grown = mimeograph_xml_reserve(buffer->bytes, buffer->count, count, &buffer->capacity, 1);
    if (grown == NULL) {
        buffer->is_short = 1;
        return;
    }
    buffer->bytes = grown;
    memcpy(grown + buffer->count, text, count);
    buffer->count += count;
}

static void put_value(buffer *buffer, const xmlChar *value) {
    for (; *value != 0; value += 1) {
        char byte[2] = {(char)*value, 0};
        switch (*value) {
            case '&': put(buffer, "&amp;"); break;
            case '<': put(buffer, "&lt;"); break;
            case '"': put(buffer, "&quot;"); break;
            case '\t': put(buffer, "&#9;"); break;
            case '\n': put(buffer, "&#10;"); break;
            case '\r': put(buffer, "&#13;"); break;
            default: put(buffer, byte); break;
        }
    }
}

/// Writes the tags of the open elements with their namespace declarations, and one element for all closed ones.
static void put_open_elements(buffer *buffer, const mimeograph_xml_push *push) {
    const mimeograph_xml_plain *plain = push->plain;
    put(buffer, "<?xml version=\"1.0\"");
    if (push->standalone >= 0) put(buffer, push->standalone == 1 ? " standalone=\"yes\"" : " standalone=\"no\"");
    put(buffer, "?>");
    if (plain->depth == 0 && push->saw_element) put(buffer, "<a/>");
    int binding = 0;
    for (int depth = 0; depth < plain->depth; depth += 1) {
        put(buffer, "<");
        put(buffer, (const char *)plain->names[plain->open[depth]].text);
        for (int end = binding + plain->declarations[depth]; binding < end; binding += 1) {
            const xmlChar *prefix = plain->bindings[binding].prefix;
            put(buffer, prefix == NULL ? " xmlns" : " xmlns:");
            if (prefix != NULL) put(buffer, (const char *)prefix);
            put(buffer, "=\"");
            put_value(buffer, plain->bindings[binding].uri);
            put(buffer, "\"");
        }
        put(buffer, ">");
    }
}

static void on_replayed_start(
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

static void on_replayed_end(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
    (void)context, (void)name, (void)prefix, (void)uri;
}

int mimeograph_xml_push_replay(mimeograph_xml_push *push, int64_t offset) {
    const mimeograph_xml_plain *plain = push->plain;
    xmlParserCtxtPtr context = push->context;
    buffer replayed = {0};
    put_open_elements(&replayed, push);
    if (replayed.is_short) {
        free(replayed.bytes);
        return 0;
    }
    xmlSAXHandler handler = *context->sax;
    context->sax->startDocument = push->start_document;
    context->sax->startElementNs = on_replayed_start;
    context->sax->endElementNs = on_replayed_end;
    xmlParseChunk(context, (const char *)replayed.bytes, (int)replayed.count, 0);
    free(replayed.bytes);
    *context->sax = handler;
    push->state.depth = plain->depth;
    push->state.namespaces = plain->binding_count;
    for (int depth = 0; depth < plain->depth; depth += 1) {
        push->state.namespaces_at_depth[depth + 1] = plain->declarations[depth];
    }
    if (!mimeograph_xml_names_move(&push->names, context->dict)) return 0;
    push->state.shift = offset - mimeograph_xml_position(context);
    return 1;
}
