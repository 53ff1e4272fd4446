#ifndef MIMEOGRAPH_XML_PATH_H
#define MIMEOGRAPH_XML_PATH_H

#include <stddef.h>
#include <stdint.h>
#include <libxml/tree.h>

#include "MimeographXMLError.h"

/// An XPath 1.0 expression that was compiled, and what evaluating it takes. One thread at a time may use one.
typedef struct mimeograph_xml_path mimeograph_xml_path;

typedef enum {
    MIMEOGRAPH_XML_PATH_NODES,
    MIMEOGRAPH_XML_PATH_STRING,
    MIMEOGRAPH_XML_PATH_NUMBER,
    MIMEOGRAPH_XML_PATH_BOOLEAN,
} mimeograph_xml_path_kind;

/// What an evaluation gave; it is valid until the next one of the same path.
typedef struct {
    mimeograph_xml_path_kind kind;
    int boolean;
    double number;
    const xmlChar *_Nullable string;
    size_t count;
} mimeograph_xml_path_result;

/// Compiles an expression. On failure the place is in the report's offset, in bytes of the expression.
mimeograph_xml_path *_Nullable mimeograph_xml_path_make(
    const char *_Nonnull expression, mimeograph_xml_report *_Nonnull report
);
void mimeograph_xml_path_free(mimeograph_xml_path *_Nullable path);

/// Binds a prefix for all evaluations to come. Gives 0 where memory is short or the prefix is no name.
int mimeograph_xml_path_bind(mimeograph_xml_path *_Nonnull path, const char *_Nonnull prefix, const char *_Nonnull uri);

/// Sets a variable for the next evaluation, which forgets it afterwards. Each gives 0 where memory is short.
int mimeograph_xml_path_set_string(
    mimeograph_xml_path *_Nonnull path, const char *_Nonnull name, const char *_Nonnull value
);
int mimeograph_xml_path_set_number(mimeograph_xml_path *_Nonnull path, const char *_Nonnull name, double value);
int mimeograph_xml_path_set_boolean(mimeograph_xml_path *_Nonnull path, const char *_Nonnull name, int value);
int mimeograph_xml_path_set_nodes(
    mimeograph_xml_path *_Nonnull path,
    const char *_Nonnull name,
    const xmlNode *_Nullable const *_Nullable nodes,
    size_t count
);

/// Evaluates the expression at a node, in at most so many operations. The tree is only read. Gives 0 on failure.
int mimeograph_xml_path_evaluate(
    mimeograph_xml_path *_Nonnull path,
    const xmlNode *_Nonnull node,
    uint64_t operations,
    mimeograph_xml_report *_Nonnull report,
    mimeograph_xml_path_result *_Nonnull result
);

/// A node of the last result, in document order. For a namespace, `holder` is the element in whose scope it is.
const xmlNode *_Nullable mimeograph_xml_path_node(
    const mimeograph_xml_path *_Nonnull path, size_t index, const xmlNode *_Nullable *_Nonnull holder
);

/// Frees the last result, and forgets the document.
void mimeograph_xml_path_reset(mimeograph_xml_path *_Nonnull path);

#endif
