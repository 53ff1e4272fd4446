#include "png_reader.h"

#include <stdlib.h>
#include <string.h>

// zlib's state and windows, libpng's structures and its buffers for short chunks.
#define LIBRARY_BYTES ((size_t)512 << 10)
// Chunks may be inflated to this multiple of the metadata limit in total, including chunks that turn out too large or broken.
#define INFLATED_AT_MOST 4
// Texts and other chunks that libpng keeps one by one.
#define CHUNKS_KEPT 1000

_Noreturn void mimeograph_png_fail(png_structp png, png_const_charp message) {
    mimeograph_png_reader *reader = png_get_error_ptr(png);
    mimeograph_image_report *report = &reader->report;
    // Other code may have recorded the failure before libpng reports it.
    if (report->failure == MIMEOGRAPH_IMAGE_OK) {
        report->failure = MIMEOGRAPH_IMAGE_CORRUPT;
        if (strstr(message, "ut of memory") != NULL || strstr(message, "nsufficient memory") != NULL) {
            report->failure = MIMEOGRAPH_IMAGE_MEMORY;
        }
        // libpng puts the name of the chunk before some of its messages.
        const char *words = message;
        if (strlen(message) > 6 && message[4] == ':' && message[5] == ' ') words = message + 6;
        size_t length = strlen(words);
        if (length >= sizeof report->reason) length = sizeof report->reason - 1;
        memcpy(report->reason, words, length);
        report->reason[length] = 0;
    }
    png_uint_32 type = png_get_io_chunk_type(png);
    for (int index = 0; index < 4; index++) {
        char letter = (char)(type >> (24 - 8 * index));
        int is_letter = (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z');
        if (!is_letter) {
            report->chunk[0] = 0;
            break;
        }
        report->chunk[index] = letter;
    }
    png_longjmp(png, 1);
}

/// Ignores a warning of libpng. It is not a failure, and nothing is printed.
static void ignore(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static png_voidp allocate(png_structp png, png_alloc_size_t size) {
    return mimeograph_memory_allocate(png_get_mem_ptr(png), size);
}

static void release(png_structp png, png_voidp block) { mimeograph_memory_free(png_get_mem_ptr(png), block); }

void mimeograph_png_begin(mimeograph_png_reader *reader) {
    memset(&reader->report, 0, sizeof reader->report);
    reader->report.offset = -1;
}

mimeograph_png_reader *mimeograph_png_open(size_t metadata_bytes) {
    mimeograph_png_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) return NULL;
    mimeograph_png_begin(reader);
    // A chunk that is inflated is also in memory in its compressed form.
    reader->memory.allowed = LIBRARY_BYTES;
    if (metadata_bytes > ((size_t)-1 - LIBRARY_BYTES) / 4) metadata_bytes = ((size_t)-1 - LIBRARY_BYTES) / 4;
    reader->memory.allowed += metadata_bytes * 2;
    reader->longest_inflated = metadata_bytes;
    reader->inflation_left = metadata_bytes * INFLATED_AT_MOST;
    reader->png = png_create_read_struct_2(
        PNG_LIBPNG_VER_STRING, reader, mimeograph_png_fail, ignore, &reader->memory, allocate, release
    );
    if (reader->png != NULL && !setjmp(png_jmpbuf(reader->png))) {
        reader->info = png_create_info_struct(reader->png);
        // Errors in chunks that the picture does not need are ignored: such a profile or text is left out.
        png_set_benign_errors(reader->png, 1);
        png_set_chunk_cache_max(reader->png, CHUNKS_KEPT);
        // The longest chunk that is passed to libpng. From 1.6.47 on, libpng applies this limit to the chunk itself too. The
        // texts are counted later.
        const size_t longest_chunk = metadata_bytes > 1024 ? metadata_bytes : 1024;
        png_set_chunk_malloc_max(reader->png, metadata_bytes > 0 ? longest_chunk : 1);
        // Width and height are checked against the limits before anything depends on them.
        png_set_user_limits(reader->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    }
    if (reader->info == NULL) {
        mimeograph_png_close(reader);
        return NULL;
    }
    return reader;
}

void mimeograph_png_close(mimeograph_png_reader *reader) {
    if (reader == NULL) return;
    if (reader->png != NULL) png_destroy_read_struct(&reader->png, &reader->info, NULL);
    free(reader);
}

const mimeograph_image_report *mimeograph_png_report(const mimeograph_png_reader *reader) { return &reader->report; }

void mimeograph_png_describe(mimeograph_png_reader *reader, mimeograph_png_header *header) {
    int bits, color, interlace;
    png_get_IHDR(reader->png, reader->info, &header->width, &header->height, &bits, &color, &interlace, NULL, NULL);
    header->bits = bits;
    header->has_color = (color & PNG_COLOR_MASK_COLOR) != 0;
    header->has_alpha = (color & PNG_COLOR_MASK_ALPHA) != 0 || png_get_valid(reader->png, reader->info, PNG_INFO_tRNS);
    header->is_interlaced = interlace != PNG_INTERLACE_NONE;
}

static int is_little_endian(void) {
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first == 1;
}

/// Sets the transformations of libpng that produce the wanted layout.
static void transform(mimeograph_png_reader *reader) {
    png_structp png = reader->png;
    int channels = reader->channels, depth = reader->depth;
    mimeograph_png_header header;
    mimeograph_png_describe(reader, &header);
    png_set_expand(png);
    if (depth == 8 && header.bits == 16) png_set_scale_16(png);
    if (depth == 16) {
        if (header.bits < 16) png_set_expand_16(png);
        if (is_little_endian()) png_set_swap(png);
    }
    if (channels >= 3 && !header.has_color) png_set_gray_to_rgb(png);
    int wants_alpha = channels == 2 || channels == 4;
    if (header.has_alpha && !wants_alpha) png_set_strip_alpha(png);
    if (!header.has_alpha && wants_alpha) png_set_add_alpha(png, depth == 8 ? 0xFF : 0xFFFF, PNG_FILLER_AFTER);
    (void)png_set_interlace_handling(png);
    // libpng keeps two rows and processes them with at most 16 bits and four channels; interlaced rows are padded.
    size_t row = ((size_t)header.width + 64) * 8;
    if (row > ((size_t)-1 - reader->memory.allowed) / 4) mimeograph_png_fail(png, "rows are too long");
    reader->memory.allowed += row * 4;
    png_read_update_info(png, reader->info);
    if (png_get_channels(png, reader->info) != channels || png_get_bit_depth(png, reader->info) != depth) {
        reader->report.failure = MIMEOGRAPH_IMAGE_MISUSE;
        mimeograph_png_fail(png, "");
    }
}

/// Sets up rows of palette indices, which are looked up here in one step. libpng takes one step for RGB and one for alpha.
static void prepare_indices(mimeograph_png_reader *reader) {
    png_structp png = reader->png;
    png_infop info = reader->info;
    // As in libpng, an index beyond the palette is black, and colors without an entry in tRNS are opaque.
    for (int index = 0; index < 256; index++) reader->colors[index][3] = 0xFF;
    png_colorp palette;
    int count = 0;
    if (png_get_PLTE(png, info, &palette, &count) != 0) {
        for (int index = 0; index < count && index < 256; index++) {
            reader->colors[index][0] = palette[index].red;
            reader->colors[index][1] = palette[index].green;
            reader->colors[index][2] = palette[index].blue;
        }
    }
    png_bytep alphas;
    int alpha_count = 0;
    if (png_get_tRNS(png, info, &alphas, &alpha_count, NULL) & PNG_INFO_tRNS) {
        for (int index = 0; index < alpha_count && index < 256; index++) reader->colors[index][3] = alphas[index];
    }
    size_t width = png_get_image_width(png, info);
    // libpng keeps two rows of indices.
    if (width > ((size_t)-1 - reader->memory.allowed) / 4) mimeograph_png_fail(png, "rows are too long");
    reader->memory.allowed += width * 4;
    png_set_packing(png);
    png_read_update_info(png, info);
    reader->looks_up = 1;
}

void mimeograph_png_prepare(mimeograph_png_reader *reader) {
    int is_indexed = png_get_color_type(reader->png, reader->info) == PNG_COLOR_TYPE_PALETTE;
    int is_plain = png_get_interlace_type(reader->png, reader->info) == PNG_INTERLACE_NONE;
    if (is_indexed && is_plain && reader->depth == 8 && reader->channels >= 3) prepare_indices(reader);
    else transform(reader);
}

void mimeograph_png_look_up(const mimeograph_png_reader *reader, const uint8_t *indices, uint8_t *row) {
    const uint8_t *end = indices + reader->expected.width;
    if (reader->channels == 4) {
        for (; indices < end; indices++, row += 4) memcpy(row, reader->colors[*indices], 4);
    } else {
        for (; indices < end; indices++, row += 3) memcpy(row, reader->colors[*indices], 3);
    }
}

void mimeograph_png_get_metadata(mimeograph_png_reader *reader, mimeograph_png_metadata *metadata) {
    memset(metadata, 0, sizeof *metadata);
    mimeograph_png_begin(reader);
    if (setjmp(png_jmpbuf(reader->png))) return;
    png_structp png = reader->png;
    png_infop info = reader->info;
    double gamma = 0;
    if (png_get_gAMA(png, info, &gamma) & PNG_INFO_gAMA) metadata->gamma = gamma;
    int intent;
    metadata->is_srgb = (png_get_sRGB(png, info, &intent) & PNG_INFO_sRGB) != 0;
    png_charp name;
    int compression;
    png_bytep profile;
    png_uint_32 length = 0;
    if (png_get_iCCP(png, info, &name, &compression, &profile, &length) & PNG_INFO_iCCP) {
        metadata->icc_profile = profile;
        metadata->icc_profile_length = length;
    }
    png_textp texts;
    int count = 0;
    if (png_get_text(png, info, &texts, &count) > 0) metadata->text_count = count;
}

void mimeograph_png_get_text(mimeograph_png_reader *reader, int index, mimeograph_png_text *text) {
    png_textp texts;
    int count = 0;
    memset(text, 0, sizeof *text);
    text->keyword = text->text = "";
    if (png_get_text(reader->png, reader->info, &texts, &count) <= 0 || index < 0 || index >= count) return;
    const png_text *found = &texts[index];
    text->is_utf8 = found->compression >= PNG_ITXT_COMPRESSION_NONE;
    if (found->key != NULL) text->keyword = found->key;
    if (found->text != NULL) text->text = found->text;
    text->text_length = text->is_utf8 ? found->itxt_length : found->text_length;
    text->language = found->lang;
    text->translated_keyword = found->lang_key;
}
