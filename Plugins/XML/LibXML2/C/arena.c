#include "arena.h"

#include "blocks.h"

#include <stdlib.h>
#include <string.h>

struct mimeograph_xml_block {
    mimeograph_xml_block *older;
    size_t size;
};

static size_t aligned(size_t size) { return (size + 7) & ~(size_t)7; }

void mimeograph_xml_arena_start(mimeograph_xml_arena *arena, size_t size) {
    size_t largest = mimeograph_xml_large_block;
    memset(arena, 0, sizeof *arena);
    arena->block_size = aligned(size < 2048 ? 2048 : size > largest ? largest : size);
}

void *mimeograph_xml_arena_take(mimeograph_xml_arena *arena, size_t size) {
    if (size > SIZE_MAX / 4) return NULL;
    size = aligned(size);
    if (size > (size_t)(arena->end - arena->next)) {
        size_t needed = size + sizeof(mimeograph_xml_block);
        size_t total = needed > arena->block_size ? needed : arena->block_size;
        mimeograph_xml_block *block = mimeograph_xml_take_block(total);
        if (block == NULL) return NULL;
        block->older = arena->blocks;
        block->size = total;
        arena->blocks = block;
        arena->next = (uint8_t *)(block + 1);
        arena->end = (uint8_t *)block + total;
        size_t largest = mimeograph_xml_large_block;
        if (arena->block_size < largest) {
            arena->block_size = arena->block_size > largest / 2 ? largest : arena->block_size * 2;
        }
    }
    void *bytes = arena->next;
    arena->next += size;
    return bytes;
}

void *mimeograph_xml_arena_grow(mimeograph_xml_arena *arena, void *bytes, size_t old_size, size_t new_size) {
    if (new_size > SIZE_MAX / 4) return NULL;
    uint8_t *start = bytes;
    if (start + aligned(old_size) == arena->next && aligned(new_size) <= (size_t)(arena->end - start)) {
        arena->next = start + aligned(new_size);
        return bytes;
    }
    // Twice as much, and the half of it given back, so that what is copied over and over doubles each time.
    void *moved = mimeograph_xml_arena_take(arena, new_size * 2);
    if (moved == NULL) return NULL;
    memcpy(moved, bytes, old_size);
    arena->next = (uint8_t *)moved + aligned(new_size);
    return moved;
}

void mimeograph_xml_arena_end(mimeograph_xml_arena *arena) {
    while (arena->blocks != NULL) {
        mimeograph_xml_block *block = arena->blocks;
        arena->blocks = block->older;
        mimeograph_xml_release_block(block, block->size);
    }
}
