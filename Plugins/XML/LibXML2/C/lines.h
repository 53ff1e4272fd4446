// Private to this target.
#ifndef MIMEOGRAPH_XML_LINES_H
#define MIMEOGRAPH_XML_LINES_H

#include <stddef.h>
#include <stdint.h>

/// The starts of lines in a block of text. A block never ends between CR and LF.
typedef struct {
    /// The offsets of the lines' first bytes in the block.
    uint32_t *starts;
    size_t count;
    size_t capacity;
    /// The line in which the block begins, from 1, and the offset of that line in the stream.
    int64_t line;
    int64_t line_start;
} mimeograph_xml_lines;

/// Finds the lines of a block of less than 4 GiB. Returns 0 if there is not enough memory.
int mimeograph_xml_lines_find(mimeograph_xml_lines *lines, const uint8_t *bytes, size_t count);

/// Advances to the block at an offset of the stream.
void mimeograph_xml_lines_go_on(mimeograph_xml_lines *lines, int64_t block, int64_t next_block);

#endif
