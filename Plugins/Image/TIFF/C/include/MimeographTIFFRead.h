#ifndef MIMEOGRAPH_TIFF_READ_H
#define MIMEOGRAPH_TIFF_READ_H

#include <stddef.h>
#include <stdint.h>

/// A run of libtiff over the bytes of a TIFF. The caller keeps the bytes until it closes the run. It prints nothing.
typedef struct mimeograph_tiff_reader mimeograph_tiff_reader;

/// The result of a call.
typedef enum {
    MIMEOGRAPH_TIFF_OK = 0,
    /// The bytes break the rules of the format.
    MIMEOGRAPH_TIFF_CORRUPT = 1,
    /// The bytes end too early.
    MIMEOGRAPH_TIFF_TRUNCATED = 2,
    /// There is not enough memory.
    MIMEOGRAPH_TIFF_MEMORY = 3,
    /// libtiff does not support it.
    MIMEOGRAPH_TIFF_UNSUPPORTED = 4,
} mimeograph_tiff_status;

/// The fields of a page, with libtiff's defaults. A block is a strip or a tile.
typedef struct {
    uint32_t width;
    uint32_t height;
    uint16_t bits;
    uint16_t samples;
    /// 1 for unsigned integers, 2 for signed ones, 3 for floating point, 4 for undefined.
    uint16_t sample_format;
    uint16_t photometric;
    uint16_t ink_set;
    uint16_t orientation;
    /// The number of samples besides the colors, or 0 if the file does not contain it.
    uint16_t extra_samples;
    /// The meaning of the first sample after the colors: 1 and 2 are alpha.
    uint16_t first_extra;
    int has_separate_planes;
    /// Whether libtiff was built with the decompressor for the page.
    int has_codec;
    uint32_t block_width;
    uint32_t block_height;
    /// The bytes of a block, the bytes of one of its rows, and the number of blocks in a plane.
    uint64_t block_bytes;
    uint64_t block_row_bytes;
    uint32_t blocks_per_plane;
    int has_resolution;
    float horizontal_resolution;
    float vertical_resolution;
    /// 1 for no unit, 2 for the inch, 3 for the centimeter.
    uint16_t resolution_unit;
} mimeograph_tiff_page;

/// Starts a run at the first page.
///
/// @param memory The most bytes that libtiff may allocate at once.
/// @param reader Set to the run, or to NULL if the call fails.
mimeograph_tiff_status mimeograph_tiff_open(
    const uint8_t *bytes, size_t count, size_t memory, mimeograph_tiff_reader **reader
);

/// Ends a run; NULL is ignored.
void mimeograph_tiff_close(mimeograph_tiff_reader *reader);

/// Moves to the next page.
mimeograph_tiff_status mimeograph_tiff_next_page(mimeograph_tiff_reader *reader);

/// Gets the fields of the page. Samples of a JPEG in YCbCr are requested as RGB.
mimeograph_tiff_status mimeograph_tiff_describe(mimeograph_tiff_reader *reader, mimeograph_tiff_page *page);

/// Gets the palette of the page: 2^bits values of 16 bits for each of red, green and blue. Returns 0 if it has none.
int mimeograph_tiff_colors(
    mimeograph_tiff_reader *reader, const uint16_t **red, const uint16_t **green, const uint16_t **blue
);

/// Returns the bytes that the blocks of the page take in the file. Overlapping bytes count more than once.
uint64_t mimeograph_tiff_stored_bytes(mimeograph_tiff_reader *reader);

/// Decodes a block.
///
/// @param block Room for `size` bytes, the block size of the page.
mimeograph_tiff_status mimeograph_tiff_read_block(
    mimeograph_tiff_reader *reader, uint32_t index, uint8_t *block, size_t size
);

/// Whether libtiff can convert the page to RGBA.
int mimeograph_tiff_can_read_rgba(mimeograph_tiff_reader *reader);

/// Converts the page to RGBA with libtiff, 8 bits, in the stored orientation.
///
/// @param pixels Room for width times height pixels of 4 bytes.
mimeograph_tiff_status mimeograph_tiff_read_rgba(mimeograph_tiff_reader *reader, uint32_t *pixels);

/// Gets the ICC profile of the page, valid until the next page. Returns 0 if it has none.
int mimeograph_tiff_profile(mimeograph_tiff_reader *reader, const uint8_t **bytes, uint32_t *count);

/// Returns a text of the page by its tag, valid until the next page, or NULL if it has none.
const char *mimeograph_tiff_text(mimeograph_tiff_reader *reader, uint32_t tag);

/// Returns the error message of libtiff for the last call that failed; never NULL.
const char *mimeograph_tiff_reason(const mimeograph_tiff_reader *reader);

#endif
