#include "jpeg_errors.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

int mimeograph_jpeg_is_damage(int code) {
    switch (code) {
    case JWRN_ADOBE_XFORM:
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_JFIF_MAJOR:
    // libjpeg-turbo warns of this only if few bytes are left in its buffer. If there are many, it silently reads such a code as
    // zero, and so it is ignored here too: the result must not depend on how the bytes were split.
    case JWRN_HUFF_BAD_CODE:
        return 0;
    default:
        return 1;
    }
}

static const char *sentence(int code) {
    switch (code) {
    case JERR_BAD_COMPONENT_ID:
    case JERR_BAD_LENGTH:
    case JERR_SOF_DUPLICATE:
    case JERR_SOF_NO_SOS:
    case JERR_SOI_DUPLICATE:
    case JERR_SOS_NO_SOF:
    case JERR_UNKNOWN_MARKER:
    case JERR_NO_SOI:
        return "a marker segment is malformed or out of place";
    case JERR_NO_IMAGE:
        return "it has no frame";
    case JERR_EMPTY_IMAGE:
        return "its frame has no rows, columns or components";
    case JERR_COMPONENT_COUNT:
        return "a frame or scan has too many components";
    case JERR_BAD_MCU_SIZE:
    case JERR_BAD_SAMPLING:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_CCIR601_NOTIMPL:
        return "the sampling of its components is not supported";
    case JERR_BAD_HUFF_TABLE:
    case JERR_DHT_INDEX:
    case JERR_NO_HUFF_TABLE:
    case JWRN_HUFF_BAD_CODE:
        return "a Huffman table or code is wrong or missing";
    case JERR_NO_ARITH_TABLE:
    case JERR_DAC_INDEX:
    case JERR_DAC_VALUE:
    case JWRN_ARITH_BAD_CODE:
        return "an arithmetic table or code is wrong or missing";
    case JERR_DQT_INDEX:
    case JERR_NO_QUANT_TABLE:
        return "a quantization table is wrong or missing";
    case JERR_BAD_PROGRESSION:
    case JWRN_BOGUS_PROGRESSION:
    case JWRN_NOT_SEQUENTIAL:
        return "its scans are out of order";
    case JERR_BAD_J_COLORSPACE:
    case JERR_CONVERSION_NOTIMPL:
        return "the colors of its components are not known";
    case JERR_IMAGE_TOO_BIG:
    case JERR_WIDTH_OVERFLOW:
        return "it is larger than libjpeg supports";
    case JWRN_HIT_MARKER:
        return "the data of a scan ends too early";
    case JWRN_MUST_RESYNC:
        return "a restart marker is missing or out of order";
    default:
        return NULL;
    }
}

void mimeograph_jpeg_describe(int code, mimeograph_image_report *report) {
    report->code = code;
    switch (code) {
    case JERR_OUT_OF_MEMORY:
    case JERR_NO_BACKING_STORE:
        report->failure = MIMEOGRAPH_IMAGE_MEMORY;
        break;
    case JERR_INPUT_EMPTY:
    case JERR_INPUT_EOF:
    case JWRN_JPEG_EOF:
        report->failure = MIMEOGRAPH_IMAGE_TRUNCATED;
        break;
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_NOT_COMPILED:
    case JERR_SOF_UNSUPPORTED:
        report->failure = MIMEOGRAPH_IMAGE_UNSUPPORTED;
        break;
    default:
        report->failure = MIMEOGRAPH_IMAGE_CORRUPT;
        break;
    }
    const char *words = sentence(code);
    if (words != NULL) snprintf(report->reason, sizeof report->reason, "%s", words);
    else snprintf(report->reason, sizeof report->reason, "libjpeg reports error %d", code);
}
