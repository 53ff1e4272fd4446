#include "MimeographTIFFRead.h"

#include <stdlib.h>
#include <string.h>

#include "tiff_source.h"

static void begin(mimeograph_tiff_reader *reader) {
    reader->ran_out = 0;
    reader->reason[0] = 0;
}

static mimeograph_tiff_status failure(const mimeograph_tiff_reader *reader) {
    if (strstr(reader->reason, "emory") != NULL || strstr(reader->reason, "allocat") != NULL) {
        return MIMEOGRAPH_TIFF_MEMORY;
    }
    return reader->ran_out ? MIMEOGRAPH_TIFF_TRUNCATED : MIMEOGRAPH_TIFF_CORRUPT;
}

mimeograph_tiff_status mimeograph_tiff_open(
    const uint8_t *bytes, size_t count, size_t memory, mimeograph_tiff_reader **result
) {
    *result = NULL;
    mimeograph_tiff_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) return MIMEOGRAPH_TIFF_MEMORY;
    reader->bytes = bytes;
    reader->count = count;
    reader->tiff = mimeograph_tiff_open_source(reader, memory);
    if (reader->tiff == NULL) {
        mimeograph_tiff_status status = failure(reader);
        free(reader);
        return status;
    }
    *result = reader;
    return MIMEOGRAPH_TIFF_OK;
}

void mimeograph_tiff_close(mimeograph_tiff_reader *reader) {
    if (reader == NULL) return;
    TIFFClose(reader->tiff);
    free(reader);
}

mimeograph_tiff_status mimeograph_tiff_next_page(mimeograph_tiff_reader *reader) {
    begin(reader);
    return TIFFReadDirectory(reader->tiff) ? MIMEOGRAPH_TIFF_OK : failure(reader);
}

mimeograph_tiff_status mimeograph_tiff_describe(mimeograph_tiff_reader *reader, mimeograph_tiff_page *page) {
    begin(reader);
    TIFF *tiff = reader->tiff;
    memset(page, 0, sizeof *page);
    uint16_t planes = PLANARCONFIG_CONTIG, compression = COMPRESSION_NONE, *extras = NULL;
    (void)TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &page->width);
    (void)TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &page->height);
    (void)TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &page->bits);
    (void)TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &page->samples);
    (void)TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &page->sample_format);
    (void)TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &page->orientation);
    (void)TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planes);
    (void)TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &compression);
    (void)TIFFGetFieldDefaulted(tiff, TIFFTAG_INKSET, &page->ink_set);
    // Without this field, bits are black on white, as in faxes, and for wider samples 0 is black.
    if (!TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &page->photometric)) {
        page->photometric = page->samples >= 3 ? PHOTOMETRIC_RGB
            : page->bits == 1                  ? PHOTOMETRIC_MINISWHITE
                                               : PHOTOMETRIC_MINISBLACK;
    }
    // Without this field, libtiff counts all samples besides the colors as undefined ones.
    if (!TIFFGetField(tiff, TIFFTAG_EXTRASAMPLES, &page->extra_samples, &extras)) page->extra_samples = 0;
    if (page->extra_samples > 0) page->first_extra = extras[0];
    page->has_codec = TIFFIsCODECConfigured(compression);
    page->has_separate_planes = planes == PLANARCONFIG_SEPARATE && page->samples > 1;
    if (compression == COMPRESSION_JPEG && page->photometric == PHOTOMETRIC_YCBCR && !page->has_separate_planes) {
        if (TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB)) page->photometric = PHOTOMETRIC_RGB;
    }
    page->has_resolution = TIFFGetField(tiff, TIFFTAG_XRESOLUTION, &page->horizontal_resolution)
        && TIFFGetField(tiff, TIFFTAG_YRESOLUTION, &page->vertical_resolution);
    (void)TIFFGetFieldDefaulted(tiff, TIFFTAG_RESOLUTIONUNIT, &page->resolution_unit);
    uint32_t blocks;
    if (TIFFIsTiled(tiff)) {
        (void)TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &page->block_width);
        (void)TIFFGetField(tiff, TIFFTAG_TILELENGTH, &page->block_height);
        page->block_bytes = TIFFTileSize64(tiff);
        page->block_row_bytes = TIFFTileRowSize64(tiff);
        blocks = TIFFNumberOfTiles(tiff);
    } else {
        page->block_width = page->width;
        (void)TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &page->block_height);
        if (page->block_height > page->height) page->block_height = page->height;
        page->block_bytes = TIFFStripSize64(tiff);
        page->block_row_bytes = TIFFScanlineSize64(tiff);
        blocks = TIFFNumberOfStrips(tiff);
    }
    page->blocks_per_plane = page->has_separate_planes ? blocks / page->samples : blocks;
    return MIMEOGRAPH_TIFF_OK;
}

