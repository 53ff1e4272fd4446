#include "CZLibPeer.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

const char *mimeograph_zlib_peer_version(void) { return zlibVersion(); }

size_t mimeograph_zlib_peer_deflate(const uint8_t *bytes, size_t count, int level) {
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (deflateInit2(&stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
    size_t room = deflateBound(&stream, count);
    uint8_t *output = malloc(room);
    size_t made = 0;
    if (output) {
        stream.next_in = (Bytef *)bytes;
        stream.avail_in = (uInt)count;
        stream.next_out = output;
        stream.avail_out = (uInt)room;
        if (deflate(&stream, Z_FINISH) == Z_STREAM_END) made = stream.total_out;
    }
    deflateEnd(&stream);
    free(output);
    return made;
}

size_t mimeograph_zlib_peer_inflate(const uint8_t *bytes, size_t count, size_t size) {
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (inflateInit2(&stream, 15 + 16) != Z_OK) return 0;
    uint8_t *output = malloc(size);
    size_t made = 0;
    if (output) {
        stream.next_in = (Bytef *)bytes;
        stream.avail_in = (uInt)count;
        stream.next_out = output;
        stream.avail_out = (uInt)size;
        if (inflate(&stream, Z_FINISH) == Z_STREAM_END) made = stream.total_out;
    }
    inflateEnd(&stream);
    free(output);
    return made;
}
