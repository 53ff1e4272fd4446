#include "session.h"

#include <libxml/SAX2.h>
#include <libxml/entities.h>
#include <libxml/valid.h>
#include <string.h>

#include "MimeographXMLTree.h"

/// The maximum number of IDs that libxml2 indexes.
#define MIMEOGRAPH_XML_IDENTIFIERS 65536

/// The maximum number of declared ID attributes that libxml2 indexes.
#define MIMEOGRAPH_XML_DECLARED_IDENTIFIERS 512

static mimeograph_xml_state *state_of(void *context) { return ((xmlParserCtxtPtr)context)->_private; }

/// Records a failure and stops the parser. Call it only at points at which libxml2 expects a handler to do that.
static void stop(void *context, mimeograph_xml_failure failure, int64_t actual) {
    mimeograph_xml_state *state = state_of(context);
    mimeograph_xml_fail(state, failure, actual);
    xmlStopParser(context);
#if LIBXML_VERSION < 21300
    // Entities are parsed with their own contexts.
    if (state->root != context) state->root->disableSAX = 1;
#endif
}

void mimeograph_xml_stop(void *context, mimeograph_xml_failure failure, int64_t actual) { stop(context, failure, actual); }

/// Records a failure and disables the handlers that build the tree.
///
/// At an entity lookup, libxml2 may still hold pointers into its input, which xmlStopParser frees.
static void fail_and_stop_callbacks(void *context, mimeograph_xml_failure failure, int64_t actual) {
    mimeograph_xml_state *state = state_of(context);
    xmlParserCtxtPtr parser = context;
    mimeograph_xml_fail(state, failure, actual);
    mimeograph_xml_stop_callbacks(parser);
    mimeograph_xml_stop_callbacks(state->root);
}

/// Sets libxml2's error code for the failure that was just recorded.
static void set_library_code(void *context, int code) {
    mimeograph_xml_report *report = state_of(context)->report;
    report->library_domain = XML_FROM_PARSER;
    report->library_code = code;
}

static int has_failed(mimeograph_xml_state *state) { return state->report->failure != MIMEOGRAPH_XML_OK; }

/// Counts nodes. Returns 0, after stopping the parser, if there are too many or if something failed before.
static int count(void *context, int64_t nodes) {
    mimeograph_xml_state *state = state_of(context);
    state->text = 0;
    state->nodes += nodes;
    if (state->nodes > state->limits.nodes) {
        stop(context, MIMEOGRAPH_XML_NODES, -1);
        return 0;
    }
    if (has_failed(state)) {
        xmlStopParser(context);
        return 0;
    }
    return 1;
}

// The document.

static int is_refused_encoding(const char *name) {
    // UTF-7 can hide any content from a filter that looks for certain bytes.
    return xmlStrcasestr((const xmlChar *)name, (const xmlChar *)"UTF-7") != NULL
        || xmlStrcasestr((const xmlChar *)name, (const xmlChar *)"UTF7") != NULL
        || xmlStrcasestr((const xmlChar *)name, (const xmlChar *)"UNICODE-1-1") != NULL
        || xmlStrcasestr((const xmlChar *)name, (const xmlChar *)"Unicode11UTF") != NULL;
}

static void on_start_document(void *context) {
    xmlParserCtxtPtr parser = context;
#if LIBXML_VERSION >= 21400
    const char *names[3] = {(const char *)xmlCtxtGetDeclaredEncoding(parser), NULL, NULL};
#else
    const char *names[3] = {(const char *)parser->encoding, NULL, NULL};
    if (parser->input != NULL) {
        names[1] = (const char *)parser->input->encoding;
        if (parser->input->buf != NULL && parser->input->buf->encoder != NULL) {
            names[2] = parser->input->buf->encoder->name;
        }
    }
#endif
    for (int index = 0; index < 3; index += 1) {
        if (names[index] != NULL && is_refused_encoding(names[index])) {
            stop(context, MIMEOGRAPH_XML_ENCODING, -1);
            return;
        }
    }
    xmlSAX2StartDocument(context);
}

