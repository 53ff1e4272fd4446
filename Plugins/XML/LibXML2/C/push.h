// Shared by the files of this target only.
#ifndef MIMEOGRAPH_XML_PUSH_STATE_H
#define MIMEOGRAPH_XML_PUSH_STATE_H

#include "MimeographXMLPush.h"
#include "bounds.h"
#include "lines.h"
#include "names.h"
#include "plain.h"
#include "session.h"

/// An element of the path to the subtrees that are cut out.
typedef struct {
    char *name;
    char *uri;
} mimeograph_xml_step;

typedef struct {
    mimeograph_xml_step *steps;
    size_t count;
    int is_anywhere;
    /// How many of the open elements are the beginning of the path.
    size_t matched;
    /// The depth of the element that is being cut out, 0 outside of one.
    int64_t depth;
    /// Where it began.
    mimeograph_xml_subtree location;
    /// What it is built with; the context owns nothing but the document.
    xmlParserCtxtPtr context;
    xmlParserInputPtr input;
    mimeograph_xml_state state;
    mimeograph_xml_report report;
    /// Declarations in scope, the innermost first and each prefix once, at each depth.
    xmlNs **scopes;
    /// Chains of declarations that were made before, by number of their first name and by what follows.
    xmlNs **chains;
    size_t chain_count;
    size_t chain_slots;
    /// Attributes of the present element, with names that outlive the parser.
    const xmlChar **attributes;
    size_t attribute_capacity;
    mimeograph_xml_subtree *done;
    size_t done_count;
    size_t done_capacity;
} mimeograph_xml_selection;

struct mimeograph_xml_push {
    /// First, so that the state of a context leads here.
    mimeograph_xml_state state;
    mimeograph_xml_report report;
    /// NULL as long as all was plain.
    xmlParserCtxtPtr context;
    /// What reads the stream until something unusual comes; NULL from then on.
    mimeograph_xml_plain *plain;
    /// Where its names are.
    mimeograph_xml_arena plain_names;
    /// Whether it has read anything, and all; and what the declaration of the document says of standing alone.
    int has_begun;
    int is_over;
    int standalone;
    mimeograph_xml_bounds bounds;
    int64_t input_limit;
    int64_t expansion_limit;
    /// Bytes that were read and not parsed, and where they begin in the stream.
    uint8_t *pending;
    size_t pending_count;
    size_t pending_capacity;
    int64_t parsed;
    /// What is being parsed.
    const uint8_t *block;
    size_t block_count;
    mimeograph_xml_lines lines;
    /// The lines of the block that events were found in.
    uint32_t *event_lines;
    size_t event_line_count;
    int64_t event_line;
    int64_t event_line_start;
    /// Where that block begins.
    int64_t event_base;
    /// The lines before the last offset that was asked for.
    size_t lines_passed;
    /// The input of the document itself, while a block is parsed.
    xmlParserInputPtr input;
    /// The first piece of the block that no event was for.
    size_t next_start;
    /// What libxml2 reports is the end of the input is that.
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
    /// How many there are of both in a block as a rule.
    size_t events_before;
    size_t attributes_before;
    mimeograph_xml_event_attribute *attributes;
    size_t attribute_count;
    size_t attribute_capacity;
    uint32_t *namespaces;
    size_t namespace_count;
    size_t namespace_capacity;
    /// The block, and behind it texts that are not a part of it.
    uint8_t *text;
    size_t text_count;
    size_t text_capacity;
    /// Whether the last event is a text that what follows belongs to.
    int is_in_text;
    /// CDATA with its line ends normalised.
    uint8_t *scratch;
    size_t scratch_capacity;
    mimeograph_xml_selection selection;
};

/// Makes room for more elements of an array. Gives NULL, and leaves it as it is, where memory is short.
void *mimeograph_xml_reserve(void *array, size_t count, size_t more, size_t *capacity, size_t size);

/// Makes libxml2's parser. Gives 0 where memory is short.
int mimeograph_xml_push_make_context(mimeograph_xml_push *push);

/// Leaves the rest to libxml2.
void mimeograph_xml_push_end_plain(mimeograph_xml_push *push);

/// Records the events of what is plain at the beginning of the block.
///
/// @return how many bytes of it that is
size_t mimeograph_xml_record_plain(mimeograph_xml_push *push);

/// Tells libxml2's parser what is open and in scope at an offset of the stream, up to which all was plain, and that it is
/// there. Gives 0 where memory is short.
int mimeograph_xml_push_replay(mimeograph_xml_push *push, int64_t offset);

/// Puts the handlers of a push parser into those of a document's.
void mimeograph_xml_install_events(mimeograph_xml_push *push);

/// The number of a name; stops the parser where there are too many.
uint32_t mimeograph_xml_push_name(
    void *context, const xmlChar *local, const xmlChar *prefix, const xmlChar *uri
);

/// Where the markup or text begins that libxml2 is reading. It may not have gone on from a text that it tells; NULL where
/// it tells something else.
static inline int64_t mimeograph_xml_push_event_offset(mimeograph_xml_push *push, const xmlChar *text) {
    // Where an entity is being read, the offset is that of the reference to it.
    const xmlParserInput *input = push->input;
    const xmlChar *current = text != NULL && text >= input->base && text < input->end ? text + 1 : input->cur;
    int64_t offset = (int64_t)input->consumed + (current - input->base) + push->state.shift;
    const int64_t *starts = push->bounds.starts;
    size_t start = push->next_start;
    while (start < push->bounds.start_count && starts[start] < offset) start += 1;
    push->next_start = start;
    return start == 0 ? push->parsed : starts[start - 1];
}

/// Where a text lies in the block; -1 where it is no part of it.
static inline int64_t mimeograph_xml_push_offset(const mimeograph_xml_push *push, const xmlChar *text, size_t count) {
    const xmlParserInput *input = push->input;
    uintptr_t start = (uintptr_t)text;
    uintptr_t end = (uintptr_t)input->end;
    if (start < (uintptr_t)input->base || start > end || count > end - start) return -1;
    int64_t offset = (int64_t)input->consumed + (text - input->base) + push->state.shift - push->parsed;
    return offset < 0 || offset + (int64_t)count > (int64_t)push->block_count ? -1 : offset;
}

/// The line of an offset in the block, at which or before which none was asked for later than at this one.
int64_t mimeograph_xml_push_line(mimeograph_xml_push *push, int64_t offset, int64_t *column);

// Subtrees. Each stops the parser where that must be.

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
