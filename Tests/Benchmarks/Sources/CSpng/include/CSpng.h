#pragma once

#include <stddef.h>
#include <stdint.h>

/// The version of libspng; NULL if it is not installed.
const char *mimeograph_spng_version(void);

/// Decodes a PNG to 8-bit RGBA; returns the height of the picture, or 0 on failure.
uint32_t mimeograph_spng_decode(const uint8_t *bytes, size_t count);
