#include "MimeographXMLWrite.h"

#include <stdlib.h>
#include <string.h>

#include "MimeographXMLTree.h"

/// A growing buffer. After a failure it stays unchanged, and `failed` is set.
typedef struct {
    uint8_t *bytes;
    size_t count;
    size_t capacity;
    int failed;
} buffer;

static void put(buffer *out, const void *bytes, size_t count) {
    if (out->failed) return;
    if (count > out->capacity - out->count) {
        size_t capacity = out->capacity < 1024 ? 1024 : out->capacity;
        while (capacity - out->count < count) {
            if (capacity > SIZE_MAX / 2) {
                out->failed = 1;
                return;
            }
            capacity *= 2;
        }
        uint8_t *grown = realloc(out->bytes, capacity);
        if (grown == NULL) {
            out->failed = 1;
            return;
        }
        out->bytes = grown;
        out->capacity = capacity;
    }
    memcpy(out->bytes + out->count, bytes, count);
    out->count += count;
}

static void put_string(buffer *out, const char *text) { put(out, text, strlen(text)); }

static void put_text(buffer *out, const xmlChar *text) {
    if (text != NULL) put(out, text, strlen((const char *)text));
}

/// Escapes a text so that a parser reads the same characters. Source: XML 1.0 §2.4, §2.11 and §3.3.3.
static void put_escaped(buffer *out, const xmlChar *text, int is_attribute) {
    if (text == NULL) return;
    const xmlChar *start = text;
    for (; *text != 0; text += 1) {
        const char *replacement = NULL;
        switch (*text) {
            case '<': replacement = "&lt;"; break;
            case '>': replacement = "&gt;"; break;
            case '&': replacement = "&amp;"; break;
            case '\r': replacement = "&#xD;"; break;
            case '"': replacement = is_attribute ? "&quot;" : NULL; break;
            case '\n': replacement = is_attribute ? "&#xA;" : NULL; break;
            case '\t': replacement = is_attribute ? "&#x9;" : NULL; break;
            default: break;
        }
        if (replacement == NULL) continue;
        put(out, start, (size_t)(text - start));
        put_string(out, replacement);
        start = text + 1;
    }
    put(out, start, (size_t)(text - start));
}

static void put_name(buffer *out, const xmlNs *namespace, const xmlChar *name) {
    if (namespace != NULL && namespace->prefix != NULL) {
        put_text(out, namespace->prefix);
        put(out, ":", 1);
    }
    put_text(out, name);
}

static void put_declaration(buffer *out, const xmlNs *namespace) {
    // libxml2 adds such declarations to elements of an entity. They cannot be written, and the namespaces in scope already apply.
    if (namespace->prefix != NULL && (namespace->href == NULL || namespace->href[0] == 0)) return;
    put_string(out, " xmlns");
    if (namespace->prefix != NULL) {
        put(out, ":", 1);
        put_text(out, namespace->prefix);
    }
    put_string(out, "=\"");
    put_escaped(out, namespace->href, 1);
    put(out, "\"", 1);
}

/// Whether an element from `top` up to `holder`, without `holder` itself, declares a prefix.
static int is_declared(const xmlNode *top, const xmlNode *holder, const xmlChar *prefix) {
    for (const xmlNode *node = top; node != holder && node != NULL && node->type == XML_ELEMENT_NODE; node = node->parent) {
        for (const xmlNs *namespace = node->nsDef; namespace != NULL; namespace = namespace->next) {
            if (xmlStrEqual(namespace->prefix, prefix)) return 1;
        }
    }
    return 0;
}

/// Writes the declarations in scope around an element that it does not declare itself.
static void put_outer_declarations(buffer *out, const xmlNode *top) {
    for (const xmlNode *node = top->parent; node != NULL && node->type == XML_ELEMENT_NODE; node = node->parent) {
        for (const xmlNs *namespace = node->nsDef; namespace != NULL; namespace = namespace->next) {
            if (is_declared(top, node, namespace->prefix)) continue;
            // The absence of a default namespace need not be declared.
            if (namespace->href == NULL || (namespace->prefix == NULL && namespace->href[0] == 0)) continue;
            put_declaration(out, namespace);
        }
    }
}

static void put_attribute(buffer *out, const xmlAttr *attribute) {
    put(out, " ", 1);
    put_name(out, attribute->ns, attribute->name);
    put_string(out, "=\"");
    for (const xmlNode *child = attribute->children; child != NULL; child = child->next) {
        put_escaped(out, child->content, 1);
    }
    put(out, "\"", 1);
}

/// Writes a CDATA section. It splits the section within "]]>", and writes a carriage return as a reference between sections.
static void put_cdata(buffer *out, const xmlChar *text) {
    put_string(out, "<![CDATA[");
    const char *start = text == NULL ? "" : (const char *)text;
    const char *next = start;
    for (; *next != 0; next += 1) {
        if (strncmp(next, "]]>", 3) == 0) {
            put(out, start, (size_t)(next - start) + 2);
            put_string(out, "]]><![CDATA[");
            start = next + 2;
            next += 1;
        } else if (*next == '\r') {
            put(out, start, (size_t)(next - start));
            put_string(out, "]]>&#xD;<![CDATA[");
            start = next + 1;
        }
    }
    put(out, start, (size_t)(next - start));
    put_string(out, "]]>");
}

