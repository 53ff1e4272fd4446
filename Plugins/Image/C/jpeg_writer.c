#include "MimeographJPEGWrite.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>
#include <jerror.h>

#include "jpeg_errors.h"
#include "memory.h"

#define BUFFER_BYTES 16384

struct mimeograph_jpeg_writer {
    struct jpeg_compress_struct info;
    struct jpeg_error_mgr errors;
    struct jpeg_destination_mgr destination;
    jmp_buf jump;
    mimeograph_image_report report;
    mimeograph_byte_writer output;
    uint8_t buffer[BUFFER_BYTES];
};

static void fail_with_library_error(j_common_ptr info) {
    mimeograph_jpeg_writer *writer = info->client_data;
    mimeograph_jpeg_describe(info->err->msg_code, &writer->report);
    longjmp(writer->jump, 1);
}

static void say_nothing(j_common_ptr info, int level) {
    (void)info;
    (void)level;
}

static void print_nothing(j_common_ptr info) { (void)info; }

static void start_buffer(j_compress_ptr info) {
    mimeograph_jpeg_writer *writer = info->client_data;
    writer->destination.next_output_byte = writer->buffer;
    writer->destination.free_in_buffer = BUFFER_BYTES;
}

static boolean empty_buffer(j_compress_ptr info) {
    mimeograph_jpeg_writer *writer = info->client_data;
    if (!mimeograph_byte_writer_append(&writer->output, writer->buffer, BUFFER_BYTES)) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
    start_buffer(info);
    return TRUE;
}

static void end_buffer(j_compress_ptr info) {
    mimeograph_jpeg_writer *writer = info->client_data;
    size_t count = BUFFER_BYTES - writer->destination.free_in_buffer;
    if (!mimeograph_byte_writer_append(&writer->output, writer->buffer, count)) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
}

mimeograph_jpeg_writer *mimeograph_jpeg_writer_open(void) {
    mimeograph_jpeg_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL) return NULL;
    writer->info.err = jpeg_std_error(&writer->errors);
    writer->errors.error_exit = fail_with_library_error;
    writer->errors.emit_message = say_nothing;
    writer->errors.output_message = print_nothing;
    writer->info.client_data = writer;
    if (setjmp(writer->jump)) {
        mimeograph_jpeg_writer_close(writer);
        return NULL;
    }
    jpeg_create_compress(&writer->info);
    writer->destination.init_destination = start_buffer;
    writer->destination.empty_output_buffer = empty_buffer;
    writer->destination.term_destination = end_buffer;
    writer->info.dest = &writer->destination;
    return writer;
}

void mimeograph_jpeg_writer_close(mimeograph_jpeg_writer *writer) {
    if (writer == NULL) return;
    jpeg_destroy_compress(&writer->info);
    free(writer->output.bytes);
    free(writer);
}

const mimeograph_image_report *mimeograph_jpeg_writer_report(const mimeograph_jpeg_writer *writer) {
    return &writer->report;
}

int mimeograph_jpeg_writer_start(mimeograph_jpeg_writer *writer, const mimeograph_jpeg_layout *layout) {
    if (setjmp(writer->jump)) return 0;
    j_compress_ptr info = &writer->info;
    info->image_width = layout->width;
    info->image_height = layout->height;
    info->input_components = layout->channels;
    info->in_color_space = layout->channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(info);
    jpeg_set_quality(info, layout->quality, TRUE);
    info->dct_method = JDCT_ISLOW;
    info->optimize_coding = layout->optimizes_coding ? TRUE : FALSE;
    if (layout->channels == 3) {
        info->comp_info[0].h_samp_factor = layout->horizontal_subsampling;
        info->comp_info[0].v_samp_factor = layout->vertical_subsampling;
    }
    if (layout->is_progressive) jpeg_simple_progression(info);
    info->density_unit = (UINT8)layout->density_unit;
    info->X_density = layout->density_x;
    info->Y_density = layout->density_y;
    jpeg_start_compress(info, TRUE);
    return 1;
}

int mimeograph_jpeg_writer_add(mimeograph_jpeg_writer *writer, int marker, const uint8_t *bytes, uint32_t count) {
    if (setjmp(writer->jump)) return 0;
    jpeg_write_marker(&writer->info, marker, bytes, count);
    return 1;
}

int mimeograph_jpeg_writer_write(mimeograph_jpeg_writer *writer, const uint8_t *rows, size_t bytes_per_row) {
    if (setjmp(writer->jump)) return 0;
    while (writer->info.next_scanline < writer->info.image_height) {
        JSAMPROW row = (JSAMPROW)(uintptr_t)(rows + writer->info.next_scanline * bytes_per_row);
        (void)jpeg_write_scanlines(&writer->info, &row, 1);
    }
    jpeg_finish_compress(&writer->info);
    return 1;
}

const uint8_t *mimeograph_jpeg_writer_bytes(const mimeograph_jpeg_writer *writer, size_t *count) {
    *count = writer->output.count;
    return writer->output.bytes;
}
