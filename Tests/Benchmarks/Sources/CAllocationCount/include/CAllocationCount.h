#ifndef MIMEOGRAPH_ALLOCATION_COUNT_H
#define MIMEOGRAPH_ALLOCATION_COUNT_H

#include <stdint.h>

/// How often the calling thread has allocated memory since it began; -1 where that cannot be counted.
int64_t mimeograph_allocation_count(void);

#endif
