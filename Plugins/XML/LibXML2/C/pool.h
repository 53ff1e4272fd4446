// Private to this target.
#ifndef MIMEOGRAPH_XML_POOL_H
#define MIMEOGRAPH_XML_POOL_H

#include <stddef.h>
#include <stdint.h>
#include <libxml/tree.h>

/// Names and namespace declarations that a stream shares with its subtrees.
///
/// One thread adds to it while others read earlier entries: entries neither move nor change. The last user frees it.
typedef struct mimeograph_xml_pool mimeograph_xml_pool;

/// Makes a pool with one user; returns NULL if there is not enough memory.
mimeograph_xml_pool *mimeograph_xml_pool_make(void);
void mimeograph_xml_pool_retain(mimeograph_xml_pool *pool);
void mimeograph_xml_pool_release(mimeograph_xml_pool *pool);

/// Returns a copy of a text, terminated by a zero; NULL if there is not enough memory.
const xmlChar *mimeograph_xml_pool_text(mimeograph_xml_pool *pool, const xmlChar *text, size_t count);

/// Returns a namespace declaration followed by others; NULL if there is not enough memory. The texts must be in the pool.
xmlNs *mimeograph_xml_pool_declaration(
    mimeograph_xml_pool *pool, const xmlChar *prefix, const xmlChar *uri, xmlNs *next
);

#endif
