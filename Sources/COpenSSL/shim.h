// The system's OpenSSL. pkg-config (openssl) provides the include path.
//
// Swift cannot call macros, of which OpenSSL has many. Each macro that is needed has a function here.
#ifndef MIMEOGRAPH_COPENSSL_SHIM_H
#define MIMEOGRAPH_COPENSSL_SHIM_H

#include <openssl/bio.h>
#include <openssl/conf.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ocsp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/rsa.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Digests.

// Fetches SHA-2 of 256 or 512 bits from the providers; NULL if they do not have it. EVP_sha256() and similar functions return
// only a name, which each digest looks up again.
static inline const EVP_MD *mimeograph_sha2_fetch(int bits) {
    return EVP_MD_fetch(NULL, bits == 512 ? "SHA2-512" : "SHA2-256", NULL);
}

// Lists of certificates.

static inline STACK_OF(X509) *mimeograph_x509_list_make(void) { return sk_X509_new_null(); }

// The list does not retain the certificate.
static inline int mimeograph_x509_list_add(STACK_OF(X509) *list, X509 *certificate) {
    return sk_X509_push(list, certificate);
}

static inline int mimeograph_x509_list_count(const STACK_OF(X509) *list) { return list == NULL ? 0 : sk_X509_num(list); }

static inline X509 *mimeograph_x509_list_at(const STACK_OF(X509) *list, int index) { return sk_X509_value(list, index); }

static inline void mimeograph_x509_list_free(STACK_OF(X509) *list) { sk_X509_free(list); }

// Frees the list and releases its references.
static inline void mimeograph_x509_list_release(STACK_OF(X509) *list) { sk_X509_pop_free(list, X509_free); }

static inline int mimeograph_general_names_count(const GENERAL_NAMES *names) {
    return names == NULL ? 0 : sk_GENERAL_NAME_num(names);
}

static inline const GENERAL_NAME *mimeograph_general_name_at(const GENERAL_NAMES *names, int index) {
    return sk_GENERAL_NAME_value(names, index);
}

// The bytes of a host name or an address; NULL for other kinds. Sets the kind to GEN_DNS or GEN_IPADD for these two.
static inline const unsigned char *mimeograph_general_name_bytes(const GENERAL_NAME *name, int *kind, int *count) {
    const ASN1_STRING *text;
    *kind = name->type;
    if (name->type == GEN_DNS) text = name->d.dNSName;
    else if (name->type == GEN_IPADD) text = name->d.iPAddress;
    else return NULL;
    *count = ASN1_STRING_length(text);
    return ASN1_STRING_get0_data(text);
}

// The bytes that were written to memory. They live as long as the BIO.
static inline long mimeograph_bio_contents(BIO *bio, const char **bytes) {
    char *start = NULL;
    long count = BIO_get_mem_data(bio, &start);
    *bytes = start;
    return count;
}

// Prints the name in reverse RFC 2253 order, with control characters and characters outside ASCII escaped.
static inline int mimeograph_x509_name_print(BIO *bio, const X509_NAME *name) {
    return X509_NAME_print_ex(bio, name, 0, (XN_FLAG_ONELINE & ~ASN1_STRFLGS_ESC_MSB & ~XN_FLAG_SPC_EQ) | ASN1_STRFLGS_UTF8_CONVERT);
}

// Makes an index for an object that is freed with an SSL_CTX. The index is negative if the system has no memory left.
static inline int mimeograph_ssl_ctx_index(CRYPTO_EX_free *on_free) {
    return CRYPTO_get_ex_new_index(CRYPTO_EX_INDEX_SSL_CTX, 0, NULL, NULL, NULL, on_free);
}

static inline int mimeograph_ssl_ctx_add_chain(SSL_CTX *context, X509 *certificate) {
    return (int)SSL_CTX_add1_chain_cert(context, certificate);
}

// The connection whose certificate is being evaluated.
static inline SSL *mimeograph_ssl_of(X509_STORE_CTX *context) {
    return (SSL *)X509_STORE_CTX_get_ex_data(context, SSL_get_ex_data_X509_STORE_CTX_idx());
}

