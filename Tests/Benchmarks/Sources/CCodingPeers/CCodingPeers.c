#include "CCodingPeers.h"

#include <brotli/decode.h>
#include <brotli/encode.h>
#include <stdlib.h>
#include <zstd.h>

uint32_t mimeograph_brotli_peer_version(void) { return BrotliDecoderVersion(); }

size_t mimeograph_brotli_peer_encode(const uint8_t *bytes, size_t count, int quality) {
    size_t made = BrotliEncoderMaxCompressedSize(count);
    uint8_t *output = malloc(made);
    if (!output) return 0;
    if (!BrotliEncoderCompress(quality, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_GENERIC, count, bytes, &made, output)) made = 0;
    free(output);
    return made;
}

size_t mimeograph_brotli_peer_decode(const uint8_t *bytes, size_t count, size_t size) {
    size_t made = size;
    uint8_t *output = malloc(size);
    if (!output) return 0;
    if (BrotliDecoderDecompress(count, bytes, &made, output) != BROTLI_DECODER_RESULT_SUCCESS) made = 0;
    free(output);
    return made;
}

const char *mimeograph_zstd_peer_version(void) { return ZSTD_versionString(); }

size_t mimeograph_zstd_peer_encode(const uint8_t *bytes, size_t count, int level) {
    size_t room = ZSTD_compressBound(count), made = 0;
    uint8_t *output = malloc(room);
    ZSTD_CCtx *context = ZSTD_createCCtx();
    if (output && context) {
        ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level);
        ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
        made = ZSTD_compress2(context, output, room, bytes, count);
        if (ZSTD_isError(made)) made = 0;
    }
    ZSTD_freeCCtx(context);
    free(output);
    return made;
}

size_t mimeograph_zstd_peer_decode(const uint8_t *bytes, size_t count, size_t size) {
    uint8_t *output = malloc(size);
    size_t made = output ? ZSTD_decompress(output, size, bytes, count) : 0;
    free(output);
    return ZSTD_isError(made) ? 0 : made;
}