static void put_leaf(buffer *out, const xmlNode *node) {
    switch (node->type) {
        case XML_TEXT_NODE: put_escaped(out, node->content, 0); break;
        case XML_CDATA_SECTION_NODE: put_cdata(out, node->content); break;
        case XML_COMMENT_NODE:
            put_string(out, "<!--");
            put_text(out, node->content);
            put_string(out, "-->");
            break;
        case XML_PI_NODE:
            put_string(out, "<?");
            put_text(out, node->name);
            if (node->content != NULL && node->content[0] != 0) {
                put(out, " ", 1);
                put_text(out, node->content);
            }
            put_string(out, "?>");
            break;
        case XML_ATTRIBUTE_NODE: put_attribute(out, (const xmlAttr *)node); break;
        default: break;
    }
}

/// The maximum level of indentation. Without it, a tag of four bytes could be indented by hundreds of spaces.
enum { indented_levels = 32 };

static void put_line(buffer *out, int level) {
    put(out, "\n", 1);
    if (level > indented_levels) level = indented_levels;
    for (int index = 0; index < level; index += 1) put(out, "  ", 2);
}

static int is_blank(const xmlNode *node) {
    if (node->type != XML_TEXT_NODE) return 0;
    for (const xmlChar *text = node->content; text != NULL && *text != 0; text += 1) {
        if (*text != ' ' && *text != '\n' && *text != '\t' && *text != '\r') return 0;
    }
    return 1;
}

/// Whether the content of an element may be written on separate lines: it contains elements, and no text but white space.
static int holds_lines(const xmlNode *element) {
    static const xmlChar preserve[] = "preserve";
    int has_element = 0;
    for (const xmlNode *child = element->children; child != NULL; child = child->next) {
        if (child->type == XML_CDATA_SECTION_NODE || (child->type == XML_TEXT_NODE && !is_blank(child))) return 0;
        has_element |= child->type != XML_TEXT_NODE;
    }
    for (const xmlAttr *attribute = element->properties; attribute != NULL; attribute = attribute->next) {
        if (xmlStrEqual(attribute->name, (const xmlChar *)"space") && attribute->children != NULL
            && xmlStrEqual(attribute->children->content, preserve)) {
            return 0;
        }
    }
    return has_element;
}

/// Writes the start tag, or the tag of an empty element.
static void put_start(buffer *out, const xmlNode *element, int is_top) {
    put(out, "<", 1);
    put_name(out, element->ns, element->name);
    for (const xmlNs *namespace = element->nsDef; namespace != NULL; namespace = namespace->next) {
        put_declaration(out, namespace);
    }
    if (is_top) put_outer_declarations(out, element);
    for (const xmlAttr *attribute = element->properties; attribute != NULL; attribute = attribute->next) {
        put_attribute(out, attribute);
    }
    put_string(out, element->children == NULL ? "/>" : ">");
}

static void put_end(buffer *out, const xmlNode *element) {
    put_string(out, "</");
    put_name(out, element->ns, element->name);
    put(out, ">", 1);
}

/// Writes an element and its content. The content of an element with text is not split into lines.
static void put_element(buffer *out, const xmlNode *top, int pretty) {
    const xmlNode *node = top;
    int level = 0;
    // The level from which on lines are kept as they are, or -1.
    int kept = pretty ? -1 : 0;
    for (;;) {
        if (node->type == XML_ELEMENT_NODE) {
            put_start(out, node, node == top);
            if (node->children != NULL) {
                if (kept < 0 && !holds_lines(node)) kept = level;
                level += 1;
                node = node->children;
                if (kept < 0 && !is_blank(node)) put_line(out, level);
                continue;
            }
        } else if (!(kept < 0 && is_blank(node))) {
            put_leaf(out, node);
        }
        while (node != top && node->next == NULL) {
            node = node->parent;
            level -= 1;
            if (kept < 0) put_line(out, level);
            if (kept == level && pretty) kept = -1;
            put_end(out, node);
        }
        if (node == top) return;
        node = node->next;
        if (kept < 0 && !is_blank(node)) put_line(out, level);
    }
}

uint8_t *mimeograph_xml_write(const xmlNode *node, int pretty, size_t *count) {
    buffer out = {0};
    if (node->type == XML_DOCUMENT_NODE) {
        int is_first = 1;
        for (const xmlNode *child = node->children; child != NULL; child = child->next) {
            if (child->type == XML_DTD_NODE) continue;
            if (!is_first) put(&out, "\n", 1);
            is_first = 0;
            if (child->type == XML_ELEMENT_NODE) put_element(&out, child, pretty);
            else put_leaf(&out, child);
        }
    } else if (node->type == XML_ELEMENT_NODE) {
        put_element(&out, node, pretty);
    } else {
        put_leaf(&out, node);
    }
    put(&out, "", 1);
    if (out.failed) {
        free(out.bytes);
        return NULL;
    }
    *count = out.count - 1;
    return out.bytes;
}
