#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "plain_bytes.h"

// Texts of plain XML: between tags, in comments, CDATA sections, instructions and the XML declaration, and their references.

/// Returns the next byte that stops a text, or the end. Adds the number of line feeds before it.
static inline const uint8_t *find_text_stop(const uint8_t *next, const uint8_t *end, int64_t *lines) {
#if defined(__SSE2__)
    const __m128i less = _mm_set1_epi8('<');
    const __m128i ampersand = _mm_set1_epi8('&');
    const __m128i bracket = _mm_set1_epi8(']');
    const __m128i high = _mm_set1_epi8((char)0xEF);
    const __m128i feed = _mm_set1_epi8('\n');
    const __m128i tab = _mm_set1_epi8('\t');
    const __m128i control = _mm_set1_epi8(0x1F);
    for (; end - next >= 16; next += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)next);
        __m128i feeds = _mm_cmpeq_epi8(bytes, feed);
        __m128i controls = _mm_andnot_si128(
            _mm_or_si128(feeds, _mm_cmpeq_epi8(bytes, tab)), _mm_cmpeq_epi8(_mm_min_epu8(bytes, control), bytes)
        );
        __m128i found = _mm_or_si128(
            _mm_or_si128(_mm_cmpeq_epi8(bytes, less), _mm_cmpeq_epi8(bytes, ampersand)),
            _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, bracket), _mm_cmpeq_epi8(bytes, high)), controls)
        );
        unsigned stops = (unsigned)_mm_movemask_epi8(found);
        // All bits below the lowest bit that is set, or all bits if none is set.
        unsigned ends = (unsigned)_mm_movemask_epi8(feeds) & ~stops & (stops - 1);
        for (; ends != 0; ends &= ends - 1) *lines += 1;
        if (stops != 0) return next + __builtin_ctz(stops);
    }
#endif
    for (; next < end && !is(*next, STOPS_TEXT); next += 1) *lines += *next == '\n';
    return next;
}

int mimeograph_xml_plain_read_text(mimeograph_xml_plain *plain, mimeograph_xml_plain_text *text) {
    const uint8_t *end = plain->end;
    const uint8_t *next = plain->next;
    text->start = next;
    text->is_coded = 0;
    while (1) {
        next = find_text_stop(next, end, &plain->lines);
        if (next == end || *next == '<') break;
        if (*next == '&' || *next == '\r') text->is_coded = 1;
        else if (is(*next, CONTROL) || is_no_character(next, end)) return 0;
        else if (*next == ']' && end - next >= 3 && next[1] == ']' && next[2] == '>') return 0;
        next += 1;
    }
    if (next - text->start > MIMEOGRAPH_XML_PLAIN_PIECE) return 0;
    text->end = next;
    plain->next = next;
    return 1;
}

/// Reads up to a mark, repeated `times` times, and ">". If `must_end` is set, returns 0 if the repeated mark appears without ">".
static int read_section(
    mimeograph_xml_plain *plain, size_t opening, uint8_t mark, int times, int must_end, mimeograph_xml_plain_text *text
) {
    const uint8_t *end = plain->end;
    if ((size_t)(end - plain->next) < opening) return 0;
    const uint8_t *next = plain->next + opening;
    text->start = next;
    text->is_coded = 0;
    for (; end - next > times; next += 1) {
        uint8_t byte = *next;
        plain->lines += byte == '\n';
        text->is_coded |= byte == '\r';
        if (is(byte, CONTROL) || is_no_character(next, end)) return 0;
        if (byte != mark || (times == 2 && next[1] != mark)) continue;
        if (next[times] == '>') {
            text->end = next;
            plain->next = next + times + 1;
            return text->end - text->start <= MIMEOGRAPH_XML_PLAIN_PIECE;
        }
        if (must_end) return 0;
    }
    return 0;
}

int mimeograph_xml_plain_read_comment(mimeograph_xml_plain *plain, mimeograph_xml_plain_text *text) {
    return read_section(plain, 4, '-', 2, 1, text);
}

