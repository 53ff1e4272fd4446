// A plain C program with the same libraries and the same settings.
#include "CImagePeer.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <png.h>

#define TEXT(value) #value
#define TEXT_OF(value) TEXT(value)

const char *mimeograph_image_peer_png_version(void) { return png_get_libpng_ver(NULL); }

const char *mimeograph_image_peer_jpeg_version(void) {
#ifdef LIBJPEG_TURBO_VERSION
    return "turbo " TEXT_OF(LIBJPEG_TURBO_VERSION);
#else
    return TEXT_OF(JPEG_LIB_VERSION);
#endif
}

typedef struct {
    const uint8_t *bytes;
    size_t count;
} rest;

static void read_bytes(png_structp png, png_bytep to, size_t count) {
    rest *left = png_get_io_ptr(png);
    if (count > left->count) png_error(png, "end");
    memcpy(to, left->bytes, count);
    left->bytes += count;
    left->count -= count;
}

uint32_t mimeograph_image_peer_png(const uint8_t *bytes, size_t count) {
    rest left = {bytes, count};
    uint8_t *volatile pixels = NULL;
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png == NULL ? NULL : png_create_info_struct(png);
    if (info == NULL) return 0;
    if (setjmp(png_jmpbuf(png))) {
        free(pixels);
        png_destroy_read_struct(&png, &info, NULL);
        return 0;
    }
    png_set_read_fn(png, &left, read_bytes);
    png_read_info(png, info);
    png_set_expand(png);
    png_set_gray_to_rgb(png);
    png_set_scale_16(png);
    png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
    (void)png_set_interlace_handling(png);
    png_read_update_info(png, info);
    png_uint_32 height = png_get_image_height(png, info);
    size_t row = png_get_rowbytes(png, info);
    pixels = malloc(row * height);
    if (pixels == NULL) png_error(png, "memory");
    for (png_uint_32 y = 0; y < height; y++) png_read_row(png, pixels + y * row, NULL);
    png_read_end(png, info);
    free(pixels);
    png_destroy_read_struct(&png, &info, NULL);
    return height;
}

typedef struct {
    struct jpeg_error_mgr errors;
    jmp_buf place;
} failing;

static void give_up(j_common_ptr info) { longjmp(((failing *)info->err)->place, 1); }

static uint32_t decode_jpeg(const uint8_t *bytes, size_t count, unsigned int denominator, int is_rgba) {
    struct jpeg_decompress_struct info;
    failing failure;
    uint8_t *volatile pixels = NULL;
    info.err = jpeg_std_error(&failure.errors);
    failure.errors.error_exit = give_up;
    if (setjmp(failure.place)) {
        free(pixels);
        jpeg_destroy_decompress(&info);
        return 0;
    }
    jpeg_create_decompress(&info);
    jpeg_mem_src(&info, (unsigned char *)(uintptr_t)bytes, (unsigned long)count);
    (void)jpeg_read_header(&info, TRUE);
#ifdef JCS_EXTENSIONS
    if (is_rgba) info.out_color_space = JCS_EXT_RGBA;
#else
    (void)is_rgba;
#endif
    info.scale_num = 1;
    info.scale_denom = denominator;
    (void)jpeg_start_decompress(&info);
    size_t row = (size_t)info.output_width * (size_t)info.output_components;
    pixels = malloc(row * info.output_height);
    if (pixels == NULL) longjmp(failure.place, 1);
    while (info.output_scanline < info.output_height) {
        JSAMPROW pointers[16];
        JDIMENSION wanted = info.output_height - info.output_scanline;
        if (wanted > 16) wanted = 16;
        for (JDIMENSION index = 0; index < wanted; index++) {
            pointers[index] = pixels + (info.output_scanline + index) * row;
        }
        (void)jpeg_read_scanlines(&info, pointers, wanted);
    }
    uint32_t height = info.output_height;
    (void)jpeg_finish_decompress(&info);
    free(pixels);
    jpeg_destroy_decompress(&info);
    return height;
}

uint32_t mimeograph_image_peer_stored_jpeg(const uint8_t *bytes, size_t count) { return decode_jpeg(bytes, count, 1, 0); }

uint32_t mimeograph_image_peer_jpeg(const uint8_t *bytes, size_t count, unsigned int denominator) {
    return decode_jpeg(bytes, count, denominator, 1);
}
