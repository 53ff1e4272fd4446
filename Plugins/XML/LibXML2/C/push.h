// Private to this target.
#ifndef MIMEOGRAPH_XML_PUSH_STATE_H
#define MIMEOGRAPH_XML_PUSH_STATE_H

#include "MimeographXMLPush.h"
#include "bounds.h"
#include "lines.h"
#include "names.h"
#include "plain.h"
#include "session.h"

/// An element of the path to the subtrees.
typedef struct {
    char *name;
    char *uri;
} mimeograph_xml_step;

typedef struct {
    mimeograph_xml_step *steps;
    size_t count;
    int is_anywhere;
    /// The number of open elements that match the beginning of the path.
    size_t matched;
    /// The depth of the element that is being built, 0 outside one.
    int64_t depth;
    /// The position at which it began.
    mimeograph_xml_subtree location;
    /// The context for building it, which owns only the document.
    xmlParserCtxtPtr context;
    xmlParserInputPtr input;
    mimeograph_xml_state state;
    mimeograph_xml_report report;
    /// The declarations in scope at each depth, the innermost first and each prefix once.
    xmlNs **scopes;
    /// Earlier chains of declarations, by the number of their first name and by the rest of the chain.
    xmlNs **chains;
    size_t chain_count;
    size_t chain_slots;
    /// The attributes of the current element, with names that outlive the parser.
    const xmlChar **attributes;
    size_t attribute_capacity;
    mimeograph_xml_subtree *done;
    size_t done_count;
    size_t done_capacity;
} mimeograph_xml_selection;

struct mimeograph_xml_push {
    /// The first field, so that a pointer to the state of a context is a pointer to this structure.
    mimeograph_xml_state state;
    mimeograph_xml_report report;
    /// NULL as long as everything was plain.
    xmlParserCtxtPtr context;
    /// The reader of the plain part of the stream; NULL after something unusual.
    mimeograph_xml_plain *plain;
    /// The memory of its names.
    mimeograph_xml_arena plain_names;
    /// Whether it has read anything, whether it has read everything, and the value of `standalone` in the XML declaration.
    int has_begun;
    int is_over;
    int standalone;
    mimeograph_xml_bounds bounds;
    int64_t input_limit;
    int64_t expansion_limit;
    /// Bytes that were received and not parsed, and their offset in the stream.
    uint8_t *pending;
    size_t pending_count;
    size_t pending_capacity;
    int64_t parsed;
    /// The bytes that are being parsed.
    const uint8_t *block;
    size_t block_count;
    mimeograph_xml_lines lines;
    /// The lines of the block that contains the events.
    uint32_t *event_lines;
    size_t event_line_count;
    int64_t event_line;
    int64_t event_line_start;
    /// The offset of that block.
    int64_t event_base;
    /// The number of lines before the last offset that was looked up.
    size_t lines_passed;
    /// The input of the document itself, while a block is parsed.
    xmlParserInputPtr input;
    /// The first piece of the block without an event.
    size_t next_start;
    /// Whether the input has ended, so that an end of the input reported by libxml2 is the real one.
    int is_finishing;
    int saw_element;
    startDocumentSAXFunc start_document;
    internalSubsetSAXFunc internal_subset;
    mimeograph_xml_names names;
    /// The numbers of the names of open elements, by depth.
    uint32_t *names_at_depth;
    mimeograph_xml_event *events;
    size_t event_count;
    size_t event_capacity;
    /// The usual number of events and attributes in a block.
    size_t events_before;
    size_t attributes_before;
    mimeograph_xml_event_attribute *attributes;
    size_t attribute_count;
    size_t attribute_capacity;
    uint32_t *namespaces;
    size_t namespace_count;
    size_t namespace_capacity;
    /// The block, followed by texts that do not appear in it literally.
    uint8_t *text;
    size_t text_count;
    size_t text_capacity;
    /// Whether the last event is a text that following characters extend.
    int is_in_text;
    /// CDATA with normalized line endings.
    uint8_t *scratch;
    size_t scratch_capacity;
    mimeograph_xml_selection selection;
};

