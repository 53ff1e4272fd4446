#ifndef MIMEOGRAPH_XML_PUSH_H
#define MIMEOGRAPH_XML_PUSH_H

#include <stddef.h>
#include <stdint.h>
#include "MimeographXMLTypes.h"

#include "MimeographXMLError.h"
#include "MimeographXMLParse.h"

/// A parser that is fed a document in UTF-8 piece by piece. One thread at a time may use one.
///
/// Nothing outside of the pieces is read, as with mimeograph_xml_parse. Where the pieces are cut changes nothing: libxml2
/// is given whole pieces of markup only, whose ends are found before.
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
    /// Where its markup begins, in bytes from where the batch begins.
    uint32_t offset;
    mimeograph_xml_event_kind kind;
    /// The number of the name, or of the target.
    uint32_t name;
    /// The text, from the beginning of all texts; of a start tag the attributes, from the beginning of all.
    uint32_t first;
    uint32_t count;
    /// The names of declarations, from the beginning of all.
    uint32_t namespace_name;
    uint32_t namespaces;
} mimeograph_xml_event;

typedef struct {
    uint32_t name;
    uint32_t text;
    uint32_t count;
} mimeograph_xml_event_attribute;

/// Some events and what they hold, which the caller frees. Nothing changes it.
typedef struct {
    /// Where it begins: bytes of the stream before it, the line from 1, and the bytes before that line.
    int64_t offset;
    int64_t line;
    int64_t line_start;
    /// Where further lines begin, in bytes from where the batch begins.
    uint32_t *_Nullable lines;
    size_t line_count;
    mimeograph_xml_event *_Nullable events;
    size_t event_count;
    mimeograph_xml_event_attribute *_Nullable attributes;
    /// The numbers of the names of declarations.
    uint32_t *_Nullable namespaces;
    /// What was parsed, as it was sent, and behind that the texts that are not a part of it as they are.
    uint8_t *_Nullable text;
} mimeograph_xml_batch;

void mimeograph_xml_batch_free(mimeograph_xml_batch batch);

/// A name, made of texts that live as long as the parser: each different text has one address. A prefix without a
/// namespace is a part of the name. A declaration of a namespace has no local name.
typedef struct {
    const uint8_t *_Nullable local;
    const uint8_t *_Nullable prefix;
    const uint8_t *_Nullable uri;
} mimeograph_xml_name;

/// A document that was cut out, which the caller frees, and where it began.
typedef struct {
    mimeograph_xml_document *_Nonnull document;
    int64_t offset;
    int64_t line;
    int64_t column;
} mimeograph_xml_subtree;

/// What the start of the document says.
typedef struct {
    const uint8_t *_Nullable version;
    /// 1 for "yes", 0 for "no", negative for nothing.
    int standalone;
    /// NULL where there is no document type declaration.
    const uint8_t *_Nullable type_name;
    const uint8_t *_Nullable type_public_id;
    const uint8_t *_Nullable type_system_id;
} mimeograph_xml_prolog;

/// Makes a parser; NULL where memory is short.
///
/// @param input  bytes that one piece of markup, one text or one subtree may have
mimeograph_xml_push *_Nullable mimeograph_xml_push_make(const mimeograph_xml_limits *_Nonnull limits, int64_t input);
void mimeograph_xml_push_free(mimeograph_xml_push *_Nullable push);

/// Makes the parser cut out subtrees instead of telling events. Called once for each element of the path from the
/// outermost on, before anything else. Gives 0 where memory is short.
///
/// @param uri       the namespace; NULL for any
/// @param anywhere  whether the element may be at any depth, so that it is the only one of its path
int mimeograph_xml_push_select(
    mimeograph_xml_push *_Nonnull push, const char *_Nonnull name, const char *_Nullable uri, int anywhere
);

/// Parses what is complete of some bytes.
///
/// @return how many it has read, at least one; the rest is to be given again, after what was found was read. Fewer than one
///         means that there is a failure, in the report; what was found before it can be read.
size_t mimeograph_xml_push_feed(mimeograph_xml_push *_Nonnull push, const uint8_t *_Nonnull bytes, size_t count);

/// Says that no bytes follow. Gives 0 where there is a failure.
int mimeograph_xml_push_finish(mimeograph_xml_push *_Nonnull push);

/// Hands over the events that the last call found. The next call that is given bytes drops them.
mimeograph_xml_batch mimeograph_xml_push_remove_events(mimeograph_xml_push *_Nonnull push);

/// All names so far, by number. They are good until the parser is used again.
const mimeograph_xml_name *_Nullable mimeograph_xml_push_names(
    const mimeograph_xml_push *_Nonnull push, size_t *_Nonnull count
);

/// The documents that were cut out and not dropped. They are good until the parser is used again.
const mimeograph_xml_subtree *_Nullable mimeograph_xml_push_subtrees(
    const mimeograph_xml_push *_Nonnull push, size_t *_Nonnull count
);

/// Drops the documents that were cut out; the caller that read them frees them.
void mimeograph_xml_push_drop_subtrees(mimeograph_xml_push *_Nonnull push);

mimeograph_xml_prolog mimeograph_xml_push_prolog(const mimeograph_xml_push *_Nonnull push);

/// The first failure. Offset, line and column are those of the UTF-8 text, in bytes.
mimeograph_xml_report mimeograph_xml_push_report(const mimeograph_xml_push *_Nonnull push);

/// A converter of an encoding to UTF-8 that is fed piece by piece.
typedef struct mimeograph_xml_converter mimeograph_xml_converter;

/// Makes a converter; NULL where the encoding is not known.
mimeograph_xml_converter *_Nullable mimeograph_xml_converter_make(const char *_Nonnull encoding);
void mimeograph_xml_converter_free(mimeograph_xml_converter *_Nullable converter);

/// Takes bytes, and gives what they make in UTF-8, which is good until the converter is used again.
///
/// @param made      filled in with the number of bytes in the result
/// @param is_valid  filled in with 0 where bytes mean nothing in the encoding; the result is what stands before them
/// @return NULL where memory is short
const uint8_t *_Nullable mimeograph_xml_converter_feed(
    mimeograph_xml_converter *_Nonnull converter,
    const uint8_t *_Nonnull bytes,
    size_t count,
    size_t *_Nonnull made,
    int *_Nonnull is_valid
);

/// Whether a character is waiting for its other bytes.
int mimeograph_xml_converter_is_waiting(const mimeograph_xml_converter *_Nonnull converter);

#endif
