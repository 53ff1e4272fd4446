// Shared by the files of this target only.
#ifndef MIMEOGRAPH_XML_PLAIN_H
#define MIMEOGRAPH_XML_PLAIN_H

#include <libxml/tree.h>
#include <stddef.h>
#include <stdint.h>

#include "arena.h"

// What this reader is worth is measured without it: see Docs/Decisions/0053-speed-alone-has-a-switch.md.
#ifdef MIMEOGRAPH_WITHOUT_PLAIN_XML
#define READS_PLAIN 0
#else
#define READS_PLAIN 1
#endif

// A reader of plain XML, which is what nearly all bodies are: UTF-8 without a document type, with names in ASCII, and with
// no errors in it. It makes nothing of what it reads but hands it to its two users, one that builds trees and one that
// records events.
//
// Whatever is not plain is unusual: each function here then gives 0 and has changed nothing that matters, and libxml2
// reads the document instead, from the beginning or from the last piece that was plain. So there is one judge of what is
// well-formed, and all errors, limits and locations are those that libxml2 finds. What this reader accepts, libxml2 would
// accept, and would make the same of it.
//
// Source: XML 1.0 (fifth edition) §2; Namespaces in XML 1.0 §3 to §6.

enum {
    /// More attributes in a tag, declarations in scope or open elements are unusual.
    MIMEOGRAPH_XML_PLAIN_ATTRIBUTES = 64,
    MIMEOGRAPH_XML_PLAIN_BINDINGS = 64,
    MIMEOGRAPH_XML_PLAIN_DEPTH = 256,
    /// Longer names, in bytes, are unusual.
    MIMEOGRAPH_XML_PLAIN_NAME = 1024,
    /// Longer texts and tags, in bytes, are unusual.
    MIMEOGRAPH_XML_PLAIN_PIECE = 4 << 20,
    /// Room for names and their slots in a reader itself.
    MIMEOGRAPH_XML_PLAIN_OWN_NAMES = 48,
    MIMEOGRAPH_XML_PLAIN_OWN_SLOTS = 128,
};

/// What a name of an attribute is.
typedef enum : uint8_t {
    /// It has not been looked at.
    MIMEOGRAPH_XML_PLAIN_UNKNOWN,
    MIMEOGRAPH_XML_PLAIN_ORDINARY,
    /// "xmlns", or "xmlns" and a prefix.
    MIMEOGRAPH_XML_PLAIN_DECLARATION,
    /// "xml" and a name.
    MIMEOGRAPH_XML_PLAIN_RESERVED,
    /// No name that libxml2 accepts anywhere, or one that is left to it.
    MIMEOGRAPH_XML_PLAIN_UNUSUAL,
} mimeograph_xml_plain_kind;

/// A text that is kept once: a name as it stands in a tag, a part of one, a namespace.
typedef struct {
    /// The text, with a zero behind it.
    const xmlChar *text;
    /// The parts of a name: the text of a prefix and of a local name are kept as texts of their own.
    const xmlChar *local;
    const xmlChar *prefix;
    /// The first eight bytes and the last eight, which overlap where there are fewer than sixteen.
    uint64_t first;
    uint64_t last;
    uint32_t count;
    mimeograph_xml_plain_kind kind;
    /// The last tag that had an attribute of the name.
    uint64_t tag;
    /// The scopes in which it was looked up as the name of an element and as that of an attribute, and what was found
    /// there: the number of the binding, plus one, and 0 for none.
    uint64_t element_scope;
    uint64_t attribute_scope;
    uint8_t element_binding;
    uint8_t attribute_binding;
    /// What the user of the reader keeps with that; 0 where it was looked up anew.
    uint32_t element;
    uint32_t attribute;
} mimeograph_xml_plain_name;

/// A declaration that is in scope.
typedef struct {
    const xmlChar *prefix;
    /// NULL where there is none any more.
    const xmlChar *uri;
    /// The declaration in a tree.
    xmlNs *declaration;
} mimeograph_xml_plain_binding;

/// A piece of the text, and what has to be done with it.
typedef struct {
    const uint8_t *start;
    const uint8_t *end;
    /// Whether it is not as it stands there: with references, with CR, or with white space in an attribute.
    int is_coded;
} mimeograph_xml_plain_text;

