#ifndef MIMEOGRAPH_PNG_READ_H
#define MIMEOGRAPH_PNG_READ_H

#include <stddef.h>
#include <stdint.h>

#include "MimeographImageReport.h"

/// A PNG that is being read.
typedef struct mimeograph_png_reader mimeograph_png_reader;

/// What the header of a PNG and the chunks before its pixels say.
typedef struct {
    uint32_t width;
    uint32_t height;
    /// Bits of a sample, 1 to 16.
    int bits;
    /// Whether there are colours, a palette included.
    int has_color;
    /// Whether there is alpha, be it a channel or a tRNS chunk.
    int has_alpha;
    int is_interlaced;
} mimeograph_png_header;

/// What a PNG says beside its pixels. The pointers are the reader's.
typedef struct {
    /// The exponent, or 0.
    double gamma;
    int is_srgb;
    const uint8_t *_Nullable icc_profile;
    size_t icc_profile_length;
    int text_count;
} mimeograph_png_metadata;

/// A text. The pointers are the reader's.
typedef struct {
    const char *_Nullable keyword;
    const char *_Nullable text;
    size_t text_length;
    const char *_Nullable language;
    const char *_Nullable translated_keyword;
    /// Whether the text is UTF-8; else it is ISO 8859-1, as the keyword always is.
    int is_utf8;
} mimeograph_png_text;

/// Makes a reader; NULL where there is no memory.
///
/// @param metadata_bytes  what profiles, texts and Exif data may take
mimeograph_png_reader *_Nullable mimeograph_png_open(size_t metadata_bytes);
void mimeograph_png_close(mimeograph_png_reader *_Nullable reader);

/// What went wrong in the call that failed last.
const mimeograph_image_report *_Nonnull mimeograph_png_report(const mimeograph_png_reader *_Nonnull reader);

/// Gives what the PNG says beside its pixels, so far as it is read.
void mimeograph_png_get_metadata(
    mimeograph_png_reader *_Nonnull reader, mimeograph_png_metadata *_Nonnull metadata
);
/// Gives one of the texts.
void mimeograph_png_get_text(mimeograph_png_reader *_Nonnull reader, int index, mimeograph_png_text *_Nonnull text);

/// Prepares a reader for a PNG of which the header is known. Call it first.
///
/// @param expected       what the header will say; another one is an error
/// @param channels       1 gray, 2 gray and alpha, 3 RGB, 4 RGBA; colours do not become gray
/// @param depth          8 or 16 bits a sample, the latter in the byte order of the machine
/// @param canvas         receives the rows; it must stay where it is, and hold all of them
/// @param bytes_per_row  the bytes from row to row; 0 for a canvas that holds one row, where each is written over the last
/// @param rows_together  how many rows are told of at once; 0 where none are
/// @param rows           is told of rows
int mimeograph_png_expect(
    mimeograph_png_reader *_Nonnull reader,
    const mimeograph_png_header *_Nonnull expected,
    int channels,
    int depth,
    uint8_t *_Nonnull canvas,
    size_t bytes_per_row,
    uint32_t rows_together,
    mimeograph_image_rows _Nonnull rows,
    void *_Nonnull context
);

/// Reads the next bytes.
int mimeograph_png_push(mimeograph_png_reader *_Nonnull reader, const uint8_t *_Nonnull bytes, size_t count);

/// Reads the next bytes, which are one whole chunk. Where too much has been inflated, one that is compressed is passed over.
int mimeograph_png_push_chunk(mimeograph_png_reader *_Nonnull reader, const uint8_t *_Nonnull bytes, size_t count);

/// Whether the end of the PNG has been pushed.
int mimeograph_png_is_complete(const mimeograph_png_reader *_Nonnull reader);

#endif
