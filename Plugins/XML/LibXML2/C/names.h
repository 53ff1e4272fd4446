// Private to this target.
#ifndef MIMEOGRAPH_XML_NAMES_H
#define MIMEOGRAPH_XML_NAMES_H

#include <libxml/tree.h>

#include "MimeographXMLPush.h"
#include "pool.h"

/// Numbers names by the addresses of their parts in a dictionary.
typedef struct {
    /// The pool to which names are copied if they must outlive the dictionary; else NULL.
    mimeograph_xml_pool *pool;
    mimeograph_xml_name *keys;
    mimeograph_xml_name *names;
    size_t count;
    size_t capacity;
    /// The numbers of names, plus one, by hash; 0 for an empty slot.
    uint32_t *slots;
    size_t slot_count;
} mimeograph_xml_names;

#define MIMEOGRAPH_XML_NO_NAME UINT32_MAX

/// Returns the number of a name; MIMEOGRAPH_XML_NO_NAME if there is not enough memory.
uint32_t mimeograph_xml_names_number(
    mimeograph_xml_names *names, const xmlChar *local, const xmlChar *prefix, const xmlChar *uri
);

/// Moves all names to another dictionary; their numbers stay. Returns 0 if there is not enough memory.
int mimeograph_xml_names_move(mimeograph_xml_names *names, xmlDict *dictionary);
void mimeograph_xml_names_free(mimeograph_xml_names *names);

#endif
