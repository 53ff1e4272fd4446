// Shared by the files of this target only.
#ifndef MIMEOGRAPH_XML_BOUNDS_H
#define MIMEOGRAPH_XML_BOUNDS_H

#include <stddef.h>
#include <stdint.h>

/// Finds where markup and texts begin and end in a stream that is cut anywhere.
///
/// It knows just enough of XML for that. Where markup is malformed it may read more or less than libxml2 would for one
/// piece, but always the same for the same stream.
typedef struct {
    /// Which part of which markup the next byte belongs to.
    uint8_t state;
    uint8_t state_after_quote;
    uint8_t quote;
    /// Bytes so far of what tells kinds of markup apart, or of what ends one.
    uint8_t matched;
    /// Bytes before the next one.
    int64_t position;
    /// Where the present piece begins.
    int64_t start;
    /// Where the last markup ended.
    int64_t boundary;
    /// Attributes of the present tag.
    int64_t attributes;
    /// Whether the document type declaration ends at the boundary.
    int is_document_type;
    /// Where the pieces begin that have not been parsed, and the present one.
    int64_t *starts;
    size_t start_count;
    size_t start_capacity;
    int64_t input_limit;
    int64_t attribute_limit;
} mimeograph_xml_bounds;

typedef enum {
    /// All bytes were looked at.
    MIMEOGRAPH_XML_BOUNDS_MORE,
    /// Enough of them for one call of the parser, up to the boundary.
    MIMEOGRAPH_XML_BOUNDS_ENOUGH,
    /// The present piece is too long.
    MIMEOGRAPH_XML_BOUNDS_INPUT,
    /// The present tag has too many attributes.
    MIMEOGRAPH_XML_BOUNDS_ATTRIBUTES,
    MIMEOGRAPH_XML_BOUNDS_MEMORY,
} mimeograph_xml_bounds_status;

/// Looks at the next bytes, at least one.
///
/// @param enough  the position from which on any boundary is enough
mimeograph_xml_bounds_status mimeograph_xml_bounds_scan(
    mimeograph_xml_bounds *bounds, const uint8_t *bytes, size_t count, int64_t enough
);

/// Whether markup began that has not ended.
int mimeograph_xml_bounds_are_in_markup(const mimeograph_xml_bounds *bounds);

/// Forgets the beginnings of pieces before the boundary.
void mimeograph_xml_bounds_drop(mimeograph_xml_bounds *bounds);

#endif