static void on_internal_subset(void *context, const xmlChar *name, const xmlChar *public_id, const xmlChar *system_id) {
    if (!count(context, 1)) return;
    if (state_of(context)->limits.refuses_document_type) {
        stop(context, MIMEOGRAPH_XML_DOCUMENT_TYPE, -1);
        return;
    }
    state_of(context)->has_external_subset = public_id != NULL || system_id != NULL;
    state_of(context)->subset_start = mimeograph_xml_position(context);
    xmlSAX2InternalSubset(context, name, public_id, system_id);
}

/// Counts a declaration. Returns 0, after stopping the parser, if there are too many.
static int count_declaration(void *context) {
    mimeograph_xml_state *state = state_of(context);
    if (!count(context, 1)) return 0;
    if (mimeograph_xml_position(context) - state->subset_start <= state->limits.declarations) return 1;
    stop(context, MIMEOGRAPH_XML_DECLARATIONS, -1);
    return 0;
}

/// Counts the declaration. The content model is not kept, because nothing is validated.
static void on_element_declaration(void *context, const xmlChar *name, int type, xmlElementContentPtr content) {
    (void)name, (void)type, (void)content;
    count_declaration(context);
}

// External entities and subsets are never loaded.

static void on_external_subset(void *context, const xmlChar *name, const xmlChar *public_id, const xmlChar *system_id) {
    (void)context, (void)name, (void)public_id, (void)system_id;
}

static xmlParserInputPtr on_resolve_entity(void *context, const xmlChar *public_id, const xmlChar *system_id) {
    (void)public_id, (void)system_id;
    fail_and_stop_callbacks(context, MIMEOGRAPH_XML_EXTERNAL_ENTITY, -1);
    return NULL;
}

/// The kinds of entities whose text is not in the document.
typedef enum { EXTERNAL_ENTITY = 1, UNPARSED_ENTITY = 2 } outside_entity;

static outside_entity find_outside(const mimeograph_xml_state *state, const xmlChar *name) {
    if (state->outside_entities == NULL) return 0;
    return (outside_entity)(intptr_t)xmlHashLookup(state->outside_entities, name);
}

/// Keeps only the name, so that a reference finds no text. The first declaration of a name counts. Source: XML 1.0 §4.2.
static void keep_outside(void *context, const xmlChar *name, outside_entity kind) {
    mimeograph_xml_state *state = state_of(context);
    const xmlDoc *document = ((xmlParserCtxtPtr)context)->myDoc;
    if (document != NULL && xmlGetDocEntity(document, name) != NULL) return;
    if (state->outside_entities == NULL) state->outside_entities = xmlHashCreate(0);
    if (state->outside_entities == NULL) {
        stop(context, MIMEOGRAPH_XML_MEMORY, -1);
        return;
    }
    // An existing entry is not replaced.
    xmlHashAddEntry(state->outside_entities, name, (void *)(intptr_t)kind);
}

void mimeograph_xml_forget_entities(mimeograph_xml_state *state) {
    if (state->outside_entities != NULL) xmlHashFree(state->outside_entities, NULL);
    state->outside_entities = NULL;
}

/// Whether libxml2 looks up an entity right after its declaration, after ">". At a reference it has read ";".
static int is_declaring(void *context, const xmlChar *name) {
    mimeograph_xml_state *state = state_of(context);
    const xmlParserInput *input = ((xmlParserCtxtPtr)context)->input;
    int is_same = state->declared == name;
    state->declared = NULL;
    return is_same && input != NULL && input->cur > input->base && input->cur[-1] == '>';
}

static xmlEntityPtr on_get_parameter_entity(void *context, const xmlChar *name) {
    if (!is_declaring(context, name)) fail_and_stop_callbacks(context, MIMEOGRAPH_XML_PARAMETER_ENTITY, -1);
    return NULL;
}

static void on_entity_declaration(
    void *context, const xmlChar *name, int type, const xmlChar *public_id, const xmlChar *system_id, xmlChar *content
) {
    mimeograph_xml_state *state = state_of(context);
    if (!count_declaration(context)) return;
    state->declared = name;
    // A declaration alone is harmless.
    if (type == XML_EXTERNAL_GENERAL_PARSED_ENTITY) keep_outside(context, name, EXTERNAL_ENTITY);
    if (type != XML_INTERNAL_GENERAL_ENTITY || find_outside(state, name) != 0) return;
    size_t length = content == NULL ? 0 : strlen((const char *)content);
    int64_t offset;
    mimeograph_xml_failure flood =
        mimeograph_xml_find_attribute_flood(content, length, 1, 0, (size_t)state->limits.attributes, &offset);
    if (flood != MIMEOGRAPH_XML_OK) {
        stop(context, flood, -1);
        return;
    }
    xmlSAX2EntityDecl(context, name, type, public_id, system_id, content);
}

