#pragma once

#include <stddef.h>
#include <stdint.h>

/// The version of libspng; NULL where it is not installed.
const char *mimeograph_spng_version(void);

/// Decodes a PNG to RGBA of 8 bits; the height of the picture, 0 where it is none.
uint32_t mimeograph_spng_decode(const uint8_t *bytes, size_t count);
