#ifndef MIMEOGRAPH_PNG_READ_H
#define MIMEOGRAPH_PNG_READ_H

#include <stddef.h>
#include <stdint.h>

#include "MimeographImageReport.h"

/// A PNG that is being read.
typedef struct mimeograph_png_reader mimeograph_png_reader;

/// The fields of a PNG's header and of the chunks before its pixels.
typedef struct {
    uint32_t width;
    uint32_t height;
    /// Bits of a sample, 1 to 16.
    int bits;
    /// Whether the picture has color, including a palette.
    int has_color;
    /// Whether the picture has alpha, as a channel or from a tRNS chunk.
    int has_alpha;
    int is_interlaced;
} mimeograph_png_header;

/// The metadata of a PNG. The reader owns the memory of the pointers.
typedef struct {
    /// The exponent, or 0.
    double gamma;
    int is_srgb;
    const uint8_t *_Nullable icc_profile;
    size_t icc_profile_length;
    int text_count;
} mimeograph_png_metadata;

/// A text. The reader owns the memory of the pointers.
typedef struct {
    const char *_Nullable keyword;
    const char *_Nullable text;
    size_t text_length;
    const char *_Nullable language;
    const char *_Nullable translated_keyword;
    /// Whether the text is UTF-8. If not, it is ISO 8859-1, as the keyword always is.
    int is_utf8;
} mimeograph_png_text;

/// Creates a reader, or returns NULL if there is not enough memory.
///
/// @param metadata_bytes the most bytes that profiles, texts and Exif data may take
mimeograph_png_reader *_Nullable mimeograph_png_open(size_t metadata_bytes);
void mimeograph_png_close(mimeograph_png_reader *_Nullable reader);

/// Returns the report of the last call that failed.
const mimeograph_image_report *_Nonnull mimeograph_png_report(const mimeograph_png_reader *_Nonnull reader);

/// Gets the metadata that has been read so far.
void mimeograph_png_get_metadata(
    mimeograph_png_reader *_Nonnull reader, mimeograph_png_metadata *_Nonnull metadata
);
/// Gets one of the texts.
void mimeograph_png_get_text(mimeograph_png_reader *_Nonnull reader, int index, mimeograph_png_text *_Nonnull text);

/// Prepares a reader for a PNG whose header is known. Call it first.
///
/// @param expected the fields of the header; different ones are an error
/// @param channels 1 gray, 2 gray and alpha, 3 RGB, 4 RGBA; colors cannot become gray
/// @param depth 8 or 16 bits a sample, the latter in the byte order of the machine
/// @param canvas receives the rows; it must stay at this address and hold all rows
/// @param bytes_per_row the bytes from row to row; 0 for a canvas of one row that each row overwrites
/// @param rows_together the number of rows for each call of `rows`; 0 for no calls
/// @param rows is called after rows are written
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

/// Reads the next bytes, which are one whole chunk. Once the limit for inflated bytes is reached, compressed chunks are skipped.
int mimeograph_png_push_chunk(mimeograph_png_reader *_Nonnull reader, const uint8_t *_Nonnull bytes, size_t count);

/// Whether the end of the PNG has been pushed.
int mimeograph_png_is_complete(const mimeograph_png_reader *_Nonnull reader);

#endif
