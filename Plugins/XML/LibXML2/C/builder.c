#include "builder.h"

#include <libxml/valid.h>
#include <limits.h>
#include <string.h>

#include "session.h"

static void *allocate(mimeograph_xml_builder *builder, size_t size) {
    return mimeograph_xml_arena_allocate(&builder->storage->arena, size);
}

static xmlChar *copy(mimeograph_xml_builder *builder, const xmlChar *text, size_t count) {
    xmlChar *bytes = allocate(builder, count + 1);
    if (bytes == NULL) return NULL;
    memcpy(bytes, text, count);
    bytes[count] = 0;
    return bytes;
}

/// Makes a node that is not linked yet.
static xmlNode *make_node(mimeograph_xml_builder *builder, xmlElementType type, const xmlChar *name) {
    xmlNode *node = allocate(builder, sizeof *node);
    if (node == NULL) return NULL;
    memset(node, 0, sizeof *node);
    node->type = type;
    node->name = name;
    node->doc = builder->parser->myDoc;
    return node;
}

/// Returns the next position in document order, for the `_private` field that libxml2 leaves to its callers.
static void *next_order(mimeograph_xml_builder *builder) {
    builder->order += 1;
    return (void *)(intptr_t)builder->order;
}

/// Makes a node the last child of the open element.
static void append(mimeograph_xml_builder *builder, xmlNode *node) {
    node->_private = next_order(builder);
    // A node from an entity has the line of the reference.
    const xmlParserCtxt *parser = builder->parser;
    const xmlParserInput *input = parser->inputNr > 0 ? parser->inputTab[0] : parser->input;
    int line = input == NULL ? 0 : input->line;
    if (line < USHRT_MAX) {
        node->line = (unsigned short)line;
    } else {
        node->line = USHRT_MAX;
        node->psvi = (void *)(intptr_t)line;
    }
    xmlNode *parent = builder->current;
    if (parent == NULL) return;
    node->parent = parent;
    node->prev = parent->last;
    if (parent->last == NULL) parent->children = node;
    else parent->last->next = node;
    parent->last = node;
}

/// Finds the declaration of a prefix. Names are in the dictionary, so comparing addresses is enough.
static xmlNs *find_binding(const mimeograph_xml_builder *builder, const xmlChar *prefix) {
    if (prefix != NULL && prefix == builder->xml_prefix) return builder->parser->myDoc->oldNs;
    for (size_t index = builder->binding_count; index > 0; index -= 1) {
        if (builder->bindings[index - 1].prefix == prefix) return builder->bindings[index - 1].declaration;
    }
    return NULL;
}

static int declare(mimeograph_xml_builder *builder, xmlNode *element, int count, const xmlChar **namespaces) {
    xmlNs *last = NULL;
    for (int index = 0; index < count; index += 1) {
        const xmlChar *prefix = namespaces[2 * index];
        const xmlChar *uri = namespaces[2 * index + 1];
        xmlNs *declaration = allocate(builder, sizeof *declaration);
        if (declaration == NULL) return 0;
        memset(declaration, 0, sizeof *declaration);
        declaration->type = XML_NAMESPACE_DECL;
        declaration->prefix = prefix;
        declaration->href = uri == NULL ? NULL : copy(builder, uri, strlen((const char *)uri));
        if (uri != NULL && declaration->href == NULL) return 0;
        if (last == NULL) element->nsDef = declaration;
        else last->next = declaration;
        last = declaration;
        builder->bindings[builder->binding_count].prefix = prefix;
        builder->bindings[builder->binding_count].declaration = declaration;
        builder->binding_count += 1;
    }
    return 1;
}

static int is_identifier(
    const mimeograph_xml_builder *builder, xmlNode *element, xmlAttr *attribute, const xmlChar *prefix
) {
    if (prefix != NULL && prefix == builder->xml_prefix && strcmp((const char *)attribute->name, "id") == 0) return 1;
    return builder->has_declared_identifiers && xmlIsID(builder->parser->myDoc, element, attribute) == 1;
}

