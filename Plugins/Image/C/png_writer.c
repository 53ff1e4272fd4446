#include "MimeographPNGWrite.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

struct mimeograph_png_writer {
    png_structp png;
    png_infop info;
    mimeograph_png_layout layout;
    mimeograph_byte_writer output;
    mimeograph_image_report report;
};

static _Noreturn void fail(png_structp png, png_const_charp message) {
    mimeograph_png_writer *writer = png_get_error_ptr(png);
    if (writer->report.failure == MIMEOGRAPH_IMAGE_OK) {
        writer->report.failure = MIMEOGRAPH_IMAGE_CORRUPT;
        size_t length = strlen(message);
        if (length >= sizeof writer->report.reason) length = sizeof writer->report.reason - 1;
        memcpy(writer->report.reason, message, length);
        writer->report.reason[length] = 0;
    }
    png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static void append(png_structp png, png_bytep bytes, size_t count) {
    mimeograph_png_writer *writer = png_get_io_ptr(png);
    if (mimeograph_byte_writer_append(&writer->output, bytes, count)) return;
    writer->report.failure = MIMEOGRAPH_IMAGE_MEMORY;
    fail(png, "");
}

static void flush(png_structp png) { (void)png; }

mimeograph_png_writer *mimeograph_png_writer_open(void) {
    mimeograph_png_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL) return NULL;
    writer->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, writer, fail, ignore);
    if (writer->png != NULL && !setjmp(png_jmpbuf(writer->png))) {
        writer->info = png_create_info_struct(writer->png);
        png_set_benign_errors(writer->png, 1);
        png_set_user_limits(writer->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
        png_set_write_fn(writer->png, writer, append, flush);
    }
    if (writer->info == NULL) {
        mimeograph_png_writer_close(writer);
        return NULL;
    }
    return writer;
}

void mimeograph_png_writer_close(mimeograph_png_writer *writer) {
    if (writer == NULL) return;
    if (writer->png != NULL) png_destroy_write_struct(&writer->png, &writer->info);
    free(writer->output.bytes);
    free(writer);
}

const mimeograph_image_report *mimeograph_png_writer_report(const mimeograph_png_writer *writer) {
    return &writer->report;
}

static int color_type(int channels) {
    switch (channels) {
    case 0: return PNG_COLOR_TYPE_PALETTE;
    case 1: return PNG_COLOR_TYPE_GRAY;
    case 2: return PNG_COLOR_TYPE_GRAY_ALPHA;
    case 3: return PNG_COLOR_TYPE_RGB;
    default: return PNG_COLOR_TYPE_RGB_ALPHA;
    }
}

static int filters_of(int chosen) {
    int filters = 0;
    if (chosen & 1) filters |= PNG_FILTER_NONE;
    if (chosen & 2) filters |= PNG_FILTER_SUB;
    if (chosen & 4) filters |= PNG_FILTER_UP;
    if (chosen & 8) filters |= PNG_FILTER_AVG;
    if (chosen & 16) filters |= PNG_FILTER_PAETH;
    return filters;
}

int mimeograph_png_writer_start(
    mimeograph_png_writer *writer, const mimeograph_png_layout *layout, const uint8_t *palette
) {
    if (setjmp(png_jmpbuf(writer->png))) return 0;
    png_structp png = writer->png;
    png_infop info = writer->info;
    writer->layout = *layout;
    png_set_IHDR(
        png, info, layout->width, layout->height, layout->bits, color_type(layout->channels),
        layout->is_interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
        PNG_FILTER_TYPE_DEFAULT
    );
    png_set_compression_level(png, layout->level);
    if (layout->filters != 0) png_set_filter(png, PNG_FILTER_TYPE_BASE, filters_of(layout->filters));
    if (layout->channels == 0 && palette != NULL) {
        png_color colors[PNG_MAX_PALETTE_LENGTH];
        for (int index = 0; index < layout->palette_count; index++) {
            colors[index].red = palette[index * 3];
            colors[index].green = palette[index * 3 + 1];
            colors[index].blue = palette[index * 3 + 2];
        }
        png_set_PLTE(png, info, colors, layout->palette_count);
        if (layout->palette_alpha_count > 0) {
            png_set_tRNS(png, info, palette + layout->palette_count * 3, layout->palette_alpha_count, NULL);
        }
    }
    if (layout->gamma > 0) png_set_gAMA(png, info, layout->gamma);
    if (layout->is_srgb) png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    if (layout->has_resolution) {
        png_set_pHYs(
            png, info, layout->pixels_per_unit_x, layout->pixels_per_unit_y,
            layout->unit_is_meter ? PNG_RESOLUTION_METER : PNG_RESOLUTION_UNKNOWN
        );
    }
    return 1;
}

