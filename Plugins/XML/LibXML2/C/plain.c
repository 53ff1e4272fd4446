#include "plain.h"

#include <stdlib.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

// Bytes.

enum { NAME_START = 1, NAME = 2, SPACE = 4, STOPS_TEXT = 8, STOPS_VALUE = 16, CONTROL = 32 };

#define LETTER (NAME_START | NAME)
#define LETTERS(a, b, c, d, e, f, g) \
    [a] = LETTER, [b] = LETTER, [c] = LETTER, [d] = LETTER, [e] = LETTER, [f] = LETTER, [g] = LETTER
#define BAD (STOPS_TEXT | STOPS_VALUE | CONTROL)
#define BAD_BYTES(a, b, c, d) [a] = BAD, [b] = BAD, [c] = BAD, [d] = BAD

static const uint8_t classes[256] = {
    LETTERS('a', 'b', 'c', 'd', 'e', 'f', 'g'), LETTERS('h', 'i', 'j', 'k', 'l', 'm', 'n'),
    LETTERS('o', 'p', 'q', 'r', 's', 't', 'u'), LETTERS('v', 'w', 'x', 'y', 'z', '_', 'A'),
    LETTERS('B', 'C', 'D', 'E', 'F', 'G', 'H'), LETTERS('I', 'J', 'K', 'L', 'M', 'N', 'O'),
    LETTERS('P', 'Q', 'R', 'S', 'T', 'U', 'V'), ['W'] = LETTER, ['X'] = LETTER, ['Y'] = LETTER, ['Z'] = LETTER,
    ['0'] = NAME, ['1'] = NAME, ['2'] = NAME, ['3'] = NAME, ['4'] = NAME, ['5'] = NAME, ['6'] = NAME, ['7'] = NAME,
    ['8'] = NAME, ['9'] = NAME, ['-'] = NAME, ['.'] = NAME, [':'] = NAME,
    [' '] = SPACE, ['\t'] = SPACE | STOPS_VALUE, ['\n'] = SPACE | STOPS_VALUE, ['\r'] = SPACE | STOPS_TEXT | STOPS_VALUE,
    ['<'] = STOPS_TEXT | STOPS_VALUE, ['&'] = STOPS_TEXT | STOPS_VALUE, [']'] = STOPS_TEXT,
    // The first byte of U+FFFE and U+FFFF, which are no characters, and of others.
    [0xEF] = STOPS_TEXT | STOPS_VALUE,
    BAD_BYTES(0, 1, 2, 3), BAD_BYTES(4, 5, 6, 7), [8] = BAD, [11] = BAD, [12] = BAD,
    BAD_BYTES(14, 15, 16, 17), BAD_BYTES(18, 19, 20, 21), BAD_BYTES(22, 23, 24, 25), BAD_BYTES(26, 27, 28, 29),
    [30] = BAD, [31] = BAD,
};

static inline int is(uint8_t byte, int class) { return classes[byte] & class; }

/// Whether U+FFFE or U+FFFF begins here.
static inline int is_no_character(const uint8_t *next, const uint8_t *end) {
    return *next == 0xEF && end - next >= 3 && next[1] == 0xBF && next[2] >= 0xBE;
}

/// The next byte that stops a text, or the end. Adds up the line feeds before it.
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
        // All bits below the lowest that is set, all of them where none is.
        unsigned ends = (unsigned)_mm_movemask_epi8(feeds) & ~stops & (stops - 1);
        for (; ends != 0; ends &= ends - 1) *lines += 1;
        if (stops != 0) return next + __builtin_ctz(stops);
    }
#endif
    for (; next < end && !is(*next, STOPS_TEXT); next += 1) *lines += *next == '\n';
    return next;
}

