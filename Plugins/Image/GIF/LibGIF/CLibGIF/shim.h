// The system's giflib. Debian 12 has no .pc file for it; its header lies where the compiler looks anyway.
#include <gif_lib.h>