static void on_unparsed_entity_declaration(
    void *context, const xmlChar *name, const xmlChar *public_id, const xmlChar *system_id, const xmlChar *notation
) {
    (void)public_id, (void)system_id, (void)notation;
    if (count_declaration(context)) keep_outside(context, name, UNPARSED_ENTITY);
}

/// A notation must have an identifier, but libxml2 accepts one without. Source: XML 1.0 §4.7, production 82.
static void on_notation_declaration(
    void *context, const xmlChar *name, const xmlChar *public_id, const xmlChar *system_id
) {
    (void)name;
    if (!count_declaration(context)) return;
    if (public_id != NULL || system_id != NULL) return;
    stop(context, MIMEOGRAPH_XML_LIBRARY, -1);
    set_library_code(context, XML_ERR_NOTATION_PROCESSING);
}

static void on_attribute_declaration(
    void *context,
    const xmlChar *element,
    const xmlChar *name,
    int type,
    int default_kind,
    const xmlChar *default_value,
    xmlEnumerationPtr values
) {
    mimeograph_xml_state *state = state_of(context);
    if (default_value != NULL) {
        state->default_attributes += 1;
        state->has_default_namespaces |= strcmp((const char *)name, "xmlns") == 0
            || strncmp((const char *)name, "xmlns:", 6) == 0;
    }
    int64_t defaults = state->default_attributes;
    // For each declaration libxml2 searches all declarations of the element.
    if (type == XML_ATTRIBUTE_ID) {
        state->declared_identifiers += 1;
        state->builder.has_declared_identifiers = 1;
        if (state->declared_identifiers > MIMEOGRAPH_XML_DECLARED_IDENTIFIERS) {
            type = XML_ATTRIBUTE_CDATA;
            if (state->builder.storage != NULL) state->builder.storage->skipped_identifiers = 1;
        }
    }
    if (!count_declaration(context)) {
        xmlFreeEnumeration(values);
    } else if (defaults > state->limits.attributes) {
        xmlFreeEnumeration(values);
        stop(context, MIMEOGRAPH_XML_ATTRIBUTES, defaults);
    } else {
        xmlSAX2AttributeDecl(context, element, name, type, default_kind, default_value, values);
    }
}

// Entities. libxml2 parses an entity again at each reference.

/// Charges for content of an entity, in addition to its bytes. Returns 0, after stopping the parser, if the total is too high.
/// Texts are not charged, because their number is limited by the references and charged nodes.
static int charge(void *context, int64_t nodes, int64_t bytes) {
    mimeograph_xml_state *state = state_of(context);
    if (context == state->root && state->root->inputNr <= 1) return 1;
    state->expansion += nodes * (int64_t)sizeof(xmlNode) + bytes;
    if (state->expansion <= state->limits.expansion) return 1;
    stop(context, MIMEOGRAPH_XML_EXPANSION, -1);
    return 0;
}

static xmlEntityPtr on_get_entity(void *context, const xmlChar *name) {
    mimeograph_xml_state *state = state_of(context);
    if (has_failed(state)) return NULL;
    xmlEntityPtr entity = xmlSAX2GetEntity(context, name);
    if (is_declaring(context, name)) return entity;
    if (entity == NULL) {
        outside_entity outside = find_outside(state, name);
        if (outside == UNPARSED_ENTITY) {
            fail_and_stop_callbacks(context, MIMEOGRAPH_XML_LIBRARY, -1);
            set_library_code(context, XML_ERR_UNPARSED_ENTITY);
            return NULL;
        }
        int is_external = outside == EXTERNAL_ENTITY || state->has_external_subset;
        fail_and_stop_callbacks(context, is_external ? MIMEOGRAPH_XML_EXTERNAL_ENTITY : MIMEOGRAPH_XML_UNKNOWN_ENTITY, -1);
        return NULL;
    }
    if (entity->etype == XML_INTERNAL_PREDEFINED_ENTITY) return entity;
    state->nodes += 1;
    state->expansion += entity->length;
    if (state->expansion > state->limits.expansion) {
        fail_and_stop_callbacks(context, MIMEOGRAPH_XML_EXPANSION, -1);
        return NULL;
    }
    if (state->nodes > state->limits.nodes) {
        fail_and_stop_callbacks(context, MIMEOGRAPH_XML_NODES, -1);
        return NULL;
    }
    return entity;
}

