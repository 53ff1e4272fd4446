#ifndef MIMEOGRAPH_GIF_READ_H
#define MIMEOGRAPH_GIF_READ_H

#include <stddef.h>
#include <stdint.h>

/// A run of giflib over the bytes of a GIF. The caller keeps the bytes until it closes the run.
///
/// giflib reads the compressed indices of each frame. The caller knows the offsets of the frames.
typedef struct mimeograph_gif_reader mimeograph_gif_reader;

/// The result of a call.
typedef enum {
    MIMEOGRAPH_GIF_OK = 0,
    /// The bytes break the rules of the format.
    MIMEOGRAPH_GIF_CORRUPT = 1,
    /// The bytes end too early.
    MIMEOGRAPH_GIF_TRUNCATED = 2,
    /// There is not enough memory.
    MIMEOGRAPH_GIF_MEMORY = 3,
} mimeograph_gif_status;

/// Starts a run at the first byte.
///
/// @param reader Set to the run, or to NULL if the call fails.
mimeograph_gif_status mimeograph_gif_open(const uint8_t *bytes, size_t count, mimeograph_gif_reader **reader);

/// Ends a run; NULL is ignored.
void mimeograph_gif_close(mimeograph_gif_reader *reader);

/// Seeks to a frame.
///
/// @param offset The offset of its image separator (0x2C), in bytes.
/// @param width Set to the width in pixels that giflib reads.
/// @param height Set to the height in pixels.
mimeograph_gif_status mimeograph_gif_start_frame(
    mimeograph_gif_reader *reader, size_t offset, int32_t *width, int32_t *height
);

/// Reads the next row of the frame, in the order of the file.
///
/// @param row Room for `width` indices.
mimeograph_gif_status mimeograph_gif_read_row(mimeograph_gif_reader *reader, uint8_t *row, int32_t width);

/// Returns the error message of giflib for the last call that failed; never NULL.
const char *mimeograph_gif_reason(const mimeograph_gif_reader *reader);

#endif