int mimeograph_xml_plain_read_cdata(mimeograph_xml_plain *plain, mimeograph_xml_plain_text *text) {
    return read_section(plain, 9, ']', 2, 0, text);
}

int mimeograph_xml_plain_read_instruction(
    mimeograph_xml_plain *plain, uint32_t *target, mimeograph_xml_plain_text *text
) {
    const uint8_t *start = plain->next + 2;
    const uint8_t *next = mimeograph_xml_plain_read_name(plain, start, target);
    if (next == NULL) return 0;
    const mimeograph_xml_plain_name *name = &plain->names[*target];
    if (name->kind != MIMEOGRAPH_XML_PLAIN_ORDINARY || name->prefix != NULL) return 0;
    // The comparison ignores case. Source: XML 1.0 §2.6, production 17.
    if (name->count == 3 && (start[0] | 0x20) == 'x' && (start[1] | 0x20) == 'm' && (start[2] | 0x20) == 'l') return 0;
    if (is(*next, SPACE)) {
        plain->next = skip_space(plain, next);
        return read_section(plain, 0, '?', 1, 0, text);
    }
    if (plain->end - next < 2 || next[0] != '?' || next[1] != '>') return 0;
    plain->next = next + 2;
    text->start = NULL;
    text->end = NULL;
    text->is_coded = 0;
    return 1;
}

void mimeograph_xml_plain_skip_space(mimeograph_xml_plain *plain) { plain->next = skip_space(plain, plain->next); }

// The XML declaration.

/// Reads white space, a word, "=" and a value in quotation marks, whose bytes it sets. Returns 0 for another word.
static int read_pair(
    mimeograph_xml_plain *plain, const uint8_t **next, const char *word, const uint8_t **value, size_t *count
) {
    const uint8_t *at = *next;
    size_t length = strlen(word);
    if (at == plain->end || !is(*at, SPACE)) return 0;
    at = skip_space(plain, at);
    if ((size_t)(plain->end - at) <= length || memcmp(at, word, length) != 0) return 0;
    at = skip_space(plain, at + length);
    if (at == plain->end || *at != '=') return 0;
    at = skip_space(plain, at + 1);
    if (at == plain->end || (*at != '"' && *at != '\'')) return 0;
    const uint8_t *close = memchr(at + 1, *at, (size_t)(plain->end - at - 1));
    if (close == NULL) return 0;
    *value = at + 1;
    *count = (size_t)(close - at - 1);
    *next = close + 1;
    return 1;
}

static int is_utf8(const uint8_t *name, size_t count) {
    return count == 5 && (name[0] | 0x20) == 'u' && (name[1] | 0x20) == 't' && (name[2] | 0x20) == 'f'
        && memcmp(name + 3, "-8", 2) == 0;
}

int mimeograph_xml_plain_read_declaration(mimeograph_xml_plain *plain, int *standalone) {
    *standalone = -1;
    if (plain->end - plain->next < 6 || memcmp(plain->next, "<?xml", 5) != 0 || !is(plain->next[5], SPACE)) return 1;
    const uint8_t *next = plain->next + 5;
    const uint8_t *value;
    size_t count;
    int64_t lines = plain->lines;
    if (!read_pair(plain, &next, "version", &value, &count) || count != 3 || memcmp(value, "1.0", 3) != 0) return 0;
    lines = plain->lines;
    if (read_pair(plain, &next, "encoding", &value, &count)) {
        if (!is_utf8(value, count)) return 0;
        lines = plain->lines;
    }
    *standalone = -2;
    // White space before a missing word is read again.
    plain->lines = lines;
    if (read_pair(plain, &next, "standalone", &value, &count)) {
        if (count == 3 && memcmp(value, "yes", 3) == 0) *standalone = 1;
        else if (count == 2 && memcmp(value, "no", 2) == 0) *standalone = 0;
        else return 0;
        lines = plain->lines;
    }
    plain->lines = lines;
    next = skip_space(plain, next);
    if (plain->end - next < 2 || next[0] != '?' || next[1] != '>') return 0;
    plain->next = next + 2;
    return 1;
}

// References.