// Requests a stapled certificate status from the server, and sets the callback that checks it. The callback is called before the
// client's certificate or anything of a request is sent. If it returns 0, the handshake ends.
static inline void mimeograph_ssl_ctx_ask_for_status(SSL_CTX *context, int (*callback)(SSL *, void *), void *argument) {
    SSL_CTX_set_tlsext_status_type(context, TLSEXT_STATUSTYPE_ocsp);
    SSL_CTX_set_tlsext_status_cb(context, callback);
    SSL_CTX_set_tlsext_status_arg(context, argument);
}

// The stapled response. The count is negative if nothing was stapled.
static inline long mimeograph_ssl_stapled_response(SSL *ssl, const unsigned char **bytes) {
    return SSL_get_tlsext_status_ocsp_resp(ssl, bytes);
}

enum {
    MIMEOGRAPH_OCSP_GOOD,
    MIMEOGRAPH_OCSP_REVOKED,
    MIMEOGRAPH_OCSP_UNKNOWN,
    MIMEOGRAPH_OCSP_UNREADABLE,
    MIMEOGRAPH_OCSP_REFUSED,
    MIMEOGRAPH_OCSP_UNSIGNED,
    MIMEOGRAPH_OCSP_WEAK,
    MIMEOGRAPH_OCSP_OTHER,
    MIMEOGRAPH_OCSP_OUTDATED,
    MIMEOGRAPH_OCSP_EXHAUSTED
};

// Whether the digest of a signature is as strong as a security level requires. A signature without a separate digest, such as
// Ed25519, is as strong as its key. Source: SSL_CTX_set_security_level(3); RFC 4055 §3.1 for the parameters of RSASSA-PSS.
static inline int mimeograph_signature_is_strong(const X509_ALGOR *algorithm, int level) {
    static const int least[] = {0, 80, 112, 128, 192, 256};
    const ASN1_OBJECT *object = NULL;
    const void *value = NULL;
    int kind = 0, identity = NID_undef;
    X509_ALGOR_get0(&object, &kind, &value, algorithm);
    if (OBJ_obj2nid(object) == NID_rsassaPss) {
        if (kind != V_ASN1_SEQUENCE || value == NULL) return 0;
        const ASN1_STRING *sequence = (const ASN1_STRING *)value;
        RSA_PSS_PARAMS *parameters = (RSA_PSS_PARAMS *)ASN1_item_unpack(sequence, ASN1_ITEM_rptr(RSA_PSS_PARAMS));
        // The default digest is SHA-1.
        if (parameters != NULL && parameters->hashAlgorithm != NULL) {
            identity = OBJ_obj2nid(parameters->hashAlgorithm->algorithm);
        }
        RSA_PSS_PARAMS_free(parameters);
    } else if (OBJ_find_sigid_algs(OBJ_obj2nid(object), &identity, NULL) != 1) {
        return 0;
    } else if (identity == NID_undef) {
        return 1;
    }
    const EVP_MD *digest = EVP_get_digestbynid(identity);
    return digest != NULL && EVP_MD_get_size(digest) * 4 >= least[level < 0 ? 0 : level > 5 ? 5 : level];
}