/// Makes room for more elements in an array. Returns NULL, and leaves the array unchanged, if there is not enough memory.
void *mimeograph_xml_reserve(void *array, size_t count, size_t more, size_t *capacity, size_t size);

/// Makes libxml2's parser. Returns 0 if there is not enough memory.
int mimeograph_xml_push_make_context(mimeograph_xml_push *push);

/// Ends the plain reader; libxml2 reads the rest.
void mimeograph_xml_push_end_plain(mimeograph_xml_push *push);

/// Records the events of the plain part at the start of the block.
///
/// @return the number of bytes in that part
size_t mimeograph_xml_record_plain(mimeograph_xml_push *push);

/// Puts libxml2's parser at an offset of the stream, with the open elements and the namespaces in scope, after everything before
/// was plain. Returns 0 if there is not enough memory.
int mimeograph_xml_push_replay(mimeograph_xml_push *push, int64_t offset);

/// Replaces handlers of a document's parser by those of a push parser.
void mimeograph_xml_install_events(mimeograph_xml_push *push);

/// Returns the number of a name; stops the parser if there are too many.
uint32_t mimeograph_xml_push_name(
    void *context, const xmlChar *local, const xmlChar *prefix, const xmlChar *uri
);

/// Returns the offset of the current markup or text. libxml2 may still be before a text; pass NULL for other events.
static inline int64_t mimeograph_xml_push_event_offset(mimeograph_xml_push *push, const xmlChar *text) {
    // Within an entity, the offset is that of the reference.
    const xmlParserInput *input = push->input;
    const xmlChar *current = text != NULL && text >= input->base && text < input->end ? text + 1 : input->cur;
    int64_t offset = (int64_t)input->consumed + (current - input->base) + push->state.shift;
    const int64_t *starts = push->bounds.starts;
    size_t start = push->next_start;
    while (start < push->bounds.start_count && starts[start] < offset) start += 1;
    push->next_start = start;
    return start == 0 ? push->parsed : starts[start - 1];
}

/// Returns the offset of a text in the block; -1 if it is not part of the block.
static inline int64_t mimeograph_xml_push_offset(const mimeograph_xml_push *push, const xmlChar *text, size_t count) {
    const xmlParserInput *input = push->input;
    uintptr_t start = (uintptr_t)text;
    uintptr_t end = (uintptr_t)input->end;
    if (start < (uintptr_t)input->base || start > end || count > end - start) return -1;
    int64_t offset = (int64_t)input->consumed + (text - input->base) + push->state.shift - push->parsed;
    return offset < 0 || offset + (int64_t)count > (int64_t)push->block_count ? -1 : offset;
}

/// Returns the line of an offset in the block. Offsets must not decrease from call to call.
int64_t mimeograph_xml_push_line(mimeograph_xml_push *push, int64_t offset, int64_t *column);

// Subtrees. Each function stops the parser on failure.

int mimeograph_xml_selection_prepare(mimeograph_xml_push *push);
void mimeograph_xml_selection_free(mimeograph_xml_push *push);
void mimeograph_xml_selection_start(
    mimeograph_xml_push *push,
    void *context,
    const xmlChar *name,
    const xmlChar *prefix,
    const xmlChar *uri,
    int namespace_count,
    const xmlChar **namespaces,
    int attribute_count,
    const xmlChar **attributes
);
void mimeograph_xml_selection_end(mimeograph_xml_push *push, void *context, int64_t depth, int namespace_count);
void mimeograph_xml_selection_text(
    mimeograph_xml_push *push, void *context, xmlElementType type, const xmlChar *text, size_t count
);
void mimeograph_xml_selection_comment(mimeograph_xml_push *push, void *context, const xmlChar *text);
void mimeograph_xml_selection_instruction(
    mimeograph_xml_push *push, void *context, const xmlChar *target, const xmlChar *text
);

#endif
