#ifndef MIMEOGRAPH_PNG_WRITE_H
#define MIMEOGRAPH_PNG_WRITE_H

#include <stddef.h>
#include <stdint.h>

#include "MimeographImageReport.h"

/// A PNG that is being written.
typedef struct mimeograph_png_writer mimeograph_png_writer;

/// The settings for writing a PNG.
typedef struct {
    uint32_t width;
    uint32_t height;
    /// 1 gray, 2 gray and alpha, 3 RGB, 4 RGBA; 0 for a palette.
    int channels;
    /// Bits of a sample: 8 or 16, or 1, 2, 4 or 8 with a palette.
    int bits;
    int is_interlaced;
    /// zlib's level, 0 to 9.
    int level;
    /// The filters to choose among, as bits: 1 none, 2 sub, 4 up, 8 average, 16 Paeth; 0 for libpng's choice.
    int filters;
    /// The number of colors in the palette, and of those with alpha.
    int palette_count;
    int palette_alpha_count;
    /// The exponent, or 0.
    double gamma;
    int is_srgb;
    int has_resolution;
    uint32_t pixels_per_unit_x;
    uint32_t pixels_per_unit_y;
    int unit_is_meter;
} mimeograph_png_layout;

/// Creates a writer, or returns NULL if there is not enough memory.
mimeograph_png_writer *_Nullable mimeograph_png_writer_open(void);
void mimeograph_png_writer_close(mimeograph_png_writer *_Nullable writer);
const mimeograph_image_report *_Nonnull mimeograph_png_writer_report(const mimeograph_png_writer *_Nonnull writer);

/// Sets the layout. Call it first.
///
/// @param palette three bytes for each color, then one byte of alpha for each of the first colors
int mimeograph_png_writer_start(
    mimeograph_png_writer *_Nonnull writer,
    const mimeograph_png_layout *_Nonnull layout,
    const uint8_t *_Nullable palette
);
/// Adds a profile. A profile that does not match the picture is left out.
int mimeograph_png_writer_add_profile(
    mimeograph_png_writer *_Nonnull writer, const uint8_t *_Nonnull bytes, size_t count
);
/// Adds Exif data.
int mimeograph_png_writer_add_exif(mimeograph_png_writer *_Nonnull writer, const uint8_t *_Nonnull bytes, size_t count);
/// Adds a text. Strings end with a zero.
///
/// @param is_utf8 whether the text is UTF-8 with a language and a translated keyword; if not, all strings are ISO 8859-1
int mimeograph_png_writer_add_text(
    mimeograph_png_writer *_Nonnull writer,
    const char *_Nonnull keyword,
    const char *_Nonnull text,
    size_t text_length,
    const char *_Nonnull language,
    const char *_Nonnull translated_keyword,
    int is_utf8
);
/// Writes the rows and the end. Rows of a palette have one byte a pixel.
int mimeograph_png_writer_write(
    mimeograph_png_writer *_Nonnull writer, const uint8_t *_Nonnull rows, size_t bytes_per_row
);
/// Returns the bytes written, valid until the writer is closed.
const uint8_t *_Nullable mimeograph_png_writer_bytes(
    const mimeograph_png_writer *_Nonnull writer, size_t *_Nonnull count
);

#endif
