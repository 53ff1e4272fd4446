#include <limits.h>
#include <string.h>

#include "builder.h"
#include "plain.h"
#include "sanitize.h"
#include "session.h"

// Trees of plain documents: the same structures that the builder makes from the events of libxml2's parser.

typedef struct {
    mimeograph_xml_plain plain;
    mimeograph_xml_arena arena;
    const mimeograph_xml_limits *limits;
    xmlDoc *document;
    /// The open element; the document outside the outermost element.
    xmlNode *current;
    xmlNode *root;
    /// The last CDATA section, if nothing followed it, and its length in bytes.
    xmlNode *section;
    size_t section_count;
    int64_t nodes;
    int64_t order;
} tree_builder;

static void *allocate(tree_builder *tree, size_t size) { return mimeograph_xml_arena_allocate(&tree->arena, size); }

static int count_nodes(tree_builder *tree, int64_t nodes) {
    tree->nodes += nodes;
    return tree->nodes <= tree->limits->nodes;
}

/// Makes a node the last child of the open element, and sets its line.
static void append(tree_builder *tree, xmlNode *node, int64_t lines) {
    // Nodes next to the outermost element get their positions at the end.
    if (tree->current != (xmlNode *)tree->document || node->type == XML_ELEMENT_NODE) {
        tree->order += 1;
        node->_private = (void *)(intptr_t)tree->order;
    }
    node->doc = tree->document;
    int64_t line = lines + 1;
    node->line = line < USHRT_MAX ? (unsigned short)line : USHRT_MAX;
    if (line >= USHRT_MAX) node->psvi = (void *)(intptr_t)line;
    xmlNode *parent = tree->current;
    node->parent = parent;
    node->prev = parent->last;
    if (parent->last == NULL) parent->children = node;
    else parent->last->next = node;
    parent->last = node;
    tree->section = NULL;
}

/// Makes a node and its text in one allocation.
static xmlNode *make_text(
    tree_builder *tree, xmlElementType type, const xmlChar *name, const mimeograph_xml_plain_text *text, size_t *count
) {
    *count = (size_t)(text->end - text->start);
    xmlNode *node = allocate(tree, sizeof *node + *count + 1);
    if (node == NULL) return NULL;
    memset(node, 0, sizeof *node);
    node->type = type;
    node->name = name;
    xmlChar *content = (xmlChar *)(node + 1);
    if (text->is_coded) {
        *count = mimeograph_xml_plain_decode(text, type == XML_TEXT_NODE, 0, content);
        if (*count == SIZE_MAX) return NULL;
        mimeograph_xml_arena_trim(&tree->arena, node, sizeof *node + *count + 1);
    } else if (*count > 0) {
        memcpy(content, text->start, *count);
    }
    content[*count] = 0;
    node->content = content;
    return node;
}

/// Returns the number of line feeds in the part of a text that libxml2 reports first, because it counts lines after that. The
/// part is the leading ASCII without references, or else up to 300 bytes.
static int64_t lines_of_first_part(const mimeograph_xml_plain_text *text) {
    const uint8_t *next = text->start;
    int64_t lines = 0;
    for (; next < text->end && *next < 0x80 && *next != '&' && *next != '\r'; next += 1) lines += *next == '\n';
    if (next > text->start || *next == '&') return lines;
    if (*next == '\r') return 1;
    for (; next < text->end && next - text->start < 299 && *next != '&'; next += 1) lines += *next == '\n';
    return lines;
}

static int add_text(tree_builder *tree) {
    mimeograph_xml_plain_text text;
    int64_t lines = tree->plain.lines;
    size_t count;
    if (!mimeograph_xml_plain_read_text(&tree->plain, &text) || !count_nodes(tree, 1)) return 0;
    xmlNode *node = make_text(tree, XML_TEXT_NODE, xmlStringText, &text, &count);
    if (node == NULL) return 0;
    append(tree, node, tree->plain.lines == lines ? lines : lines + lines_of_first_part(&text));
    return 1;
}

static int add_comment(tree_builder *tree) {
    mimeograph_xml_plain_text text;
    size_t count;
    if (!mimeograph_xml_plain_read_comment(&tree->plain, &text) || !count_nodes(tree, 1)) return 0;
    const xmlChar *name = tree->current == (xmlNode *)tree->document ? xmlStringComment : (const xmlChar *)"comment";
    xmlNode *node = make_text(tree, XML_COMMENT_NODE, name, &text, &count);
    if (node == NULL) return 0;
    append(tree, node, tree->plain.lines);
    return 1;
}

