#include <libxml/SAX2.h>
#include <stdlib.h>
#include <string.h>

#include "MimeographXMLTree.h"
#include "push.h"

// Subtrees are built as separate documents. They share names and surrounding namespace declarations in a pool that outlives the
// parser. So a small subtree costs little, even with many declarations in scope.

static char *copy_string(const char *text) {
    size_t count = strlen(text) + 1;
    char *copy = malloc(count);
    if (copy != NULL) memcpy(copy, text, count);
    return copy;
}

int mimeograph_xml_push_select(mimeograph_xml_push *push, const char *name, const char *uri, int anywhere) {
    mimeograph_xml_selection *selection = &push->selection;
    if (selection->count == 0 && !mimeograph_xml_selection_prepare(push)) return 0;
    mimeograph_xml_step *grown = realloc(selection->steps, (selection->count + 1) * sizeof *grown);
    if (grown == NULL) return 0;
    selection->steps = grown;
    mimeograph_xml_step *step = &grown[selection->count];
    step->name = copy_string(name);
    step->uri = uri == NULL ? NULL : copy_string(uri);
    selection->count += 1;
    selection->is_anywhere = anywhere;
    return step->name != NULL && (uri == NULL || step->uri != NULL);
}

int mimeograph_xml_selection_prepare(mimeograph_xml_push *push) {
    mimeograph_xml_selection *selection = &push->selection;
    const mimeograph_xml_limits *limits = &push->state.limits;
    if (!mimeograph_xml_push_make_context(push)) return 0;
    mimeograph_xml_push_end_plain(push);
    push->names.pool = mimeograph_xml_pool_make();
    selection->context = xmlNewParserCtxt();
    selection->scopes = calloc((size_t)limits->depth + 2, sizeof(xmlNs *));
    selection->state.builder.bindings = calloc(2 * (size_t)limits->namespaces + 2, sizeof(mimeograph_xml_binding));
    if (push->names.pool == NULL || selection->context == NULL || selection->scopes == NULL
        || selection->state.builder.bindings == NULL) {
        return 0;
    }
    // Builders get the lines of nodes from this input.
    selection->input = xmlNewInputStream(selection->context);
    if (selection->input == NULL) return 0;
    selection->context->input = selection->input;
    selection->state.limits = *limits;
    selection->state.report = &push->report;
    selection->state.root = push->context;
    selection->state.builder.parser = selection->context;
    return 1;
}

/// Frees an incomplete subtree.
static void abandon(mimeograph_xml_selection *selection) {
    if (selection->context == NULL) return;
    xmlDoc *document = selection->context->myDoc;
    selection->context->myDoc = NULL;
    if (document != NULL) xmlFreeDoc(document);
    mimeograph_xml_release(selection->state.builder.storage);
    selection->state.builder.storage = NULL;
}

void mimeograph_xml_selection_free(mimeograph_xml_push *push) {
    mimeograph_xml_selection *selection = &push->selection;
    abandon(selection);
    for (size_t index = 0; index < selection->done_count; index += 1) {
        mimeograph_xml_free(selection->done[index].document);
    }
    if (selection->context != NULL) {
        selection->context->input = NULL;
        if (selection->input != NULL) xmlFreeInputStream(selection->input);
        xmlFreeParserCtxt(selection->context);
    }
    for (size_t index = 0; index < selection->count; index += 1) {
        free(selection->steps[index].name);
        free(selection->steps[index].uri);
    }
    free(selection->steps);
    free(selection->scopes);
    free(selection->chains);
    free((void *)selection->attributes);
    free(selection->done);
    free(selection->state.builder.bindings);
}

// Declarations around a subtree.

static size_t hash_of(const xmlChar *prefix, const xmlChar *uri, const xmlNs *next) {
    uint64_t value = (uint64_t)(uintptr_t)prefix * 0x9E3779B97F4A7C15u;
    value = (value ^ (uint64_t)(uintptr_t)uri) * 0xC2B2AE3D27D4EB4Fu;
    value = (value ^ (uint64_t)(uintptr_t)next) * 0x9E3779B97F4A7C15u;
    return (size_t)(value >> 20);
}

static int grow_chains(mimeograph_xml_selection *selection) {
    size_t count = selection->chain_slots == 0 ? 64 : selection->chain_slots * 2;
    xmlNs **slots = calloc(count, sizeof *slots);
    if (slots == NULL) return 0;
    for (size_t index = 0; index < selection->chain_slots; index += 1) {
        xmlNs *chain = selection->chains[index];
        if (chain == NULL) continue;
        size_t slot = hash_of(chain->prefix, chain->href, chain->next) & (count - 1);
        while (slots[slot] != NULL) slot = (slot + 1) & (count - 1);
        slots[slot] = chain;
    }
    free(selection->chains);
    selection->chains = slots;
    selection->chain_slots = count;
    return 1;
}