/// The next byte that stops a value in such quotation marks, or the end.
static inline const uint8_t *find_value_stop(const uint8_t *next, const uint8_t *end, uint8_t mark) {
#if defined(__SSE2__)
    const __m128i quote = _mm_set1_epi8((char)mark);
    const __m128i less = _mm_set1_epi8('<');
    const __m128i ampersand = _mm_set1_epi8('&');
    const __m128i high = _mm_set1_epi8((char)0xEF);
    const __m128i control = _mm_set1_epi8(0x1F);
    for (; end - next >= 16; next += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)next);
        __m128i found = _mm_or_si128(
            _mm_or_si128(_mm_cmpeq_epi8(bytes, less), _mm_cmpeq_epi8(bytes, ampersand)),
            _mm_or_si128(
                _mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, high)),
                _mm_cmpeq_epi8(_mm_min_epu8(bytes, control), bytes)
            )
        );
        unsigned stops = (unsigned)_mm_movemask_epi8(found);
        if (stops != 0) return next + __builtin_ctz(stops);
    }
#endif
    while (next < end && *next != mark && !is(*next, STOPS_VALUE)) next += 1;
    return next;
}

/// Skips white space. It ends before the end of the text.
static inline const uint8_t *skip_space(mimeograph_xml_plain *plain, const uint8_t *next) {
    for (; next < plain->end && is(*next, SPACE); next += 1) plain->lines += *next == '\n';
    return next;
}

// Names.

void mimeograph_xml_plain_start(mimeograph_xml_plain *plain, mimeograph_xml_arena *arena, int64_t name_limit) {
    memset(plain, 0, offsetof(mimeograph_xml_plain, attributes));
    plain->depth = 0;
    plain->binding_count = 0;
    // 0 is the scope of a name that was not looked up.
    plain->scope = 1;
    plain->scopes = 1;
    plain->arena = arena;
    plain->name_limit = name_limit;
    plain->names = plain->own_names;
    plain->name_capacity = MIMEOGRAPH_XML_PLAIN_OWN_NAMES;
    plain->slots = plain->own_slots;
    plain->slot_count = MIMEOGRAPH_XML_PLAIN_OWN_SLOTS;
    memset(plain->own_slots, 0, sizeof plain->own_slots);
}

void mimeograph_xml_plain_end(mimeograph_xml_plain *plain) {
    if (plain->names != plain->own_names) free(plain->names);
    if (plain->slots != plain->own_slots) free(plain->slots);
    plain->names = plain->own_names;
    plain->slots = plain->own_slots;
}

static inline uint32_t hash(uint64_t first, uint64_t last, uint32_t count) {
    uint64_t value = first * 0x9E3779B97F4A7C15u ^ (last + count) * 0xC2B2AE3D27D4EB4Fu;
    return (uint32_t)(value >> 32);
}

static int grow(mimeograph_xml_plain *plain) {
    uint32_t capacity = plain->name_capacity * 4;
    if (capacity > 1 << 24) return 0;
    int is_own = plain->names == plain->own_names;
    mimeograph_xml_plain_name *names = realloc(is_own ? NULL : plain->names, capacity * sizeof *names);
    if (names == NULL) return 0;
    if (is_own) memcpy(names, plain->own_names, sizeof plain->own_names);
    plain->names = names;
    uint32_t slot_count = plain->slot_count * 4;
    uint32_t *slots = calloc(slot_count, sizeof *slots);
    if (slots == NULL) return 0;
    if (plain->slots != plain->own_slots) free(plain->slots);
    plain->slots = slots;
    plain->slot_count = slot_count;
    plain->name_capacity = capacity;
    for (uint32_t index = 0; index < plain->name_count; index += 1) {
        uint32_t slot = hash(names[index].first, names[index].last, names[index].count) & (slot_count - 1);
        while (slots[slot] != 0) slot = (slot + 1) & (slot_count - 1);
        slots[slot] = index + 1;
    }
    return 1;
}

#define NO_NAME UINT32_MAX