static int add_cdata(tree_builder *tree) {
    mimeograph_xml_plain_text text;
    size_t count;
    if (!mimeograph_xml_plain_read_cdata(&tree->plain, &text) || !count_nodes(tree, 1)) return 0;
    xmlNode *section = tree->section;
    if (section != NULL) {
        // Adjacent sections are merged.
        size_t more = (size_t)(text.end - text.start);
        xmlChar *content = mimeograph_xml_arena_grow(
            &tree->arena, section->content, tree->section_count + 1, tree->section_count + more + 1
        );
        if (content == NULL) return 0;
        more = mimeograph_xml_plain_decode(&text, 0, 0, content + tree->section_count);
        tree->section_count += more;
        content[tree->section_count] = 0;
        section->content = content;
        return 1;
    }
    xmlNode *node = make_text(tree, XML_CDATA_SECTION_NODE, NULL, &text, &count);
    if (node == NULL) return 0;
    append(tree, node, tree->plain.lines);
    tree->section = node;
    tree->section_count = count;
    return 1;
}

static int add_instruction(tree_builder *tree) {
    mimeograph_xml_plain_text text;
    uint32_t target;
    size_t count;
    if (!mimeograph_xml_plain_read_instruction(&tree->plain, &target, &text) || !count_nodes(tree, 1)) return 0;
    xmlNode *node = make_text(tree, XML_PI_NODE, tree->plain.names[target].text, &text, &count);
    if (node == NULL) return 0;
    if (text.start == NULL) node->content = NULL;
    append(tree, node, tree->plain.lines);
    return 1;
}

// Elements.

static int add_declarations(tree_builder *tree, xmlNode *element) {
    mimeograph_xml_plain *plain = &tree->plain;
    xmlNs *last = NULL;
    for (int index = plain->binding_count - plain->declaration_count; index < plain->binding_count; index += 1) {
        xmlNs *declaration = allocate(tree, sizeof *declaration);
        if (declaration == NULL) return 0;
        memset(declaration, 0, sizeof *declaration);
        declaration->type = XML_NAMESPACE_DECL;
        declaration->prefix = plain->bindings[index].prefix;
        declaration->href = plain->bindings[index].uri;
        plain->bindings[index].declaration = declaration;
        if (last == NULL) element->nsDef = declaration;
        else last->next = declaration;
        last = declaration;
    }
    return 1;
}

static int add_attributes(tree_builder *tree, xmlNode *element) {
    mimeograph_xml_plain *plain = &tree->plain;
    xmlAttr *last = NULL;
    for (int index = 0; index < plain->attribute_count; index += 1) {
        const mimeograph_xml_plain_text *value = &plain->attributes[index].value;
        const mimeograph_xml_plain_name *name = &plain->names[plain->attributes[index].name];
        // One allocation for the attribute, its text node and the bytes.
        size_t count = (size_t)(value->end - value->start);
        xmlAttr *attribute = allocate(tree, sizeof(xmlAttr) + sizeof(xmlNode) + count + 1);
        if (attribute == NULL) return 0;
        memset(attribute, 0, sizeof(xmlAttr) + sizeof(xmlNode));
        xmlNode *text = (xmlNode *)(attribute + 1);
        xmlChar *content = (xmlChar *)(text + 1);
        if (value->is_coded) {
            count = mimeograph_xml_plain_decode(value, 1, 1, content);
            if (count == SIZE_MAX) return 0;
            mimeograph_xml_arena_trim(&tree->arena, attribute, sizeof(xmlAttr) + sizeof(xmlNode) + count + 1);
        } else {
            memcpy(content, value->start, count);
        }
        content[count] = 0;
        text->type = XML_TEXT_NODE;
        text->name = xmlStringText;
        text->content = content;
        text->parent = (xmlNode *)attribute;
        text->doc = tree->document;
        tree->order += 1;
        attribute->_private = (void *)(intptr_t)tree->order;
        attribute->type = XML_ATTRIBUTE_NODE;
        attribute->name = name->local;
        attribute->children = text;
        attribute->last = text;
        attribute->parent = element;
        attribute->doc = tree->document;
        if (name->kind == MIMEOGRAPH_XML_PLAIN_RESERVED) attribute->ns = tree->document->oldNs;
        else if (name->prefix != NULL) attribute->ns = plain->bindings[name->attribute_binding - 1].declaration;
        attribute->prev = last;
        if (last == NULL) element->properties = attribute;
        else last->next = attribute;
        last = attribute;
    }
    return 1;
}