/// Returns a declaration followed by others. It reuses earlier ones, so repeated declarations need no more memory.
static xmlNs *chain(
    mimeograph_xml_push *push, void *context, const xmlChar *prefix, const xmlChar *uri, xmlNs *next
) {
    mimeograph_xml_selection *selection = &push->selection;
    if (2 * selection->chain_count >= selection->chain_slots && !grow_chains(selection)) {
        mimeograph_xml_stop(context, MIMEOGRAPH_XML_MEMORY, -1);
        return NULL;
    }
    size_t mask = selection->chain_slots - 1;
    size_t slot = hash_of(prefix, uri, next) & mask;
    for (; selection->chains[slot] != NULL; slot = (slot + 1) & mask) {
        xmlNs *found = selection->chains[slot];
        if (found->prefix == prefix && found->href == uri && found->next == next) return found;
    }
    if ((int64_t)selection->chain_count >= push->state.limits.names) {
        mimeograph_xml_stop(context, MIMEOGRAPH_XML_NAMES, -1);
        return NULL;
    }
    xmlNs *made = mimeograph_xml_pool_declaration(push->names.pool, prefix, uri, next);
    if (made == NULL) {
        mimeograph_xml_stop(context, MIMEOGRAPH_XML_MEMORY, -1);
        return NULL;
    }
    selection->chains[slot] = made;
    selection->chain_count += 1;
    return made;
}

/// Removes the declaration of a prefix from a scope. Returns 0, after stopping the parser, on failure.
static int without(mimeograph_xml_push *push, void *context, xmlNs **scope, const xmlChar *prefix) {
    size_t before = 0;
    xmlNs *hidden = *scope;
    while (hidden != NULL && hidden->prefix != prefix) {
        // The number of declarations in scope never exceeds the capacity for bindings.
        push->selection.state.builder.bindings[before].declaration = hidden;
        before += 1;
        hidden = hidden->next;
    }
    if (hidden == NULL) return 1;
    *scope = hidden->next;
    while (before > 0) {
        before -= 1;
        const xmlNs *kept = push->selection.state.builder.bindings[before].declaration;
        *scope = chain(push, context, kept->prefix, kept->href, *scope);
        if (*scope == NULL) return 0;
    }
    return 1;
}

/// Returns the parts of a name, which outlive the parser. Returns NULL, after stopping the parser, on failure.
static const mimeograph_xml_name *lasting(
    mimeograph_xml_push *push, void *context, const xmlChar *local, const xmlChar *prefix, const xmlChar *uri
) {
    uint32_t number = mimeograph_xml_push_name(context, local, prefix, uri);
    return number == MIMEOGRAPH_XML_NO_NAME ? NULL : &push->names.names[number];
}

/// Adds the declarations of an element to a scope. Returns 0, after stopping the parser, on failure.
static int enter_scope(mimeograph_xml_push *push, void *context, int count, const xmlChar **namespaces, xmlNs **scope) {
    for (int index = 0; index < count; index += 1) {
        const xmlChar *uri = namespaces[2 * index + 1];
        const mimeograph_xml_name *name = lasting(push, context, NULL, namespaces[2 * index], uri);
        if (name == NULL || !without(push, context, scope, name->prefix)) return 0;
        if (uri == NULL || uri[0] == 0) continue;
        *scope = chain(push, context, name->prefix, name->uri, *scope);
        if (*scope == NULL) return 0;
    }
    return 1;
}

// Finding subtrees.

static int is_match(const mimeograph_xml_step *step, const xmlChar *name, const xmlChar *uri) {
    if (strcmp(step->name, (const char *)name) != 0) return 0;
    return step->uri == NULL || strcmp(step->uri, uri == NULL ? "" : (const char *)uri) == 0;
}

static int begins_subtree(mimeograph_xml_push *push, const xmlChar *name, const xmlChar *uri) {
    mimeograph_xml_selection *selection = &push->selection;
    if (selection->is_anywhere) return is_match(&selection->steps[0], name, uri);
    int64_t depth = push->state.depth;
    if ((int64_t)selection->matched != depth - 1 || selection->matched >= selection->count) return 0;
    if (!is_match(&selection->steps[selection->matched], name, uri)) return 0;
    selection->matched += 1;
    return selection->matched == selection->count;
}

