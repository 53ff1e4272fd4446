#ifndef MIMEOGRAPH_JPEG_READER_H
#define MIMEOGRAPH_JPEG_READER_H

#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

#include "MimeographJPEGRead.h"

/// The next step of a reader of pieces.
typedef enum {
    MIMEOGRAPH_JPEG_HEADER,
    MIMEOGRAPH_JPEG_STARTING,
    /// The coefficients of the passes are read.
    MIMEOGRAPH_JPEG_GATHERING,
    /// A pass is opened for output.
    MIMEOGRAPH_JPEG_OPENING,
    /// The header of the scan after that pass is read.
    MIMEOGRAPH_JPEG_HEADING,
    /// Rows are decoded.
    MIMEOGRAPH_JPEG_ROWS,
    /// A pass has been shown.
    MIMEOGRAPH_JPEG_CLOSING,
    MIMEOGRAPH_JPEG_FINISHING,
    MIMEOGRAPH_JPEG_COMPLETE,
} mimeograph_jpeg_step;

struct mimeograph_jpeg_reader {
    struct jpeg_decompress_struct info;
    struct jpeg_error_mgr errors;
    struct jpeg_source_mgr source;
    struct jpeg_progress_mgr progress;
    jmp_buf jump;
    mimeograph_image_report report;
    int goes_on;
    int is_damaged;
    const uint8_t *bytes;
    size_t count;
    /// The channels of the rows that the caller wants.
    int channels;
    /// A row as libjpeg decodes it, if it must be converted; else NULL.
    JSAMPARRAY row;
    // The state for input in pieces.
    mimeograph_jpeg_step step;
    uint8_t *pending;
    size_t pending_room;
    size_t skipping;
    uint32_t width;
    uint32_t height;
    uint64_t coefficient_bytes;
    uint8_t *canvas;
    size_t bytes_per_row;
    int previews;
    int pass;
    int is_last_pass;
    mimeograph_image_rows rows;
    void *context;
};

/// Clears the report of an earlier call.
void mimeograph_jpeg_begin(mimeograph_jpeg_reader *reader);

/// Ends the run with that failure and a reason in our own words. Does not return: it calls `longjmp`.
_Noreturn void mimeograph_jpeg_fail(
    mimeograph_jpeg_reader *reader, mimeograph_image_failure failure, const char *reason
);

/// Gets the fields of the header. Call it after the header has been read.
void mimeograph_jpeg_describe_header(mimeograph_jpeg_reader *reader, mimeograph_jpeg_header *header);

/// Chooses the color space of libjpeg's output. May call `longjmp`.
void mimeograph_jpeg_choose(mimeograph_jpeg_reader *reader, int channels);

/// Allocates the row for conversion, if one is needed. Call it after decompression has started.
void mimeograph_jpeg_prepare_row(mimeograph_jpeg_reader *reader);

/// Decodes at most `most` rows and returns their number, which is 0 if bytes are missing.
uint32_t mimeograph_jpeg_next_rows(
    mimeograph_jpeg_reader *reader, uint8_t *rows, size_t bytes_per_row, uint32_t most
);

#endif