/// The first eight bytes of a text and the last eight, or all of one that is shorter. It has at least one byte.
static inline void find_ends(const uint8_t *bytes, uint32_t count, uint64_t *first, uint64_t *last) {
    *last = 0;
    if (count >= 8) {
        memcpy(first, bytes, 8);
        memcpy(last, bytes + count - 8, 8);
    } else if (count >= 4) {
        uint32_t parts[2];
        memcpy(parts, bytes, 4);
        memcpy(parts + 1, bytes + count - 4, 4);
        *first = (uint64_t)parts[0] | (uint64_t)parts[1] << 32;
    } else {
        *first = bytes[0] | (uint64_t)bytes[count / 2] << 8 | (uint64_t)bytes[count - 1] << 16;
    }
}

/// Whether a text is that of a name, given its ends; both have the same number of bytes.
static inline int has_text(const mimeograph_xml_plain_name *name, const uint8_t *bytes, uint64_t first, uint64_t last) {
    if (name->first != first || name->last != last) return 0;
    return name->count <= 16 || memcmp(name->text + 8, bytes + 8, name->count - 16) == 0;
}

/// The number of a text, which has at least one byte; NO_NAME where that is unusual.
static inline uint32_t intern(mimeograph_xml_plain *plain, const uint8_t *bytes, uint32_t count) {
    uint64_t first;
    uint64_t last;
    find_ends(bytes, count, &first, &last);
    uint32_t hashed = hash(first, last, count);
    uint32_t slot = hashed & (plain->slot_count - 1);
    for (int steps = 0; plain->slots[slot] != 0; steps += 1) {
        uint32_t number = plain->slots[slot] - 1;
        if (plain->names[number].count == count && has_text(&plain->names[number], bytes, first, last)) return number;
        // Names may be made for one slot.
        if (steps == 64) return NO_NAME;
        slot = (slot + 1) & (plain->slot_count - 1);
    }
    // What libxml2 adds by itself counts, too.
    if ((int64_t)plain->name_count + 8 > plain->name_limit) return NO_NAME;
    if (plain->name_count == plain->name_capacity) {
        if (!grow(plain)) return NO_NAME;
        slot = hashed & (plain->slot_count - 1);
        while (plain->slots[slot] != 0) slot = (slot + 1) & (plain->slot_count - 1);
    }
    xmlChar *text = mimeograph_xml_arena_allocate(plain->arena, count + 1);
    if (text == NULL) return NO_NAME;
    memcpy(text, bytes, count);
    text[count] = 0;
    uint32_t number = plain->name_count;
    mimeograph_xml_plain_name *name = &plain->names[number];
    memset(name, 0, sizeof *name);
    name->text = text;
    name->first = first;
    name->last = last;
    name->count = count;
    plain->name_count += 1;
    plain->slots[slot] = number + 1;
    return number;
}

/// Finds what a text is as a name. Source: Namespaces in XML 1.0 §4.
static int learn_name(mimeograph_xml_plain *plain, uint32_t number) {
    const xmlChar *text = plain->names[number].text;
    uint32_t count = plain->names[number].count;
    const xmlChar *colon = memchr(text, ':', count);
    mimeograph_xml_plain_kind kind = MIMEOGRAPH_XML_PLAIN_ORDINARY;
    const xmlChar *local = text;
    const xmlChar *prefix = NULL;
    if (colon == NULL) {
        if (count == 5 && memcmp(text, "xmlns", 5) == 0) kind = MIMEOGRAPH_XML_PLAIN_DECLARATION;
    } else if (colon == text || !is(colon[1], NAME_START) || strchr((const char *)colon + 1, ':') != NULL) {
        kind = MIMEOGRAPH_XML_PLAIN_UNUSUAL;
    } else {
        uint32_t prefix_count = (uint32_t)(colon - text);
        uint32_t local_count = count - prefix_count - 1;
        uint32_t prefix_number = intern(plain, text, prefix_count);
        uint32_t local_number = intern(plain, colon + 1, local_count);
        if (prefix_number == NO_NAME || local_number == NO_NAME) return 0;
        prefix = plain->names[prefix_number].text;
        local = plain->names[local_number].text;
        if (prefix_count == 5 && memcmp(prefix, "xmlns", 5) == 0) {
            kind = MIMEOGRAPH_XML_PLAIN_DECLARATION;
            if (local_count >= 3 && memcmp(local, "xml", 3) == 0) kind = MIMEOGRAPH_XML_PLAIN_UNUSUAL;
        } else if (prefix_count == 3 && memcmp(prefix, "xml", 3) == 0) {
            // Trees have an index of IDs.
            int is_identifier = local_count == 2 && memcmp(local, "id", 2) == 0;
            kind = is_identifier ? MIMEOGRAPH_XML_PLAIN_UNUSUAL : MIMEOGRAPH_XML_PLAIN_RESERVED;
        }
    }
    mimeograph_xml_plain_name *name = &plain->names[number];
    name->local = local;
    name->prefix = prefix;
    name->kind = kind;
    return 1;
}

