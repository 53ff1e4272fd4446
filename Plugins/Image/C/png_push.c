#include "png_reader.h"

#include <string.h>

// zlib inflates one byte to at most this many. Source: zlib, "Technical Details" (zlib.net/zlib_tech.html), 1032 to 1.
#define MOST_INFLATED 1032

static int is_same(const mimeograph_png_header *first, const mimeograph_png_header *second) {
    return first->width == second->width && first->height == second->height && first->bits == second->bits
        && first->has_color == second->has_color && first->has_alpha == second->has_alpha
        && first->is_interlaced == second->is_interlaced;
}

static void header_is_there(png_structp png, png_infop info) {
    (void)info;
    mimeograph_png_reader *reader = png_get_progressive_ptr(png);
    mimeograph_png_header header;
    mimeograph_png_describe(reader, &header);
    // The canvas was made for the expected header. Only chunks that libpng accepts are passed on, so the header should be the
    // same; this is a safeguard.
    if (!is_same(&header, &reader->expected)) mimeograph_png_fail(png, "the header changed");
    mimeograph_png_prepare(reader);
}

static void row_is_there(png_structp png, png_bytep row, png_uint_32 number, int pass) {
    mimeograph_png_reader *reader = png_get_progressive_ptr(png);
    uint32_t height = reader->expected.height;
    if (number >= height) return;
    // libpng reports the row also for a pass that has no pixels in it.
    reader->last_row_seen = number + 1 == height && pass == (reader->expected.is_interlaced ? PNG_INTERLACE_ADAM7_PASSES - 1 : 0);
    uint8_t *destination = reader->canvas + number * reader->bytes_per_row;
    if (row != NULL && reader->looks_up) mimeograph_png_look_up(reader, row, destination);
    else if (row != NULL) png_progressive_combine_row(png, destination, row);
    uint32_t together = reader->rows_together;
    if (together == 0 || ((number + 1) % together != 0 && number + 1 != height)) return;
    uint32_t first = number - number % together;
    reader->rows(reader->context, pass, first, number + 1 - first, reader->canvas + first * reader->bytes_per_row);
}

static void end_is_there(png_structp png, png_infop info) {
    (void)info;
    mimeograph_png_reader *reader = png_get_progressive_ptr(png);
    // The compressed data may have ended before the rows did.
    if (!reader->last_row_seen) mimeograph_png_fail(png, "Not enough image data");
    reader->is_complete = 1;
}

int mimeograph_png_expect(
    mimeograph_png_reader *reader,
    const mimeograph_png_header *expected,
    int channels,
    int depth,
    uint8_t *canvas,
    size_t bytes_per_row,
    uint32_t rows_together,
    mimeograph_image_rows rows,
    void *context
) {
    mimeograph_png_begin(reader);
    if (setjmp(png_jmpbuf(reader->png))) return 0;
    reader->expected = *expected;
    reader->channels = channels;
    reader->depth = depth;
    reader->canvas = canvas;
    reader->bytes_per_row = bytes_per_row;
    reader->rows_together = rows_together;
    reader->rows = rows;
    reader->context = context;
    png_set_progressive_read_fn(reader->png, reader, header_is_there, row_is_there, end_is_there);
    return 1;
}

int mimeograph_png_push(mimeograph_png_reader *reader, const uint8_t *bytes, size_t count) {
    mimeograph_png_begin(reader);
    if (setjmp(png_jmpbuf(reader->png))) return 0;
    png_process_data(reader->png, reader->info, (png_bytep)(uintptr_t)bytes, count);
    return 1;
}

/// Returns the cost of inflating a chunk: the length of the resulting text, or the most it may have been before libpng rejected
/// it.
static size_t inflated(mimeograph_png_reader *reader, size_t count) {
    png_textp texts;
    int text_count = 0;
    (void)png_get_text(reader->png, reader->info, &texts, &text_count);
    if (text_count > reader->text_count) {
        reader->text_count = text_count;
        const png_text *text = &texts[text_count - 1];
        return text->compression >= PNG_ITXT_COMPRESSION_NONE ? text->itxt_length : text->text_length;
    }
    return count > reader->longest_inflated / MOST_INFLATED ? reader->longest_inflated : count * MOST_INFLATED;
}

int mimeograph_png_push_chunk(mimeograph_png_reader *reader, const uint8_t *bytes, size_t count) {
    const uint8_t *name = bytes + 4;
    int is_plain = count >= 8 && memcmp(name, "tEXt", 4) == 0;
    int is_compressed = count >= 8
        && (memcmp(name, "zTXt", 4) == 0 || memcmp(name, "iTXt", 4) == 0 || memcmp(name, "iCCP", 4) == 0);
    // Each is inflated until it exceeds its limit, and there may be a thousand.
    if (is_compressed && reader->inflation_left == 0) return 1;
    if (!mimeograph_png_push(reader, bytes, count)) return 0;
    if (!is_plain && !is_compressed) return 1;
    size_t cost = inflated(reader, count);
    if (is_compressed) reader->inflation_left -= cost < reader->inflation_left ? cost : reader->inflation_left;
    return 1;
}

int mimeograph_png_is_complete(const mimeograph_png_reader *reader) { return reader->is_complete; }