static void on_reference(void *context, const xmlChar *name) {
    // libxml2 calls this only if it found no declaration.
    (void)name;
    stop(context, MIMEOGRAPH_XML_UNKNOWN_ENTITY, -1);
}

// Content.

/// Limits the dictionary of names, because libxml2 before 2.12 is slow with very many names.
static int check_names(xmlParserCtxtPtr parser, mimeograph_xml_state *state) {
    if (xmlDictSize(parser->dict) <= state->limits.names) return 1;
    stop(parser, MIMEOGRAPH_XML_NAMES, -1);
    return 0;
}

int mimeograph_xml_count_start(
    void *context,
    int namespace_count,
    const xmlChar **namespaces,
    int attribute_count,
    int default_count,
    const xmlChar **attributes
) {
    mimeograph_xml_state *state = state_of(context);
    xmlParserCtxtPtr parser = context;
    if (!count(context, 1 + (int64_t)namespace_count + attribute_count)) return 0;
    if (!check_names(parser, state)) return 0;
    state->depth += 1;
    if (state->depth > state->limits.depth) {
        stop(context, MIMEOGRAPH_XML_DEPTH, state->depth);
        return 0;
    }
    if ((int64_t)namespace_count + attribute_count > state->limits.attributes) {
        stop(context, MIMEOGRAPH_XML_ATTRIBUTES, (int64_t)namespace_count + attribute_count);
        return 0;
    }
    state->namespaces_at_depth[state->depth] = namespace_count;
    state->namespaces += namespace_count;
    if (state->namespaces > state->limits.namespaces) {
        stop(context, MIMEOGRAPH_XML_NAMESPACES, state->namespaces);
        return 0;
    }
    for (int index = attribute_count - default_count; index < attribute_count; index += 1) {
        state->expansion += state->default_cost + (attributes[5 * index + 4] - attributes[5 * index + 3]);
    }
    // libxml2 does not report which declarations are in the tag itself.
    if (state->has_default_namespaces) {
        for (int index = 0; index < namespace_count; index += 1) {
            const xmlChar *uri = namespaces[2 * index + 1];
            state->expansion += state->default_cost + (uri == NULL ? 0 : (int64_t)strlen((const char *)uri));
        }
    }
    if (state->expansion > state->limits.expansion) {
        stop(context, MIMEOGRAPH_XML_EXPANSION, -1);
        return 0;
    }
    return 1;
}

int mimeograph_xml_count_end(mimeograph_xml_state *state) {
    state->text = 0;
    if (state->depth == 0) return -1;
    int namespaces = state->namespaces_at_depth[state->depth];
    state->namespaces -= namespaces;
    state->depth -= 1;
    return namespaces;
}

void mimeograph_xml_mark_element(mimeograph_xml_state *state, xmlNode *element) {
    if (element == NULL) return;
    for (const xmlAttr *attribute = element->properties; attribute != NULL; attribute = attribute->next) {
        state->identifiers += attribute->atype == XML_ATTRIBUTE_ID;
    }
    // The index of IDs is slow in libxml2 before 2.12. See mimeograph_xml_skipped_identifiers.
    if (state->identifiers >= MIMEOGRAPH_XML_IDENTIFIERS) {
        state->builder.skips_identifiers = 1;
        state->builder.storage->skipped_identifiers = 1;
    }
}

