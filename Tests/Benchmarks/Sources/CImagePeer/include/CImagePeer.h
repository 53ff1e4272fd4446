#ifndef MIMEOGRAPH_IMAGE_PEER_H
#define MIMEOGRAPH_IMAGE_PEER_H

#include <stddef.h>
#include <stdint.h>

/// The version of libpng, such as "1.6.39".
const char *mimeograph_image_peer_png_version(void);
/// The version of libjpeg-turbo, or the interface version of another libjpeg.
const char *mimeograph_image_peer_jpeg_version(void);

/// Decodes a PNG to 8-bit RGBA into one block of memory, and releases it; returns the height, or 0 on failure.
uint32_t mimeograph_image_peer_png(const uint8_t *bytes, size_t count);

/// Decodes a JPEG as stored, to gray or RGB, into one block of memory, and releases it; returns the height, or 0 on failure.
uint32_t mimeograph_image_peer_stored_jpeg(const uint8_t *bytes, size_t count);

/// Decodes a JPEG to RGBA at 1/`denominator` of its size, and releases the pixels; returns the height, or 0 on failure.
uint32_t mimeograph_image_peer_jpeg(const uint8_t *bytes, size_t count, unsigned int denominator);

#endif
