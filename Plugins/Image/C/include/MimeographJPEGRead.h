#ifndef MIMEOGRAPH_JPEG_READ_H
#define MIMEOGRAPH_JPEG_READ_H

#include <stddef.h>
#include <stdint.h>

#include "MimeographImageReport.h"

/// A JPEG that is being read.
typedef struct mimeograph_jpeg_reader mimeograph_jpeg_reader;

/// The fields of a JPEG's header.
typedef struct {
    uint32_t width;
    uint32_t height;
    /// Whether the picture has color, including CMYK.
    int has_color;
    /// Whether the picture is stored in several passes. Their coefficients are kept until all of them have arrived.
    int has_several_scans;
    /// The size of these coefficients in bytes, or 0 for a single pass.
    uint64_t coefficient_bytes;
} mimeograph_jpeg_header;

/// Creates a reader, or returns NULL if there is not enough memory.
///
/// @param goes_on whether to continue after damage and return a partial picture
mimeograph_jpeg_reader *_Nullable mimeograph_jpeg_open(int goes_on);
void mimeograph_jpeg_close(mimeograph_jpeg_reader *_Nullable reader);

/// Returns the report of the last call that failed.
const mimeograph_image_report *_Nonnull mimeograph_jpeg_report(const mimeograph_jpeg_reader *_Nonnull reader);

/// Whether the reader has continued after damage.
int mimeograph_jpeg_is_damaged(const mimeograph_jpeg_reader *_Nonnull reader);

/// Reads the segments before the pixels.
///
/// @param bytes the whole JPEG; it must stay at this address until the last call for this reader
/// @return whether the call succeeded
int mimeograph_jpeg_read_header(
    mimeograph_jpeg_reader *_Nonnull reader,
    const uint8_t *_Nonnull bytes,
    size_t count,
    mimeograph_jpeg_header *_Nonnull header
);

/// Sets the layout of the rows. Call it after the header is read and before the rows are.
///
/// @param channels 1 gray, 3 RGB, 4 RGBA with opaque alpha; colors cannot become gray
/// @param denominator 1, 2, 4 or 8: the size is divided by this number
/// @param width receives the resulting width in pixels
/// @param height receives the resulting height in pixels
int mimeograph_jpeg_start(
    mimeograph_jpeg_reader *_Nonnull reader,
    int channels,
    int denominator,
    uint32_t *_Nonnull width,
    uint32_t *_Nonnull height
);

/// Reads the next rows.
///
/// @param done receives the number of rows read, which is less than `count` if the call fails
int mimeograph_jpeg_read_rows(
    mimeograph_jpeg_reader *_Nonnull reader,
    uint8_t *_Nonnull rows,
    size_t bytes_per_row,
    uint32_t count,
    uint32_t *_Nonnull done
);

/// Reads the segments after the pixels.
int mimeograph_jpeg_finish(mimeograph_jpeg_reader *_Nonnull reader);

/// Prepares a reader for bytes that arrive in pieces. The header must be known.
///
/// @param width the width in the header; a different one is an error
/// @param canvas receives the rows; it must stay at this address and hold all rows
/// @param previews the number of passes that may be shown before the last one
/// @param rows is called after every sixteenth row and after the last one
int mimeograph_jpeg_expect(
    mimeograph_jpeg_reader *_Nonnull reader,
    uint32_t width,
    uint32_t height,
    int channels,
    uint64_t coefficient_bytes,
    uint8_t *_Nonnull canvas,
    size_t bytes_per_row,
    int previews,
    mimeograph_image_rows _Nonnull rows,
    void *_Nonnull context
);

/// Reads the next bytes.
int mimeograph_jpeg_push(mimeograph_jpeg_reader *_Nonnull reader, const uint8_t *_Nonnull bytes, size_t count);

/// Ends the input.
int mimeograph_jpeg_end(mimeograph_jpeg_reader *_Nonnull reader);

/// Whether decoding of the last pass has begun. After that, a damaged JPEG still is a partial picture.
int mimeograph_jpeg_has_begun(const mimeograph_jpeg_reader *_Nonnull reader);

/// Whether the end of the JPEG has been pushed.
int mimeograph_jpeg_is_complete(const mimeograph_jpeg_reader *_Nonnull reader);

#endif
