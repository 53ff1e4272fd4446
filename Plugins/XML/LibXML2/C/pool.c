#include "pool.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"

struct mimeograph_xml_pool {
    atomic_size_t users;
    mimeograph_xml_arena arena;
};

mimeograph_xml_pool *mimeograph_xml_pool_make(void) {
    mimeograph_xml_pool *pool = malloc(sizeof *pool);
    if (pool == NULL) return NULL;
    atomic_init(&pool->users, 1);
    mimeograph_xml_arena_start(&pool->arena, 0);
    return pool;
}

void mimeograph_xml_pool_retain(mimeograph_xml_pool *pool) {
    atomic_fetch_add_explicit(&pool->users, 1, memory_order_relaxed);
}

void mimeograph_xml_pool_release(mimeograph_xml_pool *pool) {
    if (pool == NULL) return;
    if (atomic_fetch_sub_explicit(&pool->users, 1, memory_order_acq_rel) != 1) return;
    mimeograph_xml_arena_end(&pool->arena);
    free(pool);
}

const xmlChar *mimeograph_xml_pool_text(mimeograph_xml_pool *pool, const xmlChar *text, size_t count) {
    xmlChar *copy = mimeograph_xml_arena_allocate(&pool->arena, count + 1);
    if (copy == NULL) return NULL;
    memcpy(copy, text, count);
    copy[count] = 0;
    return copy;
}

xmlNs *mimeograph_xml_pool_declaration(
    mimeograph_xml_pool *pool, const xmlChar *prefix, const xmlChar *uri, xmlNs *next
) {
    xmlNs *declaration = mimeograph_xml_arena_allocate(&pool->arena, sizeof *declaration);
    if (declaration == NULL) return NULL;
    memset(declaration, 0, sizeof *declaration);
    declaration->type = XML_NAMESPACE_DECL;
    declaration->prefix = prefix;
    declaration->href = uri;
    declaration->next = next;
    return declaration;
}
