// Shared by the files of this target only.
#ifndef MIMEOGRAPH_XML_SANITIZE_H
#define MIMEOGRAPH_XML_SANITIZE_H

#include <stddef.h>
#include <stdint.h>

// What is done to text before libxml2's push parser sees it.

/// The offset of the first byte that is no part of UTF-8, or `count`. What ends in the middle of a character is well if
/// `may_be_cut`. Source: RFC 3629 §4.
size_t mimeograph_xml_invalid_utf8(const uint8_t *bytes, size_t count, int may_be_cut);

/// Blanks the quotation marks and brackets of comments and processing instructions of an internal subset.
///
/// No event tells those, and the push parser of libxml2 before 2.11 reads them as ends of what surrounds them.
void mimeograph_xml_sanitize_subset(uint8_t *bytes, size_t count);

#endif
