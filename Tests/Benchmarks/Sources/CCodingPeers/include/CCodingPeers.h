#ifndef MIMEOGRAPH_CODING_PEERS_H
#define MIMEOGRAPH_CODING_PEERS_H

#include <stddef.h>
#include <stdint.h>

/// The version of libbrotli's decoder, encoded as in its header.
uint32_t mimeograph_brotli_peer_version(void);

/// Compresses bytes with libbrotli's one-shot function, and releases the output; returns the size, or 0 on failure.
size_t mimeograph_brotli_peer_encode(const uint8_t *bytes, size_t count, int quality);

/// Decompresses a stream into memory of a known size, and releases it; returns the size, or 0 on failure.
size_t mimeograph_brotli_peer_decode(const uint8_t *bytes, size_t count, size_t size);

/// The version of libzstd, such as "1.5.4".
const char *mimeograph_zstd_peer_version(void);

/// Compresses bytes as one frame with a checksum, and releases the output; returns the size, or 0 on failure.
size_t mimeograph_zstd_peer_encode(const uint8_t *bytes, size_t count, int level);

/// Decompresses a frame into memory of a known size, and releases it; returns the size, or 0 on failure.
size_t mimeograph_zstd_peer_decode(const uint8_t *bytes, size_t count, size_t size);

#endif
