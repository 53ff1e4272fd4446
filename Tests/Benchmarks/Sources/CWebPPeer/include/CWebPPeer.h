#ifndef MIMEOGRAPH_WEBP_PEER_H
#define MIMEOGRAPH_WEBP_PEER_H

#include <stddef.h>
#include <stdint.h>

/// The version of libwebp, as 0xMMmmpp.
int mimeograph_webp_peer_version(void);

/// Decodes a WebP to RGBA by libwebp's function for that; its height, or 0 on failure.
int mimeograph_webp_peer_decode(const uint8_t *bytes, size_t count);

/// Decodes a WebP to RGBA of that size, scaled by libwebp; the height, or 0 on failure.
int mimeograph_webp_peer_scale(const uint8_t *bytes, size_t count, int width, int height);

/// Draws all frames by WebPAnimDecoder, and copies each to memory that is taken for it and released; how many, or 0 on failure.
int mimeograph_webp_peer_animate(const uint8_t *bytes, size_t count);

/// Encodes RGB with that quality, or without loss where it is negative; the number of bytes, or 0 on failure.
size_t mimeograph_webp_peer_encode(const uint8_t *rgb, int width, int height, float quality);

#endif
