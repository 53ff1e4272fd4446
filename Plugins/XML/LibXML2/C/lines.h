// Shared by the files of this target only.
#ifndef MIMEOGRAPH_XML_LINES_H
#define MIMEOGRAPH_XML_LINES_H

#include <stddef.h>
#include <stdint.h>

/// Where the lines of a block of text begin. A block does not end between CR and LF.
typedef struct {
    /// Offsets in the block of the first bytes of lines.
    uint32_t *starts;
    size_t count;
    size_t capacity;
    /// The line that the block begins in, from 1, and where that begins in the stream.
    int64_t line;
    int64_t line_start;
} mimeograph_xml_lines;

/// Finds the lines of a block that is shorter than 4 GiB. Gives 0 where memory is short.
int mimeograph_xml_lines_find(mimeograph_xml_lines *lines, const uint8_t *bytes, size_t count);

/// Goes on to the block that begins at an offset of the stream.
void mimeograph_xml_lines_go_on(mimeograph_xml_lines *lines, int64_t block, int64_t next_block);

#endif
