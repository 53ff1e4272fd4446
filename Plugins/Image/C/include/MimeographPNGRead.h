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
    const uint8_t *_Nullable exif;
    size_t exif_length;
    /// Whether there is a pHYs chunk, and its fields.
    int has_resolution;
    uint32_t pixels_per_unit_x;
    uint32_t pixels_per_unit_y;
    int unit_is_meter;
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

/// Reads up to the first pixels.
///
/// @param bytes  the whole PNG, which must stay where it is until the last call for this reader
/// @return whether it went well
int mimeograph_png_read_header(
    mimeograph_png_reader *_Nonnull reader,
    const uint8_t *_Nonnull bytes,
    size_t count,
    mimeograph_png_header *_Nonnull header
);

/// Says how the rows are wanted; call it between the header and the rows.
///
/// @param channels  1 gray, 2 gray and alpha, 3 RGB, 4 RGBA; colours do not become gray
/// @param depth     8 or 16 bits a sample, the latter in the byte order of the machine
int mimeograph_png_start(mimeograph_png_reader *_Nonnull reader, int channels, int depth);

/// Reads the next rows of a PNG that is not interlaced.
int mimeograph_png_read_rows(
    mimeograph_png_reader *_Nonnull reader, uint8_t *_Nonnull rows, size_t bytes_per_row, uint32_t count
);

/// Reads all rows, of whatever PNG.
int mimeograph_png_read_image(mimeograph_png_reader *_Nonnull reader, uint8_t *_Nonnull rows, size_t bytes_per_row);

/// Reads what follows the pixels, up to the end.
int mimeograph_png_finish(mimeograph_png_reader *_Nonnull reader);

/// Gives what the PNG says beside its pixels, so far as it is read.
void mimeograph_png_get_metadata(
    mimeograph_png_reader *_Nonnull reader, mimeograph_png_metadata *_Nonnull metadata
);
/// Gives one of the texts.
void mimeograph_png_get_text(mimeograph_png_reader *_Nonnull reader, int index, mimeograph_png_text *_Nonnull text);

/// Prepares a reader for bytes that come in pieces, of which the header is known.
///
/// @param expected  what the header will say; another one is an error
/// @param canvas    takes the rows; it must stay where it is, and hold all of them
/// @param rows      is told of every sixteenth row, and of the last one
int mimeograph_png_expect(
    mimeograph_png_reader *_Nonnull reader,
    const mimeograph_png_header *_Nonnull expected,
    int channels,
    int depth,
    uint8_t *_Nonnull canvas,
    size_t bytes_per_row,
    mimeograph_image_rows _Nonnull rows,
    void *_Nonnull context
);

/// Takes the next bytes.
int mimeograph_png_push(mimeograph_png_reader *_Nonnull reader, const uint8_t *_Nonnull bytes, size_t count);

/// Whether the end of the PNG has been pushed.
int mimeograph_png_is_complete(const mimeograph_png_reader *_Nonnull reader);

#endif