int mimeograph_tiff_colors(
    mimeograph_tiff_reader *reader, const uint16_t **red, const uint16_t **green, const uint16_t **blue
) {
    uint16_t *colors[3] = {NULL, NULL, NULL};
    if (!TIFFGetField(reader->tiff, TIFFTAG_COLORMAP, &colors[0], &colors[1], &colors[2])) return 0;
    if (colors[0] == NULL || colors[1] == NULL || colors[2] == NULL) return 0;
    *red = colors[0];
    *green = colors[1];
    *blue = colors[2];
    return 1;
}

uint64_t mimeograph_tiff_stored_bytes(mimeograph_tiff_reader *reader) {
    int is_tiled = TIFFIsTiled(reader->tiff);
    uint64_t *counts = NULL, total = 0;
    if (!TIFFGetField(reader->tiff, is_tiled ? TIFFTAG_TILEBYTECOUNTS : TIFFTAG_STRIPBYTECOUNTS, &counts)) return 0;
    if (counts == NULL) return 0;
    uint32_t blocks = is_tiled ? TIFFNumberOfTiles(reader->tiff) : TIFFNumberOfStrips(reader->tiff);
    for (uint32_t index = 0; index < blocks; index++) total += counts[index] < reader->count ? counts[index] : reader->count;
    return total;
}

mimeograph_tiff_status mimeograph_tiff_read_block(
    mimeograph_tiff_reader *reader, uint32_t index, uint8_t *block, size_t size
) {
    begin(reader);
    tmsize_t count = TIFFIsTiled(reader->tiff) ? TIFFReadEncodedTile(reader->tiff, index, block, (tmsize_t)size)
                                               : TIFFReadEncodedStrip(reader->tiff, index, block, (tmsize_t)size);
    return count < 0 ? failure(reader) : MIMEOGRAPH_TIFF_OK;
}

int mimeograph_tiff_can_read_rgba(mimeograph_tiff_reader *reader) {
    begin(reader);
    char message[1024];
    TIFFRGBAImage image;
    // The first function checks only some of the fields. The second one looks for a way to read them.
    if (!TIFFRGBAImageOK(reader->tiff, message) || !TIFFRGBAImageBegin(&image, reader->tiff, 1, message)) return 0;
    TIFFRGBAImageEnd(&image);
    return 1;
}

mimeograph_tiff_status mimeograph_tiff_read_rgba(mimeograph_tiff_reader *reader, uint32_t *pixels) {
    begin(reader);
    uint32_t width = 0, height = 0;
    uint16_t orientation = ORIENTATION_TOPLEFT;
    (void)TIFFGetField(reader->tiff, TIFFTAG_IMAGEWIDTH, &width);
    (void)TIFFGetField(reader->tiff, TIFFTAG_IMAGELENGTH, &height);
    (void)TIFFGetFieldDefaulted(reader->tiff, TIFFTAG_ORIENTATION, &orientation);
    // libtiff turns nothing if the stored orientation is requested.
    if (!TIFFReadRGBAImageOriented(reader->tiff, width, height, pixels, orientation, 1)) return failure(reader);
    uint8_t *bytes = (uint8_t *)pixels;
    for (size_t index = 0; index < (size_t)width * height; index++) {
        uint32_t pixel = pixels[index];
        bytes[4 * index] = TIFFGetR(pixel);
        bytes[4 * index + 1] = TIFFGetG(pixel);
        bytes[4 * index + 2] = TIFFGetB(pixel);
        bytes[4 * index + 3] = TIFFGetA(pixel);
    }
    return MIMEOGRAPH_TIFF_OK;
}

int mimeograph_tiff_profile(mimeograph_tiff_reader *reader, const uint8_t **bytes, uint32_t *count) {
    void *profile = NULL;
    if (!TIFFGetField(reader->tiff, TIFFTAG_ICCPROFILE, count, &profile) || profile == NULL) return 0;
    *bytes = profile;
    return 1;
}

const char *mimeograph_tiff_text(mimeograph_tiff_reader *reader, uint32_t tag) {
    char *text = NULL;
    return TIFFGetField(reader->tiff, tag, &text) ? text : NULL;
}

const char *mimeograph_tiff_reason(const mimeograph_tiff_reader *reader) { return reader->reason; }