static size_t put(uint32_t character, uint8_t *result) {
    if (character < 0x80) {
        result[0] = (uint8_t)character;
        return 1;
    }
    if (character < 0x800) {
        result[0] = (uint8_t)(0xC0 | character >> 6);
        result[1] = (uint8_t)(0x80 | (character & 0x3F));
        return 2;
    }
    if (character < 0x10000) {
        result[0] = (uint8_t)(0xE0 | character >> 12);
        result[1] = (uint8_t)(0x80 | (character >> 6 & 0x3F));
        result[2] = (uint8_t)(0x80 | (character & 0x3F));
        return 3;
    }
    result[0] = (uint8_t)(0xF0 | character >> 18);
    result[1] = (uint8_t)(0x80 | (character >> 12 & 0x3F));
    result[2] = (uint8_t)(0x80 | (character >> 6 & 0x3F));
    result[3] = (uint8_t)(0x80 | (character & 0x3F));
    return 4;
}

/// Source: XML 1.0 §2.2, production 2.
static int is_character(uint32_t value) {
    if (value < 0x20) return value == '\t' || value == '\n' || value == '\r';
    return value < 0xD800 || (value >= 0xE000 && value <= 0xFFFD) || (value >= 0x10000 && value <= 0x10FFFF);
}

/// Reads a reference to a character or to one of the five predefined entities. Returns the byte after it, or NULL for another
/// reference. A reference is never shorter than its character. Source: XML 1.0 §4.1 and §4.6.
static const uint8_t *read_reference(const uint8_t *next, const uint8_t *end, uint32_t *character) {
    static const struct {
        const char *text;
        uint8_t count;
        uint8_t character;
    } entities[] = {{"lt;", 3, '<'}, {"gt;", 3, '>'}, {"amp;", 4, '&'}, {"quot;", 5, '"'}, {"apos;", 5, '\''}};
    next += 1;
    if (next == end) return NULL;
    if (*next != '#') {
        for (size_t index = 0; index < sizeof entities / sizeof *entities; index += 1) {
            size_t count = entities[index].count;
            if ((size_t)(end - next) < count || memcmp(next, entities[index].text, count) != 0) continue;
            *character = entities[index].character;
            return next + count;
        }
        return NULL;
    }
    next += 1;
    uint32_t base = 10;
    if (next < end && *next == 'x') {
        base = 16;
        next += 1;
    }
    const uint8_t *start = next;
    uint32_t value = 0;
    for (; next < end && *next != ';'; next += 1) {
        uint32_t digit = *next >= '0' && *next <= '9' ? (uint32_t)(*next - '0') : 99;
        uint8_t letter = *next | 0x20;
        if (base == 16 && letter >= 'a' && letter <= 'f') digit = (uint32_t)(letter - 'a') + 10;
        if (digit >= base) return NULL;
        value = value * base + digit;
        if (value > 0x10FFFF) return NULL;
    }
    if (next == end || next == start || !is_character(value)) return NULL;
    *character = value;
    return next + 1;
}

size_t mimeograph_xml_plain_decode(
    const mimeograph_xml_plain_text *text, int has_references, int is_attribute, uint8_t *result
) {
    const uint8_t *next = text->start;
    uint8_t *written = result;
    while (next < text->end) {
        const uint8_t *start = next;
        while (next < text->end && !is(*next, STOPS_TEXT | STOPS_VALUE)) next += 1;
        memcpy(written, start, (size_t)(next - start));
        written += next - start;
        if (next == text->end) break;
        if (*next == '&' && has_references) {
            uint32_t character;
            next = read_reference(next, text->end, &character);
            if (next == NULL) return SIZE_MAX;
            written += put(character, written);
            continue;
        }
        // Source: XML 1.0 §2.11 and §3.3.3.
        uint8_t byte = *next;
        next += 1;
        if (byte == '\r') {
            if (next < text->end && *next == '\n') next += 1;
            byte = '\n';
        }
        *written = is_attribute && (byte == '\n' || byte == '\t') ? ' ' : byte;
        written += 1;
    }
    return (size_t)(written - result);
}
