#pragma once
#include <stddef.h>

/// Returns freed memory to the system as far as the allocator can, so that resident memory is memory in use.
void mimeograph_give_back_memory(void);

/// The bytes that are allocated and not freed; 0 if the allocator does not report them. Source: mallinfo(3), mallinfo2.
size_t mimeograph_allocated_memory(void);
