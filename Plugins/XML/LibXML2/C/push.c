#include "push.h"

#include <libxml/encoding.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "sanitize.h"

/// The number of bytes that are passed to libxml2 at once, if possible. It makes the cost of a call negligible, but the results
/// still fit into the processor's cache.
static const int64_t block_size = 32 << 10;

/// The size above which a buffer is freed after use.
static const size_t kept_size = 1 << 20;

void *mimeograph_xml_reserve(void *array, size_t count, size_t more, size_t *capacity, size_t size) {
    if (more <= *capacity - count) return array;
    if (more > SIZE_MAX / 4 / size - count) return NULL;
    size_t needed = count + more;
    size_t wanted = *capacity * 2 > needed ? *capacity * 2 : needed;
    if (wanted < 64) wanted = 64;
    void *grown = realloc(array, wanted * size);
    if (grown != NULL) *capacity = wanted;
    return grown;
}

mimeograph_xml_push *mimeograph_xml_push_make(const mimeograph_xml_limits *limits, int64_t input) {
    mimeograph_xml_push *push = calloc(1, sizeof *push);
    if (push == NULL) return NULL;
    push->report.offset = -1;
    push->report.actual = -1;
    push->lines.line = 1;
    push->input_limit = input;
    push->expansion_limit = limits->expansion;
    push->bounds.input_limit = input;
    push->bounds.attribute_limit = limits->attributes;
    push->state.limits = *limits;
    push->state.report = &push->report;
    push->state.namespaces_at_depth = calloc((size_t)limits->depth + 2, sizeof(int));
    push->names_at_depth = calloc((size_t)limits->depth + 2, sizeof(uint32_t));
    push->plain = malloc(sizeof *push->plain);
    if (push->plain == NULL || push->state.namespaces_at_depth == NULL || push->names_at_depth == NULL) {
        mimeograph_xml_push_free(push);
        return NULL;
    }
    mimeograph_xml_arena_start(&push->plain_names, 0);
    mimeograph_xml_plain_start(push->plain, &push->plain_names, limits->names);
    return push;
}

int mimeograph_xml_push_make_context(mimeograph_xml_push *push) {
    push->context = xmlCreatePushParserCtxt(NULL, NULL, NULL, 0, NULL);
    if (push->context == NULL) return 0;
    push->state.root = push->context;
    push->context->_private = &push->state;
    xmlCtxtUseOptions(push->context, mimeograph_xml_options(1));
    mimeograph_xml_install_events(push);
    return 1;
}

/// Makes libxml2 continue after the recorded bytes of the block. Returns 0 if there is not enough memory.
static int hand_over(mimeograph_xml_push *push, size_t recorded) {
    int is_well = mimeograph_xml_push_make_context(push);
    if (is_well && push->has_begun) is_well = mimeograph_xml_push_replay(push, push->parsed + (int64_t)recorded);
    mimeograph_xml_push_end_plain(push);
    return is_well;
}

void mimeograph_xml_push_end_plain(mimeograph_xml_push *push) {
    if (push->plain == NULL) return;
    mimeograph_xml_plain_end(push->plain);
    free(push->plain);
    push->plain = NULL;
}

void mimeograph_xml_push_free(mimeograph_xml_push *push) {
    if (push == NULL) return;
    mimeograph_xml_selection_free(push);
    mimeograph_xml_names_free(&push->names);
    mimeograph_xml_push_end_plain(push);
    mimeograph_xml_arena_end(&push->plain_names);
    if (push->context != NULL) {
        if (push->context->myDoc != NULL) xmlFreeDoc(push->context->myDoc);
        push->context->myDoc = NULL;
        xmlFreeParserCtxt(push->context);
    }
    free(push->state.namespaces_at_depth);
    free(push->names_at_depth);
    mimeograph_xml_forget_entities(&push->state);
    free(push->bounds.starts);
    free(push->pending);
    free(push->events);
    free(push->attributes);
    free(push->namespaces);
    free(push->text);
    free(push->scratch);
    free(push->lines.starts);
    free(push->event_lines);
    free(push);
}

// Locations.

int64_t mimeograph_xml_push_line(mimeograph_xml_push *push, int64_t offset, int64_t *column) {
    const mimeograph_xml_lines *lines = &push->lines;
    size_t passed = push->lines_passed;
    while (passed < lines->count && push->parsed + lines->starts[passed] <= offset) passed += 1;
    push->lines_passed = passed;
    *column = offset - (passed == 0 ? lines->line_start : push->parsed + lines->starts[passed - 1]) + 1;
    return lines->line + (int64_t)passed;
}

