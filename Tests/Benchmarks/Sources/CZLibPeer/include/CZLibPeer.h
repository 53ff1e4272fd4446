#ifndef MIMEOGRAPH_ZLIB_PEER_H
#define MIMEOGRAPH_ZLIB_PEER_H

#include <stddef.h>
#include <stdint.h>

/// The version of zlib, such as "1.2.13".
const char *mimeograph_zlib_peer_version(void);

/// Compresses bytes as one gzip member into one block of memory, and releases it; returns the size, or 0 on failure.
size_t mimeograph_zlib_peer_deflate(const uint8_t *bytes, size_t count, int level);

/// Decompresses one gzip member into memory of a known size, and releases it; returns the size, or 0 on failure.
size_t mimeograph_zlib_peer_inflate(const uint8_t *bytes, size_t count, size_t size);

#endif
