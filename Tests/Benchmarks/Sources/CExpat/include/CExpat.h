#ifndef MIMEOGRAPH_EXPAT_H
#define MIMEOGRAPH_EXPAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The version, such as "expat 2.5.0"; NULL where it was not installed when this was built.
const char *mimeograph_expat_description(void);

/// Gives a document to expat in chunks, with namespaces and with handlers that do nothing; whether it is well-formed. False
/// without expat. The parser is made by the first call and reset by each. One thread at a time.
bool mimeograph_expat_parse(const uint8_t *text, size_t count, size_t chunk);

#endif