/// Begins a block, and finds its lines.
static void enter_block(mimeograph_xml_push *push, const uint8_t *bytes, size_t count) {
    push->block = bytes;
    push->block_count = count;
    push->next_start = 0;
    push->lines_passed = 0;
    if (!mimeograph_xml_lines_find(&push->lines, bytes, count)) push->report.failure = MIMEOGRAPH_XML_MEMORY;
}

/// Fills in the location of a failure.
static void locate_failure(mimeograph_xml_push *push) {
    mimeograph_xml_report *report = &push->report;
    int64_t end = push->parsed + (int64_t)push->block_count;
    if (report->offset < push->parsed) report->offset = push->parsed;
    if (report->offset > end) report->offset = end;
    push->lines_passed = 0;
    report->line = mimeograph_xml_push_line(push, report->offset, &report->column);
    if (!push->is_finishing) report->at_end = 0;
    if (push->is_finishing && report->library_code == XML_ERR_DOCUMENT_END
        && (!push->saw_element || push->state.depth > 0)) {
        // libxml2 also reports this as an incomplete document.
        report->library_code = push->saw_element ? XML_ERR_TAG_NOT_FINISHED : XML_ERR_DOCUMENT_EMPTY;
        report->at_end = 1;
    }
}

static void fail_at_piece(mimeograph_xml_push *push, mimeograph_xml_failure failure) {
    push->report.failure = failure;
    push->report.offset = push->bounds.start;
    locate_failure(push);
}

// Parsing.

static int has_failed(const mimeograph_xml_push *push) { return push->report.failure != MIMEOGRAPH_XML_OK; }

/// Passes libxml2 a block that ends with markup. If libxml2 leaves a part unread, that part is malformed, such as an unterminated
/// reference. Then this ends the input, so that libxml2 reports the error here and not after more input.
static void run(mimeograph_xml_push *push, const uint8_t *bytes, size_t count) {
    xmlParserCtxtPtr context = push->context;
    xmlParseChunk(context, (const char *)bytes, (int)count, push->is_finishing);
    if (!has_failed(push) && !push->is_finishing && context->input != NULL
        && context->input->cur < context->input->end) {
        xmlParseChunk(context, NULL, 0, 1);
        if (!has_failed(push)) {
            push->report.failure = MIMEOGRAPH_XML_LIBRARY;
            push->report.library_code = context->errNo;
        }
    }
    if (!has_failed(push) && !context->wellFormed) {
        push->report.failure = MIMEOGRAPH_XML_LIBRARY;
        push->report.library_code = context->errNo;
    }
}

/// Returns the capacity to reserve for an array, given the last count.
static size_t expected(size_t before, size_t size) {
    size_t count = before + before / 4 + 16;
    return count * size > kept_size ? 16 : count;
}

/// Starts a batch without events, with room for about as many as the last block had. The text of the batch begins with the
/// block's bytes, so most texts need not be copied. Returns 0 if there is not enough memory.
static int begin_events(mimeograph_xml_push *push, const uint8_t *bytes, size_t count) {
    push->event_count = 0;
    push->attribute_count = 0;
    push->namespace_count = 0;
    push->text_count = 0;
    push->event_base = push->parsed;
    push->event_line = push->lines.line;
    push->event_line_start = push->lines.line_start;
    if (push->selection.count > 0 || count == 0) return 1;
    // The extra room is for copied texts.
    uint8_t *text = mimeograph_xml_reserve(push->text, 0, count + count / 8 + 256, &push->text_capacity, 1);
    if (text == NULL) return 0;
    push->text = text;
    memcpy(text, bytes, count);
    push->text_count = count;
    if (push->is_finishing) return 1;
    mimeograph_xml_event *events = mimeograph_xml_reserve(
        push->events, 0, expected(push->events_before, sizeof *events), &push->event_capacity, sizeof *events
    );
    if (events == NULL) return 0;
    push->events = events;
    mimeograph_xml_event_attribute *attributes = mimeograph_xml_reserve(
        push->attributes, 0, expected(push->attributes_before, sizeof *attributes), &push->attribute_capacity,
        sizeof *attributes
    );
    push->attributes = attributes;
    return attributes != NULL;
}

