#include "MimeographImageReport.h"

const char *mimeograph_image_chunk(const mimeograph_image_report *report) { return report->chunk; }

const char *mimeograph_image_reason(const mimeograph_image_report *report) { return report->reason; }
