#ifndef MIMEOGRAPH_IMAGE_MEMORY_H
#define MIMEOGRAPH_IMAGE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/// What a library may allocate for itself, and what it holds.
typedef struct {
    size_t allowed;
    size_t held;
} mimeograph_memory;

/// Allocates, or returns NULL where that would hold more than is allowed.
void *mimeograph_memory_allocate(mimeograph_memory *memory, size_t size);
/// Frees what was allocated; NULL is nothing.
void mimeograph_memory_free(mimeograph_memory *memory, void *block);

/// Bytes that are being written.
typedef struct {
    uint8_t *bytes;
    size_t count;
    size_t room;
} mimeograph_byte_writer;

/// Puts bytes at the end; 0 where there is no memory.
int mimeograph_byte_writer_append(mimeograph_byte_writer *writer, const uint8_t *bytes, size_t count);

#endif
