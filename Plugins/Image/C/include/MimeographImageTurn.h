#ifndef MIMEOGRAPH_IMAGE_TURN_H
#define MIMEOGRAPH_IMAGE_TURN_H

#include <stddef.h>
#include <stdint.h>

/// Copies rows of pixels to where a turned or mirrored picture has them.
///
/// Pixel (x, y) of the rows goes to `to + x * step_right + y * step_down`, which must lie within the turned picture for each
/// of them. The two must not overlap.
///
/// @param rows           the first of the rows
/// @param bytes_per_row  the bytes from row to row
/// @param width          in pixels
/// @param count          how many rows there are
/// @param pixel_bytes    the size of a pixel: 1, 2, 3, 4, 6 or 8
/// @param to             where the first pixel of the first row goes
/// @param step_right     the bytes from there to where its neighbour at the right goes
/// @param step_down      the bytes from there to where its neighbour below goes
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
