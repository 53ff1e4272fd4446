// The system's libtiff. Its include path comes from pkg-config (libtiff-4).
#include <tiffio.h>
