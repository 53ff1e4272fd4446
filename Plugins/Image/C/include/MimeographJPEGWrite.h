#ifndef MIMEOGRAPH_JPEG_WRITE_H
#define MIMEOGRAPH_JPEG_WRITE_H

#include <stddef.h>
#include <stdint.h>

#include "MimeographImageReport.h"

/// A JPEG that is being written.
typedef struct mimeograph_jpeg_writer mimeograph_jpeg_writer;

/// The settings for writing a JPEG.
typedef struct {
    uint32_t width;
    uint32_t height;
    /// 1 gray, 3 RGB.
    int channels;
    /// 1 to 100.
    int quality;
    /// The number of luma samples for each chroma sample, along a row and along a column: 1 or 2.
    int horizontal_subsampling;
    int vertical_subsampling;
    int is_progressive;
    int optimizes_coding;
    /// 0 for an aspect ratio, 1 for inches, 2 for centimeters.
    int density_unit;
    uint16_t density_x;
    uint16_t density_y;
} mimeograph_jpeg_layout;

/// Creates a writer, or returns NULL if there is not enough memory.
mimeograph_jpeg_writer *_Nullable mimeograph_jpeg_writer_open(void);
void mimeograph_jpeg_writer_close(mimeograph_jpeg_writer *_Nullable writer);
const mimeograph_image_report *_Nonnull mimeograph_jpeg_writer_report(const mimeograph_jpeg_writer *_Nonnull writer);

/// Sets the layout and writes the header. Call it first.
int mimeograph_jpeg_writer_start(
    mimeograph_jpeg_writer *_Nonnull writer, const mimeograph_jpeg_layout *_Nonnull layout
);
/// Writes a segment of that marker.
///
/// @param count  at most 65,533
int mimeograph_jpeg_writer_add(
    mimeograph_jpeg_writer *_Nonnull writer, int marker, const uint8_t *_Nonnull bytes, uint32_t count
);
/// Writes the rows and the end.
int mimeograph_jpeg_writer_write(
    mimeograph_jpeg_writer *_Nonnull writer, const uint8_t *_Nonnull rows, size_t bytes_per_row
);
/// Returns the bytes written, valid until the writer is closed.
const uint8_t *_Nullable mimeograph_jpeg_writer_bytes(
    const mimeograph_jpeg_writer *_Nonnull writer, size_t *_Nonnull count
);

#endif
