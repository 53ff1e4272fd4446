// The system's libwebp. Its include path comes from pkg-config (libwebp).
#include <webp/decode.h>
#include <webp/encode.h>