static int add_element(tree_builder *tree) {
    mimeograph_xml_plain *plain = &tree->plain;
    if (!mimeograph_xml_plain_read_start(plain)) return 0;
    int64_t attributes = (int64_t)plain->declaration_count + plain->attribute_count;
    const mimeograph_xml_limits *limits = tree->limits;
    if (!count_nodes(tree, 1 + attributes) || plain->depth >= limits->depth || attributes > limits->attributes
        || plain->binding_count > limits->namespaces) {
        return 0;
    }
    const mimeograph_xml_plain_name *name = &plain->names[plain->tag_name];
    xmlNode *element = allocate(tree, sizeof *element);
    if (element == NULL) return 0;
    memset(element, 0, sizeof *element);
    element->type = XML_ELEMENT_NODE;
    element->name = name->local;
    append(tree, element, plain->lines);
    if (tree->root == NULL) tree->root = element;
    if (plain->declaration_count > 0 && !add_declarations(tree, element)) return 0;
    if (name->element_binding != 0) element->ns = plain->bindings[name->element_binding - 1].declaration;
    if (plain->attribute_count > 0 && !add_attributes(tree, element)) return 0;
    if (plain->is_empty) {
        mimeograph_xml_plain_drop(plain);
        return 1;
    }
    tree->current = element;
    return mimeograph_xml_plain_open(plain);
}

// The document.

static int read_markup(tree_builder *tree) {
    mimeograph_xml_plain *plain = &tree->plain;
    size_t count = (size_t)(plain->end - plain->next);
    if (count < 2) return 0;
    switch (plain->next[1]) {
        case '/':
            if (!mimeograph_xml_plain_read_end(plain)) return 0;
            tree->current = tree->current->parent;
            tree->section = NULL;
            return 1;
        case '?': return add_instruction(tree);
        case '!':
            if (count >= 4 && memcmp(plain->next, "<!--", 4) == 0) return add_comment(tree);
            return plain->depth > 0 && count >= 9 && memcmp(plain->next, "<![CDATA[", 9) == 0 && add_cdata(tree);
        default: return (plain->depth > 0 || tree->root == NULL) && add_element(tree);
    }
}

static int read_document(tree_builder *tree) {
    mimeograph_xml_plain *plain = &tree->plain;
    xmlDoc *document = tree->document;
    if (!mimeograph_xml_plain_read_declaration(plain, &document->standalone)) return 0;
    while (1) {
        if (plain->depth == 0) {
            mimeograph_xml_plain_skip_space(plain);
            if (plain->next == plain->end) return tree->root != NULL;
            if (*plain->next != '<') return 0;
        } else if (plain->next == plain->end) {
            return 0;
        }
        int is_read = *plain->next == '<' ? read_markup(tree) : add_text(tree);
        if (!is_read) return 0;
    }
}

/// Makes a document with the declaration of the prefix `xml`, which libxml2 would add at its first lookup.
static xmlDoc *make_document(tree_builder *tree) {
    struct {
        mimeograph_xml_document_storage storage;
        xmlDoc document;
        xmlNs declaration;
    } *made = allocate(tree, sizeof *made);
    if (made == NULL) return NULL;
    memset(made, 0, sizeof *made);
    made->storage.is_plain = 1;
    xmlNs *declaration = &made->declaration;
    declaration->type = XML_LOCAL_NAMESPACE;
    declaration->href = XML_XML_NAMESPACE;
    declaration->prefix = (const xmlChar *)"xml";
    xmlDoc *document = &made->document;
    document->_private = &made->storage;
    document->type = XML_DOCUMENT_NODE;
    document->doc = document;
    document->version = (const xmlChar *)"1.0";
    document->compression = -1;
    document->charset = XML_CHAR_ENCODING_UTF8;
    document->properties = XML_DOC_WELLFORMED | XML_DOC_NSVALID;
    document->oldNs = declaration;
    return document;
}

xmlDoc *mimeograph_xml_parse_plain(const uint8_t *bytes, size_t count, const mimeograph_xml_limits *limits) {
    if (count < 4 || mimeograph_xml_invalid_utf8(bytes, count, 0) < count) return NULL;
    // Not initialized, because it takes some kilobytes. The code below sets the fields that need a value.
    tree_builder tree;
    mimeograph_xml_arena_start(&tree.arena, count * 8);
    tree.limits = limits;
    tree.document = make_document(&tree);
    if (tree.document == NULL) return NULL;
    tree.current = (xmlNode *)tree.document;
    tree.root = NULL;
    tree.section = NULL;
    tree.section_count = 0;
    tree.nodes = 0;
    tree.order = 0;
    mimeograph_xml_document_storage *storage = tree.document->_private;
    mimeograph_xml_plain_start(&tree.plain, &tree.arena, limits->names);
    tree.plain.next = bytes;
    tree.plain.end = bytes + count;
    int is_read = read_document(&tree);
    mimeograph_xml_plain_end(&tree.plain);
    if (!is_read) {
        mimeograph_xml_arena_end(&tree.arena);
        return NULL;
    }
    storage->arena = tree.arena;
    storage->root = tree.root;
    mimeograph_xml_number(tree.document, tree.order);
    return tree.document;
}
