#ifndef C_MIMEOGRAPH_IMAGE_H
#define C_MIMEOGRAPH_IMAGE_H

#include "MimeographImageReport.h"
#include "MimeographImageTurn.h"
#include "MimeographJPEGRead.h"
#include "MimeographJPEGWrite.h"
#include "MimeographPNGRead.h"
#include "MimeographPNGWrite.h"

#endif
