#include "tiff_source.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static tmsize_t read_bytes(thandle_t handle, void *destination, tmsize_t length) {
    mimeograph_tiff_reader *reader = handle;
    if (length <= 0) return 0;
    uint64_t left = reader->offset < reader->count ? reader->count - reader->offset : 0;
    size_t copied = (uint64_t)length < left ? (size_t)length : (size_t)left;
    if (copied < (size_t)length) reader->ran_out = 1;
    if (copied > 0) memcpy(destination, reader->bytes + reader->offset, copied);
    reader->offset += copied;
    return (tmsize_t)copied;
}

/// Never writes anything.
static tmsize_t write_bytes(thandle_t handle, void *source, tmsize_t length) {
    (void)handle;
    (void)source;
    (void)length;
    return 0;
}

static toff_t seek_to(thandle_t handle, toff_t offset, int from) {
    mimeograph_tiff_reader *reader = handle;
    uint64_t base = from == SEEK_SET ? 0 : from == SEEK_CUR ? reader->offset : reader->count;
    // An offset that is not from the start may be negative. It then wraps around to the right value.
    reader->offset = base + offset;
    if (reader->offset > reader->count) reader->ran_out = 1;
    return reader->offset;
}

static int close_source(thandle_t handle) {
    (void)handle;
    return 0;
}

static toff_t size_of_source(thandle_t handle) { return ((mimeograph_tiff_reader *)handle)->count; }

#if TIFFLIB_VERSION >= 20221213

static int note_error(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
    (void)tiff;
    (void)module;
    mimeograph_tiff_reader *reader = user;
    if (reader->reason[0] == 0) (void)vsnprintf(reader->reason, sizeof reader->reason, format, arguments);
    return 1;
}

static int ignore_warning(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
    (void)tiff;
    (void)user;
    (void)module;
    (void)format;
    (void)arguments;
    return 1;
}

TIFF *mimeograph_tiff_open_source(mimeograph_tiff_reader *reader, size_t memory) {
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (options == NULL) return NULL;
    TIFFOpenOptionsSetErrorHandlerExtR(options, note_error, reader);
    TIFFOpenOptionsSetWarningHandlerExtR(options, ignore_warning, reader);
    const tmsize_t largest = (tmsize_t)((size_t)-1 >> 1);
    tmsize_t most = memory > (size_t)largest ? largest : (tmsize_t)memory;
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, most);
    TIFF *tiff = TIFFClientOpenExt(
        "TIFF", "rm", reader, read_bytes, write_bytes, seek_to, close_source, size_of_source, NULL, NULL, options
    );
    TIFFOpenOptionsFree(options);
    return tiff;
}

#else

#include <pthread.h>

/// Removes the handlers of libtiff before 4.5, once. They are for the whole process, and they print.
static void silence(void) {
    (void)TIFFSetErrorHandler(NULL);
    (void)TIFFSetWarningHandler(NULL);
}

TIFF *mimeograph_tiff_open_source(mimeograph_tiff_reader *reader, size_t memory) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, silence);
    (void)memory;
    return TIFFClientOpen(
        "TIFF", "rm", reader, read_bytes, write_bytes, seek_to, close_source, size_of_source, NULL, NULL
    );
}

#endif
