#include "output.h"

#include <stdlib.h>
#include <string.h>

int mimeograph_output_append(mimeograph_output *output, const uint8_t *bytes, size_t count) {
    if (count > (size_t)-1 / 2 - output->count) return 0;
    size_t needed = output->count + count;
    if (needed > output->room) {
        size_t room = needed * 2 < 1 << 14 ? 1 << 14 : needed * 2;
        uint8_t *grown = realloc(output->bytes, room);
        if (grown == NULL) return 0;
        output->bytes = grown;
        output->room = room;
    }
    if (count > 0) memcpy(output->bytes + output->count, bytes, count);
    output->count = needed;
    return 1;
}
