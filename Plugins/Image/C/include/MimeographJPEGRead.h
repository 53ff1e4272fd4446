#ifndef MIMEOGRAPH_JPEG_READ_H
#define MIMEOGRAPH_JPEG_READ_H

#include <stddef.h>
#include <stdint.h>

#include "MimeographImageReport.h"

/// A JPEG that is being read.
typedef struct mimeograph_jpeg_reader mimeograph_jpeg_reader;

/// What the header of a JPEG says.
typedef struct {
    uint32_t width;
    uint32_t height;
    /// Whether there are colours, CMYK included.
    int has_color;
    /// Whether the picture comes in several passes, whose coefficients are held until all of them are there.
    int has_several_scans;
    /// The bytes that these coefficients take; 0 where there is one pass.
    uint64_t coefficient_bytes;
} mimeograph_jpeg_header;

/// Makes a reader; NULL where there is no memory.
///
/// @param goes_on  whether damage is passed over, and the picture made of what is there
mimeograph_jpeg_reader *_Nullable mimeograph_jpeg_open(int goes_on);
void mimeograph_jpeg_close(mimeograph_jpeg_reader *_Nullable reader);

/// What went wrong in the call that failed last.
const mimeograph_image_report *_Nonnull mimeograph_jpeg_report(const mimeograph_jpeg_reader *_Nonnull reader);

/// Whether damage was passed over.
int mimeograph_jpeg_is_damaged(const mimeograph_jpeg_reader *_Nonnull reader);

/// Reads up to the first pixels.
///
/// @param bytes  the whole JPEG, which must stay where it is until the last call for this reader
/// @return whether it went well
int mimeograph_jpeg_read_header(
    mimeograph_jpeg_reader *_Nonnull reader,
    const uint8_t *_Nonnull bytes,
    size_t count,
    mimeograph_jpeg_header *_Nonnull header
);

/// Says how the rows are wanted; call it between the header and the rows.
///
/// @param channels     1 gray, 3 RGB, 4 RGBA with opaque alpha; colours do not become gray
/// @param denominator  1, 2, 4 or 8: the picture is decoded at one of that of its size
/// @param width        receives the width that it then has, in pixels
/// @param height       receives the height
int mimeograph_jpeg_start(
    mimeograph_jpeg_reader *_Nonnull reader,
    int channels,
    int denominator,
    uint32_t *_Nonnull width,
    uint32_t *_Nonnull height
);

/// Reads the next rows.
///
/// @param done  receives how many of them there are, which are fewer than wanted where the call fails
int mimeograph_jpeg_read_rows(
    mimeograph_jpeg_reader *_Nonnull reader,
    uint8_t *_Nonnull rows,
    size_t bytes_per_row,
    uint32_t count,
    uint32_t *_Nonnull done
);

/// Reads what follows the pixels, up to the end.
int mimeograph_jpeg_finish(mimeograph_jpeg_reader *_Nonnull reader);

/// Prepares a reader for bytes that come in pieces, of which the header is known.
///
/// @param width     what the header will say; another one is an error
/// @param canvas    takes the rows; it must stay where it is, and hold all of them
/// @param previews  how many passes may be shown before the last one
/// @param rows      is told of every sixteenth row, and of the last one
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

/// Takes the next bytes.
int mimeograph_jpeg_push(mimeograph_jpeg_reader *_Nonnull reader, const uint8_t *_Nonnull bytes, size_t count);

/// Says that no bytes follow.
int mimeograph_jpeg_end(mimeograph_jpeg_reader *_Nonnull reader);

/// Whether rows of the last pass are being made, or have been: what is damaged after that still is a picture.
int mimeograph_jpeg_has_begun(const mimeograph_jpeg_reader *_Nonnull reader);

/// Whether the end of the JPEG has been pushed.
int mimeograph_jpeg_is_complete(const mimeograph_jpeg_reader *_Nonnull reader);

#endif
