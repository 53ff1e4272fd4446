// The system's libjpeg(-turbo). Its include path comes from pkg-config (libjpeg). The library's header wants stdio first.
#include <stddef.h>
#include <stdio.h>
#include <jpeglib.h>
