// Shared by the files of this target only.
#ifndef MIMEOGRAPH_XML_ARENA_H
#define MIMEOGRAPH_XML_ARENA_H

#include <stddef.h>
#include <stdint.h>

typedef struct mimeograph_xml_block mimeograph_xml_block;

/// Memory that is allocated piece by piece and freed as a whole.
typedef struct {
    mimeograph_xml_block *blocks;
    uint8_t *next;
    uint8_t *end;
    size_t block_size;
} mimeograph_xml_arena;

/// Makes the first block about that large.
void mimeograph_xml_arena_start(mimeograph_xml_arena *arena, size_t size);

/// Memory for `size` bytes, aligned for pointers and not cleared; NULL where there is none.
void *mimeograph_xml_arena_allocate(mimeograph_xml_arena *arena, size_t size);

/// Makes a piece larger that lies at `bytes` and has `old_size`: in place where nothing was allocated after it.
void *mimeograph_xml_arena_grow(mimeograph_xml_arena *arena, void *bytes, size_t old_size, size_t new_size);

/// Gives back the end of the piece that was allocated last, of which `size` bytes are used.
void mimeograph_xml_arena_trim(mimeograph_xml_arena *arena, void *bytes, size_t size);

void mimeograph_xml_arena_end(mimeograph_xml_arena *arena);

#endif
