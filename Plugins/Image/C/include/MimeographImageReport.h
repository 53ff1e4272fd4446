#ifndef MIMEOGRAPH_IMAGE_REPORT_H
#define MIMEOGRAPH_IMAGE_REPORT_H

#include <stdint.h>

/// The kind of failure that ended a run of a library.
typedef enum {
    MIMEOGRAPH_IMAGE_OK = 0,
    /// The bytes break the format.
    MIMEOGRAPH_IMAGE_CORRUPT,
    /// The bytes end too early.
    MIMEOGRAPH_IMAGE_TRUNCATED,
    /// The system has no memory left, or the library needs more than its limit.
    MIMEOGRAPH_IMAGE_MEMORY,
    /// The library does not support this kind of file.
    MIMEOGRAPH_IMAGE_UNSUPPORTED,
    /// The picture has more passes than any picture needs. Each takes time.
    MIMEOGRAPH_IMAGE_PASSES,
    /// The call is not valid at this point.
    MIMEOGRAPH_IMAGE_MISUSE,
} mimeograph_image_failure;

/// A failure of a run.
typedef struct {
    mimeograph_image_failure failure;
    /// The number of bytes that the library had read.
    int64_t offset;
    /// The error code of the library, or 0 if it has none.
    int code;
    /// The name of the chunk, or an empty string.
    char chunk[5];
    /// The reason in the words of the library or ours. It never contains bytes of the body.
    char reason[100];
} mimeograph_image_report;

/// Receives rows of a picture that arrives in pieces: `count` rows of that pass, from row `first` on.
typedef void (*mimeograph_image_rows)(
    void *_Nonnull context, int pass, uint32_t first, uint32_t count, const uint8_t *_Nonnull rows
);

/// Returns the name of the chunk, valid as long as the report.
static inline const char *_Nonnull mimeograph_image_chunk(const mimeograph_image_report *_Nonnull report) {
    return report->chunk;
}

/// Returns the reason, valid as long as the report.
static inline const char *_Nonnull mimeograph_image_reason(const mimeograph_image_report *_Nonnull report) {
    return report->reason;
}

#endif
