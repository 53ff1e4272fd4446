#ifndef MIMEOGRAPH_IMAGE_MEMORY_H
#define MIMEOGRAPH_IMAGE_MEMORY_H

#include <stddef.h>

/// What a library may allocate for itself, and what it holds.
typedef struct {
    size_t allowed;
    size_t held;
} mimeograph_memory;

/// Allocates, or returns NULL where that would hold more than is allowed.
void *mimeograph_memory_take(mimeograph_memory *memory, size_t size);
/// Frees what was taken; NULL is nothing.
void mimeograph_memory_return(mimeograph_memory *memory, void *block);

#endif
