// Decodes a JPEG that arrives in pieces. libjpeg suspends when it runs out of bytes, and is called again when more arrive.
//
// A picture of one pass is decoded as it arrives. For a picture of several passes the coefficients are buffered. It is shown
// after the passes 1, 2, 4, 8 and so on, up to the number of previews, and after the last pass. Showing a pass costs as much as
// decoding the whole, and most passes change little. When a pass is shown depends only on the bytes, not on how they were split.
//
// So libjpeg must not read input while it shows a pass that is not the last. By default it would: to smooth a pass, it reads
// until it is some rows ahead of the rows that it shows. It takes their number from the header of the next scan, of which perhaps
// only a part has arrived. Therefore a pass is opened as soon as it is complete, because libjpeg then records the precision of
// each coefficient. Its rows are decoded after the header of the next scan, when no more input is needed.
#include "jpeg_reader.h"

#include <stdlib.h>
#include <string.h>

#define ROWS_TOLD_TOGETHER 16

static mimeograph_jpeg_reader *reader_of(j_decompress_ptr info) { return info->client_data; }

static boolean wait_for_bytes(j_decompress_ptr info) {
    (void)info;
    return FALSE;
}

static void skip(j_decompress_ptr info, long count) {
    mimeograph_jpeg_reader *reader = reader_of(info);
    if (count <= 0) return;
    size_t there = reader->source.bytes_in_buffer;
    size_t now = (size_t)count < there ? (size_t)count : there;
    reader->source.next_input_byte += now;
    reader->source.bytes_in_buffer -= now;
    reader->skipping += (size_t)count - now;
}

int mimeograph_jpeg_expect(
    mimeograph_jpeg_reader *reader,
    uint32_t width,
    uint32_t height,
    int channels,
    uint64_t coefficient_bytes,
    uint8_t *canvas,
    size_t bytes_per_row,
    int previews,
    mimeograph_image_rows rows,
    void *context
) {
    mimeograph_jpeg_begin(reader);
    reader->source.fill_input_buffer = wait_for_bytes;
    reader->source.skip_input_data = skip;
    reader->width = width;
    reader->height = height;
    reader->channels = channels;
    reader->coefficient_bytes = coefficient_bytes;
    reader->canvas = canvas;
    reader->bytes_per_row = bytes_per_row;
    reader->previews = previews;
    reader->rows = rows;
    reader->context = context;
    return 1;
}

/// Appends bytes to those that libjpeg has not read yet.
static int append(mimeograph_jpeg_reader *reader, const uint8_t *bytes, size_t count) {
    size_t left = reader->source.bytes_in_buffer;
    if (count > (size_t)-1 - left) return 0;
    size_t consumed = reader->pending == NULL ? 0 : (size_t)(reader->source.next_input_byte - reader->pending);
    // Bytes are moved only if at least as many are free as have to be moved, so small pieces do not cause large moves.
    if (reader->pending != NULL && consumed + left + count > reader->pending_room && consumed >= left) {
        memmove(reader->pending, reader->source.next_input_byte, left);
        consumed = 0;
    }
    if (reader->pending == NULL || consumed + left + count > reader->pending_room) {
        size_t needed = consumed + left + count;
        size_t room = needed > (size_t)-1 / 2 ? needed : needed * 2;
        if (room < 1 << 16) room = 1 << 16;
        uint8_t *grown = realloc(reader->pending, room);
        if (grown == NULL) return 0;
        reader->pending = grown;
        reader->pending_room = room;
    }
    if (count > 0) memcpy(reader->pending + consumed + left, bytes, count);
    reader->source.next_input_byte = reader->pending + consumed;
    reader->source.bytes_in_buffer = left + count;
    return 1;
}

static void check_header(mimeograph_jpeg_reader *reader) {
    mimeograph_jpeg_header header;
    mimeograph_jpeg_describe_header(reader, &header);
    // The canvas and the limits are for the expected header.
    if (header.width != reader->width || header.height != reader->height
        || header.coefficient_bytes > reader->coefficient_bytes || (header.has_color && reader->channels < 3)) {
        mimeograph_jpeg_fail(reader, MIMEOGRAPH_IMAGE_CORRUPT, "a marker segment is malformed or out of place");
    }
    mimeograph_jpeg_choose(reader, reader->channels);
    reader->info.buffered_image = header.has_several_scans ? TRUE : FALSE;
}

/// Decodes and reports rows. Returns whether all of them are decoded.
static int make_rows(mimeograph_jpeg_reader *reader) {
    while (reader->info.output_scanline < reader->info.output_height) {
        uint32_t row = reader->info.output_scanline;
        uint32_t together = ROWS_TOLD_TOGETHER - row % ROWS_TOLD_TOGETHER;
        uint32_t left = reader->info.output_height - row;
        uint8_t *destination = reader->canvas + row * reader->bytes_per_row;
        uint32_t made = mimeograph_jpeg_next_rows(reader, destination, reader->bytes_per_row, together < left ? together : left);
        if (made == 0) return 0;
        uint32_t end = row + made;
        if (end % ROWS_TOLD_TOGETHER != 0 && end != reader->info.output_height) continue;
        uint32_t first = (end - 1) / ROWS_TOLD_TOGETHER * ROWS_TOLD_TOGETHER;
        reader->rows(
            reader->context, reader->pass, first, end - first, reader->canvas + first * reader->bytes_per_row
        );
    }
    return 1;
}

