#ifndef MIMEOGRAPH_CODING_PEERS_H
#define MIMEOGRAPH_CODING_PEERS_H

#include <stddef.h>
#include <stdint.h>

/// The version of libbrotli's decoder, as its header has it.
uint32_t mimeograph_brotli_peer_version(void);

/// Compresses bytes with libbrotli's own function for whole bodies, into memory that is released; the size, or 0 on failure.
size_t mimeograph_brotli_peer_encode(const uint8_t *bytes, size_t count, int quality);

/// Decompresses a stream into memory of the size that it is known to have, and releases it; the size, or 0 on failure.
size_t mimeograph_brotli_peer_decode(const uint8_t *bytes, size_t count, size_t size);

/// The version of libzstd, such as "1.5.4".
const char *mimeograph_zstd_peer_version(void);

/// Compresses bytes as one frame with a checksum, into memory that is released; the size, or 0 on failure.
size_t mimeograph_zstd_peer_encode(const uint8_t *bytes, size_t count, int level);

/// Decompresses a frame into memory of the size that it is known to have, and releases it; the size, or 0 on failure.
size_t mimeograph_zstd_peer_decode(const uint8_t *bytes, size_t count, size_t size);

#endif
