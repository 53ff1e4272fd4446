#include "arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <pthread.h>
#include <sys/mman.h>
#endif

// Blocks.

/// The size of a large tree's blocks: two of Linux's huge pages.
enum { large_block = 4 << 20 };

// The kernel clears each page at its first use, which would dominate the time of a large tree. So large blocks use huge pages,
// and a few freed blocks are kept. The kernel may reclaim those at any time (MADV_FREE), so they take no memory from other
// programs. Pages that it has not reclaimed need not be cleared again.

#if defined(MADV_HUGEPAGE) && defined(MADV_FREE)

/// The maximum number of kept blocks: 128 MiB.
enum { kept_limit = 32 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *kept[kept_limit];
static int kept_count = 0;

static void *reuse_block(void) {
    void *block = NULL;
    pthread_mutex_lock(&lock);
    if (kept_count > 0) {
        kept_count -= 1;
        block = kept[kept_count];
    }
    pthread_mutex_unlock(&lock);
    return block;
}

static void *map_block(void) {
    const size_t size = large_block;
    const size_t huge_page = 2 << 20;
    uint8_t *start = mmap(NULL, size + huge_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) return NULL;
    // Unmaps the parts before and after the aligned range.
    size_t before = (huge_page - (uintptr_t)start % huge_page) % huge_page;
    if (before > 0) munmap(start, before);
    if (before < huge_page) munmap(start + before + size, huge_page - before);
    (void)madvise(start + before, size, MADV_HUGEPAGE);
    return start + before;
}

static void *allocate_block(size_t size) {
    if (size != large_block) return malloc(size);
    void *block = reuse_block();
    return block != NULL ? block : map_block();
}

static void release_block(void *block, size_t size) {
    if (size != large_block) {
        free(block);
        return;
    }
    int is_kept = madvise(block, size, MADV_FREE) == 0;
    if (is_kept) {
        pthread_mutex_lock(&lock);
        is_kept = kept_count < kept_limit;
        if (is_kept) {
            kept[kept_count] = block;
            kept_count += 1;
        }
        pthread_mutex_unlock(&lock);
    }
    if (!is_kept) munmap(block, size);
}

#else

static void *allocate_block(size_t size) { return malloc(size); }

static void release_block(void *block, size_t size) {
    (void)size;
    free(block);
}

#endif

// Arenas.

struct mimeograph_xml_block {
    mimeograph_xml_block *older;
    size_t size;
};

static size_t aligned(size_t size) { return (size + 7) & ~(size_t)7; }

void mimeograph_xml_arena_start(mimeograph_xml_arena *arena, size_t size) {
    size_t largest = large_block;
    memset(arena, 0, sizeof *arena);
    arena->block_size = aligned(size < 2048 ? 2048 : size > largest ? largest : size);
}

void *mimeograph_xml_arena_allocate(mimeograph_xml_arena *arena, size_t size) {
    if (size > SIZE_MAX / 4) return NULL;
    size = aligned(size);
    if (size > (size_t)(arena->end - arena->next)) {
        size_t needed = size + sizeof(mimeograph_xml_block);
        size_t total = needed > arena->block_size ? needed : arena->block_size;
        mimeograph_xml_block *block = allocate_block(total);
        if (block == NULL) return NULL;
        block->older = arena->blocks;
        block->size = total;
        arena->blocks = block;
        arena->next = (uint8_t *)(block + 1);
        arena->end = (uint8_t *)block + total;
        size_t largest = large_block;
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
    // Doubles the space and trims the unused half, so that bytes that grow repeatedly double each time.
    void *moved = mimeograph_xml_arena_allocate(arena, new_size * 2);
    if (moved == NULL) return NULL;
    memcpy(moved, bytes, old_size);
    arena->next = (uint8_t *)moved + aligned(new_size);
    return moved;
}

void mimeograph_xml_arena_trim(mimeograph_xml_arena *arena, void *bytes, size_t size) {
    arena->next = (uint8_t *)bytes + aligned(size);
}

void mimeograph_xml_arena_end(mimeograph_xml_arena *arena) {
    while (arena->blocks != NULL) {
        mimeograph_xml_block *block = arena->blocks;
        arena->blocks = block->older;
        release_block(block, block->size);
    }
}
