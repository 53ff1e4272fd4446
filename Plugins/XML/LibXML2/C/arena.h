// Private to this target.
#ifndef MIMEOGRAPH_XML_ARENA_H
#define MIMEOGRAPH_XML_ARENA_H

#include <stddef.h>
#include <stdint.h>

typedef struct mimeograph_xml_block mimeograph_xml_block;

/// Memory that is allocated in pieces and freed as a whole.
typedef struct {
    mimeograph_xml_block *blocks;
    uint8_t *next;
    uint8_t *end;
    size_t block_size;
} mimeograph_xml_arena;

/// Starts an arena with a first block of about that size.
void mimeograph_xml_arena_start(mimeograph_xml_arena *arena, size_t size);

/// Allocates `size` bytes, aligned for pointers and not cleared. Returns NULL if there is not enough memory.
void *mimeograph_xml_arena_allocate(mimeograph_xml_arena *arena, size_t size);

/// Enlarges the `old_size` bytes at `bytes`. They stay in place if they are the last allocation.
void *mimeograph_xml_arena_grow(mimeograph_xml_arena *arena, void *bytes, size_t old_size, size_t new_size);

/// Frees the end of the last allocation, of which only `size` bytes are used.
void mimeograph_xml_arena_trim(mimeograph_xml_arena *arena, void *bytes, size_t size);

void mimeograph_xml_arena_end(mimeograph_xml_arena *arena);

#endif
