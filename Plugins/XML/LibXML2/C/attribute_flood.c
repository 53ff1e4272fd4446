#include "session.h"

// A tag with very many attributes is a long stretch without "<": each attribute takes at least five bytes, and its value must not
// contain "<". So it is enough to find one "<" in each stretch of that length, searching backwards from its end. In ordinary
// documents this finds one after about ten bytes.

static uint32_t unit_at(const uint8_t *bytes, size_t offset, size_t unit, int big_endian) {
    if (unit == 1) return bytes[offset];
    uint32_t value = 0;
    for (size_t index = 0; index < unit; index += 1) {
        value = value << 8 | bytes[offset + (big_endian ? index : unit - 1 - index)];
    }
    return value;
}

static int is_space(uint32_t value) { return value == ' ' || value == '\t' || value == '\n' || value == '\r'; }

/// A position in the text.
typedef struct {
    const uint8_t *bytes;
    size_t count;
    size_t offset;
    size_t unit;
    int big_endian;
} cursor;

/// Returns the character at a position, or 0 after the end; 0 never appears in markup.
static uint32_t current(const cursor *at) {
    if (at->count - at->offset < at->unit) return 0;
    return unit_at(at->bytes, at->offset, at->unit, at->big_endian);
}

static void skip_spaces(cursor *at) {
    while (is_space(current(at))) at->offset += at->unit;
}

static int ends_name(uint32_t value) {
    return value == 0 || is_space(value) || value == '=' || value == '>' || value == '<' || value == '"' || value == '\'';
}

/// Counts the attributes of the tag at `offset`, up to the first malformed one, as libxml2 does. Returns 0 if there is no tag.
static size_t attributes_at(const uint8_t *bytes, size_t count, size_t offset, size_t unit, int big_endian) {
    cursor at = {bytes, count, offset + unit, unit, big_endian};
    uint32_t first = current(&at);
    if (first == '!' || first == '?' || first == '/' || ends_name(first)) return 0;
    while (!ends_name(current(&at))) at.offset += unit;
    for (size_t attributes = 0;; attributes += 1) {
        skip_spaces(&at);
        if (ends_name(current(&at))) return attributes;
        while (!ends_name(current(&at))) at.offset += unit;
        skip_spaces(&at);
        if (current(&at) != '=') return attributes;
        at.offset += unit;
        skip_spaces(&at);
        uint32_t quote = current(&at);
        if (quote != '"' && quote != '\'') return attributes;
        do {
            at.offset += unit;
            if (current(&at) == 0 || current(&at) == '<') return attributes;
        } while (current(&at) != quote);
        at.offset += unit;
    }
}

/// The maximum length of a declaration in a document type, in code units.
static const size_t declaration_limit = 16384;

/// Whether a declaration that is too long begins at `offset`. Entity declarations do not count.
static int is_long_declaration(const uint8_t *bytes, size_t count, size_t offset, size_t unit, int big_endian) {
    static const char *const names[] = {"!ELEMENT", "!ATTLIST", "!NOTATION"};
    size_t units = (count - offset) / unit;
    for (size_t name = 0; name < sizeof names / sizeof *names; name += 1) {
        size_t length = 0;
        while (names[name][length] != 0 && length + 1 < units
               && unit_at(bytes, offset + (1 + length) * unit, unit, big_endian) == (uint32_t)names[name][length]) {
            length += 1;
        }
        if (names[name][length] != 0) continue;
        for (size_t index = 0; index < units; index += 1) {
            uint32_t value = unit_at(bytes, offset + index * unit, unit, big_endian);
            if (value == '>' || (index > 0 && value == '<')) return 0;
            if (index >= declaration_limit) return 1;
        }
    }
    return 0;
}

mimeograph_xml_failure mimeograph_xml_find_attribute_flood(
    const uint8_t *bytes, size_t count, size_t unit, int big_endian, size_t limit, int64_t *offset
) {
    *offset = -1;
    // Uses whole code units. Extra bytes are an error of the text, which other code reports.
    count -= count % unit;
    // A stretch need not be longer than the shortest declaration that is too long.
    size_t stretch = (limit * 5 < declaration_limit ? limit * 5 : declaration_limit) * unit;
    size_t start = 0;
    while (stretch > 0 && count - start > stretch) {
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
        if (start >= unit && unit_at(bytes, start - unit, unit, big_endian) == '<') {
            size_t markup = start - unit;
            *offset = (int64_t)markup;
            if (attributes_at(bytes, count, markup, unit, big_endian) > limit) return MIMEOGRAPH_XML_ATTRIBUTES;
            if (is_long_declaration(bytes, count, markup, unit, big_endian)) return MIMEOGRAPH_XML_DECLARATIONS;
            *offset = -1;
        }
        // Continues at the next markup, if there is any.
        start = end;
        while (start < count && unit_at(bytes, start, unit, big_endian) != '<') start += unit;
        if (start >= count) break;
        start += unit;
    }
    return MIMEOGRAPH_XML_OK;
}
