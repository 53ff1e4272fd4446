#ifndef MIMEOGRAPH_GIF_READ_H
#define MIMEOGRAPH_GIF_READ_H

#include <stddef.h>
#include <stdint.h>

/// One run of giflib over the bytes of a GIF, which the caller that opens it keeps until it is closed.
///
/// giflib reads the compressed indices of each frame; where the frames stand is for the caller to know.
typedef struct mimeograph_gif_reader mimeograph_gif_reader;

/// How a call ended.
typedef enum {
    MIMEOGRAPH_GIF_OK = 0,
    /// The bytes break the rules of the format.
    MIMEOGRAPH_GIF_CORRUPT = 1,
    /// They end too early.
    MIMEOGRAPH_GIF_TRUNCATED = 2,
    /// There is no memory.
    MIMEOGRAPH_GIF_MEMORY = 3,
} mimeograph_gif_status;

/// Starts a run at the first byte.
///
/// @param reader Set to the run, or to NULL where the call fails.
mimeograph_gif_status mimeograph_gif_open(const uint8_t *bytes, size_t count, mimeograph_gif_reader **reader);

/// Ends a run; NULL is nothing.
void mimeograph_gif_close(mimeograph_gif_reader *reader);

/// Goes to a frame.
///
/// @param offset Where its image separator (0x2C) stands, in bytes.
/// @param width Set to its width in pixels, as giflib reads it.
/// @param height Set to its height in pixels.
mimeograph_gif_status mimeograph_gif_start_frame(
    mimeograph_gif_reader *reader, size_t offset, int32_t *width, int32_t *height
);

/// Reads the next row of the frame, in the order of the file.
///
/// @param row Room for `width` indices.
mimeograph_gif_status mimeograph_gif_read_row(mimeograph_gif_reader *reader, uint8_t *row, int32_t width);

/// What giflib said when the last call failed, in its own words; never NULL.
const char *mimeograph_gif_reason(const mimeograph_gif_reader *reader);

#endif
