#ifndef C_MIMEOGRAPH_IMAGE_H
#define C_MIMEOGRAPH_IMAGE_H

#include "MimeographImageReport.h"
#include "MimeographPNGRead.h"

#endif