/// Stores the lines of the block with its events.
static void end_events(mimeograph_xml_push *push, size_t line_count) {
    free(push->event_lines);
    push->event_lines = NULL;
    push->event_line_count = 0;
    if (push->event_count == 0) return;
    push->event_lines = push->lines.starts;
    push->event_line_count = line_count;
    push->lines.starts = NULL;
    push->lines.count = 0;
    push->lines.capacity = 0;
}

static void parse_valid(mimeograph_xml_push *push, const uint8_t *bytes, size_t count) {
    if (count > INT_MAX / 2) {
        push->report.failure = MIMEOGRAPH_XML_LIBRARY_LIMIT;
        return;
    }
    enter_block(push, bytes, count);
    if (!begin_events(push, bytes, count)) push->report.failure = MIMEOGRAPH_XML_MEMORY;
    if (push->parsed == 0 && count >= 4) {
        // Without this check, libxml2 would read the stream in the encoding that its first bytes indicate.
        xmlCharEncoding detected = xmlDetectCharEncoding(bytes, 4);
        if (detected != XML_CHAR_ENCODING_NONE && detected != XML_CHAR_ENCODING_UTF8) {
            push->report.failure = MIMEOGRAPH_XML_ENCODING;
            push->report.offset = 0;
        }
    }
    if (!has_failed(push)) {
        // A stream may be endless, but the bytes from entities stay in proportion to the bytes received.
        push->state.limits.expansion =
            push->expansion_limit > INT64_MAX / 2 - push->parsed ? INT64_MAX / 2 : push->expansion_limit + push->parsed;
        size_t recorded = READS_PLAIN && push->plain != NULL ? mimeograph_xml_record_plain(push) : 0;
        if (push->plain == NULL || recorded < count || (push->is_finishing && !push->is_over)) {
            mimeograph_xml_handlers handlers = mimeograph_xml_route_errors(&push->report);
            if (push->plain != NULL && !hand_over(push, recorded)) {
                push->report.failure = MIMEOGRAPH_XML_MEMORY;
            } else {
                push->input = push->context->input;
                run(push, bytes + recorded, count - recorded);
            }
            mimeograph_xml_restore_errors(handlers);
        }
    }
    int64_t next = push->parsed + (int64_t)count;
    size_t line_count = push->lines.count;
    if (has_failed(push)) locate_failure(push);
    else mimeograph_xml_lines_go_on(&push->lines, push->parsed, next);
    end_events(push, line_count);
    push->parsed = next;
    push->block = NULL;
    push->block_count = 0;
    push->is_in_text = 0;
}

/// Returns the number of bytes that libxml2 needs to begin: one more after "<?", which may begin the declaration.
static int64_t least_bytes(const uint8_t *bytes, size_t count) {
    return count >= 2 && bytes[0] == '<' && bytes[1] == '?' ? 5 : 4;
}

/// Fails at an offset of a block, after the pieces before the piece that contains it.
///
/// A text right before that piece is not reported: with other chunk boundaries, it would wait for the markup after it.
static void fail_in_block(
    mimeograph_xml_push *push,
    const uint8_t *bytes,
    size_t count,
    size_t index,
    mimeograph_xml_failure failure,
    int library_code
) {
    const mimeograph_xml_bounds *bounds = &push->bounds;
    int64_t offset = push->parsed + (int64_t)index;
    size_t piece = bounds->start_count;
    while (piece > 0 && bounds->starts[piece - 1] > offset) piece -= 1;
    size_t before = 0;
    for (; piece > 0; piece -= 1) {
        before = bounds->starts[piece - 1] > push->parsed ? (size_t)(bounds->starts[piece - 1] - push->parsed) : 0;
        // Stops at the end of markup: at the start of a text, or of markup right after other markup.
        if (before == 0 || bytes[before - 1] == '>') {
            if (bytes[before] != '<' || piece < 2 || bytes[bounds->starts[piece - 2] - push->parsed] == '<') break;
        }
    }
    int is_finishing = push->is_finishing;
    push->is_finishing = 0;
    if (before > 0 && (push->parsed > 0 || (int64_t)before >= least_bytes(bytes, count))) parse_valid(push, bytes, before);
    else before = 0;
    push->is_finishing = is_finishing;
    if (has_failed(push)) return;
    enter_block(push, bytes + before, count - before);
    push->report.failure = failure;
    push->report.library_code = library_code;
    push->report.library_domain = library_code == 0 ? 0 : XML_FROM_PARSER;
    push->report.offset = offset;
    locate_failure(push);
    push->block = NULL;
    push->block_count = 0;
}

