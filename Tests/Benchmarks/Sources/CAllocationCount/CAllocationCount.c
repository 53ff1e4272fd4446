// Counts allocations by replacing glibc's allocator. A program's own malloc takes precedence over the library's, for every
// library that the program loads, and glibc also exports its allocator under a second name. Sizes are added up only between
// mimeograph_allocation_begin and mimeograph_allocation_end, so timed work pays only for a counter.
#include "CAllocationCount.h"

#include <stdbool.h>
#include <stddef.h>

#if defined(__linux__) && defined(__GLIBC__)

#include <errno.h>
#include <malloc.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

// initial-exec: access to the variables must not itself allocate.
#define THREAD static __thread __attribute__((tls_model("initial-exec")))

THREAD int64_t count;
THREAD bool is_measuring;
THREAD int64_t live;
THREAD int64_t peak;

static void *grown(void *memory) {
    count++;
    if (is_measuring && memory != NULL) {
        live += (int64_t)malloc_usable_size(memory);
        if (live > peak) peak = live;
    }
    return memory;
}

static void shrink(void *memory) {
    if (is_measuring && memory != NULL) live -= (int64_t)malloc_usable_size(memory);
}

void *malloc(size_t size) { return grown(__libc_malloc(size)); }

void *calloc(size_t number, size_t size) { return grown(__libc_calloc(number, size)); }

void *memalign(size_t alignment, size_t size) { return grown(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return grown(__libc_memalign(alignment, size)); }

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
    void *memory = grown(__libc_memalign(alignment, size));
    if (memory == NULL) return ENOMEM;
    *result = memory;
    return 0;
}

void *realloc(void *memory, size_t size) {
    // Large blocks move without a copy, so the old and the new size are not both counted.
    shrink(memory);
    return grown(__libc_realloc(memory, size));
}

void free(void *memory) {
    shrink(memory);
    __libc_free(memory);
}

int64_t mimeograph_allocation_count(void) { return count; }

void mimeograph_allocation_fix_policy(void) {
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
}

void mimeograph_allocation_settle(void) {
    // glibc merges small freed blocks at a large allocation. A volatile pointer keeps the compiler from removing the call.
    void *volatile large = __libc_malloc(1 << 20);
    __libc_free(large);
}

void mimeograph_allocation_begin(void) {
    live = 0;
    peak = 0;
    is_measuring = true;
}

int64_t mimeograph_allocation_live(void) { return live; }

int64_t mimeograph_allocation_end(void) {
    is_measuring = false;
    return peak;
}

#else

int64_t mimeograph_allocation_count(void) { return -1; }
void mimeograph_allocation_fix_policy(void) {}
void mimeograph_allocation_settle(void) {}
void mimeograph_allocation_begin(void) {}
int64_t mimeograph_allocation_live(void) { return -1; }
int64_t mimeograph_allocation_end(void) { return -1; }

#endif