// The status of a certificate in an OCSP response. The response must be signed by the issuer, or by a certificate that the issuer
// has signed for this purpose. The keys and digests must be as strong as the security level requires. Clocks may differ by five
// minutes. A response without an expiry is valid for a day.
static inline int mimeograph_ocsp_status(
    const unsigned char *bytes, size_t count, X509 *certificate, X509 *issuer, int level
) {
    const unsigned char *next = bytes;
    int result = MIMEOGRAPH_OCSP_UNREADABLE, status = 0, reason = 0, found = 0;
    ASN1_GENERALIZEDTIME *revoked = NULL, *from = NULL, *until = NULL;
    OCSP_BASICRESP *basic = NULL;
    X509_STORE *store = NULL;
    STACK_OF(X509) *known = NULL;
    OCSP_RESPONSE *response = d2i_OCSP_RESPONSE(NULL, &next, (long)count);
    if (response == NULL || next != bytes + count) goto end;
    if (OCSP_response_status(response) != OCSP_RESPONSE_STATUS_SUCCESSFUL) {
        result = MIMEOGRAPH_OCSP_REFUSED;
        goto end;
    }
    basic = OCSP_response_get1_basic(response);
    if (basic == NULL) goto end;
    store = X509_STORE_new();
    known = sk_X509_new_null();
    result = MIMEOGRAPH_OCSP_EXHAUSTED;
    if (store == NULL || known == NULL || X509_STORE_add_cert(store, issuer) != 1 || sk_X509_push(known, issuer) < 1) goto end;
    // The signer's chain ends at the issuer, which need not be self-signed.
    X509_STORE_set_flags(store, X509_V_FLAG_PARTIAL_CHAIN);
    X509_VERIFY_PARAM_set_auth_level(X509_STORE_get0_param(store), level);
    result = MIMEOGRAPH_OCSP_WEAK;
    if (!mimeograph_signature_is_strong(OCSP_resp_get0_tbs_sigalg(basic), level)) goto end;
    result = MIMEOGRAPH_OCSP_UNSIGNED;
    if (OCSP_basic_verify(basic, known, store, 0) != 1) goto end;
    result = MIMEOGRAPH_OCSP_OTHER;
    const EVP_MD *digests[] = {EVP_sha1(), EVP_sha256(), EVP_sha384(), EVP_sha512()};
    for (int index = 0; index < 4 && found != 1; index++) {
        OCSP_CERTID *identity = OCSP_cert_to_id(digests[index], certificate, issuer);
        if (identity == NULL) continue;
        found = OCSP_resp_find_status(basic, identity, &status, &reason, &revoked, &from, &until);
        OCSP_CERTID_free(identity);
    }
    if (found != 1) goto end;
    if (status == V_OCSP_CERTSTATUS_REVOKED) result = MIMEOGRAPH_OCSP_REVOKED;
    else if (OCSP_check_validity(from, until, 300, until == NULL ? 86400 : -1) != 1) result = MIMEOGRAPH_OCSP_OUTDATED;
    else result = status == V_OCSP_CERTSTATUS_GOOD ? MIMEOGRAPH_OCSP_GOOD : MIMEOGRAPH_OCSP_UNKNOWN;
end:
    sk_X509_free(known);
    X509_STORE_free(store);
    OCSP_BASICRESP_free(basic);
    OCSP_RESPONSE_free(response);
    return result;
}

// Forbids renegotiation in TLS 1.2, which would need another evaluation after the request was sent.
static inline void mimeograph_ssl_ctx_forbid_renegotiation(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION);
}

// Prevents a log of the connection's keys. A program that initialized libcurl earlier may have made libcurl write one.
static inline void mimeograph_ssl_ctx_forbid_key_log(SSL_CTX *context) { SSL_CTX_set_keylog_callback(context, NULL); }

// Whether OpenSSL's configuration file is readable: the file that the environment names, or else the system's, which may be
// absent. OpenSSL itself continues without a file. It would read a folder as an empty file.
static inline int mimeograph_openssl_configuration_is_readable(int is_named) {
    char *path = CONF_get1_default_config_file();
    long line = 0;
    int is_readable = 1;
    // An empty name means no file.
    if (path != NULL && *path != 0) {
        CONF *configuration = NCONF_new(NULL);
        struct stat status;
        if (is_named || access(path, F_OK) == 0) {
            is_readable = configuration != NULL && stat(path, &status) == 0 && !S_ISDIR(status.st_mode)
                && NCONF_load(configuration, path, &line) > 0;
        }
        NCONF_free(configuration);
    }
    OPENSSL_free(path);
    ERR_clear_error();
    return is_readable;
}

// Returns 1 if the newest allowed TLS version of a context or a connection is 1.3, 0 if it is open, and -1 otherwise. libcurl
// sets it after OpenSSL has read its configuration, so no file can change it.
static inline int mimeograph_ssl_ctx_ends_at_1_3(SSL_CTX *context) {
    long newest = SSL_CTX_get_max_proto_version(context);
    return newest == TLS1_3_VERSION ? 1 : newest == 0 ? 0 : -1;
}

static inline int mimeograph_ssl_ends_at_1_3(SSL *ssl) {
    long newest = SSL_get_max_proto_version(ssl);
    return newest == TLS1_3_VERSION ? 1 : newest == 0 ? 0 : -1;
}

