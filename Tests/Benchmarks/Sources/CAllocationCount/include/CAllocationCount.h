#ifndef MIMEOGRAPH_ALLOCATION_COUNT_H
#define MIMEOGRAPH_ALLOCATION_COUNT_H

#include <stdint.h>

/// The number of allocations by the calling thread since it began; -1 if they cannot be counted.
int64_t mimeograph_allocation_count(void);

/// Makes the process keep all memory that it receives, and allocate all but the largest blocks from one heap.
void mimeograph_allocation_fix_policy(void);

/// Merges the small blocks that were freed.
void mimeograph_allocation_settle(void);

/// Begins to add up the sizes of the calling thread's allocations.
void mimeograph_allocation_begin(void);

/// The bytes that the calling thread has allocated and not freed since mimeograph_allocation_begin; -1 if they cannot be counted.
int64_t mimeograph_allocation_live(void);

/// Stops adding up, and returns the largest number of bytes allocated at once; -1 if they cannot be counted.
int64_t mimeograph_allocation_end(void);

#endif
