#include "jpeg_reader.h"

#include <stdlib.h>
#include <string.h>

#include <jerror.h>

#include "jpeg_errors.h"

// Encoders write about ten scans; some dozens are rare.
#define MOST_SCANS 100
// The memory of libjpeg besides coefficients, which are counted separately: rows to be upsampled, and its tables.
#define LIBRARY_BYTES (64L << 20)

static mimeograph_jpeg_reader *reader_of(j_common_ptr info) { return info->client_data; }

static void fail_with_library_error(j_common_ptr info) {
    mimeograph_jpeg_reader *reader = reader_of(info);
    mimeograph_jpeg_describe(info->err->msg_code, &reader->report);
    reader->report.offset = (int64_t)(reader->count - reader->source.bytes_in_buffer);
    longjmp(reader->jump, 1);
}

_Noreturn void mimeograph_jpeg_fail(
    mimeograph_jpeg_reader *reader, mimeograph_image_failure failure, const char *reason
) {
    reader->report.failure = failure;
    snprintf(reader->report.reason, sizeof reader->report.reason, "%s", reason);
    reader->report.offset = (int64_t)(reader->count - reader->source.bytes_in_buffer);
    longjmp(reader->jump, 1);
}

/// Handles warnings, which have the level -1. Other messages are ignored. Nothing is printed.
static void notice(j_common_ptr info, int level) {
    if (level >= 0) return;
    mimeograph_jpeg_reader *reader = reader_of(info);
    info->err->num_warnings++;
    if (!mimeograph_jpeg_is_damage(info->err->msg_code)) return;
    if (!reader->goes_on) fail_with_library_error(info);
    reader->is_damaged = 1;
}

static void print_nothing(j_common_ptr info) { (void)info; }

/// Limits the scans, because each processes the whole picture, however few bytes it has.
static void count_scans(j_common_ptr info) {
    mimeograph_jpeg_reader *reader = reader_of(info);
    if (!info->is_decompressor || reader->info.input_scan_number <= MOST_SCANS) return;
    mimeograph_jpeg_fail(reader, MIMEOGRAPH_IMAGE_PASSES, "");
}

static void do_nothing(j_decompress_ptr info) { (void)info; }

/// Reports the end of the bytes and inserts an end marker.
static boolean make_up_an_end(j_decompress_ptr info) {
    static const JOCTET end[2] = {0xFF, JPEG_EOI};
    mimeograph_jpeg_reader *reader = reader_of((j_common_ptr)info);
    reader->source.bytes_in_buffer = 0;
    WARNMS(info, JWRN_JPEG_EOF);
    reader->source.next_input_byte = end;
    reader->source.bytes_in_buffer = 2;
    return TRUE;
}

static void skip(j_decompress_ptr info, long count) {
    mimeograph_jpeg_reader *reader = reader_of((j_common_ptr)info);
    if (count <= 0) return;
    if ((size_t)count > reader->source.bytes_in_buffer) {
        (void)make_up_an_end(info);
        return;
    }
    reader->source.next_input_byte += count;
    reader->source.bytes_in_buffer -= (size_t)count;
}

void mimeograph_jpeg_begin(mimeograph_jpeg_reader *reader) {
    memset(&reader->report, 0, sizeof reader->report);
    reader->report.offset = -1;
}

mimeograph_jpeg_reader *mimeograph_jpeg_open(int goes_on) {
    mimeograph_jpeg_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) return NULL;
    mimeograph_jpeg_begin(reader);
    reader->goes_on = goes_on;
    reader->info.err = jpeg_std_error(&reader->errors);
    reader->errors.error_exit = fail_with_library_error;
    reader->errors.emit_message = notice;
    reader->errors.output_message = print_nothing;
    reader->info.client_data = reader;
    if (setjmp(reader->jump)) {
        mimeograph_jpeg_close(reader);
        return NULL;
    }
    jpeg_create_decompress(&reader->info);
    reader->progress.progress_monitor = count_scans;
    reader->info.progress = &reader->progress;
    reader->source.init_source = do_nothing;
    reader->source.fill_input_buffer = make_up_an_end;
    reader->source.skip_input_data = skip;
    reader->source.resync_to_restart = jpeg_resync_to_restart;
    reader->source.term_source = do_nothing;
    reader->info.src = &reader->source;
    return reader;
}

