#include <stdlib.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "plain_bytes.h"

// Names.

void mimeograph_xml_plain_start(mimeograph_xml_plain *plain, mimeograph_xml_arena *arena, int64_t name_limit) {
    memset(plain, 0, offsetof(mimeograph_xml_plain, attributes));
    plain->depth = 0;
    plain->binding_count = 0;
    // 0 is the scope of a name that has not been looked up.
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

/// Gets the first and the last eight bytes of a text, or all bytes of a shorter one. It has at least one byte.
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

/// Whether a text equals a name's text, given its ends. Both have the same length.
static inline int has_text(const mimeograph_xml_plain_name *name, const uint8_t *bytes, uint64_t first, uint64_t last) {
    if (name->first != first || name->last != last) return 0;
    return name->count <= 16 || memcmp(name->text + 8, bytes + 8, name->count - 16) == 0;
}

/// Returns the number of a text with at least one byte, or NO_NAME if it is unusual.
static inline uint32_t intern(mimeograph_xml_plain *plain, const uint8_t *bytes, uint32_t count) {
    uint64_t first;
    uint64_t last;
    find_ends(bytes, count, &first, &last);
    uint32_t hashed = hash(first, last, count);
    uint32_t slot = hashed & (plain->slot_count - 1);
    for (int steps = 0; plain->slots[slot] != 0; steps += 1) {
        uint32_t number = plain->slots[slot] - 1;
        if (plain->names[number].count == count && has_text(&plain->names[number], bytes, first, last)) return number;
        // An attacker can choose names that share one slot.
        if (steps == 64) return NO_NAME;
        slot = (slot + 1) & (plain->slot_count - 1);
    }
    // The names that libxml2 adds by itself count, too.
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

/// Determines the kind of a name from its text. Source: Namespaces in XML 1.0 §4.
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

/// Reads a name; returns NULL if it is unusual. It must end before the end of the text.
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

const uint8_t *mimeograph_xml_plain_read_name(mimeograph_xml_plain *plain, const uint8_t *start, uint32_t *number) {
    return read_name(plain, start, number);
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

/// Puts the declaration in an attribute into scope. Source: Namespaces in XML 1.0 §3.
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

/// Removes the declarations from the attributes, and puts them into scope.
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

/// Finds the namespaces of attributes with prefixes. No two may have the same name. Source: Namespaces in XML 1.0 §6.3.
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

/// Returns the next byte that ends a plain part of a value in these quotation marks, or the end.
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

/// Reads the attributes and the end of a tag.
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
