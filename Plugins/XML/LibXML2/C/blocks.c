#include "blocks.h"

#include <stdint.h>
#include <stdlib.h>
#if defined(__linux__)
#include <pthread.h>
#include <sys/mman.h>
#endif

// Most of the time that a large tree takes would go into the kernel, which clears each page that is touched for the first
// time. So large blocks lie in huge pages, and a few that were given back are kept. Those the kernel may take at any time
// (MADV_FREE): what is kept costs nobody memory that is wanted elsewhere, and what is not taken need not be cleared again.

#if defined(MADV_HUGEPAGE) && defined(MADV_FREE)

/// Blocks that are kept, at most: 128 MiB.
enum { kept_limit = 32 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *kept[kept_limit];
static int kept_count = 0;

static void *take_kept(void) {
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
    const size_t size = mimeograph_xml_large_block;
    const size_t huge_page = 2 << 20;
    uint8_t *start = mmap(NULL, size + huge_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) return NULL;
    // What lies before and behind the part that begins with a huge page is given back.
    size_t before = (huge_page - (uintptr_t)start % huge_page) % huge_page;
    if (before > 0) munmap(start, before);
    if (before < huge_page) munmap(start + before + size, huge_page - before);
    (void)madvise(start + before, size, MADV_HUGEPAGE);
    return start + before;
}

void *mimeograph_xml_take_block(size_t size) {
    if (size != mimeograph_xml_large_block) return malloc(size);
    void *block = take_kept();
    return block != NULL ? block : map_block();
}

void mimeograph_xml_release_block(void *block, size_t size) {
    if (size != mimeograph_xml_large_block) {
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

void *mimeograph_xml_take_block(size_t size) { return malloc(size); }

void mimeograph_xml_release_block(void *block, size_t size) {
    (void)size;
    free(block);
}

#endif
