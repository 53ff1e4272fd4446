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
    // The bytes of a PNG that is wholly there.
    const uint8_t *bytes;
    size_t count;
    size_t offset;
    // How the rows are wanted.
    int channels;
    int depth;
    // The numbers of a row's colours, and the colours as RGBA, where a palette is looked up here; NULL elsewhere.
    uint8_t *indices;
    uint8_t colors[256][4];
    // What a PNG that comes in pieces is held to, and where it goes.
    mimeograph_png_header expected;
    uint8_t *canvas;
    size_t bytes_per_row;
    mimeograph_image_rows rows;
    void *context;
    int last_row_seen;
    int is_complete;
};

/// Notes what went wrong and gives up: it jumps back to where the call began.
_Noreturn void mimeograph_png_fail(png_structp png, png_const_charp message);

/// Clears what an earlier call may have noted.
void mimeograph_png_begin(mimeograph_png_reader *reader);

/// What the header and the chunks so far say.
void mimeograph_png_describe(mimeograph_png_reader *reader, mimeograph_png_header *header);

/// Sets the transformations up. It may jump.
void mimeograph_png_transform(mimeograph_png_reader *reader, int channels, int depth);

#endif