static void parse(mimeograph_xml_push *push, const uint8_t *bytes, size_t count) {
    // libxml2's error for invalid bytes depends on the bytes after them.
    size_t invalid = mimeograph_xml_invalid_utf8(bytes, count, push->is_finishing);
    if (invalid < count) {
        fail_in_block(push, bytes, count, invalid, MIMEOGRAPH_XML_LIBRARY, XML_ERR_INVALID_ENCODING);
    } else {
        parse_valid(push, bytes, count);
    }
}

/// Parses a block that ends with a document type declaration, if its size is within the limits.
static void parse_document_type(mimeograph_xml_push *push, uint8_t *bytes, size_t count) {
    size_t before = 0;
    for (size_t index = push->bounds.start_count; index > 0; index -= 1) {
        int64_t start = push->bounds.starts[index - 1] - push->parsed;
        if (start < (int64_t)count) {
            before = start < 0 ? 0 : (size_t)start;
            break;
        }
    }
    int64_t offset;
    mimeograph_xml_failure flood = mimeograph_xml_find_attribute_flood(
        bytes + before, count - before, 1, 0, (size_t)push->state.limits.attributes, &offset
    );
    if (flood != MIMEOGRAPH_XML_OK) {
        fail_in_block(push, bytes, count, before, flood, 0);
        return;
    }
    mimeograph_xml_sanitize_subset(bytes + before, count - before);
    parse(push, bytes, count);
}

static int keep(mimeograph_xml_push *push, const uint8_t *bytes, size_t count) {
    if (count == 0) return 1;
    uint8_t *grown =
        mimeograph_xml_reserve(push->pending, push->pending_count, count, &push->pending_capacity, 1);
    if (grown == NULL) {
        push->report.failure = MIMEOGRAPH_XML_MEMORY;
        return 0;
    }
    push->pending = grown;
    memcpy(grown + push->pending_count, bytes, count);
    push->pending_count += count;
    return 1;
}

size_t mimeograph_xml_push_feed(mimeograph_xml_push *push, const uint8_t *bytes, size_t count) {
    if (has_failed(push)) return 0;
    if (count == 0) return 0;
    mimeograph_xml_bounds *bounds = &push->bounds;
    int64_t before = bounds->position;
    int64_t enough = push->pending_count > 0 ? push->parsed + 1 : push->parsed + block_size;
    int64_t least = 0;
    if (push->parsed == 0) {
        uint8_t first[2] = {0, 0};
        for (size_t index = 0; index < 2 && index < push->pending_count + count; index += 1) {
            first[index] = index < push->pending_count ? push->pending[index] : bytes[index - push->pending_count];
        }
        least = least_bytes(first, 2);
        if (enough < least) enough = least;
    }
    mimeograph_xml_bounds_status status = mimeograph_xml_bounds_scan(bounds, bytes, count, enough);
    size_t scanned = (size_t)(bounds->position - before);
    size_t complete = 0;
    if (bounds->boundary > push->parsed && bounds->boundary >= least) {
        complete = bounds->boundary > before ? (size_t)(bounds->boundary - before) : 0;
        const uint8_t *block = bytes;
        size_t block_count = complete;
        if (push->pending_count > 0 || bounds->is_document_type) {
            if (!keep(push, bytes, complete)) return 0;
            block = push->pending;
            block_count = push->pending_count;
        }
        if (bounds->is_document_type) parse_document_type(push, push->pending, block_count);
        else parse(push, block, block_count);
        push->pending_count = 0;
        if (push->pending_capacity > kept_size) {
            free(push->pending);
            push->pending = NULL;
            push->pending_capacity = 0;
        }
        mimeograph_xml_bounds_drop(bounds);
        if (has_failed(push)) return 0;
    }
    switch (status) {
        case MIMEOGRAPH_XML_BOUNDS_MORE:
        case MIMEOGRAPH_XML_BOUNDS_ENOUGH: break;
        default: {
            // The piece may begin in these bytes, or in earlier ones.
            if (!keep(push, bytes + complete, count - complete)) return 0;
            enter_block(push, push->pending, push->pending_count);
            mimeograph_xml_failure failure = MIMEOGRAPH_XML_MEMORY;
            if (status == MIMEOGRAPH_XML_BOUNDS_INPUT) failure = MIMEOGRAPH_XML_INPUT;
            if (status == MIMEOGRAPH_XML_BOUNDS_ATTRIBUTES) failure = MIMEOGRAPH_XML_ATTRIBUTES;
            fail_at_piece(push, failure);
            push->block = NULL;
            return 0;
        }
    }
    if (!keep(push, bytes + complete, scanned - complete)) return 0;
    return scanned;
}

