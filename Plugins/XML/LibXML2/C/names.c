#include "names.h"

#include <libxml/dict.h>
#include <stdlib.h>
#include <string.h>

static size_t hash(const xmlChar *local, const xmlChar *prefix, const xmlChar *uri) {
    // The three products are independent of each other.
    uint64_t value = (uint64_t)(uintptr_t)local * 0x9E3779B97F4A7C15u ^ (uint64_t)(uintptr_t)prefix * 0xC2B2AE3D27D4EB4Fu
        ^ (uint64_t)(uintptr_t)uri * 0xD6E8FEB86659FD93u;
    return (size_t)(value >> 32);
}

/// Puts the numbers of all names into the empty slots.
static void fill_slots(mimeograph_xml_names *names) {
    size_t mask = names->slot_count - 1;
    for (size_t index = 0; index < names->count; index += 1) {
        const mimeograph_xml_name *key = &names->keys[index];
        size_t slot = hash(key->local, key->prefix, key->uri) & mask;
        while (names->slots[slot] != 0) slot = (slot + 1) & mask;
        names->slots[slot] = (uint32_t)index + 1;
    }
}

static int grow(mimeograph_xml_names *names) {
    size_t capacity = names->capacity == 0 ? 32 : names->capacity * 4;
    if (capacity > UINT32_MAX / 4) return 0;
    mimeograph_xml_name *keys = realloc(names->keys, capacity * sizeof *keys);
    if (keys == NULL) return 0;
    names->keys = keys;
    mimeograph_xml_name *values = realloc(names->names, capacity * sizeof *values);
    if (values == NULL) return 0;
    names->names = values;
    uint32_t *slots = calloc(capacity * 2, sizeof *slots);
    if (slots == NULL) return 0;
    free(names->slots);
    names->slots = slots;
    names->slot_count = capacity * 2;
    names->capacity = capacity;
    fill_slots(names);
    return 1;
}

static int move(xmlDict *dictionary, const xmlChar **text) {
    if (*text != NULL) *text = xmlDictLookup(dictionary, *text, -1);
    return *text != NULL;
}

int mimeograph_xml_names_move(mimeograph_xml_names *names, xmlDict *dictionary) {
    for (size_t index = 0; index < names->count; index += 1) {
        mimeograph_xml_name *key = &names->keys[index];
        int is_short = (key->local != NULL && !move(dictionary, &key->local))
            || (key->prefix != NULL && !move(dictionary, &key->prefix)) || (key->uri != NULL && !move(dictionary, &key->uri));
        if (is_short) return 0;
    }
    if (names->slot_count == 0) return 1;
    memset(names->slots, 0, names->slot_count * sizeof *names->slots);
    fill_slots(names);
    return 1;
}

/// Returns a text in the pool. Each text has a name that consists only of it.
static const xmlChar *pooled(mimeograph_xml_names *names, const xmlChar *text) {
    if (text == NULL) return NULL;
    uint32_t number = mimeograph_xml_names_number(names, text, NULL, NULL);
    return number == MIMEOGRAPH_XML_NO_NAME ? NULL : names->names[number].local;
}

/// Fills in the parts of a name with texts in the pool.
static int copy(mimeograph_xml_names *names, const mimeograph_xml_name *key, mimeograph_xml_name *name) {
    if (key->local != NULL && key->prefix == NULL && key->uri == NULL) {
        name->local = mimeograph_xml_pool_text(names->pool, key->local, strlen((const char *)key->local));
        return name->local != NULL;
    }
    name->local = pooled(names, key->local);
    name->prefix = pooled(names, key->prefix);
    name->uri = pooled(names, key->uri);
    if ((key->local != NULL && name->local == NULL) || (key->prefix != NULL && name->prefix == NULL)
        || (key->uri != NULL && name->uri == NULL)) {
        return 0;
    }
    if (name->local == NULL || name->prefix == NULL || name->uri != NULL) return 1;
    // An undeclared prefix is part of the name.
    size_t prefix = strlen((const char *)name->prefix);
    size_t local = strlen((const char *)name->local);
    xmlChar *whole = malloc(prefix + 1 + local);
    if (whole == NULL) return 0;
    memcpy(whole, name->prefix, prefix);
    whole[prefix] = ':';
    memcpy(whole + prefix + 1, name->local, local);
    name->local = mimeograph_xml_pool_text(names->pool, whole, prefix + 1 + local);
    name->prefix = NULL;
    free(whole);
    return name->local != NULL;
}

uint32_t mimeograph_xml_names_number(
    mimeograph_xml_names *names, const xmlChar *local, const xmlChar *prefix, const xmlChar *uri
) {
    size_t hashed = hash(local, prefix, uri);
    if (names->slot_count > 0) {
        size_t mask = names->slot_count - 1;
        for (size_t slot = hashed & mask; names->slots[slot] != 0; slot = (slot + 1) & mask) {
            uint32_t number = names->slots[slot] - 1;
            const mimeograph_xml_name *key = &names->keys[number];
            if (key->local == local && key->prefix == prefix && key->uri == uri) return number;
        }
    }
    mimeograph_xml_name key = {local, prefix, uri};
    mimeograph_xml_name name = key;
    // Copying may add the parts as names, so the slot is chosen afterwards.
    if (names->pool != NULL && !copy(names, &key, &name)) return MIMEOGRAPH_XML_NO_NAME;
    if (names->count == names->capacity && !grow(names)) return MIMEOGRAPH_XML_NO_NAME;
    uint32_t number = (uint32_t)names->count;
    names->keys[number] = key;
    names->names[number] = name;
    names->count += 1;
    size_t slot = hashed & (names->slot_count - 1);
    while (names->slots[slot] != 0) slot = (slot + 1) & (names->slot_count - 1);
    names->slots[slot] = number + 1;
    return number;
}

void mimeograph_xml_names_free(mimeograph_xml_names *names) {
    free(names->keys);
    free(names->names);
    free(names->slots);
    mimeograph_xml_pool_release(names->pool);
}
