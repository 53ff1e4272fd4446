#ifndef MIMEOGRAPH_XML_PUSH_H
#define MIMEOGRAPH_XML_PUSH_H

#include <stddef.h>
#include <stdint.h>
#include "MimeographXMLTypes.h"

#include "MimeographXMLError.h"
#include "MimeographXMLParse.h"

/// A parser for a document in UTF-8 that arrives in chunks. Only one thread at a time may use it.
///
/// It reads nothing except the chunks, as mimeograph_xml_parse does. Chunk boundaries change nothing: the parser finds the ends
/// of markup first, and passes only whole pieces of markup to libxml2.
typedef struct mimeograph_xml_push mimeograph_xml_push;

typedef enum {
    MIMEOGRAPH_XML_EVENT_START_DOCUMENT,
    MIMEOGRAPH_XML_EVENT_DOCUMENT_TYPE,
    MIMEOGRAPH_XML_EVENT_START,
    MIMEOGRAPH_XML_EVENT_END,
    MIMEOGRAPH_XML_EVENT_TEXT,
    MIMEOGRAPH_XML_EVENT_CDATA,
    MIMEOGRAPH_XML_EVENT_COMMENT,
    MIMEOGRAPH_XML_EVENT_INSTRUCTION,
    MIMEOGRAPH_XML_EVENT_END_DOCUMENT,
} mimeograph_xml_event_kind;

/// One event.
typedef struct {
    /// The offset of its markup from the start of the batch, in bytes.
    uint32_t offset;
    mimeograph_xml_event_kind kind;
    /// The number of the name, or of the target.
    uint32_t name;
    /// The offset of the text within all texts; for a start tag, the index of its first attribute.
    uint32_t first;
    uint32_t count;
    /// The index of the first declaration's name.
    uint32_t namespace_name;
    uint32_t namespaces;
} mimeograph_xml_event;

typedef struct {
    uint32_t name;
    uint32_t text;
    uint32_t count;
} mimeograph_xml_event_attribute;

/// Events and their contents. The caller frees the batch, and nothing changes it.
typedef struct {
    /// The start of the batch: its offset in the stream, its line from 1, and the offset of that line, in bytes.
    int64_t offset;
    int64_t line;
    int64_t line_start;
    /// The offsets of further lines from the start of the batch, in bytes.
    uint32_t *_Nullable lines;
    size_t line_count;
    mimeograph_xml_event *_Nullable events;
    size_t event_count;
    mimeograph_xml_event_attribute *_Nullable attributes;
    /// The numbers of the declarations' names.
    uint32_t *_Nullable namespaces;
    /// The parsed bytes as they were received, followed by the texts that do not appear in them literally.
    uint8_t *_Nullable text;
} mimeograph_xml_batch;

void mimeograph_xml_batch_free(mimeograph_xml_batch batch);

/// A name. Its texts live as long as the parser, and each different text has one address. A prefix without a namespace is part of
/// the local name. A namespace declaration has no local name.
typedef struct {
    const uint8_t *_Nullable local;
    const uint8_t *_Nullable prefix;
    const uint8_t *_Nullable uri;
} mimeograph_xml_name;

/// A subtree as a document, which the caller frees, and its position.
typedef struct {
    mimeograph_xml_document *_Nonnull document;
    int64_t offset;
    int64_t line;
    int64_t column;
} mimeograph_xml_subtree;

/// The contents of the XML declaration and of the document type declaration.
typedef struct {
    const uint8_t *_Nullable version;
    /// 1 for "yes", 0 for "no", negative if absent.
    int standalone;
    /// NULL if there is no document type declaration.
    const uint8_t *_Nullable type_name;
    const uint8_t *_Nullable type_public_id;
    const uint8_t *_Nullable type_system_id;
} mimeograph_xml_prolog;

/// Makes a parser; returns NULL if there is not enough memory.
///
/// @param input the maximum number of bytes of a piece of markup, a text or a subtree
mimeograph_xml_push *_Nullable mimeograph_xml_push_make(const mimeograph_xml_limits *_Nonnull limits, int64_t input);
void mimeograph_xml_push_free(mimeograph_xml_push *_Nullable push);

/// Makes the parser return subtrees instead of events. Call it before other functions, once for each element of the path,
/// beginning with the outermost. Returns 0 if there is not enough memory.
///
/// @param uri the namespace; NULL for any
/// @param anywhere whether the element may be at any depth; it is then the only one of its path
int mimeograph_xml_push_select(
    mimeograph_xml_push *_Nonnull push, const char *_Nonnull name, const char *_Nullable uri, int anywhere
);

/// Parses the complete part of some bytes.
///
/// @return the number of bytes read, at least one. Pass the rest again after you have taken the results. If it is 0, there is a
/// failure in the report; the results before it are available.
size_t mimeograph_xml_push_feed(mimeograph_xml_push *_Nonnull push, const uint8_t *_Nonnull bytes, size_t count);

/// Ends the input. Returns 0 if there is a failure.
int mimeograph_xml_push_finish(mimeograph_xml_push *_Nonnull push);

/// Returns the events that the last call found. The next call with bytes drops them.
mimeograph_xml_batch mimeograph_xml_push_remove_events(mimeograph_xml_push *_Nonnull push);

/// Returns all names so far, by number. They are valid until the parser is used again.
const mimeograph_xml_name *_Nullable mimeograph_xml_push_names(
    const mimeograph_xml_push *_Nonnull push, size_t *_Nonnull count
);

/// Returns the subtrees that were found and not dropped. They are valid until the parser is used again.
const mimeograph_xml_subtree *_Nullable mimeograph_xml_push_subtrees(
    const mimeograph_xml_push *_Nonnull push, size_t *_Nonnull count
);

/// Drops the subtrees without freeing them; the caller that took them does that.
void mimeograph_xml_push_drop_subtrees(mimeograph_xml_push *_Nonnull push);

mimeograph_xml_prolog mimeograph_xml_push_prolog(const mimeograph_xml_push *_Nonnull push);

/// Returns the first failure. Offset, line and column refer to the UTF-8 text, in bytes.
mimeograph_xml_report mimeograph_xml_push_report(const mimeograph_xml_push *_Nonnull push);

/// A converter from an encoding to UTF-8 for bytes that arrive in chunks.
typedef struct mimeograph_xml_converter mimeograph_xml_converter;

/// Makes a converter; returns NULL if the encoding is unknown.
mimeograph_xml_converter *_Nullable mimeograph_xml_converter_make(const char *_Nonnull encoding);
void mimeograph_xml_converter_free(mimeograph_xml_converter *_Nullable converter);

/// Converts bytes to UTF-8. The result is valid until the converter is used again.
///
/// @param made set to the number of bytes in the result
/// @param is_valid set to 0 if bytes are invalid in the encoding; the result is then the text before them
/// @return NULL if there is not enough memory
const uint8_t *_Nullable mimeograph_xml_converter_feed(
    mimeograph_xml_converter *_Nonnull converter,
    const uint8_t *_Nonnull bytes,
    size_t count,
    size_t *_Nonnull made,
    int *_Nonnull is_valid
);

/// Whether the converter holds an incomplete character.
int mimeograph_xml_converter_is_waiting(const mimeograph_xml_converter *_Nonnull converter);

#endif
