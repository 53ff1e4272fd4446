#include "CAllocator.h"

#ifdef __GLIBC__
#include <malloc.h>
void mimeograph_give_back_memory(void) { malloc_trim(0); }
#else
void mimeograph_give_back_memory(void) {}
#endif
