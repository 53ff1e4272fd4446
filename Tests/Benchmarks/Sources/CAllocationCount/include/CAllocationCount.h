#ifndef MIMEOGRAPH_ALLOCATION_COUNT_H
#define MIMEOGRAPH_ALLOCATION_COUNT_H

#include <stdint.h>

/// How often the calling thread has allocated memory since it began; -1 where that cannot be counted.
int64_t mimeograph_allocation_count(void);

/// Makes the process keep all memory that it gets, and take all but the largest pieces from one place.
void mimeograph_allocation_fix_policy(void);

/// Merges the small pieces that were freed.
void mimeograph_allocation_settle(void);

/// Begins to add up the sizes of what the calling thread allocates and frees.
void mimeograph_allocation_begin(void);

/// Bytes that the calling thread has allocated and not freed since that began; -1 where that cannot be counted.
int64_t mimeograph_allocation_live(void);

/// Ends it, and gives the most bytes that were live at once; -1 where that cannot be counted.
int64_t mimeograph_allocation_end(void);

#endif
