#include "CAllocator.h"
#include <stdlib.h>  // Defines __GLIBC__.

#ifdef __GLIBC__
#include <malloc.h>
void mimeograph_give_back_memory(void) { malloc_trim(0); }

size_t mimeograph_allocated_memory(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}
#else
void mimeograph_give_back_memory(void) {}
size_t mimeograph_allocated_memory(void) { return 0; }
#endif
