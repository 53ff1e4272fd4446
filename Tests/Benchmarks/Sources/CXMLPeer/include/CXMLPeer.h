#ifndef MIMEOGRAPH_XML_PEER_H
#define MIMEOGRAPH_XML_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The version of libxml2, such as "2.9.14".
const char *mimeograph_xml_peer_version(void);

/// Parses a document into libxml2's tree with Mimeograph's options, and frees it; returns whether it is well-formed.
bool mimeograph_xml_peer_parse(const uint8_t *text, size_t count);

/// Pushes a document to libxml2 in chunks, with handlers that do nothing; returns whether it is well-formed.
bool mimeograph_xml_peer_push(const uint8_t *text, size_t count, size_t chunk);

#endif
