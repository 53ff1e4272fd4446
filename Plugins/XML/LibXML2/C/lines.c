#include "lines.h"

#include <stdlib.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

static int reserve(mimeograph_xml_lines *lines, size_t more) {
    if (more <= lines->capacity - lines->count) return 1;
    size_t wanted = 2 * lines->capacity + more + 64;
    uint32_t *grown = realloc(lines->starts, wanted * sizeof *grown);
    if (grown == NULL) return 0;
    lines->starts = grown;
    lines->capacity = wanted;
    return 1;
}

/// Finds lines in a block with CR, alone or before LF.
static int find_all(mimeograph_xml_lines *lines, const uint8_t *bytes, size_t count) {
    for (size_t index = 0; index < count; index += 1) {
        uint8_t byte = bytes[index];
        if (byte != '\n' && byte != '\r') continue;
        if (byte == '\r' && index + 1 < count && bytes[index + 1] == '\n') continue;
        if (!reserve(lines, 1)) return 0;
        lines->starts[lines->count] = (uint32_t)(index + 1);
        lines->count += 1;
    }
    return 1;
}

int mimeograph_xml_lines_find(mimeograph_xml_lines *lines, const uint8_t *bytes, size_t count) {
    lines->count = 0;
    if (count == 0) return 1;
    if (memchr(bytes, '\r', count) != NULL) return find_all(lines, bytes, count);
    size_t index = 0;
#if defined(__SSE2__)
    const __m128i feed = _mm_set1_epi8('\n');
    for (; index + 16 <= count; index += 16) {
        unsigned found = (unsigned)_mm_movemask_epi8(
            _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(const void *)(bytes + index)), feed)
        );
        if (found == 0) continue;
        if (!reserve(lines, 16)) return 0;
        for (; found != 0; found &= found - 1) {
            lines->starts[lines->count] = (uint32_t)(index + (size_t)__builtin_ctz(found) + 1);
            lines->count += 1;
        }
    }
#endif
    for (; index < count; index += 1) {
        if (bytes[index] != '\n') continue;
        if (!reserve(lines, 1)) return 0;
        lines->starts[lines->count] = (uint32_t)(index + 1);
        lines->count += 1;
    }
    return 1;
}

void mimeograph_xml_lines_go_on(mimeograph_xml_lines *lines, int64_t block, int64_t next_block) {
    size_t before = lines->count;
    while (before > 0 && block + lines->starts[before - 1] > next_block) before -= 1;
    if (before > 0) {
        lines->line += (int64_t)before;
        lines->line_start = block + lines->starts[before - 1];
    }
    lines->count = 0;
}
