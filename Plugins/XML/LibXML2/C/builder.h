// Shared by the files of this target only.
#ifndef MIMEOGRAPH_XML_BUILDER_H
#define MIMEOGRAPH_XML_BUILDER_H

#include <libxml/parser.h>
#include <libxml/tree.h>

#include "arena.h"
#include "pool.h"

/// What a document has as its `_private`.
typedef struct {
    mimeograph_xml_arena arena;
    /// The outermost element where it lies in the arena, else NULL.
    xmlNode *root;
    int skipped_identifiers;
    /// Whether all of the document lies in the arena, this structure and the document itself, too.
    int is_plain;
    /// Where the names of the nodes are, if the document does not own them; else NULL.
    mimeograph_xml_pool *pool;
} mimeograph_xml_document_storage;

/// A namespace that is in scope.
typedef struct {
    const xmlChar *prefix;
    xmlNs *declaration;
} mimeograph_xml_binding;

/// Builds libxml2's tree in an arena: the same structures as libxml2's own functions make one by one, in a third of the
/// time, and freed at once.
///
/// libxml2 sees no nodes of entities then, and reads an entity again with each reference to it. So the elements of an entity
/// have the namespaces that are in scope where it is referred to, whatever the version: copies of what libxml2 reads once
/// have those of the first reference, and none from 2.13 on.
///
/// The outermost element is put into the document only when all went well, so that libxml2 never frees what it did not make.
typedef struct {
    mimeograph_xml_document_storage *storage;
    xmlParserCtxtPtr parser;
    /// The prefix `xml`, as the parser has it in its dictionary.
    const xmlChar *xml_prefix;
    /// Whether attributes may be declared to hold IDs.
    int has_declared_identifiers;
    /// Whether IDs are put into the index no more.
    int skips_identifiers;
    /// The element that is open, NULL outside of the outermost.
    xmlNode *current;
    /// The text or CDATA section that the next characters belong to, and its bytes.
    xmlNode *run;
    size_t run_count;
    /// What stands before the outermost element in the document.
    xmlNode *before_root;
    /// Namespaces in scope, the innermost last.
    mimeograph_xml_binding *bindings;
    size_t binding_count;
    /// Nodes and attributes so far, by which each gets its position in document order.
    int64_t order;
} mimeograph_xml_builder;

// Each gives 0 where memory is short.

int mimeograph_xml_build_start(
    mimeograph_xml_builder *builder,
    const xmlChar *name,
    const xmlChar *prefix,
    const xmlChar *uri,
    int namespace_count,
    const xmlChar **namespaces,
    int attribute_count,
    const xmlChar **attributes
);
void mimeograph_xml_build_end(mimeograph_xml_builder *builder, int namespace_count);
int mimeograph_xml_build_text(mimeograph_xml_builder *builder, xmlElementType type, const xmlChar *text, size_t count);
int mimeograph_xml_build_comment(mimeograph_xml_builder *builder, const xmlChar *text);
/// The target must live as long as the document.
int mimeograph_xml_build_instruction(mimeograph_xml_builder *builder, const xmlChar *target, const xmlChar *text);

/// Frees what a document had as its `_private`.
void mimeograph_xml_release(mimeograph_xml_document_storage *storage);

/// Puts the outermost element into its document.
void mimeograph_xml_build_finish(mimeograph_xml_builder *builder, xmlDoc *document);

#endif
