#ifndef MIMEOGRAPH_PUGIXML_H
#define MIMEOGRAPH_PUGIXML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version, such as "pugixml 1.13"; NULL if pugixml was not installed when this was built.
const char *mimeograph_pugixml_description(void);

/// Parses a text into a pugixml document, and frees it; returns whether it is well-formed. False without pugixml.
bool mimeograph_pugixml_parse(const uint8_t *text, size_t count);

#ifdef __cplusplus
}
#endif

#endif
