#pragma once
#include <stddef.h>

/// Gives what was freed back to the system, as far as the allocator can, so that what is resident is what is held.
void mimeograph_give_back_memory(void);

/// Bytes that were allocated and not freed; 0 where the allocator does not tell. Source: mallinfo(3), mallinfo2.
size_t mimeograph_allocated_memory(void);