static void on_start_element(
    void *context,
    const xmlChar *name,
    const xmlChar *prefix,
    const xmlChar *uri,
    int namespace_count,
    const xmlChar **namespaces,
    int attribute_count,
    int default_count,
    const xmlChar **attributes
) {
    mimeograph_xml_state *state = state_of(context);
    int is_counted = mimeograph_xml_count_start(
        context, namespace_count, namespaces, attribute_count, default_count, attributes
    );
    if (!is_counted) return;
    int64_t bytes = 0;
    for (int index = 0; index < attribute_count; index += 1) bytes += attributes[5 * index + 4] - attributes[5 * index + 3];
    if (!charge(context, 1 + (int64_t)namespace_count + attribute_count, bytes)) return;
    int is_built = mimeograph_xml_build_start(
        &state->builder, name, prefix, uri, namespace_count, namespaces, attribute_count, attributes
    );
    if (is_built) mimeograph_xml_mark_element(state, state->builder.current);
    else stop(context, MIMEOGRAPH_XML_MEMORY, -1);
}

static void on_end_element(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
    (void)name, (void)prefix, (void)uri;
    mimeograph_xml_state *state = state_of(context);
    int namespaces = mimeograph_xml_count_end(state);
    if (namespaces >= 0) mimeograph_xml_build_end(&state->builder, namespaces);
}

static void build_text(void *context, xmlElementType type, const xmlChar *text, int length) {
    mimeograph_xml_builder *builder = &state_of(context)->builder;
    if (length < 0 || builder->current == NULL) return;
    if (!mimeograph_xml_build_text(builder, type, text, (size_t)length)) stop(context, MIMEOGRAPH_XML_MEMORY, -1);
}

static void on_characters(void *context, const xmlChar *text, int length) {
    mimeograph_xml_state *state = state_of(context);
    if (state->text == 0) {
        if (!count(context, 1)) return;
    }
    state->text += length;
    if (state->text > XML_MAX_TEXT_LENGTH) {
        stop(context, MIMEOGRAPH_XML_TEXT, -1);
        return;
    }
    build_text(context, XML_TEXT_NODE, text, length);
}

static void on_cdata(void *context, const xmlChar *text, int length) {
    if (count(context, 1) && charge(context, 1, 0)) build_text(context, XML_CDATA_SECTION_NODE, text, length);
}

static void on_comment(void *context, const xmlChar *text) {
    mimeograph_xml_builder *builder = &state_of(context)->builder;
    if (!count(context, 1) || !charge(context, 1, 0)) return;
    // libxml2 builds the nodes outside the outermost element.
    if (builder->current == NULL) xmlSAX2Comment(context, text);
    else if (!mimeograph_xml_build_comment(builder, text)) stop(context, MIMEOGRAPH_XML_MEMORY, -1);
}

static void on_processing_instruction(void *context, const xmlChar *target, const xmlChar *text) {
    mimeograph_xml_builder *builder = &state_of(context)->builder;
    if (!count(context, 1) || !charge(context, 1, 0) || !check_names(context, state_of(context))) return;
    if (builder->current == NULL) xmlSAX2ProcessingInstruction(context, target, text);
    else {
        const xmlChar *name = xmlDictLookup(builder->parser->dict, target, -1);
        if (name == NULL || !mimeograph_xml_build_instruction(builder, name, text)) stop(context, MIMEOGRAPH_XML_MEMORY, -1);
    }
}

void mimeograph_xml_install(xmlSAXHandler *handler) {
    handler->startDocument = on_start_document;
    handler->internalSubset = on_internal_subset;
    handler->externalSubset = on_external_subset;
    handler->resolveEntity = on_resolve_entity;
    handler->getParameterEntity = on_get_parameter_entity;
    handler->entityDecl = on_entity_declaration;
    handler->attributeDecl = on_attribute_declaration;
    handler->elementDecl = on_element_declaration;
    handler->notationDecl = on_notation_declaration;
    handler->unparsedEntityDecl = on_unparsed_entity_declaration;
    handler->getEntity = on_get_entity;
    handler->reference = on_reference;
    handler->startElementNs = on_start_element;
    handler->endElementNs = on_end_element;
    // libxml2 takes a shorter path if these two are the same.
    handler->characters = on_characters;
    handler->ignorableWhitespace = on_characters;
    handler->cdataBlock = on_cdata;
    handler->comment = on_comment;
    handler->processingInstruction = on_processing_instruction;
    handler->warning = NULL;
    handler->error = NULL;
    handler->fatalError = NULL;
    handler->serror = mimeograph_xml_on_error;
}