// Makes an index for an object that is freed with an SSL. The index is negative if the system has no memory left.
static inline int mimeograph_ssl_index(CRYPTO_EX_free *on_free) {
    return CRYPTO_get_ex_new_index(CRYPTO_EX_INDEX_SSL, 0, NULL, NULL, NULL, on_free);
}

// Whether an event (SSL_CTX_set_info_callback) is the peer's alert that it sends no more.
static inline int mimeograph_ssl_is_end(int where, int value) {
    return (where & SSL_CB_READ_ALERT) == SSL_CB_READ_ALERT && (value & 0xff) == SSL_AD_CLOSE_NOTIFY;
}

// Initializes OpenSSL, and prevents its cleanup at exit, because other threads may be in the middle of a handshake.
static inline void mimeograph_openssl_prepare(void) { OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL); }

static inline const char *mimeograph_ssl_server_name(const SSL *ssl) {
    return SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name);
}

// For example 3.0.22.
static inline const char *mimeograph_openssl_version(void) { return OpenSSL_version(OPENSSL_VERSION_STRING); }

// The maximum cost of deriving a key from a password, in rounds. A file names its own number; billions of rounds would keep a
// processor busy for minutes.
enum { MIMEOGRAPH_MOST_ROUNDS = 10000000 };

static inline int64_t mimeograph_rounds_add(int64_t sum, int64_t rounds) {
    return rounds < 0 || rounds > MIMEOGRAPH_MOST_ROUNDS || sum > MIMEOGRAPH_MOST_ROUNDS ? INT64_MAX / 2 : sum + rounds;
}

static inline int64_t mimeograph_rounds_of_number(const ASN1_INTEGER *number) {
    int64_t value = 0;
    if (number == NULL) return 1;
    return ASN1_INTEGER_get_int64(&value, number) == 1 ? value : INT64_MAX / 2;
}

// The number of rounds of a password-based encryption. Source: RFC 8018, PBES1 and PBES2 with PBKDF2; RFC 7914 for scrypt.
static inline int64_t mimeograph_rounds_of_algorithm(const X509_ALGOR *algorithm) {
    const ASN1_OBJECT *object = NULL;
    const void *value = NULL;
    int kind = 0;
    int64_t rounds = 0;
    if (algorithm == NULL) return 0;
    X509_ALGOR_get0(&object, &kind, &value, algorithm);
    if (kind != V_ASN1_SEQUENCE || value == NULL) return 0;
    const ASN1_STRING *sequence = (const ASN1_STRING *)value;
    int identity = OBJ_obj2nid(object);
    if (identity == NID_pbes2) {
        PBE2PARAM *parameters = (PBE2PARAM *)ASN1_item_unpack(sequence, ASN1_ITEM_rptr(PBE2PARAM));
        // Only one level of nesting is allowed.
        if (parameters != NULL && OBJ_obj2nid(parameters->keyfunc->algorithm) != NID_pbes2) {
            rounds = mimeograph_rounds_of_algorithm(parameters->keyfunc);
        }
        PBE2PARAM_free(parameters);
    } else if (identity == NID_id_pbkdf2) {
        PBKDF2PARAM *parameters = (PBKDF2PARAM *)ASN1_item_unpack(sequence, ASN1_ITEM_rptr(PBKDF2PARAM));
        if (parameters != NULL) rounds = mimeograph_rounds_of_number(parameters->iter);
        PBKDF2PARAM_free(parameters);
#ifndef OPENSSL_NO_SCRYPT
    } else if (identity == NID_id_scrypt) {
        SCRYPT_PARAMS *parameters = (SCRYPT_PARAMS *)ASN1_item_unpack(sequence, ASN1_ITEM_rptr(SCRYPT_PARAMS));
        if (parameters != NULL) {
            const ASN1_INTEGER *factors[] = {
                parameters->costParameter, parameters->blockSize, parameters->parallelizationParameter,
            };
            rounds = 1;
            for (int index = 0; index < 3; index++) {
                int64_t factor = mimeograph_rounds_of_number(factors[index]);
                int isSmall = factor >= 0 && factor <= MIMEOGRAPH_MOST_ROUNDS && rounds <= MIMEOGRAPH_MOST_ROUNDS;
                rounds = isSmall ? rounds * factor : INT64_MAX / 2;
            }
        }
        SCRYPT_PARAMS_free(parameters);
#endif
    } else {
        PBEPARAM *parameters = (PBEPARAM *)ASN1_item_unpack(sequence, ASN1_ITEM_rptr(PBEPARAM));
        if (parameters != NULL) rounds = mimeograph_rounds_of_number(parameters->iter);
        PBEPARAM_free(parameters);
    }
    ERR_clear_error();
    return rounds;
}

