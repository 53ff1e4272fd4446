// Shared by the files of this target only.
#ifndef MIMEOGRAPH_XML_BLOCKS_H
#define MIMEOGRAPH_XML_BLOCKS_H

#include <stddef.h>

/// The size of the blocks that a large tree is made of: two of Linux's huge pages.
enum { mimeograph_xml_large_block = 4 << 20 };

/// Memory for a block, not cleared; NULL where there is none.
void *mimeograph_xml_take_block(size_t size);

/// Takes a block back, which has that size.
void mimeograph_xml_release_block(void *block, size_t size);

#endif