void mimeograph_jpeg_close(mimeograph_jpeg_reader *reader) {
    if (reader == NULL) return;
    // This only frees memory, so it cannot fail.
    jpeg_destroy_decompress(&reader->info);
    free(reader->pending);
    free(reader);
}

const mimeograph_image_report *mimeograph_jpeg_report(const mimeograph_jpeg_reader *reader) { return &reader->report; }

int mimeograph_jpeg_is_damaged(const mimeograph_jpeg_reader *reader) { return reader->is_damaged; }

static uint64_t rounded_up(uint64_t number, uint64_t step) { return step == 0 ? number : (number + step - 1) / step * step; }

void mimeograph_jpeg_describe_header(mimeograph_jpeg_reader *reader, mimeograph_jpeg_header *header) {
    j_decompress_ptr info = &reader->info;
    memset(header, 0, sizeof *header);
    header->width = info->image_width;
    header->height = info->image_height;
    header->has_color = info->jpeg_color_space != JCS_GRAYSCALE && info->num_components != 1;
    header->has_several_scans = jpeg_has_multiple_scans(info) != 0;
    if (!header->has_several_scans) return;
    // Whole minimum coded units with 64 coefficients a block. No side is longer than 65,535, so nothing overflows.
    for (int index = 0; index < info->num_components; index++) {
        jpeg_component_info *component = &info->comp_info[index];
        uint64_t across = rounded_up(component->width_in_blocks, (uint64_t)component->h_samp_factor);
        uint64_t down = rounded_up(component->height_in_blocks, (uint64_t)component->v_samp_factor);
        header->coefficient_bytes += across * down * DCTSIZE2 * sizeof(JCOEF);
    }
}

int mimeograph_jpeg_read_header(
    mimeograph_jpeg_reader *reader, const uint8_t *bytes, size_t count, mimeograph_jpeg_header *header
) {
    mimeograph_jpeg_begin(reader);
    if (setjmp(reader->jump)) return 0;
    reader->bytes = bytes;
    reader->count = count;
    reader->source.next_input_byte = bytes;
    reader->source.bytes_in_buffer = count;
    (void)jpeg_read_header(&reader->info, TRUE);
    mimeograph_jpeg_describe_header(reader, header);
    reader->coefficient_bytes = header->coefficient_bytes;
    return 1;
}

void mimeograph_jpeg_choose(mimeograph_jpeg_reader *reader, int channels) {
    j_decompress_ptr info = &reader->info;
    reader->channels = channels;
    int is_cmyk = info->jpeg_color_space == JCS_CMYK || info->jpeg_color_space == JCS_YCCK;
    if (is_cmyk) info->out_color_space = JCS_CMYK;
    else if (channels == 1) info->out_color_space = JCS_GRAYSCALE;
#ifdef JCS_EXTENSIONS
    else if (channels == 4) info->out_color_space = JCS_EXT_RGBA;
#endif
    else info->out_color_space = JCS_RGB;
    // A single component of an unknown color space is gray.
    if (info->jpeg_color_space == JCS_UNKNOWN) {
        if (info->num_components != 1) {
            mimeograph_jpeg_fail(reader, MIMEOGRAPH_IMAGE_UNSUPPORTED, "the colors of its components are not known");
        }
        info->jpeg_color_space = JCS_GRAYSCALE;
    }
    // Both are the defaults; the digests of the tests depend on them.
    info->dct_method = JDCT_ISLOW;
    info->do_fancy_upsampling = TRUE;
    uint64_t most = reader->coefficient_bytes + (uint64_t)LIBRARY_BYTES;
    info->mem->max_memory_to_use = most > (uint64_t)0x7FFFFFFF && sizeof(long) < 8 ? 0x7FFFFFFFL : (long)most;
}

