#include "memory.h"

#include <stdlib.h>
#include <string.h>

// The size is stored before each block. It is as wide as the strictest alignment, so the block is aligned too.
#define PREFIX (sizeof(max_align_t) < sizeof(size_t) ? sizeof(size_t) : sizeof(max_align_t))

void *mimeograph_memory_allocate(mimeograph_memory *memory, size_t size) {
    if (memory->held > memory->allowed || size > memory->allowed - memory->held) return NULL;
    if (size > (size_t)-1 - PREFIX) return NULL;
    char *start = malloc(size + PREFIX);
    if (start == NULL) return NULL;
    *(size_t *)(void *)start = size;
    memory->held += size;
    return start + PREFIX;
}

void mimeograph_memory_free(mimeograph_memory *memory, void *block) {
    if (block == NULL) return;
    char *start = (char *)block - PREFIX;
    memory->held -= *(size_t *)(void *)start;
    free(start);
}

int mimeograph_byte_writer_append(mimeograph_byte_writer *writer, const uint8_t *bytes, size_t count) {
    if (count > (size_t)-1 / 2 - writer->count) return 0;
    size_t needed = writer->count + count;
    if (needed > writer->room) {
        size_t room = needed * 2 < 1 << 14 ? 1 << 14 : needed * 2;
        uint8_t *grown = realloc(writer->bytes, room);
        if (grown == NULL) return 0;
        writer->bytes = grown;
        writer->room = room;
    }
    if (count > 0) memcpy(writer->bytes + writer->count, bytes, count);
    writer->count = needed;
    return 1;
}