/// Reads a name that begins at a byte; NULL where it is unusual. It ends before the end of the text.
static inline const uint8_t *read_name(mimeograph_xml_plain *plain, const uint8_t *start, uint32_t *number) {
    const uint8_t *next = start;
    if (next >= plain->end || !is(*next, NAME_START)) return NULL;
    do next += 1; while (next < plain->end && is(*next, NAME));
    if (next == plain->end || *next >= 0x80 || next - start > MIMEOGRAPH_XML_PLAIN_NAME) return NULL;
    *number = intern(plain, start, (uint32_t)(next - start));
    if (*number == NO_NAME) return NULL;
    if (plain->names[*number].kind == MIMEOGRAPH_XML_PLAIN_UNKNOWN && !learn_name(plain, *number)) return NULL;
    return next;
}

// Namespaces.

static int find_binding(const mimeograph_xml_plain *plain, const xmlChar *prefix) {
    for (int index = plain->binding_count; index > 0; index -= 1) {
        if (plain->bindings[index - 1].prefix == prefix) return plain->bindings[index - 1].uri[0] == 0 ? 0 : index;
    }
    return 0;
}

static const char *const reserved_uris[] = {
    "http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/",
};

/// Puts the declaration that an attribute makes into scope. Source: Namespaces in XML 1.0 §3.
static int declare(mimeograph_xml_plain *plain, const mimeograph_xml_plain_attribute *attribute) {
    const mimeograph_xml_plain_name *name = &plain->names[attribute->name];
    const xmlChar *prefix = name->prefix == NULL ? NULL : name->local;
    size_t count = (size_t)(attribute->value.end - attribute->value.start);
    if (count > MIMEOGRAPH_XML_PLAIN_NAME || plain->binding_count == MIMEOGRAPH_XML_PLAIN_BINDINGS) return 0;
    uint8_t decoded[MIMEOGRAPH_XML_PLAIN_NAME];
    const uint8_t *bytes = attribute->value.start;
    if (attribute->value.is_coded) {
        count = mimeograph_xml_plain_decode(&attribute->value, 1, 1, decoded);
        bytes = decoded;
    }
    if (count == SIZE_MAX || (count == 0 && prefix != NULL)) return 0;
    for (size_t index = 0; index < sizeof reserved_uris / sizeof *reserved_uris; index += 1) {
        if (count == strlen(reserved_uris[index]) && memcmp(bytes, reserved_uris[index], count) == 0) return 0;
    }
    const xmlChar *uri = (const xmlChar *)"";
    if (count > 0) {
        uint32_t number = intern(plain, bytes, (uint32_t)count);
        if (number == NO_NAME) return 0;
        uri = plain->names[number].text;
    }
    mimeograph_xml_plain_binding *binding = &plain->bindings[plain->binding_count];
    binding->prefix = prefix;
    binding->uri = uri;
    binding->declaration = NULL;
    plain->binding_count += 1;
    plain->declaration_count += 1;
    return 1;
}

