#ifndef MIMEOGRAPH_IMAGE_TURN_H
#define MIMEOGRAPH_IMAGE_TURN_H

#include <stddef.h>
#include <stdint.h>

/// Copies rows of pixels to their positions in a turned or mirrored picture.
///
/// Pixel (x, y) of the rows is copied to `to + x * step_right + y * step_down`. Each of these addresses must be within the turned
/// picture. The rows and the picture must not overlap.
///
/// @param rows the first of the rows
/// @param bytes_per_row the bytes from row to row
/// @param width the width in pixels
/// @param count the number of rows
/// @param pixel_bytes the size of a pixel: 1, 2, 3, 4, 6 or 8
/// @param to the address for the first pixel of the first row
/// @param step_right the bytes from there to the address for its right neighbor
/// @param step_down the bytes from there to the address for its lower neighbor
void mimeograph_image_turn(
    const uint8_t *_Nonnull rows,
    size_t bytes_per_row,
    size_t width,
    size_t count,
    size_t pixel_bytes,
    uint8_t *_Nonnull to,
    ptrdiff_t step_right,
    ptrdiff_t step_down
);

#endif
