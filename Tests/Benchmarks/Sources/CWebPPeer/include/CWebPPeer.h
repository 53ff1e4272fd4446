#ifndef MIMEOGRAPH_WEBP_PEER_H
#define MIMEOGRAPH_WEBP_PEER_H

#include <stddef.h>
#include <stdint.h>

/// The version of libwebp, as 0xMMmmpp.
int mimeograph_webp_peer_version(void);

/// Decodes a WebP with libwebp's function for RGBA; returns the height, or 0 on failure.
int mimeograph_webp_peer_decode(const uint8_t *bytes, size_t count);

/// Decodes a WebP to RGBA of the given size, scaled by libwebp; returns the height, or 0 on failure.
int mimeograph_webp_peer_scale(const uint8_t *bytes, size_t count, int width, int height);

/// Draws all frames with WebPAnimDecoder, and copies each to a new block that it releases; returns their number, or 0 on failure.
int mimeograph_webp_peer_animate(const uint8_t *bytes, size_t count);

/// Encodes RGB with the given quality, or losslessly if it is negative; returns the number of bytes, or 0 on failure.
size_t mimeograph_webp_peer_encode(const uint8_t *rgb, int width, int height, float quality);

#endif
