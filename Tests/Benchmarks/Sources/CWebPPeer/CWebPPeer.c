// A plain C program with libwebp and the same settings.
#include "CWebPPeer.h"

#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>
#include <webp/demux.h>
#include <webp/encode.h>

int mimeograph_webp_peer_version(void) { return WebPGetDecoderVersion(); }

int mimeograph_webp_peer_decode(const uint8_t *bytes, size_t count) {
    int width = 0, height = 0;
    uint8_t *pixels = WebPDecodeRGBA(bytes, count, &width, &height);
    if (pixels == NULL) return 0;
    WebPFree(pixels);
    return height;
}

int mimeograph_webp_peer_scale(const uint8_t *bytes, size_t count, int width, int height) {
    WebPDecoderConfig configuration;
    if (!WebPInitDecoderConfig(&configuration)) return 0;
    configuration.output.colorspace = MODE_RGBA;
    configuration.options.use_scaling = 1;
    configuration.options.scaled_width = width;
    configuration.options.scaled_height = height;
    VP8StatusCode status = WebPDecode(bytes, count, &configuration);
    WebPFreeDecBuffer(&configuration.output);
    return status == VP8_STATUS_OK ? height : 0;
}

int mimeograph_webp_peer_animate(const uint8_t *bytes, size_t count) {
    WebPData data = {bytes, count};
    WebPAnimDecoder *decoder = WebPAnimDecoderNew(&data, NULL);
    WebPAnimInfo info;
    if (decoder == NULL || !WebPAnimDecoderGetInfo(decoder, &info)) return 0;
    size_t size = (size_t)info.canvas_width * info.canvas_height * 4;
    uint8_t **frames = calloc(info.frame_count, sizeof(uint8_t *));
    int read = 0;
    while (frames != NULL && WebPAnimDecoderHasMoreFrames(decoder)) {
        uint8_t *canvas;
        int time;
        if (!WebPAnimDecoderGetNext(decoder, &canvas, &time)) break;
        frames[read] = malloc(size);
        if (frames[read] == NULL) break;
        memcpy(frames[read++], canvas, size);
    }
    for (int index = 0; index < read; index++) free(frames[index]);
    free(frames);
    WebPAnimDecoderDelete(decoder);
    return read;
}

size_t mimeograph_webp_peer_encode(const uint8_t *rgb, int width, int height, float quality) {
    uint8_t *bytes = NULL;
    size_t count = quality < 0 ? WebPEncodeLosslessRGB(rgb, width, height, width * 3, &bytes)
                               : WebPEncodeRGB(rgb, width, height, width * 3, quality, &bytes);
    WebPFree(bytes);
    return count;
}