static int begin(mimeograph_xml_push *push, void *context, xmlNs *scope) {
    mimeograph_xml_selection *selection = &push->selection;
    mimeograph_xml_state *state = &selection->state;
    state->nodes = 0;
    state->identifiers = 0;
    state->builder.current = NULL;
    state->builder.run = NULL;
    state->builder.before_root = NULL;
    state->builder.binding_count = 0;
    state->builder.order = 0;
    state->builder.skips_identifiers = 0;
    state->builder.xml_prefix = NULL;
    const xmlChar *xml = xmlDictLookup(push->context->dict, (const xmlChar *)"xml", 3);
    const mimeograph_xml_name *name = xml == NULL ? NULL : lasting(push, context, xml, NULL, NULL);
    state->builder.storage = calloc(1, sizeof(mimeograph_xml_document_storage));
    selection->context->myDoc = xmlNewDoc(push->context->version);
    if (name == NULL || state->builder.storage == NULL || selection->context->myDoc == NULL) {
        mimeograph_xml_stop(context, MIMEOGRAPH_XML_MEMORY, -1);
        return 0;
    }
    state->builder.xml_prefix = name->local;
    selection->context->myDoc->standalone = -1;
    mimeograph_xml_arena_start(&state->builder.storage->arena, 0);
    state->builder.storage->pool = push->names.pool;
    mimeograph_xml_pool_retain(push->names.pool);
    // libxml2 searches declarations from the innermost on, and builders search from the last binding on.
    size_t count = 0;
    for (const xmlNs *next = scope; next != NULL; next = next->next) count += 1;
    state->builder.binding_count = count;
    for (xmlNs *next = scope; next != NULL; next = next->next) {
        count -= 1;
        state->builder.bindings[count].prefix = next->prefix;
        state->builder.bindings[count].declaration = next;
    }
    selection->location.offset = mimeograph_xml_push_event_offset(push, NULL);
    selection->location.line = mimeograph_xml_push_line(push, selection->location.offset, &selection->location.column);
    selection->depth = push->state.depth;
    return 1;
}

/// Counts nodes and bytes of the subtree. Returns 0, after stopping the parser, if there are too many.
static int count_nodes(mimeograph_xml_push *push, void *context, int64_t nodes) {
    mimeograph_xml_selection *selection = &push->selection;
    int64_t offset = mimeograph_xml_push_event_offset(push, NULL);
    int64_t column;
    int64_t line = mimeograph_xml_push_line(push, offset, &column);
    selection->input->line = line > INT32_MAX ? INT32_MAX : (int)line;
    selection->state.nodes += nodes;
    if (selection->state.nodes > selection->state.limits.nodes) {
        mimeograph_xml_stop(context, MIMEOGRAPH_XML_NODES, -1);
        return 0;
    }
    if (offset - selection->location.offset > push->input_limit) {
        mimeograph_xml_stop(context, MIMEOGRAPH_XML_INPUT, -1);
        return 0;
    }
    return 1;
}

// Building.

/// Returns the attributes, then the declarations, with names that outlive the parser. On failure stops the parser, returns NULL.
static const xmlChar **lasting_parts(
    mimeograph_xml_push *push,
    void *context,
    int namespace_count,
    const xmlChar **namespaces,
    int count,
    const xmlChar **attributes
) {
    mimeograph_xml_selection *selection = &push->selection;
    size_t parts = 5 * (size_t)count + 2 * (size_t)namespace_count + 1;
    const xmlChar **lasts = mimeograph_xml_reserve(
        (void *)selection->attributes, 0, parts, &selection->attribute_capacity, sizeof(xmlChar *)
    );
    if (lasts == NULL) {
        mimeograph_xml_stop(context, MIMEOGRAPH_XML_MEMORY, -1);
        return NULL;
    }
    selection->attributes = lasts;
    for (int index = 0; index < count; index += 1) {
        const xmlChar **from = attributes + 5 * index;
        const xmlChar **to = lasts + 5 * index;
        const mimeograph_xml_name *name = lasting(push, context, from[0], from[1], from[2]);
        if (name == NULL) return NULL;
        to[0] = name->local;
        to[1] = name->prefix;
        to[2] = name->uri;
        to[3] = from[3];
        to[4] = from[4];
    }
    const xmlChar **to = lasts + 5 * count;
    for (int index = 0; index < namespace_count; index += 1) {
        const mimeograph_xml_name *name =
            lasting(push, context, NULL, namespaces[2 * index], namespaces[2 * index + 1]);
        if (name == NULL) return NULL;
        to[2 * index] = name->prefix;
        to[2 * index + 1] = name->uri;
    }
    return lasts;
}

