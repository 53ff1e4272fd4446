// The system's libpng. Its include path comes from pkg-config (libpng).
#include <png.h>
