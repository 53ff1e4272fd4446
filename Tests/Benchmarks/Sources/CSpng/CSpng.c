// A plain C program with libspng.
#include "CSpng.h"

#ifdef MIMEOGRAPH_HAS_SPNG

#include <spng.h>
#include <stdlib.h>

const char *mimeograph_spng_version(void) { return spng_version_string(); }

uint32_t mimeograph_spng_decode(const uint8_t *bytes, size_t count) {
    spng_ctx *context = spng_ctx_new(0);
    struct spng_ihdr header = {0};
    size_t size = 0;
    uint8_t *pixels = NULL;
    uint32_t height = 0;
    if (context != NULL && spng_set_png_buffer(context, bytes, count) == 0 && spng_get_ihdr(context, &header) == 0 &&
        spng_decoded_image_size(context, SPNG_FMT_RGBA8, &size) == 0) {
        pixels = malloc(size);
    }
    if (pixels != NULL && spng_decode_image(context, pixels, size, SPNG_FMT_RGBA8, SPNG_DECODE_TRNS) == 0) {
        height = header.height;
    }
    free(pixels);
    spng_ctx_free(context);
    return height;
}

#else

const char *mimeograph_spng_version(void) { return NULL; }

uint32_t mimeograph_spng_decode(const uint8_t *bytes, size_t count) {
    (void)bytes;
    (void)count;
    return 0;
}

#endif
