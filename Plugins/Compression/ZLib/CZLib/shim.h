// The system's zlib. Its include path comes from pkg-config (zlib).
#include <zlib.h>