/// Whether to show a pass that is complete.
static int is_shown(int number, int previews) {
    if ((number & (number - 1)) != 0) return 0;
    int index = 0;
    while (number > 1) {
        number >>= 1;
        index++;
    }
    return index < previews;
}

/// Takes the next step. Returns whether it was possible.
static int advance(mimeograph_jpeg_reader *reader) {
    j_decompress_ptr info = &reader->info;
    switch (reader->step) {
    case MIMEOGRAPH_JPEG_HEADER:
        if (jpeg_read_header(info, TRUE) == JPEG_SUSPENDED) return 0;
        check_header(reader);
        reader->step = MIMEOGRAPH_JPEG_STARTING;
        return 1;
    case MIMEOGRAPH_JPEG_STARTING:
        if (!jpeg_start_decompress(info)) return 0;
        mimeograph_jpeg_prepare_row(reader);
        reader->step = info->buffered_image ? MIMEOGRAPH_JPEG_GATHERING : MIMEOGRAPH_JPEG_ROWS;
        return 1;
    case MIMEOGRAPH_JPEG_GATHERING: {
        int status = jpeg_consume_input(info);
        if (status == JPEG_SUSPENDED) return 0;
        reader->progress.progress_monitor((j_common_ptr)info);
        reader->is_last_pass = status == JPEG_REACHED_EOI;
        if (reader->is_last_pass
            || (status == JPEG_SCAN_COMPLETED && is_shown(info->input_scan_number, reader->previews))) {
            reader->step = MIMEOGRAPH_JPEG_OPENING;
        }
        return 1;
    }
    case MIMEOGRAPH_JPEG_OPENING:
        if (!jpeg_start_output(info, info->input_scan_number)) return 0;
        reader->step = reader->is_last_pass ? MIMEOGRAPH_JPEG_ROWS : MIMEOGRAPH_JPEG_HEADING;
        return 1;
    case MIMEOGRAPH_JPEG_HEADING: {
        int status = jpeg_consume_input(info);
        if (status == JPEG_SUSPENDED) return 0;
        if (status == JPEG_REACHED_SOS || status == JPEG_REACHED_EOI) reader->step = MIMEOGRAPH_JPEG_ROWS;
        return 1;
    }
    case MIMEOGRAPH_JPEG_ROWS:
        if (!make_rows(reader)) return 0;
        reader->pass++;
        reader->step = info->buffered_image ? MIMEOGRAPH_JPEG_CLOSING : MIMEOGRAPH_JPEG_FINISHING;
        return 1;
    case MIMEOGRAPH_JPEG_CLOSING:
        if (!jpeg_finish_output(info)) return 0;
        reader->step = reader->is_last_pass ? MIMEOGRAPH_JPEG_FINISHING : MIMEOGRAPH_JPEG_GATHERING;
        return 1;
    case MIMEOGRAPH_JPEG_FINISHING:
        if (!jpeg_finish_decompress(info)) return 0;
        reader->step = MIMEOGRAPH_JPEG_COMPLETE;
        return 1;
    case MIMEOGRAPH_JPEG_COMPLETE:
        break;
    }
    return 0;
}

int mimeograph_jpeg_push(mimeograph_jpeg_reader *reader, const uint8_t *bytes, size_t count) {
    mimeograph_jpeg_begin(reader);
    if (setjmp(reader->jump)) return 0;
    size_t skipped = count < reader->skipping ? count : reader->skipping;
    reader->skipping -= skipped;
    if (!append(reader, bytes + skipped, count - skipped)) mimeograph_jpeg_fail(reader, MIMEOGRAPH_IMAGE_MEMORY, "");
    while (advance(reader)) {}
    return 1;
}

int mimeograph_jpeg_end(mimeograph_jpeg_reader *reader) {
    static const uint8_t end[2] = {0xFF, JPEG_EOI};
    mimeograph_jpeg_begin(reader);
    if (setjmp(reader->jump)) return 0;
    if (reader->step == MIMEOGRAPH_JPEG_COMPLETE) return 1;
    reader->is_damaged = 1;
    reader->skipping = 0;
    // More than one end, because libjpeg may read an end within a segment as a part of it.
    for (int turn = 0; turn < 1 << 16 && reader->step != MIMEOGRAPH_JPEG_COMPLETE; turn++) {
        if (!append(reader, end, sizeof end)) mimeograph_jpeg_fail(reader, MIMEOGRAPH_IMAGE_MEMORY, "");
        while (advance(reader)) {}
        reader->skipping = 0;
    }
    if (reader->step != MIMEOGRAPH_JPEG_COMPLETE) mimeograph_jpeg_fail(reader, MIMEOGRAPH_IMAGE_TRUNCATED, "");
    return 1;
}

int mimeograph_jpeg_has_begun(const mimeograph_jpeg_reader *reader) {
    return reader->step >= MIMEOGRAPH_JPEG_ROWS && (!reader->info.buffered_image || reader->is_last_pass);
}

int mimeograph_jpeg_is_complete(const mimeograph_jpeg_reader *reader) {
    return reader->step == MIMEOGRAPH_JPEG_COMPLETE;
}
