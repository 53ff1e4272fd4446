#include "CDigestPeer.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <string.h>

const char *mimeograph_digest_peer_version(void) { return OpenSSL_version(OPENSSL_VERSION); }

static const EVP_MD *algorithm(int bits) {
    static const EVP_MD *fetched[2];
    const EVP_MD **slot = &fetched[bits == 512];
    if (!*slot) *slot = EVP_MD_fetch(NULL, bits == 512 ? "SHA2-512" : "SHA2-256", NULL);
    return *slot;
}

void *mimeograph_digest_peer_begin(int bits) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (context && EVP_DigestInit_ex(context, algorithm(bits), NULL) == 1) return context;
    EVP_MD_CTX_free(context);
    return NULL;
}

int mimeograph_digest_peer_update(void *context, const uint8_t *bytes, size_t count) {
    return EVP_DigestUpdate(context, bytes, count);
}

int mimeograph_digest_peer_end(void *context, const char *field, size_t length) {
    uint8_t said[96], digest[EVP_MAX_MD_SIZE];
    unsigned int size = 0;
    int made = EVP_DigestFinal_ex(context, digest, &size);
    EVP_MD_CTX_free(context);
    size_t digits = (size + 2) / 3 * 4;
    if (made != 1 || length != 9 + digits + 1 || field[length - 1] != ':') return 0;
    if (memcmp(field, size == 64 ? "sha-512=:" : "sha-256=:", 9) != 0) return 0;
    if (EVP_DecodeBlock(said, (const unsigned char *)field + 9, (int)digits) < (int)size) return 0;
    return CRYPTO_memcmp(said, digest, size) == 0;
}

size_t mimeograph_digest_peer_field(int bits, const uint8_t *bytes, size_t count, char *text) {
    uint8_t digest[EVP_MAX_MD_SIZE];
    unsigned int size = 0;
    void *context = mimeograph_digest_peer_begin(bits);
    if (!context) return 0;
    if (EVP_DigestUpdate(context, bytes, count) != 1 || EVP_DigestFinal_ex(context, digest, &size) != 1) size = 0;
    EVP_MD_CTX_free(context);
    if (!size) return 0;
    memcpy(text, bits == 512 ? "sha-512=:" : "sha-256=:", 9);
    size_t written = 9 + (size_t)EVP_EncodeBlock((unsigned char *)text + 9, digest, (int)size);
    text[written] = ':';
    return written + 1;
}
