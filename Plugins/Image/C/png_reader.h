#ifndef MIMEOGRAPH_PNG_READER_H
#define MIMEOGRAPH_PNG_READER_H

#include <png.h>

#include "MimeographPNGRead.h"
#include "memory.h"

struct mimeograph_png_reader {
    png_structp png;
    png_infop info;
    mimeograph_memory memory;
    mimeograph_image_report report;
    // The layout of the rows that the caller wants.
    int channels;
    int depth;
    // The colors of a palette as RGBA, if rows are decoded as indices and looked up here.
    int looks_up;
    uint8_t colors[256][4];
    // The expected header, and the destination of the rows.
    mimeograph_png_header expected;
    uint8_t *canvas;
    size_t bytes_per_row;
    uint32_t rows_together;
    mimeograph_image_rows rows;
    void *context;
    // The remaining bytes to which texts and profiles may be inflated, kept or not; the limit for one chunk; the number of texts
    // kept.
    size_t inflation_left;
    size_t longest_inflated;
    int text_count;
    int last_row_seen;
    int is_complete;
};

/// Records a failure and calls `longjmp`, which returns to the start of the call.
_Noreturn void mimeograph_png_fail(png_structp png, png_const_charp message);

/// Clears the report of an earlier call.
void mimeograph_png_begin(mimeograph_png_reader *reader);

/// Gets the fields of the header and of the chunks read so far.
void mimeograph_png_describe(mimeograph_png_reader *reader, mimeograph_png_header *header);

/// Sets up the decoding of rows. May call `longjmp`.
void mimeograph_png_prepare(mimeograph_png_reader *reader);

/// Converts a row of palette indices to pixels.
void mimeograph_png_look_up(const mimeograph_png_reader *reader, const uint8_t *indices, uint8_t *row);

#endif
