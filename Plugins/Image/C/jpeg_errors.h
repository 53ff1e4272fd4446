#ifndef MIMEOGRAPH_JPEG_ERRORS_H
#define MIMEOGRAPH_JPEG_ERRORS_H

#include "MimeographImageReport.h"

/// Says what a code of libjpeg means. Its own words may hold bytes of the body, so they are not used.
///
/// Source: libjpeg's jerror.h for the codes; the terms are those of ITU-T T.81.
void mimeograph_jpeg_describe(int code, mimeograph_image_report *report);

/// Whether a warning says that samples are lost or invented, and not only that something is odd.
int mimeograph_jpeg_is_damage(int code);

#endif
