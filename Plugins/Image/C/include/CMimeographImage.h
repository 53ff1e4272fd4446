#ifndef C_MIMEOGRAPH_IMAGE_H
#define C_MIMEOGRAPH_IMAGE_H

#include "MimeographImageReport.h"
#include "MimeographJPEGRead.h"
#include "MimeographPNGRead.h"

#endif
