// Private to this target.
#ifndef MIMEOGRAPH_XML_PLAIN_H
#define MIMEOGRAPH_XML_PLAIN_H

#include <libxml/tree.h>
#include <stddef.h>
#include <stdint.h>

#include "arena.h"

// A build without this reader measures its benefit: see Docs/Decisions/0053-speed-alone-has-a-switch.md.
#ifdef MIMEOGRAPH_WITHOUT_PLAIN_XML
#define READS_PLAIN 0
#else
#define READS_PLAIN 1
#endif

// A reader of plain XML, which nearly all bodies are: well-formed UTF-8 without a document type, with names in ASCII. It has two
// users: one builds trees, and the other records events.
//
// Everything else is unusual. Each function here then returns 0 without a lasting change, and libxml2 reads the document instead,
// from its start or from the end of the last plain piece. So libxml2 alone decides whether a document is well-formed, and it
// reports all errors, limits and locations. libxml2 would accept everything that this reader accepts, with the same result.
//
// Source: XML 1.0 (fifth edition) §2; Namespaces in XML 1.0 §3 to §6.

enum {
    /// More attributes in a tag, declarations in scope or open elements than these are unusual.
    MIMEOGRAPH_XML_PLAIN_ATTRIBUTES = 64,
    MIMEOGRAPH_XML_PLAIN_BINDINGS = 64,
    MIMEOGRAPH_XML_PLAIN_DEPTH = 256,
    /// Longer names are unusual, in bytes.
    MIMEOGRAPH_XML_PLAIN_NAME = 1024,
    /// Longer texts and tags are unusual, in bytes.
    MIMEOGRAPH_XML_PLAIN_PIECE = 4 << 20,
    /// The number of names and slots stored in the reader itself.
    MIMEOGRAPH_XML_PLAIN_OWN_NAMES = 48,
    MIMEOGRAPH_XML_PLAIN_OWN_SLOTS = 128,
};

/// The kind of an attribute's name.
typedef enum : uint8_t {
    /// Not determined yet.
    MIMEOGRAPH_XML_PLAIN_UNKNOWN,
    MIMEOGRAPH_XML_PLAIN_ORDINARY,
    /// "xmlns", or "xmlns:" and a prefix.
    MIMEOGRAPH_XML_PLAIN_DECLARATION,
    /// "xml:" and a name.
    MIMEOGRAPH_XML_PLAIN_RESERVED,
    /// A name that libxml2 rejects everywhere, or that is left to libxml2.
    MIMEOGRAPH_XML_PLAIN_UNUSUAL,
} mimeograph_xml_plain_kind;

/// A text that is stored once: a name as written in a tag, a part of a name, or a namespace.
typedef struct {
    /// The text, followed by a zero.
    const xmlChar *text;
    /// The parts of a name. The prefix and the local name are stored as separate texts.
    const xmlChar *local;
    const xmlChar *prefix;
    /// The first and the last eight bytes, which overlap if there are fewer than sixteen.
    uint64_t first;
    uint64_t last;
    uint32_t count;
    mimeograph_xml_plain_kind kind;
    /// The last tag that had an attribute with this name.
    uint64_t tag;
    /// The scopes in which it was last looked up as the name of an element and of an attribute, and the results: the number of
    /// the binding, plus one, and 0 for none.
    uint64_t element_scope;
    uint64_t attribute_scope;
    uint8_t element_binding;
    uint8_t attribute_binding;
    /// Values that the user of the reader stores with these results; 0 after a new lookup.
    uint32_t element;
    uint32_t attribute;
} mimeograph_xml_plain_name;

/// A declaration in scope.
typedef struct {
    const xmlChar *prefix;
    /// NULL if the prefix is undeclared again.
    const xmlChar *uri;
    /// The declaration in a tree.
    xmlNs *declaration;
} mimeograph_xml_plain_binding;

/// A part of the text, and whether it must be decoded.
typedef struct {
    const uint8_t *start;
    const uint8_t *end;
    /// Whether its value differs from its bytes: because of references, CR, or white space in an attribute.
    int is_coded;
} mimeograph_xml_plain_text;

