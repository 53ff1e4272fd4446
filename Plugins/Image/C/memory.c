#include "memory.h"

#include <stdlib.h>

// The size stands before each block, as wide as the strictest alignment, so that what follows is aligned too.
#define PREFIX (sizeof(max_align_t) < sizeof(size_t) ? sizeof(size_t) : sizeof(max_align_t))

void *mimeograph_memory_take(mimeograph_memory *memory, size_t size) {
    if (memory->held > memory->allowed || size > memory->allowed - memory->held) return NULL;
    if (size > (size_t)-1 - PREFIX) return NULL;
    char *start = malloc(size + PREFIX);
    if (start == NULL) return NULL;
    *(size_t *)(void *)start = size;
    memory->held += size;
    return start + PREFIX;
}

void mimeograph_memory_return(mimeograph_memory *memory, void *block) {
    if (block == NULL) return;
    char *start = (char *)block - PREFIX;
    memory->held -= *(size_t *)(void *)start;
    free(start);
}