void mimeograph_xml_selection_start(
    mimeograph_xml_push *push,
    void *context,
    const xmlChar *name,
    const xmlChar *prefix,
    const xmlChar *uri,
    int namespace_count,
    const xmlChar **namespaces,
    int attribute_count,
    const xmlChar **attributes
) {
    mimeograph_xml_selection *selection = &push->selection;
    mimeograph_xml_builder *builder = &selection->state.builder;
    int is_first = 0;
    if (selection->depth == 0) {
        xmlNs *scope = selection->scopes[push->state.depth - 1];
        if (!enter_scope(push, context, namespace_count, namespaces, &scope)) return;
        selection->scopes[push->state.depth] = scope;
        if (!begins_subtree(push, name, uri)) return;
        if (!begin(push, context, scope)) return;
        is_first = 1;
    }
    if (!count_nodes(push, context, 1 + (int64_t)namespace_count + attribute_count)) return;
    const mimeograph_xml_name *lasts = lasting(push, context, name, prefix, uri);
    if (lasts == NULL) return;
    mimeograph_xml_name whole = *lasts;
    // The declarations of the first element are already in its scope.
    int declared = is_first ? 0 : namespace_count;
    const xmlChar **parts = lasting_parts(push, context, declared, namespaces, attribute_count, attributes);
    if (parts == NULL) return;
    int is_built = mimeograph_xml_build_start(
        builder, whole.local, whole.prefix, whole.uri, declared, parts + 5 * attribute_count, attribute_count, parts
    );
    if (!is_built) {
        mimeograph_xml_stop(context, MIMEOGRAPH_XML_MEMORY, -1);
        return;
    }
    if (is_first) builder->current->nsDef = selection->scopes[push->state.depth];
    mimeograph_xml_mark_element(&selection->state, builder->current);
}

void mimeograph_xml_selection_end(mimeograph_xml_push *push, void *context, int64_t depth, int namespace_count) {
    mimeograph_xml_selection *selection = &push->selection;
    mimeograph_xml_builder *builder = &selection->state.builder;
    if (selection->depth == 0 || selection->depth == depth) {
        if ((int64_t)selection->matched >= depth) selection->matched = (size_t)depth - 1;
        if (selection->depth == 0) return;
    }
    if (!count_nodes(push, context, 0)) return;
    if (selection->depth < depth) {
        mimeograph_xml_build_end(builder, namespace_count);
        return;
    }
    mimeograph_xml_build_end(builder, 0);
    selection->depth = 0;
    mimeograph_xml_subtree *grown = mimeograph_xml_reserve(
        selection->done, selection->done_count, 1, &selection->done_capacity, sizeof *grown
    );
    if (grown == NULL) {
        mimeograph_xml_stop(context, MIMEOGRAPH_XML_MEMORY, -1);
        return;
    }
    selection->done = grown;
    xmlDoc *document = selection->context->myDoc;
    mimeograph_xml_build_finish(builder, document);
    document->_private = builder->storage;
    builder->storage = NULL;
    selection->context->myDoc = NULL;
    grown[selection->done_count] = selection->location;
    grown[selection->done_count].document = document;
    selection->done_count += 1;
}

void mimeograph_xml_selection_text(
    mimeograph_xml_push *push, void *context, xmlElementType type, const xmlChar *text, size_t count
) {
    mimeograph_xml_selection *selection = &push->selection;
    mimeograph_xml_builder *builder = &selection->state.builder;
    if (selection->depth == 0) return;
    int is_more = builder->run != NULL && builder->run->type == type;
    if (!count_nodes(push, context, is_more ? 0 : 1)) return;
    if ((is_more ? builder->run_count : 0) + count > XML_MAX_TEXT_LENGTH) {
        mimeograph_xml_stop(context, MIMEOGRAPH_XML_TEXT, -1);
    } else if (!mimeograph_xml_build_text(builder, type, text, count)) {
        mimeograph_xml_stop(context, MIMEOGRAPH_XML_MEMORY, -1);
    }
}

void mimeograph_xml_selection_comment(mimeograph_xml_push *push, void *context, const xmlChar *text) {
    mimeograph_xml_builder *builder = &push->selection.state.builder;
    if (push->selection.depth == 0 || !count_nodes(push, context, 1)) return;
    if (!mimeograph_xml_build_comment(builder, text)) mimeograph_xml_stop(context, MIMEOGRAPH_XML_MEMORY, -1);
}

void mimeograph_xml_selection_instruction(
    mimeograph_xml_push *push, void *context, const xmlChar *target, const xmlChar *text
) {
    if (push->selection.depth == 0 || !count_nodes(push, context, 1)) return;
    const xmlChar *interned = xmlDictLookup(push->context->dict, target, -1);
    const mimeograph_xml_name *name = interned == NULL ? NULL : lasting(push, context, interned, NULL, NULL);
    if (name == NULL || !mimeograph_xml_build_instruction(&push->selection.state.builder, name->local, text)) {
        mimeograph_xml_stop(context, MIMEOGRAPH_XML_MEMORY, -1);
    }
}
