// Shared by the files of this target only.
#ifndef MIMEOGRAPH_XML_POOL_H
#define MIMEOGRAPH_XML_POOL_H

#include <stddef.h>
#include <stdint.h>
#include <libxml/tree.h>

/// Names and namespace declarations that a stream and the documents cut out of it share.
///
/// One thread adds to it, while others read what was added before: nothing in it moves or changes. It goes when the last
/// of its users does.
typedef struct mimeograph_xml_pool mimeograph_xml_pool;

/// Makes a pool with one user; NULL where memory is short.
mimeograph_xml_pool *mimeograph_xml_pool_make(void);
void mimeograph_xml_pool_retain(mimeograph_xml_pool *pool);
void mimeograph_xml_pool_release(mimeograph_xml_pool *pool);

/// A copy of a text, which ends with a zero; NULL where memory is short.
const xmlChar *mimeograph_xml_pool_text(mimeograph_xml_pool *pool, const xmlChar *text, size_t count);

/// A declaration of a namespace with others behind it; NULL where memory is short. The texts must be in the pool.
xmlNs *mimeograph_xml_pool_declaration(
    mimeograph_xml_pool *pool, const xmlChar *prefix, const xmlChar *uri, xmlNs *next
);

#endif
