#include "MimeographGIFRead.h"

#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

struct mimeograph_gif_reader {
    GifFileType *gif;
    const uint8_t *bytes;
    size_t count;
    size_t offset;
    /// Whether giflib has requested more bytes than there are.
    int ran_out;
    /// The last error code of giflib.
    int error;
};

static int read_bytes(GifFileType *gif, GifByteType *destination, int length) {
    mimeograph_gif_reader *reader = gif->UserData;
    if (length <= 0) return 0;
    size_t left = reader->count - reader->offset;
    size_t copied = (size_t)length < left ? (size_t)length : left;
    if (copied < (size_t)length) reader->ran_out = 1;
    memcpy(destination, reader->bytes + reader->offset, copied);
    reader->offset += copied;
    return (int)copied;
}

static mimeograph_gif_status status(mimeograph_gif_reader *reader, int error) {
    reader->error = error;
    if (error == D_GIF_ERR_NOT_ENOUGH_MEM) return MIMEOGRAPH_GIF_MEMORY;
    return reader->ran_out ? MIMEOGRAPH_GIF_TRUNCATED : MIMEOGRAPH_GIF_CORRUPT;
}

mimeograph_gif_status mimeograph_gif_open(const uint8_t *bytes, size_t count, mimeograph_gif_reader **result) {
    *result = NULL;
    mimeograph_gif_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) return MIMEOGRAPH_GIF_MEMORY;
    reader->bytes = bytes;
    reader->count = count;
    int error = 0;
    reader->gif = DGifOpen(reader, read_bytes, &error);
    if (reader->gif == NULL) {
        mimeograph_gif_status failure = status(reader, error);
        free(reader);
        return failure;
    }
    *result = reader;
    return MIMEOGRAPH_GIF_OK;
}

void mimeograph_gif_close(mimeograph_gif_reader *reader) {
    if (reader == NULL) return;
    int error;
    // giflib frees all its memory, whatever it returns.
    (void)DGifCloseFile(reader->gif, &error);
    free(reader);
}

mimeograph_gif_status mimeograph_gif_start_frame(
    mimeograph_gif_reader *reader, size_t offset, int32_t *width, int32_t *height
) {
    if (offset > reader->count) return MIMEOGRAPH_GIF_TRUNCATED;
    reader->offset = offset;
    reader->ran_out = 0;
    GifRecordType type;
    if (DGifGetRecordType(reader->gif, &type) != GIF_OK) return status(reader, reader->gif->Error);
    if (type != IMAGE_DESC_RECORD_TYPE) return status(reader, D_GIF_ERR_WRONG_RECORD);
    // Unlike DGifGetImageDesc, this function keeps no list of the frames.
    if (DGifGetImageHeader(reader->gif) != GIF_OK) return status(reader, reader->gif->Error);
    *width = reader->gif->Image.Width;
    *height = reader->gif->Image.Height;
    return MIMEOGRAPH_GIF_OK;
}

mimeograph_gif_status mimeograph_gif_read_row(mimeograph_gif_reader *reader, uint8_t *row, int32_t width) {
    if (DGifGetLine(reader->gif, row, width) != GIF_OK) return status(reader, reader->gif->Error);
    return MIMEOGRAPH_GIF_OK;
}

const char *mimeograph_gif_reason(const mimeograph_gif_reader *reader) {
    const char *words = GifErrorString(reader->error);
    return words == NULL ? "" : words;
}
