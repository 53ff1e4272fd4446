#include "arena.h"

#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

struct mimeograph_xml_block {
    mimeograph_xml_block *older;
};

/// Two of Linux's huge pages.
static const size_t largest_block = 4 << 20;
static const size_t huge_page = 2 << 20;

/// Memory for a block. Most of the time that a large tree takes would go into the first touch of each small page.
static void *take_block(size_t size) {
#if defined(MADV_HUGEPAGE)
    void *bytes = NULL;
    if (size < largest_block) return malloc(size);
    if (posix_memalign(&bytes, huge_page, size) != 0) return NULL;
    // It is advice only: where it is not taken, the memory is as good as any.
    (void)madvise(bytes, size & ~(huge_page - 1), MADV_HUGEPAGE);
    return bytes;
#else
    (void)huge_page;
    return malloc(size);
#endif
}

static size_t aligned(size_t size) { return (size + 7) & ~(size_t)7; }

void mimeograph_xml_arena_start(mimeograph_xml_arena *arena, size_t size) {
    memset(arena, 0, sizeof *arena);
    arena->block_size = aligned(size < 2048 ? 2048 : size > largest_block ? largest_block : size);
}

void *mimeograph_xml_arena_take(mimeograph_xml_arena *arena, size_t size) {
    if (size > SIZE_MAX / 4) return NULL;
    size = aligned(size);
    if (size > (size_t)(arena->end - arena->next)) {
        size_t needed = size + sizeof(mimeograph_xml_block);
        size_t total = needed > arena->block_size ? needed : arena->block_size;
        mimeograph_xml_block *block = take_block(total);
        if (block == NULL) return NULL;
        block->older = arena->blocks;
        arena->blocks = block;
        arena->next = (uint8_t *)(block + 1);
        arena->end = (uint8_t *)block + total;
        if (arena->block_size < largest_block) {
            arena->block_size = arena->block_size > largest_block / 2 ? largest_block : arena->block_size * 2;
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
        mimeograph_xml_block *older = arena->blocks->older;
        free(arena->blocks);
        arena->blocks = older;
    }
}
