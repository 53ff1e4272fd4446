#ifndef MIMEOGRAPH_TIFF_SOURCE_H
#define MIMEOGRAPH_TIFF_SOURCE_H

#include <tiffio.h>

#include "MimeographTIFFRead.h"

struct mimeograph_tiff_reader {
    TIFF *tiff;
    const uint8_t *bytes;
    size_t count;
    uint64_t offset;
    /// Whether libtiff has asked for more than there is.
    int ran_out;
    /// What it said first since the call began.
    char reason[200];
};

/// Opens a TIFF whose bytes come from memory, and whose complaints go to the reader.
TIFF *mimeograph_tiff_open_source(mimeograph_tiff_reader *reader, size_t memory);

#endif
