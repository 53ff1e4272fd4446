#ifndef MIMEOGRAPH_EXPAT_H
#define MIMEOGRAPH_EXPAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The version, such as "expat 2.5.0"; NULL if expat was not installed when this was built.
const char *mimeograph_expat_description(void);

/// Parses a document with expat in chunks, with namespaces and with handlers that do nothing; returns whether it is well-formed.
/// False without expat. The first call makes the parser, and each call resets it. Call it from one thread at a time.
bool mimeograph_expat_parse(const uint8_t *text, size_t count, size_t chunk);

#endif
