#ifndef MIMEOGRAPH_IMAGE_MEMORY_H
#define MIMEOGRAPH_IMAGE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/// The bytes that a library may allocate for itself, and the bytes that it has allocated.
typedef struct {
    size_t allowed;
    size_t held;
} mimeograph_memory;

/// Allocates a block, or returns NULL if that would exceed the limit.
void *mimeograph_memory_allocate(mimeograph_memory *memory, size_t size);
/// Frees a block; NULL is ignored.
void mimeograph_memory_free(mimeograph_memory *memory, void *block);

/// A growing buffer of written bytes.
typedef struct {
    uint8_t *bytes;
    size_t count;
    size_t room;
} mimeograph_byte_writer;

/// Appends bytes. Returns 0 if there is not enough memory.
int mimeograph_byte_writer_append(mimeograph_byte_writer *writer, const uint8_t *bytes, size_t count);

#endif
