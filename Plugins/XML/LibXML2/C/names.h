// Shared by the files of this target only.
#ifndef MIMEOGRAPH_XML_NAMES_H
#define MIMEOGRAPH_XML_NAMES_H

#include <libxml/tree.h>

#include "MimeographXMLPush.h"
#include "pool.h"

/// Gives names numbers, by the addresses that their parts have in a dictionary.
typedef struct {
    /// Where names are copied to, if they must outlive the dictionary; else NULL.
    mimeograph_xml_pool *pool;
    mimeograph_xml_name *keys;
    mimeograph_xml_name *names;
    size_t count;
    size_t capacity;
    /// Numbers of names, plus one, by hash; 0 for none.
    uint32_t *slots;
    size_t slot_count;
} mimeograph_xml_names;

#define MIMEOGRAPH_XML_NO_NAME UINT32_MAX

/// The number of a name; MIMEOGRAPH_XML_NO_NAME where memory is short.
uint32_t mimeograph_xml_names_number(
    mimeograph_xml_names *names, const xmlChar *local, const xmlChar *prefix, const xmlChar *uri
);

/// Gives the parts of all names their addresses in another dictionary, so that the numbers stay. The names themselves stay
/// where they are. Gives 0 where memory is short.
int mimeograph_xml_names_move(mimeograph_xml_names *names, xmlDict *dictionary);
void mimeograph_xml_names_free(mimeograph_xml_names *names);

#endif