/// Takes the declarations out of the attributes, and puts them into scope.
static int declare_all(mimeograph_xml_plain *plain) {
    int kept = 0;
    for (int index = 0; index < plain->attribute_count; index += 1) {
        const mimeograph_xml_plain_attribute *attribute = &plain->attributes[index];
        if (plain->names[attribute->name].kind == MIMEOGRAPH_XML_PLAIN_DECLARATION) {
            if (!declare(plain, attribute)) return 0;
        } else {
            plain->attributes[kept] = *attribute;
            kept += 1;
        }
    }
    plain->attribute_count = kept;
    plain->scopes += 1;
    plain->scope = plain->scopes;
    return 1;
}

/// Finds the namespaces of attributes with prefixes, no two of which have one name. Source: Namespaces in XML 1.0 §6.3.
static int resolve_attributes(mimeograph_xml_plain *plain) {
    for (int index = 0; index < plain->attribute_count; index += 1) {
        mimeograph_xml_plain_name *name = &plain->names[plain->attributes[index].name];
        if (name->kind == MIMEOGRAPH_XML_PLAIN_RESERVED || name->prefix == NULL) continue;
        if (name->attribute_scope != plain->scope) {
            int binding = find_binding(plain, name->prefix);
            if (binding == 0) return 0;
            name->attribute_binding = (uint8_t)binding;
            name->attribute_scope = plain->scope;
            name->attribute = 0;
        }
        const xmlChar *uri = plain->bindings[name->attribute_binding - 1].uri;
        for (int before = 0; before < index; before += 1) {
            const mimeograph_xml_plain_name *other = &plain->names[plain->attributes[before].name];
            if (other->local != name->local || other->attribute_binding == 0) continue;
            if (plain->bindings[other->attribute_binding - 1].uri == uri) return 0;
        }
    }
    return 1;
}

// Tags.

/// Reads the attributes of a tag, and its end.
static inline const uint8_t *read_attributes(mimeograph_xml_plain *plain, const uint8_t *next, int *has_prefixes) {
    const uint8_t *end = plain->end;
    int has_declarations = 0;
    while (next < end) {
        uint8_t byte = *next;
        if (byte == '>') {
            plain->is_empty = 0;
            return has_declarations && !declare_all(plain) ? NULL : next + 1;
        }
        if (byte == '/') {
            if (end - next < 2 || next[1] != '>') return NULL;
            plain->is_empty = 1;
            return has_declarations && !declare_all(plain) ? NULL : next + 2;
        }
        if (!is(byte, SPACE)) return NULL;
        next = skip_space(plain, next);
        if (next == end) return NULL;
        if (!is(*next, NAME_START)) continue;
        if (plain->attribute_count == MIMEOGRAPH_XML_PLAIN_ATTRIBUTES) return NULL;
        mimeograph_xml_plain_attribute *attribute = &plain->attributes[plain->attribute_count];
        plain->attribute_count += 1;
        next = read_name(plain, next, &attribute->name);
        if (next == NULL) return NULL;
        mimeograph_xml_plain_name *name = &plain->names[attribute->name];
        if (name->tag == plain->tag || name->kind == MIMEOGRAPH_XML_PLAIN_UNUSUAL) return NULL;
        name->tag = plain->tag;
        has_declarations |= name->kind == MIMEOGRAPH_XML_PLAIN_DECLARATION;
        *has_prefixes |= name->prefix != NULL;
        if (*next != '=') {
            next = skip_space(plain, next);
            if (next == end || *next != '=') return NULL;
        }
        next += 1;
        if (next < end && is(*next, SPACE)) next = skip_space(plain, next);
        if (next == end || (*next != '"' && *next != '\'')) return NULL;
        uint8_t mark = *next;
        next += 1;
        attribute->value.start = next;
        attribute->value.is_coded = 0;
        while (1) {
            next = find_value_stop(next, end, mark);
            if (next == end) return NULL;
            if (*next == mark) break;
            if (*next == '<' || is(*next, CONTROL) || is_no_character(next, end)) return NULL;
            attribute->value.is_coded |= *next != 0xEF;
            plain->lines += *next == '\n';
            next += 1;
        }
        attribute->value.end = next;
        next += 1;
    }
    return NULL;
}

