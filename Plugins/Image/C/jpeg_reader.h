#ifndef MIMEOGRAPH_JPEG_READER_H
#define MIMEOGRAPH_JPEG_READER_H

#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

#include "MimeographJPEGRead.h"

/// What a reader of pieces does next.
typedef enum {
    MIMEOGRAPH_JPEG_HEADER,
    MIMEOGRAPH_JPEG_STARTING,
    /// Coefficients of one pass after the other come in.
    MIMEOGRAPH_JPEG_GATHERING,
    /// A pass is about to be shown.
    MIMEOGRAPH_JPEG_OPENING,
    /// The header of the scan behind that pass comes in.
    MIMEOGRAPH_JPEG_HEADING,
    /// Rows are made.
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
    /// How the rows are wanted.
    int channels;
    /// A row as libjpeg makes it, where that is not what is wanted; NULL elsewhere.
    JSAMPARRAY row;
    // What comes in pieces.
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

/// Clears what an earlier call may have recorded.
void mimeograph_jpeg_begin(mimeograph_jpeg_reader *reader);

/// Ends the run with that failure, in our own words. It jumps.
_Noreturn void mimeograph_jpeg_fail(
    mimeograph_jpeg_reader *reader, mimeograph_image_failure failure, const char *reason
);

/// What the header says. Call it when it has been read.
void mimeograph_jpeg_describe_header(mimeograph_jpeg_reader *reader, mimeograph_jpeg_header *header);

/// Chooses the colours that libjpeg makes. It may jump.
void mimeograph_jpeg_choose(mimeograph_jpeg_reader *reader, int channels);

/// Makes room for a row that is changed before it is handed on, where that is so. Call it after the start.
void mimeograph_jpeg_prepare_row(mimeograph_jpeg_reader *reader);

/// Makes the next rows, at most `most` of them; 0 where bytes are missing.
uint32_t mimeograph_jpeg_next_rows(
    mimeograph_jpeg_reader *reader, uint8_t *rows, size_t bytes_per_row, uint32_t most
);

#endif
