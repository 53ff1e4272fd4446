#ifndef MIMEOGRAPH_TIFF_SOURCE_H
#define MIMEOGRAPH_TIFF_SOURCE_H

#include <tiffio.h>

#include "MimeographTIFFRead.h"

struct mimeograph_tiff_reader {
    TIFF *tiff;
    const uint8_t *bytes;
    size_t count;
    uint64_t offset;
    /// Whether libtiff has requested more bytes than there are.
    int ran_out;
    /// The first message of libtiff since the call began.
    char reason[200];
};

/// Opens a TIFF in memory whose error messages are stored in the reader.
TIFF *mimeograph_tiff_open_source(mimeograph_tiff_reader *reader, size_t memory);

#endif
