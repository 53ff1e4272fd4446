#ifndef MIMEOGRAPH_SIMDJSON_H
#define MIMEOGRAPH_SIMDJSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version and the implementation that is active, such as "simdjson 3.0.1, icelake"; NULL where it was not installed
/// when this was built.
const char *mimeograph_simdjson_description(void);

/// A parser and one text, copied with the padding that simdjson asks for. Lives until the program ends. NULL without simdjson.
void *mimeograph_simdjson_prepare(const uint8_t *text, size_t count);

/// Parses the text into simdjson's document, as often as it is called; whether it is valid.
bool mimeograph_simdjson_parse(void *prepared);

#ifdef __cplusplus
}
#endif

#endif