typedef struct {
    uint32_t name;
    mimeograph_xml_plain_text value;
} mimeograph_xml_plain_attribute;

typedef struct {
    const uint8_t *next;
    const uint8_t *end;
    /// Line feeds before the next byte.
    int64_t lines;

    // Names. Where they are kept, and how many there may be.
    mimeograph_xml_arena *arena;
    int64_t name_limit;
    mimeograph_xml_plain_name *names;
    uint32_t name_count;
    uint32_t name_capacity;
    /// Numbers of names, plus one, by hash; 0 for none.
    uint32_t *slots;
    uint32_t slot_count;

    // The present tag. Its declarations are among the bindings already.
    uint64_t tag;
    uint32_t tag_name;
    int is_empty;
    int attribute_count;
    int declaration_count;
    mimeograph_xml_plain_attribute attributes[MIMEOGRAPH_XML_PLAIN_ATTRIBUTES];

    // What is open and in scope.
    int depth;
    uint32_t open[MIMEOGRAPH_XML_PLAIN_DEPTH];
    uint8_t declarations[MIMEOGRAPH_XML_PLAIN_DEPTH];
    int binding_count;
    mimeograph_xml_plain_binding bindings[MIMEOGRAPH_XML_PLAIN_BINDINGS];
    /// A number of what is in scope, which no other scope has.
    uint64_t scope;
    uint64_t scopes;
    /// The scopes around the present tag and around the open elements.
    uint64_t scope_around;
    uint64_t scopes_around[MIMEOGRAPH_XML_PLAIN_DEPTH];

    mimeograph_xml_plain_name own_names[MIMEOGRAPH_XML_PLAIN_OWN_NAMES];
    uint32_t own_slots[MIMEOGRAPH_XML_PLAIN_OWN_SLOTS];
} mimeograph_xml_plain;

/// Makes a reader ready. It must not be moved afterwards.
void mimeograph_xml_plain_start(mimeograph_xml_plain *plain, mimeograph_xml_arena *arena, int64_t name_limit);
void mimeograph_xml_plain_end(mimeograph_xml_plain *plain);

// Each gives 0 where what comes next is unusual, or memory is short.

/// Reads the declaration of the document, if there is one.
///
/// @param standalone  filled in with 1 for "yes", 0 for "no", -2 for nothing, -1 where there is no declaration
int mimeograph_xml_plain_read_declaration(mimeograph_xml_plain *plain, int *standalone);

/// Reads the start tag at the next byte. Its declarations are in scope then; it is not open.
int mimeograph_xml_plain_read_start(mimeograph_xml_plain *plain);

/// Opens the element of the tag that was read.
int mimeograph_xml_plain_open(mimeograph_xml_plain *plain);

/// Ends the tag that was read, and was not opened.
void mimeograph_xml_plain_drop(mimeograph_xml_plain *plain);

/// Reads the end tag at the next byte, which must be that of the innermost element, and closes that.
int mimeograph_xml_plain_read_end(mimeograph_xml_plain *plain);

/// Reads the text at the next byte, up to the markup behind it or to the end.
int mimeograph_xml_plain_read_text(mimeograph_xml_plain *plain, mimeograph_xml_plain_text *text);

/// Reads a comment, a CDATA section or a processing instruction at the next byte.
int mimeograph_xml_plain_read_comment(mimeograph_xml_plain *plain, mimeograph_xml_plain_text *text);
int mimeograph_xml_plain_read_cdata(mimeograph_xml_plain *plain, mimeograph_xml_plain_text *text);
int mimeograph_xml_plain_read_instruction(
    mimeograph_xml_plain *plain, uint32_t *target, mimeograph_xml_plain_text *text
);

/// Skips white space, which may stand outside of the outermost element.
void mimeograph_xml_plain_skip_space(mimeograph_xml_plain *plain);

/// What a piece means: with its references replaced, if it may have any, and its line ends and the white space of an
/// attribute normalised. It takes no more bytes than the piece has.
///
/// @return how many bytes there are, or SIZE_MAX where the piece is unusual
size_t mimeograph_xml_plain_decode(
    const mimeograph_xml_plain_text *text, int has_references, int is_attribute, uint8_t *result
);

#endif