typedef struct {
    uint32_t name;
    mimeograph_xml_plain_text value;
} mimeograph_xml_plain_attribute;

typedef struct {
    const uint8_t *next;
    const uint8_t *end;
    /// The number of line feeds before the next byte.
    int64_t lines;

    // The storage and the maximum number of names.
    mimeograph_xml_arena *arena;
    int64_t name_limit;
    mimeograph_xml_plain_name *names;
    uint32_t name_count;
    uint32_t name_capacity;
    /// The numbers of names, plus one, by hash; 0 for an empty slot.
    uint32_t *slots;
    uint32_t slot_count;

    // The current tag. Its declarations are already among the bindings.
    uint64_t tag;
    uint32_t tag_name;
    int is_empty;
    int attribute_count;
    int declaration_count;
    mimeograph_xml_plain_attribute attributes[MIMEOGRAPH_XML_PLAIN_ATTRIBUTES];

    // Open elements and bindings in scope.
    int depth;
    uint32_t open[MIMEOGRAPH_XML_PLAIN_DEPTH];
    uint8_t declarations[MIMEOGRAPH_XML_PLAIN_DEPTH];
    int binding_count;
    mimeograph_xml_plain_binding bindings[MIMEOGRAPH_XML_PLAIN_BINDINGS];
    /// A unique number for the current set of bindings.
    uint64_t scope;
    uint64_t scopes;
    /// The scopes around the current tag and around the open elements.
    uint64_t scope_around;
    uint64_t scopes_around[MIMEOGRAPH_XML_PLAIN_DEPTH];

    mimeograph_xml_plain_name own_names[MIMEOGRAPH_XML_PLAIN_OWN_NAMES];
    uint32_t own_slots[MIMEOGRAPH_XML_PLAIN_OWN_SLOTS];
} mimeograph_xml_plain;

/// Initializes a reader. It must not be moved afterwards.
void mimeograph_xml_plain_start(mimeograph_xml_plain *plain, mimeograph_xml_arena *arena, int64_t name_limit);
void mimeograph_xml_plain_end(mimeograph_xml_plain *plain);

// Each function returns 0 if the next piece is unusual, or if there is not enough memory.

/// Reads the XML declaration, if there is one.
///
/// @param standalone set to 1 for "yes", 0 for "no", -2 if it is absent, -1 if there is no declaration
int mimeograph_xml_plain_read_declaration(mimeograph_xml_plain *plain, int *standalone);

/// Reads the start tag at the next byte, and puts its declarations into scope. The element is not open yet.
int mimeograph_xml_plain_read_start(mimeograph_xml_plain *plain);

/// Opens the element of the last tag.
int mimeograph_xml_plain_open(mimeograph_xml_plain *plain);

/// Ends the last tag without opening its element.
void mimeograph_xml_plain_drop(mimeograph_xml_plain *plain);

/// Reads the end tag at the next byte, and closes the innermost element, whose name it must have.
int mimeograph_xml_plain_read_end(mimeograph_xml_plain *plain);

/// Reads the text at the next byte, up to the next markup or the end.
int mimeograph_xml_plain_read_text(mimeograph_xml_plain *plain, mimeograph_xml_plain_text *text);

/// Reads a comment, a CDATA section or a processing instruction at the next byte.
int mimeograph_xml_plain_read_comment(mimeograph_xml_plain *plain, mimeograph_xml_plain_text *text);
int mimeograph_xml_plain_read_cdata(mimeograph_xml_plain *plain, mimeograph_xml_plain_text *text);
int mimeograph_xml_plain_read_instruction(
    mimeograph_xml_plain *plain, uint32_t *target, mimeograph_xml_plain_text *text
);

/// Skips white space, which is allowed outside the outermost element.
void mimeograph_xml_plain_skip_space(mimeograph_xml_plain *plain);

/// Decodes a piece: replaces references, if it may contain any, and normalizes line endings and the white space of an attribute.
/// The result is never longer than the piece.
///
/// @return the number of bytes, or SIZE_MAX if the piece is unusual
size_t mimeograph_xml_plain_decode(
    const mimeograph_xml_plain_text *text, int has_references, int is_attribute, uint8_t *result
);

#endif