int mimeograph_png_writer_add_profile(mimeograph_png_writer *writer, const uint8_t *bytes, size_t count) {
    if (setjmp(png_jmpbuf(writer->png))) return 0;
    if (count > PNG_UINT_31_MAX) return 1;
    png_set_iCCP(writer->png, writer->info, "ICC profile", PNG_COMPRESSION_TYPE_BASE, bytes, (png_uint_32)count);
    return 1;
}

int mimeograph_png_writer_add_exif(mimeograph_png_writer *writer, const uint8_t *bytes, size_t count) {
    if (setjmp(png_jmpbuf(writer->png))) return 0;
    if (count > PNG_UINT_31_MAX) return 1;
    // libpng copies the bytes and does not change them, although its signature does not promise that.
    png_set_eXIf_1(writer->png, writer->info, (png_uint_32)count, (png_bytep)(uintptr_t)bytes);
    return 1;
}

int mimeograph_png_writer_add_text(
    mimeograph_png_writer *writer,
    const char *keyword,
    const char *text,
    size_t text_length,
    const char *language,
    const char *translated_keyword,
    int is_utf8
) {
    if (setjmp(png_jmpbuf(writer->png))) return 0;
    // Compression pays off for long texts.
    int is_long = text_length > 1024;
    png_text added;
    memset(&added, 0, sizeof added);
    if (is_utf8) added.compression = is_long ? PNG_ITXT_COMPRESSION_zTXt : PNG_ITXT_COMPRESSION_NONE;
    else added.compression = is_long ? PNG_TEXT_COMPRESSION_zTXt : PNG_TEXT_COMPRESSION_NONE;
    added.key = (png_charp)(uintptr_t)keyword;
    added.text = (png_charp)(uintptr_t)text;
    added.text_length = is_utf8 ? 0 : text_length;
    added.itxt_length = is_utf8 ? text_length : 0;
    added.lang = (png_charp)(uintptr_t)language;
    added.lang_key = (png_charp)(uintptr_t)translated_keyword;
    png_set_text(writer->png, writer->info, &added, 1);
    return 1;
}

static int is_little_endian(void) {
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first == 1;
}

int mimeograph_png_writer_write(mimeograph_png_writer *writer, const uint8_t *rows, size_t bytes_per_row) {
    if (setjmp(png_jmpbuf(writer->png))) return 0;
    png_structp png = writer->png;
    png_write_info(png, writer->info);
    if (writer->layout.bits == 16 && is_little_endian()) png_set_swap(png);
    if (writer->layout.bits < 8) png_set_packing(png);
    int passes = png_set_interlace_handling(png);
    for (int pass = 0; pass < passes; pass++) {
        for (uint32_t row = 0; row < writer->layout.height; row++) png_write_row(png, rows + row * bytes_per_row);
    }
    // libpng 1.6 writes the chunk before the pixels and a second time after them, which is not allowed.
    png_set_invalid(png, writer->info, PNG_INFO_eXIf);
    png_write_end(png, writer->info);
    return 1;
}

const uint8_t *mimeograph_png_writer_bytes(const mimeograph_png_writer *writer, size_t *count) {
    *count = writer->output.count;
    return writer->output.bytes;
}
