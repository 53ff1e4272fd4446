#ifndef MIMEOGRAPH_TIFF_READ_H
#define MIMEOGRAPH_TIFF_READ_H

#include <stddef.h>
#include <stdint.h>

/// One run of libtiff over the bytes of a TIFF, which the caller that opens it keeps until it is closed. It prints nothing.
typedef struct mimeograph_tiff_reader mimeograph_tiff_reader;

/// How a call ended.
typedef enum {
    MIMEOGRAPH_TIFF_OK = 0,
    /// The bytes break the rules of the format.
    MIMEOGRAPH_TIFF_CORRUPT = 1,
    /// They end too early.
    MIMEOGRAPH_TIFF_TRUNCATED = 2,
    /// There is no memory.
    MIMEOGRAPH_TIFF_MEMORY = 3,
    /// libtiff knows no way to read it.
    MIMEOGRAPH_TIFF_UNSUPPORTED = 4,
} mimeograph_tiff_status;

/// What a page is, after libtiff's defaults. A block is a strip or a tile.
typedef struct {
    uint32_t width;
    uint32_t height;
    uint16_t bits;
    uint16_t samples;
    /// 1 for unsigned integers, 2 for signed ones, 3 for floating point, 4 where it is not said.
    uint16_t sample_format;
    uint16_t photometric;
    uint16_t ink_set;
    uint16_t orientation;
    /// How many the file says are beside the colours; 0 where it does not say.
    uint16_t extra_samples;
    /// The meaning of the first sample beside the colours: 1 and 2 are alpha.
    uint16_t first_extra;
    int has_separate_planes;
    /// Whether libtiff was built with what decompresses it.
    int has_codec;
    uint32_t block_width;
    uint32_t block_height;
    /// The bytes of a block, of a row of it, and how many blocks a plane has.
    uint64_t block_bytes;
    uint64_t block_row_bytes;
    uint32_t blocks_per_plane;
    int has_resolution;
    float horizontal_resolution;
    float vertical_resolution;
    /// 1 for no length, 2 for the inch, 3 for the centimetre.
    uint16_t resolution_unit;
} mimeograph_tiff_page;

/// Starts a run at the first page.
///
/// @param memory The most bytes that libtiff may allocate at once.
/// @param reader Set to the run, or to NULL where the call fails.
mimeograph_tiff_status mimeograph_tiff_open(
    const uint8_t *bytes, size_t count, size_t memory, mimeograph_tiff_reader **reader
);

/// Ends a run; NULL is nothing.
void mimeograph_tiff_close(mimeograph_tiff_reader *reader);

/// Goes to the next page.
mimeograph_tiff_status mimeograph_tiff_next_page(mimeograph_tiff_reader *reader);

/// Says what the page is. The samples of JPEG are asked for as RGB, where they would come as YCbCr.
mimeograph_tiff_status mimeograph_tiff_describe(mimeograph_tiff_reader *reader, mimeograph_tiff_page *page);

/// The page's colours: 2^bits values of 16 bits each for red, green and blue; 0 where it has none.
int mimeograph_tiff_colors(
    mimeograph_tiff_reader *reader, const uint16_t **red, const uint16_t **green, const uint16_t **blue
);

/// The bytes that the blocks of the page have in the file, each counted, also where they lie one over the other.
uint64_t mimeograph_tiff_stored_bytes(mimeograph_tiff_reader *reader);

/// Decodes a block.
///
/// @param block Room for `size` bytes, which is what the page says.
mimeograph_tiff_status mimeograph_tiff_read_block(
    mimeograph_tiff_reader *reader, uint32_t index, uint8_t *block, size_t size
);

/// Whether libtiff can make RGBA of the page by its own rules.
int mimeograph_tiff_can_read_rgba(mimeograph_tiff_reader *reader);

/// Makes RGBA of the page by libtiff's rules, 8 bits, as stored.
///
/// @param pixels Room for width times height pixels of 4 bytes.
mimeograph_tiff_status mimeograph_tiff_read_rgba(mimeograph_tiff_reader *reader, uint32_t *pixels);

/// The page's ICC profile, which stays where it is until the next page; 0 where it has none.
int mimeograph_tiff_profile(mimeograph_tiff_reader *reader, const uint8_t **bytes, uint32_t *count);

/// One of the page's texts by its tag, which stays where it is until the next page; NULL where it has none.
const char *mimeograph_tiff_text(mimeograph_tiff_reader *reader, uint32_t tag);

/// What libtiff said when the last call failed, in its own words; never NULL.
const char *mimeograph_tiff_reason(const mimeograph_tiff_reader *reader);

#endif
