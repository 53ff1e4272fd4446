// The system's libbrotlidec and libbrotlienc. Their include path comes from pkg-config (libbrotlienc).
#include <brotli/decode.h>
#include <brotli/encode.h>