static inline int64_t mimeograph_rounds_of_key(const X509_SIG *encrypted) {
    const X509_ALGOR *algorithm = NULL;
    if (encrypted != NULL) X509_SIG_get0(encrypted, &algorithm, NULL);
    return mimeograph_rounds_of_algorithm(algorithm);
}

static inline int64_t mimeograph_rounds_of_bags(const STACK_OF(PKCS12_SAFEBAG) *bags, int depth) {
    int64_t sum = 0;
    for (int index = 0; bags != NULL && index < sk_PKCS12_SAFEBAG_num(bags); index++) {
        const PKCS12_SAFEBAG *bag = sk_PKCS12_SAFEBAG_value(bags, index);
        int identity = PKCS12_SAFEBAG_get_nid(bag);
        if (identity == NID_pkcs8ShroudedKeyBag) {
            sum = mimeograph_rounds_add(sum, mimeograph_rounds_of_key(PKCS12_SAFEBAG_get0_pkcs8(bag)));
        } else if (identity == NID_safeContentsBag) {
            int64_t inner = depth < 4 ? mimeograph_rounds_of_bags(PKCS12_SAFEBAG_get0_safes(bag), depth + 1) : INT64_MAX / 2;
            sum = mimeograph_rounds_add(sum, inner);
        }
    }
    return sum;
}

// Whether a PKCS #12 archive can be opened in few rounds, by its own figures. Encrypted parts are decrypted with the password.
static inline int mimeograph_pkcs12_is_cheap(const PKCS12 *archive, const char *password) {
    const ASN1_INTEGER *of_mac = NULL;
    int64_t sum = 0;
    if (PKCS12_mac_present(archive)) {
        PKCS12_get0_mac(NULL, NULL, NULL, &of_mac, archive);
        sum = mimeograph_rounds_add(sum, mimeograph_rounds_of_number(of_mac));
        // The newer MAC has its rounds in its algorithm. Source: RFC 9579.
        const X509_ALGOR *algorithm = NULL;
        PKCS12_get0_mac(NULL, &algorithm, NULL, NULL, archive);
        const ASN1_OBJECT *object = NULL;
        const void *value = NULL;
        int kind = 0;
        if (algorithm != NULL) X509_ALGOR_get0(&object, &kind, &value, algorithm);
        if (kind == V_ASN1_SEQUENCE && value != NULL) {
            PBE2PARAM *parameters = (PBE2PARAM *)ASN1_item_unpack((const ASN1_STRING *)value, ASN1_ITEM_rptr(PBE2PARAM));
            if (parameters != NULL) sum = mimeograph_rounds_add(sum, mimeograph_rounds_of_algorithm(parameters->keyfunc));
            PBE2PARAM_free(parameters);
        }
    }
    STACK_OF(PKCS7) *safes = PKCS12_unpack_authsafes(archive);
    for (int index = 0; safes != NULL && index < sk_PKCS7_num(safes) && sum <= MIMEOGRAPH_MOST_ROUNDS; index++) {
        PKCS7 *safe = sk_PKCS7_value(safes, index);
        STACK_OF(PKCS12_SAFEBAG) *bags = NULL;
        if (PKCS7_type_is_data(safe)) {
            bags = PKCS12_unpack_p7data(safe);
        } else if (PKCS7_type_is_encrypted(safe) && safe->d.encrypted != NULL && safe->d.encrypted->enc_data != NULL) {
            sum = mimeograph_rounds_add(sum, mimeograph_rounds_of_algorithm(safe->d.encrypted->enc_data->algorithm));
            if (sum > MIMEOGRAPH_MOST_ROUNDS) break;
            bags = PKCS12_unpack_p7encdata(safe, password, (int)strlen(password));
            // An empty password may stand for a missing one.
            if (bags == NULL && *password == 0) bags = PKCS12_unpack_p7encdata(safe, NULL, 0);
        }
        sum = mimeograph_rounds_add(sum, mimeograph_rounds_of_bags(bags, 0));
        sk_PKCS12_SAFEBAG_pop_free(bags, PKCS12_SAFEBAG_free);
    }
    sk_PKCS7_pop_free(safes, PKCS7_free);
    ERR_clear_error();
    return sum <= MIMEOGRAPH_MOST_ROUNDS;
}

