#ifndef MIMEOGRAPH_DIGEST_PEER_H
#define MIMEOGRAPH_DIGEST_PEER_H

#include <stddef.h>
#include <stdint.h>

/// The version of OpenSSL that runs, such as "OpenSSL 3.0.19 27 Jan 2026".
const char *mimeograph_digest_peer_version(void);

/// The value of a field, `sha-256=:…:`, by OpenSSL's EVP, with an algorithm that was fetched before and a context of its own, and by its
/// base64.
///
/// @param bits Which SHA-2: 256 or 512.
/// @param text Has room for 128 characters.
/// @return How many characters were written, 0 on failure.
size_t mimeograph_digest_peer_field(int bits, const uint8_t *bytes, size_t count, char *text);

/// Begins a digest of bytes that come in pieces; NULL on failure.
void *mimeograph_digest_peer_begin(int bits);

/// Takes in a piece; 1 where that went well.
int mimeograph_digest_peer_update(void *context, const uint8_t *bytes, size_t count);

/// Ends a digest, and says whether it is the one of such a field, which is read by OpenSSL's own base64.
int mimeograph_digest_peer_end(void *context, const char *field, size_t length);

#endif
