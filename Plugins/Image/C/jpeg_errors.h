#ifndef MIMEOGRAPH_JPEG_ERRORS_H
#define MIMEOGRAPH_JPEG_ERRORS_H

#include "MimeographImageReport.h"

/// Describes an error code of libjpeg. The messages of libjpeg may contain bytes of the body, so they are not used.
///
/// Source: libjpeg's jerror.h for the codes; the terms come from ITU-T T.81.
void mimeograph_jpeg_describe(int code, mimeograph_image_report *report);

/// Whether a warning means that samples are lost or invented. Other warnings are harmless.
int mimeograph_jpeg_is_damage(int code);

#endif
