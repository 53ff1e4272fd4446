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
    // How the rows are wanted.
    int channels;
    int depth;
    // The colours of a palette as RGBA, where rows come as their numbers and are looked up here.
    int looks_up;
    uint8_t colors[256][4];
    // What the PNG is held to, and where it goes.
    mimeograph_png_header expected;
    uint8_t *canvas;
    size_t bytes_per_row;
    uint32_t rows_together;
    mimeograph_image_rows rows;
    void *context;
    // How many bytes texts and profiles may still be inflated to, kept or not, and how many texts are kept.
    size_t inflation_left;
    size_t longest_inflated;
    int text_count;
    int last_row_seen;
    int is_complete;
};

/// Records what went wrong and fails: it jumps back to where the call began.
_Noreturn void mimeograph_png_fail(png_structp png, png_const_charp message);

/// Clears what an earlier call may have recorded.
void mimeograph_png_begin(mimeograph_png_reader *reader);

/// What the header and the chunks so far say.
void mimeograph_png_describe(mimeograph_png_reader *reader, mimeograph_png_header *header);

/// Sets up how rows are made. It may jump.
void mimeograph_png_prepare(mimeograph_png_reader *reader);

/// Makes pixels of a row of palette indices.
void mimeograph_png_look_up(const mimeograph_png_reader *reader, const uint8_t *indices, uint8_t *row);

#endif
