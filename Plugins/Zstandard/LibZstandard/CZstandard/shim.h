// The system's libzstd. Its include path comes from pkg-config (libzstd).
#include <zstd.h>
#include <zstd_errors.h>
