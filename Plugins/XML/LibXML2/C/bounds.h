// Private to this target.
#ifndef MIMEOGRAPH_XML_BOUNDS_H
#define MIMEOGRAPH_XML_BOUNDS_H

#include <stddef.h>
#include <stdint.h>

/// Finds the boundaries of markup and texts in a stream that is split anywhere.
///
/// It knows just enough of XML for that. In malformed markup it may disagree with libxml2, but it is always consistent.
typedef struct {
    /// The markup, and the part of it, that contains the next byte.
    uint8_t state;
    uint8_t state_after_quote;
    uint8_t quote;
    /// The number of bytes matched so far of an opening that tells kinds of markup apart, or of an ending.
    uint8_t matched;
    /// The number of bytes before the next one.
    int64_t position;
    /// The offset at which the current piece begins.
    int64_t start;
    /// The offset at which the last markup ended.
    int64_t boundary;
    /// The number of attributes of the current tag.
    int64_t attributes;
    /// Whether the document type declaration ends at the boundary.
    int is_document_type;
    /// The offsets at which the pieces begin that are not parsed yet, including the current one.
    int64_t *starts;
    size_t start_count;
    size_t start_capacity;
    int64_t input_limit;
    int64_t attribute_limit;
} mimeograph_xml_bounds;

typedef enum {
    /// All bytes were scanned.
    MIMEOGRAPH_XML_BOUNDS_MORE,
    /// There are enough bytes for one call of the parser, up to the boundary.
    MIMEOGRAPH_XML_BOUNDS_ENOUGH,
    /// The current piece is too long.
    MIMEOGRAPH_XML_BOUNDS_INPUT,
    /// The current tag has too many attributes.
    MIMEOGRAPH_XML_BOUNDS_ATTRIBUTES,
    MIMEOGRAPH_XML_BOUNDS_MEMORY,
} mimeograph_xml_bounds_status;

/// Scans the next bytes, at least one.
///
/// @param enough the position after which any boundary is enough
mimeograph_xml_bounds_status mimeograph_xml_bounds_scan(
    mimeograph_xml_bounds *bounds, const uint8_t *bytes, size_t count, int64_t enough
);

/// Whether markup has begun and not ended.
int mimeograph_xml_bounds_are_in_markup(const mimeograph_xml_bounds *bounds);

/// Drops the starts of pieces before the boundary.
void mimeograph_xml_bounds_drop(mimeograph_xml_bounds *bounds);

#endif