// Whether the keys in a text in PEM form, or the key in DER form, can be opened in few rounds.
static inline int mimeograph_key_is_cheap(const void *bytes, int count) {
    int64_t sum = 0;
    X509_SIG *encrypted = NULL;
    BIO *bio = BIO_new_mem_buf(bytes, count);
    if (bio == NULL) return 0;
    while ((encrypted = PEM_read_bio_PKCS8(bio, NULL, NULL, NULL)) != NULL) {
        sum = mimeograph_rounds_add(sum, mimeograph_rounds_of_key(encrypted));
        X509_SIG_free(encrypted);
    }
    if (BIO_reset(bio) == 1 && (encrypted = d2i_PKCS8_bio(bio, NULL)) != NULL) {
        sum = mimeograph_rounds_add(sum, mimeograph_rounds_of_key(encrypted));
        X509_SIG_free(encrypted);
    }
    BIO_free(bio);
    ERR_clear_error();
    return sum <= MIMEOGRAPH_MOST_ROUNDS;
}

// Returns the password that was passed with the key. Without one it fails, so that OpenSSL does not ask on a terminal.
static inline int mimeograph_give_password(char *buffer, int size, int is_writing, void *context) {
    const char *password = (const char *)context;
    int count = 0;
    (void)is_writing;
    if (password == NULL) return -1;
    while (count < size && password[count] != 0) {
        buffer[count] = password[count];
        count++;
    }
    return password[count] == 0 ? count : -1;
}

// Adds the certificates and revocation lists of a text in PEM form to a store, as X509_STORE_load_file does for a file. Returns 0
// if the text contains none, or one of them cannot be read.
static inline int mimeograph_x509_store_add(X509_STORE *store, const void *bytes, int count) {
    BIO *bio = BIO_new_mem_buf(bytes, count);
    if (bio == NULL) return 0;
    STACK_OF(X509_INFO) *blocks = PEM_X509_INFO_read_bio(bio, NULL, mimeograph_give_password, NULL);
    int added = 0, is_whole = 1;
    for (int index = 0; index < sk_X509_INFO_num(blocks) && is_whole; index++) {
        const X509_INFO *block = sk_X509_INFO_value(blocks, index);
        if (block->x509 != NULL) is_whole = X509_STORE_add_cert(store, block->x509) == 1;
        if (block->crl != NULL && is_whole) is_whole = X509_STORE_add_crl(store, block->crl) == 1;
        if (block->x509 != NULL || block->crl != NULL) added++;
    }
    sk_X509_INFO_pop_free(blocks, X509_INFO_free);
    BIO_free(bio);
    return is_whole && added > 0;
}

// Reads a private key in PEM or DER form. Returns NULL for other forms or a wrong password.
static inline EVP_PKEY *mimeograph_key_read(const void *bytes, int count, const char *password) {
    BIO *bio = BIO_new_mem_buf(bytes, count);
    if (bio == NULL) return NULL;
    EVP_PKEY *key = PEM_read_bio_PrivateKey(bio, NULL, mimeograph_give_password, (void *)password);
    if (key == NULL && BIO_reset(bio) == 1) key = d2i_PrivateKey_bio(bio, NULL);
    if (key == NULL && BIO_reset(bio) == 1) {
        key = d2i_PKCS8PrivateKey_bio(bio, NULL, mimeograph_give_password, (void *)password);
    }
    BIO_free(bio);
    return key;
}

#endif
