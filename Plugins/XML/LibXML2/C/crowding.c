#include "session.h"

// A tag with very many attributes is a long stretch without "<": each attribute takes five bytes or more, and no
// attribute's value may hold a "<". So it is enough to look for one "<" in each stretch of that length, from its end
// backwards, which in usual documents finds one after some ten bytes.

static uint32_t unit_at(const uint8_t *bytes, size_t offset, size_t unit, int big_endian) {
    if (unit == 1) return bytes[offset];
    uint32_t value = 0;
    for (size_t index = 0; index < unit; index += 1) {
        value = value << 8 | bytes[offset + (big_endian ? index : unit - 1 - index)];
    }
    return value;
}

static int is_space(uint32_t value) { return value == ' ' || value == '\t' || value == '\n' || value == '\r'; }

/// The attributes of the tag that begins at `offset`; 0 where none begins there.
static size_t attributes_at(const uint8_t *bytes, size_t count, size_t offset, size_t unit, int big_endian) {
    size_t attributes = 0;
    uint32_t quote = 0;
    size_t index = offset + unit;
    if (index + unit > count) return 0;
    uint32_t first = unit_at(bytes, index, unit, big_endian);
    if (first == '!' || first == '?' || first == '/' || is_space(first)) return 0;
    for (; index + unit <= count; index += unit) {
        uint32_t value = unit_at(bytes, index, unit, big_endian);
        if (quote != 0) {
            if (value == quote) quote = 0;
        } else if (value == '"' || value == '\'') {
            quote = value;
        } else if (value == '=') {
            attributes += 1;
        } else if (value == '>') {
            break;
        }
        if (value == '<') break;
    }
    return attributes;
}

int64_t mimeograph_xml_crowded_tag(const uint8_t *bytes, size_t count, size_t unit, int big_endian, size_t limit) {
    size_t stretch = limit * 5 * unit;
    size_t start = 0;
    while (count - start > stretch) {
        size_t end = start + stretch;
        size_t index = end;
        int found = 0;
        while (index > start) {
            index -= unit;
            if (unit_at(bytes, index, unit, big_endian) == '<') {
                found = 1;
                break;
            }
        }
        if (found) {
            start = index + unit;
            continue;
        }
        if (start >= unit && unit_at(bytes, start - unit, unit, big_endian) == '<'
            && attributes_at(bytes, count, start - unit, unit, big_endian) > limit) {
            return (int64_t)(start - unit);
        }
        // The next tag, if there is one; no other begins in between.
        start = end;
        while (start + unit <= count && unit_at(bytes, start, unit, big_endian) != '<') start += unit;
        if (start + unit > count) return -1;
        start += unit;
    }
    return -1;
}
