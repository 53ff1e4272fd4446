// Private to this target.
#ifndef MIMEOGRAPH_XML_SANITIZE_H
#define MIMEOGRAPH_XML_SANITIZE_H

#include <stddef.h>
#include <stdint.h>

// Checks and changes to the text before libxml2's push parser reads it.

/// Returns the offset of the first byte that is not valid UTF-8, or `count`. A truncated character at the end is valid if
/// `may_be_cut` is set. Source: RFC 3629 §4.
size_t mimeograph_xml_invalid_utf8(const uint8_t *bytes, size_t count, int may_be_cut);

/// Replaces the quotation marks and brackets in comments and processing instructions of an internal subset by spaces.
///
/// No event reports these, and libxml2's push parser before 2.11 treats them as the ends of surrounding markup.
void mimeograph_xml_sanitize_subset(uint8_t *bytes, size_t count);

#endif