int mimeograph_xml_push_finish(mimeograph_xml_push *push) {
    if (has_failed(push)) return 0;
    push->is_finishing = 1;
    parse(push, push->pending == NULL ? (const uint8_t *)"" : push->pending, push->pending_count);
    push->pending_count = 0;
    if (!has_failed(push)) return 1;
    // A text that the end of the stream truncates is not an event.
    int is_cut_in_text = push->report.at_end && !mimeograph_xml_bounds_are_in_markup(&push->bounds);
    if (is_cut_in_text && push->event_count > 0) {
        if (push->events[push->event_count - 1].kind == MIMEOGRAPH_XML_EVENT_TEXT) push->event_count -= 1;
    }
    return 0;
}

/// Frees the unused memory of an array, if that is worthwhile.
static void *shrunk(void *array, size_t count, size_t capacity, size_t size) {
    if (array == NULL) return NULL;
    if (count == 0) {
        free(array);
        return NULL;
    }
    if (capacity / 4 <= count || capacity * size < 16384) return array;
    void *smaller = realloc(array, count * size);
    return smaller == NULL ? array : smaller;
}

/// Returns a running estimate of a count, which a short block lowers only slowly.
static size_t usual(size_t count, size_t before) { return count > before ? count : before - before / 4; }

mimeograph_xml_batch mimeograph_xml_push_remove_events(mimeograph_xml_push *push) {
    mimeograph_xml_batch batch = {0};
    if (push->event_count == 0) return batch;
    batch.offset = push->event_base;
    batch.line = push->event_line;
    batch.line_start = push->event_line_start;
    batch.lines = push->event_lines;
    batch.line_count = push->event_line_count;
    push->event_lines = NULL;
    batch.event_count = push->event_count;
    batch.events = shrunk(push->events, push->event_count, push->event_capacity, sizeof(mimeograph_xml_event));
    batch.attributes = shrunk(
        push->attributes, push->attribute_count, push->attribute_capacity, sizeof(mimeograph_xml_event_attribute)
    );
    batch.namespaces = shrunk(push->namespaces, push->namespace_count, push->namespace_capacity, sizeof(uint32_t));
    batch.text = shrunk(push->text, push->text_count, push->text_capacity, 1);
    push->events_before = usual(push->event_count, push->events_before);
    push->attributes_before = usual(push->attribute_count, push->attributes_before);
    push->events = NULL;
    push->event_capacity = 0;
    push->attributes = NULL;
    push->attribute_capacity = 0;
    push->namespaces = NULL;
    push->namespace_capacity = 0;
    push->text = NULL;
    push->text_capacity = 0;
    push->event_count = 0;
    push->attribute_count = 0;
    push->namespace_count = 0;
    push->text_count = 0;
    return batch;
}

void mimeograph_xml_batch_free(mimeograph_xml_batch batch) {
    free(batch.lines);
    free(batch.events);
    free(batch.attributes);
    free(batch.namespaces);
    free(batch.text);
}

const mimeograph_xml_name *mimeograph_xml_push_names(const mimeograph_xml_push *push, size_t *count) {
    *count = push->names.count;
    return push->names.names;
}

const mimeograph_xml_subtree *mimeograph_xml_push_subtrees(const mimeograph_xml_push *push, size_t *count) {
    *count = push->selection.done_count;
    return push->selection.done;
}

void mimeograph_xml_push_drop_subtrees(mimeograph_xml_push *push) { push->selection.done_count = 0; }

mimeograph_xml_prolog mimeograph_xml_push_prolog(const mimeograph_xml_push *push) {
    mimeograph_xml_prolog prolog = {.version = (const uint8_t *)"1.0", .standalone = push->standalone};
    if (push->context == NULL) return prolog;
    prolog.version = push->context->version;
    prolog.standalone = push->context->standalone;
    const xmlDoc *document = push->context->myDoc;
    if (document != NULL && document->intSubset != NULL) {
        prolog.type_name = document->intSubset->name;
        prolog.type_public_id = document->intSubset->ExternalID;
        prolog.type_system_id = document->intSubset->SystemID;
    }
    return prolog;
}

mimeograph_xml_report mimeograph_xml_push_report(const mimeograph_xml_push *push) { return push->report; }
