#ifndef MIMEOGRAPH_IMAGE_OUTPUT_H
#define MIMEOGRAPH_IMAGE_OUTPUT_H

#include <stddef.h>
#include <stdint.h>

/// Bytes that are being written.
typedef struct {
    uint8_t *bytes;
    size_t count;
    size_t room;
} mimeograph_output;

/// Puts bytes at the end; 0 where there is no memory.
int mimeograph_output_append(mimeograph_output *output, const uint8_t *bytes, size_t count);

#endif
