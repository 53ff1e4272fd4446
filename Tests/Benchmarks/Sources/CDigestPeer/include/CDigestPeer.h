#ifndef MIMEOGRAPH_DIGEST_PEER_H
#define MIMEOGRAPH_DIGEST_PEER_H

#include <stddef.h>
#include <stdint.h>

/// The version of OpenSSL in use, such as "OpenSSL 3.0.19 27 Jan 2026".
const char *mimeograph_digest_peer_version(void);

/// Writes a field value, `sha-256=:…:`, with OpenSSL's EVP and base64. The algorithm is fetched beforehand, the context is new.
///
/// @param bits The SHA-2 variant: 256 or 512.
/// @param text Has room for 128 characters.
/// @return The number of characters written, 0 on failure.
size_t mimeograph_digest_peer_field(int bits, const uint8_t *bytes, size_t count, char *text);

/// Begins a digest of bytes that arrive in chunks; NULL on failure.
void *mimeograph_digest_peer_begin(int bits);

/// Adds a chunk; returns 1 on success.
int mimeograph_digest_peer_update(void *context, const uint8_t *bytes, size_t count);

/// Ends a digest, and returns whether it equals the field's, which OpenSSL's base64 decodes.
int mimeograph_digest_peer_end(void *context, const char *field, size_t length);

#endif