int mimeograph_xml_plain_read_start(mimeograph_xml_plain *plain) {
    const uint8_t *start = plain->next;
    int bindings = plain->binding_count;
    plain->scope_around = plain->scope;
    plain->attribute_count = 0;
    plain->declaration_count = 0;
    plain->tag += 1;
    int has_prefixes = 0;
    const uint8_t *next = read_name(plain, start + 1, &plain->tag_name);
    if (next == NULL) return 0;
    next = read_attributes(plain, next, &has_prefixes);
    int is_well = next != NULL && next - start <= MIMEOGRAPH_XML_PLAIN_PIECE;
    if (is_well) {
        mimeograph_xml_plain_name *name = &plain->names[plain->tag_name];
        if (name->element_scope != plain->scope) {
            int binding = find_binding(plain, name->prefix);
            name->element_binding = (uint8_t)binding;
            name->element_scope = plain->scope;
            name->element = 0;
        }
        is_well = name->kind == MIMEOGRAPH_XML_PLAIN_ORDINARY && (name->prefix == NULL || name->element_binding != 0)
            && (!has_prefixes || resolve_attributes(plain));
    }
    if (!is_well) {
        plain->binding_count = bindings;
        plain->scope = plain->scope_around;
        return 0;
    }
    plain->next = next;
    return 1;
}

int mimeograph_xml_plain_open(mimeograph_xml_plain *plain) {
    if (plain->depth == MIMEOGRAPH_XML_PLAIN_DEPTH) return 0;
    plain->open[plain->depth] = plain->tag_name;
    plain->declarations[plain->depth] = (uint8_t)plain->declaration_count;
    plain->scopes_around[plain->depth] = plain->scope_around;
    plain->depth += 1;
    return 1;
}

void mimeograph_xml_plain_drop(mimeograph_xml_plain *plain) {
    plain->binding_count -= plain->declaration_count;
    plain->scope = plain->scope_around;
}

int mimeograph_xml_plain_read_end(mimeograph_xml_plain *plain) {
    if (plain->depth == 0) return 0;
    const mimeograph_xml_plain_name *name = &plain->names[plain->open[plain->depth - 1]];
    const uint8_t *next = plain->next + 2;
    if ((size_t)(plain->end - next) <= name->count) return 0;
    uint64_t first;
    uint64_t last;
    find_ends(next, name->count, &first, &last);
    if (!has_text(name, next, first, last)) return 0;
    next += name->count;
    if (*next != '>') {
        next = skip_space(plain, next);
        if (next == plain->end || *next != '>') return 0;
    }
    plain->next = next + 1;
    plain->depth -= 1;
    plain->binding_count -= plain->declarations[plain->depth];
    plain->scope = plain->scopes_around[plain->depth];
    return 1;
}

// Texts.

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

/// Reads up to a mark, as often as it is told, and ">". Gives 0 where the mark stands there that often without ">", if
/// that is wrong.
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
    const uint8_t *next = read_name(plain, start, target);
    if (next == NULL) return 0;
    const mimeograph_xml_plain_name *name = &plain->names[*target];
    if (name->kind != MIMEOGRAPH_XML_PLAIN_ORDINARY || name->prefix != NULL) return 0;
    // In any case of letters. Source: XML 1.0 §2.6, production 17.
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

// The declaration of the document.

/// Reads white space, a word, "=" and a value in quotation marks, of which it gives the bytes. Gives 0 where another word
/// stands there.
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
    // What was skipped for a word that was not there is skipped again.
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

/// Reads a reference to a character, or to one of the five entities that need no declaration. Gives the byte behind it, or
/// NULL where it is another. No reference is shorter than its character. Source: XML 1.0 §4.1 and §4.6.
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
