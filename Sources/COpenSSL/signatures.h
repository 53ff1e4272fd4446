#ifndef MIMEOGRAPH_COPENSSL_SIGNATURES_H
#define MIMEOGRAPH_COPENSSL_SIGNATURES_H

#include "shim.h"

// Signatures of messages. Source: RFC 9421 §3.3.

enum {
    MIMEOGRAPH_SIGNATURE_ED25519,
    MIMEOGRAPH_SIGNATURE_P256,
    MIMEOGRAPH_SIGNATURE_P384,
    MIMEOGRAPH_SIGNATURE_RSA_PSS
};

// The digest of an algorithm. Ed25519 has its own.
static inline const char *mimeograph_signature_digest(int algorithm) {
    switch (algorithm) {
    case MIMEOGRAPH_SIGNATURE_P256: return "SHA2-256";
    case MIMEOGRAPH_SIGNATURE_P384: return "SHA2-384";
    case MIMEOGRAPH_SIGNATURE_RSA_PSS: return "SHA2-512";
    default: return NULL;
    }
}

// The number of bytes of r, and of s, in a signature of ECDSA; 0 for other algorithms.
static inline int mimeograph_signature_half(int algorithm) {
    return algorithm == MIMEOGRAPH_SIGNATURE_P256 ? 32 : algorithm == MIMEOGRAPH_SIGNATURE_P384 ? 48 : 0;
}

// Reads a public key in PEM form (SubjectPublicKeyInfo). Returns NULL for other forms.
static inline EVP_PKEY *mimeograph_public_key_read(const void *bytes, int count) {
    BIO *bio = BIO_new_mem_buf(bytes, count);
    if (bio == NULL) return NULL;
    EVP_PKEY *key = PEM_read_bio_PUBKEY(bio, NULL, mimeograph_give_password, NULL);
    BIO_free(bio);
    return key;
}

// Whether a key is of the kind that an algorithm needs. An RSA key must have 2,048 to 16,384 bits.
static inline int mimeograph_key_fits(const EVP_PKEY *key, int algorithm) {
    char group[32] = "";
    size_t count = 0;
    int half = mimeograph_signature_half(algorithm);
    if (algorithm == MIMEOGRAPH_SIGNATURE_ED25519) return EVP_PKEY_is_a(key, "ED25519");
    if (half == 0) {
        int bits = EVP_PKEY_get_bits(key);
        return (EVP_PKEY_is_a(key, "RSA") || EVP_PKEY_is_a(key, "RSA-PSS")) && bits >= 2048 && bits <= 16384;
    }
    return EVP_PKEY_is_a(key, "EC") && EVP_PKEY_get_group_name(key, group, sizeof group, &count) == 1
        && strcmp(group, half == 32 ? "prime256v1" : "secp384r1") == 0;
}

static inline int mimeograph_signature_begin(EVP_MD_CTX *context, EVP_PKEY *key, int algorithm, int is_signing) {
    EVP_PKEY_CTX *details = NULL; // owned by the other context
    const char *digest = mimeograph_signature_digest(algorithm);
    int status = is_signing ? EVP_DigestSignInit_ex(context, &details, digest, NULL, NULL, key, NULL)
                            : EVP_DigestVerifyInit_ex(context, &details, digest, NULL, NULL, key, NULL);
    if (status != 1 || algorithm != MIMEOGRAPH_SIGNATURE_RSA_PSS) return status == 1;
    return EVP_PKEY_CTX_set_rsa_padding(details, RSA_PKCS1_PSS_PADDING) > 0
        && EVP_PKEY_CTX_set_rsa_pss_saltlen(details, 64) > 0 && EVP_PKEY_CTX_set_rsa_mgf1_md(details, EVP_sha512()) > 0;
}

// Signs bytes with a private key. Returns the number of bytes of the signature; 0 if OpenSSL fails or the room is too small. A
// signature of ECDSA is r and s, not their DER form.
static inline size_t mimeograph_sign(
    EVP_PKEY *key, int algorithm, const unsigned char *bytes, size_t count, unsigned char *signature, size_t room
) {
    unsigned char encoded[160];
    const unsigned char *start = encoded;
    int half = mimeograph_signature_half(algorithm);
    size_t length = half > 0 ? sizeof encoded : room;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (context == NULL) return 0;
    if (!mimeograph_signature_begin(context, key, algorithm, 1)
        || EVP_DigestSign(context, half > 0 ? encoded : signature, &length, bytes, count) != 1) {
        length = 0;
    }
    EVP_MD_CTX_free(context);
    if (half > 0 && length > 0) {
        ECDSA_SIG *pair = d2i_ECDSA_SIG(NULL, &start, (long)length);
        int is_written = pair != NULL && room >= (size_t)(2 * half)
            && BN_bn2binpad(ECDSA_SIG_get0_r(pair), signature, half) == half
            && BN_bn2binpad(ECDSA_SIG_get0_s(pair), signature + half, half) == half;
        length = is_written ? (size_t)(2 * half) : 0;
        ECDSA_SIG_free(pair);
    }
    ERR_clear_error();
    return length;
}

// Whether bytes have this signature.
static inline int mimeograph_verify(
    EVP_PKEY *key, int algorithm, const unsigned char *bytes, size_t count, const unsigned char *signature, size_t length
) {
    int half = mimeograph_signature_half(algorithm), is_valid = 0;
    unsigned char *encoded = NULL;
    if (half > 0) {
        if (length != (size_t)(2 * half)) return 0;
        int encoded_count = 0;
        ECDSA_SIG *pair = ECDSA_SIG_new();
        BIGNUM *r = BN_bin2bn(signature, half, NULL), *s = BN_bin2bn(signature + half, half, NULL);
        if (pair != NULL && r != NULL && s != NULL && ECDSA_SIG_set0(pair, r, s) == 1) {
            encoded_count = i2d_ECDSA_SIG(pair, &encoded);
        } else {
            // The pair owns the numbers only if both were set.
            BN_free(r);
            BN_free(s);
        }
        ECDSA_SIG_free(pair);
        if (encoded_count <= 0) {
            ERR_clear_error();
            return 0;
        }
        signature = encoded;
        length = (size_t)encoded_count;
    }
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    is_valid = context != NULL && mimeograph_signature_begin(context, key, algorithm, 0)
        && EVP_DigestVerify(context, signature, length, bytes, count) == 1;
    EVP_MD_CTX_free(context);
    OPENSSL_free(encoded);
    ERR_clear_error();
    return is_valid;
}

// Writes the 32 bytes of HMAC-SHA256. Returns 0 if OpenSSL fails. Source: RFC 2104.
static inline int mimeograph_hmac_sha256(
    const void *key, size_t key_count, const unsigned char *bytes, size_t count, unsigned char *code
) {
    size_t written = 0;
    const unsigned char *made = EVP_Q_mac(
        NULL, "HMAC", NULL, "SHA2-256", NULL, key, key_count, bytes, count, code, 32, &written
    );
    ERR_clear_error();
    return made != NULL && written == 32;
}

#endif
