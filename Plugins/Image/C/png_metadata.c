#include <string.h>

#include "png_reader.h"

void mimeograph_png_get_metadata(mimeograph_png_reader *reader, mimeograph_png_metadata *metadata) {
    memset(metadata, 0, sizeof *metadata);
    mimeograph_png_begin(reader);
    if (setjmp(png_jmpbuf(reader->png))) return;
    png_structp png = reader->png;
    png_infop info = reader->info;
    double gamma = 0;
    if (png_get_gAMA(png, info, &gamma) & PNG_INFO_gAMA) metadata->gamma = gamma;
    int intent;
    metadata->is_srgb = (png_get_sRGB(png, info, &intent) & PNG_INFO_sRGB) != 0;
    png_charp name;
    int compression;
    png_bytep profile;
    png_uint_32 length = 0;
    if (png_get_iCCP(png, info, &name, &compression, &profile, &length) & PNG_INFO_iCCP) {
        metadata->icc_profile = profile;
        metadata->icc_profile_length = length;
    }
    png_textp texts;
    int count = 0;
    if (png_get_text(png, info, &texts, &count) > 0) metadata->text_count = count;
}

void mimeograph_png_get_text(mimeograph_png_reader *reader, int index, mimeograph_png_text *text) {
    png_textp texts;
    int count = 0;
    memset(text, 0, sizeof *text);
    text->keyword = text->text = "";
    if (png_get_text(reader->png, reader->info, &texts, &count) <= 0 || index < 0 || index >= count) return;
    const png_text *found = &texts[index];
    text->is_utf8 = found->compression >= PNG_ITXT_COMPRESSION_NONE;
    if (found->key != NULL) text->keyword = found->key;
    if (found->text != NULL) text->text = found->text;
    text->text_length = text->is_utf8 ? found->itxt_length : found->text_length;
    text->language = found->lang;
    text->translated_keyword = found->lang_key;
}