void mimeograph_jpeg_prepare_row(mimeograph_jpeg_reader *reader) {
    j_decompress_ptr info = &reader->info;
    reader->row = NULL;
    if (info->output_components == reader->channels && info->out_color_space != JCS_CMYK) return;
    reader->row = info->mem->alloc_sarray(
        (j_common_ptr)info, JPOOL_IMAGE, info->output_width * (JDIMENSION)info->output_components, 1
    );
}

int mimeograph_jpeg_start(
    mimeograph_jpeg_reader *reader, int channels, int denominator, uint32_t *width, uint32_t *height
) {
    mimeograph_jpeg_begin(reader);
    if (setjmp(reader->jump)) return 0;
    mimeograph_jpeg_choose(reader, channels);
    reader->info.scale_num = 1;
    reader->info.scale_denom = (unsigned int)denominator;
    (void)jpeg_start_decompress(&reader->info);
    mimeograph_jpeg_prepare_row(reader);
    *width = reader->info.output_width;
    *height = reader->info.output_height;
    return 1;
}

/// Converts CMYK as Adobe stores it, inverted, to RGB or RGBA, as djpeg does: `C * K / 255` and so on, rounded to the nearest.
///
/// Source: ITU-T T.872 §6.3 for the inversion, and the behavior of djpeg.
static void convert_cmyk(const uint8_t *from, uint8_t *to, uint32_t width, int channels) {
    for (uint32_t x = 0; x < width; x++, from += 4, to += channels) {
        for (int channel = 0; channel < 3; channel++) {
            to[channel] = (uint8_t)(((unsigned int)from[channel] * from[3] + 127) / 255);
        }
        if (channels == 4) to[3] = 0xFF;
    }
}

static void add_alpha(const uint8_t *from, uint8_t *to, uint32_t width, int components) {
    for (uint32_t x = 0; x < width; x++, from += components, to += 4) {
        to[0] = from[0];
        to[1] = from[components >= 3 ? 1 : 0];
        to[2] = from[components >= 3 ? 2 : 0];
        to[3] = 0xFF;
    }
}

uint32_t mimeograph_jpeg_next_rows(
    mimeograph_jpeg_reader *reader, uint8_t *rows, size_t bytes_per_row, uint32_t most
) {
    j_decompress_ptr info = &reader->info;
    if (reader->row != NULL) {
        if (most == 0 || jpeg_read_scanlines(info, reader->row, 1) == 0) return 0;
        if (info->out_color_space == JCS_CMYK) convert_cmyk(reader->row[0], rows, info->output_width, reader->channels);
        else add_alpha(reader->row[0], rows, info->output_width, info->output_components);
        return 1;
    }
    JSAMPROW pointers[16];
    uint32_t count = most < 16 ? most : 16;
    for (uint32_t index = 0; index < count; index++) pointers[index] = rows + index * bytes_per_row;
    return jpeg_read_scanlines(info, pointers, count);
}

int mimeograph_jpeg_read_rows(
    mimeograph_jpeg_reader *reader, uint8_t *rows, size_t bytes_per_row, uint32_t count, uint32_t *done
) {
    mimeograph_jpeg_begin(reader);
    *done = 0;
    if (setjmp(reader->jump)) return 0;
    while (*done < count) {
        uint8_t *next = rows + (size_t)*done * bytes_per_row;
        uint32_t made = mimeograph_jpeg_next_rows(reader, next, bytes_per_row, count - *done);
        // This source never suspends, so the caller asks for more rows than there are.
        if (made == 0) mimeograph_jpeg_fail(reader, MIMEOGRAPH_IMAGE_MISUSE, "");
        *done += made;
    }
    return 1;
}

int mimeograph_jpeg_finish(mimeograph_jpeg_reader *reader) {
    mimeograph_jpeg_begin(reader);
    if (setjmp(reader->jump)) return 0;
    (void)jpeg_finish_decompress(&reader->info);
    return 1;
}
