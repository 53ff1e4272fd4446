#ifndef MIMEOGRAPH_SIMDJSON_H
#define MIMEOGRAPH_SIMDJSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version and the active implementation, such as "simdjson 3.0.1, icelake"; NULL if simdjson was missing at build time.
const char *mimeograph_simdjson_description(void);

/// Makes a parser and a padded copy of a text; both live until the program ends. NULL without simdjson.
void *mimeograph_simdjson_prepare(const uint8_t *text, size_t count);

/// Parses the text into a simdjson document; returns whether it is valid. It can be called repeatedly.
bool mimeograph_simdjson_parse(void *prepared);

#ifdef __cplusplus
}
#endif

#endif
