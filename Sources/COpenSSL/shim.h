// The system's OpenSSL. Its include path comes from pkg-config (openssl).
#ifndef MIMEOGRAPH_COPENSSL_SHIM_H
#define MIMEOGRAPH_COPENSSL_SHIM_H

#include <openssl/evp.h>

#endif