static int add_attribute(mimeograph_xml_builder *builder, xmlNode *element, xmlAttr **last, const xmlChar **parts) {
    xmlParserCtxtPtr parser = builder->parser;
    const xmlChar *name = parts[0];
    const xmlChar *prefix = parts[1];
    if (prefix != NULL && parts[2] == NULL) {
        // The prefix is not declared, so it is part of the name.
        const xmlChar *whole = xmlDictQLookup(parser->dict, prefix, name);
        if (whole == NULL) return 0;
        name = whole;
        prefix = NULL;
    }
    // One allocation for the attribute, its text node and the bytes.
    size_t count = (size_t)(parts[4] - parts[3]);
    xmlAttr *attribute = allocate(builder, sizeof(xmlAttr) + sizeof(xmlNode) + count + 1);
    if (attribute == NULL) return 0;
    memset(attribute, 0, sizeof(xmlAttr) + sizeof(xmlNode));
    xmlNode *text = (xmlNode *)(attribute + 1);
    xmlChar *bytes = (xmlChar *)(text + 1);
    memcpy(bytes, parts[3], count);
    bytes[count] = 0;
    text->type = XML_TEXT_NODE;
    text->name = xmlStringText;
    text->content = bytes;
    text->parent = (xmlNode *)attribute;
    text->doc = parser->myDoc;
    attribute->type = XML_ATTRIBUTE_NODE;
    attribute->name = name;
    attribute->children = text;
    attribute->last = text;
    attribute->parent = element;
    attribute->doc = parser->myDoc;
    attribute->_private = next_order(builder);
    if (prefix != NULL) attribute->ns = find_binding(builder, prefix);
    attribute->prev = *last;
    if (*last == NULL) element->properties = attribute;
    else (*last)->next = attribute;
    *last = attribute;
    if (!builder->skips_identifiers && is_identifier(builder, element, attribute, prefix)) {
        // A duplicate ID is not a fatal error; the first one counts.
        xmlAddID(NULL, parser->myDoc, bytes, attribute);
        attribute->atype = XML_ATTRIBUTE_ID;
    }
    return 1;
}

int mimeograph_xml_build_start(
    mimeograph_xml_builder *builder,
    const xmlChar *name,
    const xmlChar *prefix,
    const xmlChar *uri,
    int namespace_count,
    const xmlChar **namespaces,
    int attribute_count,
    const xmlChar **attributes
) {
    xmlParserCtxtPtr parser = builder->parser;
    if (prefix != NULL && uri == NULL) {
        name = xmlDictQLookup(parser->dict, prefix, name);
        if (name == NULL) return 0;
    }
    xmlNode *element = make_node(builder, XML_ELEMENT_NODE, name);
    if (element == NULL) return 0;
    if (builder->storage->root == NULL) {
        builder->storage->root = element;
        builder->before_root = parser->myDoc->last;
        element->parent = (xmlNode *)parser->myDoc;
        // Makes the declaration of the prefix "xml".
        if (xmlSearchNs(parser->myDoc, element, (const xmlChar *)"xml") == NULL) return 0;
    }
    append(builder, element);
    builder->current = element;
    builder->run = NULL;
    if (!declare(builder, element, namespace_count, namespaces)) return 0;
    if (uri != NULL) element->ns = find_binding(builder, prefix);
    xmlAttr *last = NULL;
    for (int index = 0; index < attribute_count; index += 1) {
        if (!add_attribute(builder, element, &last, attributes + 5 * index)) return 0;
    }
    return 1;
}

void mimeograph_xml_build_end(mimeograph_xml_builder *builder, int namespace_count) {
    builder->run = NULL;
    builder->binding_count -= (size_t)namespace_count;
    if (builder->current == NULL) return;
    builder->current = builder->current == builder->storage->root ? NULL : builder->current->parent;
}

int mimeograph_xml_build_text(mimeograph_xml_builder *builder, xmlElementType type, const xmlChar *text, size_t count) {
    xmlNode *run = builder->run;
    if (run != NULL && run->type == type) {
        size_t total = builder->run_count + count;
        xmlChar *content = mimeograph_xml_arena_grow(
            &builder->storage->arena, run->content, builder->run_count + 1, total + 1
        );
        if (content == NULL) return 0;
        memcpy(content + builder->run_count, text, count);
        content[total] = 0;
        run->content = content;
        builder->run_count = total;
        return 1;
    }
    xmlNode *node = make_node(builder, type, type == XML_TEXT_NODE ? xmlStringText : NULL);
    if (node == NULL) return 0;
    node->content = copy(builder, text, count);
    if (node->content == NULL) return 0;
    append(builder, node);
    builder->run = node;
    builder->run_count = count;
    return 1;
}

int mimeograph_xml_build_comment(mimeograph_xml_builder *builder, const xmlChar *text) {
    xmlNode *node = make_node(builder, XML_COMMENT_NODE, (const xmlChar *)"comment");
    if (node == NULL) return 0;
    node->content = copy(builder, text, text == NULL ? 0 : strlen((const char *)text));
    if (node->content == NULL) return 0;
    append(builder, node);
    builder->run = NULL;
    return 1;
}

int mimeograph_xml_build_instruction(mimeograph_xml_builder *builder, const xmlChar *target, const xmlChar *text) {
    xmlNode *node = make_node(builder, XML_PI_NODE, target);
    if (node == NULL) return 0;
    if (text != NULL) {
        node->content = copy(builder, text, strlen((const char *)text));
        if (node->content == NULL) return 0;
    }
    append(builder, node);
    builder->run = NULL;
    return 1;
}

void mimeograph_xml_build_finish(mimeograph_xml_builder *builder, xmlDoc *document) {
    xmlNode *root = builder->storage->root;
    if (root == NULL) return;
    xmlNode *before = builder->before_root;
    root->prev = before;
    root->next = before == NULL ? document->children : before->next;
    if (before == NULL) document->children = root;
    else before->next = root;
    if (root->next == NULL) document->last = root;
    else root->next->prev = root;
}
