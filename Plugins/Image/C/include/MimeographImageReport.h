#ifndef MIMEOGRAPH_IMAGE_REPORT_H
#define MIMEOGRAPH_IMAGE_REPORT_H

#include <stdint.h>

/// What kind of failure ended a run of a library.
typedef enum {
    MIMEOGRAPH_IMAGE_OK = 0,
    /// The bytes break the format.
    MIMEOGRAPH_IMAGE_CORRUPT,
    /// The bytes end too early.
    MIMEOGRAPH_IMAGE_TRUNCATED,
    /// No memory, or more than was allowed for the library's own needs.
    MIMEOGRAPH_IMAGE_MEMORY,
    /// The file is of a kind that the library does not read.
    MIMEOGRAPH_IMAGE_UNSUPPORTED,
    /// There are more passes over the picture than a picture needs, each of which takes time.
    MIMEOGRAPH_IMAGE_PASSES,
    /// A call that makes no sense here.
    MIMEOGRAPH_IMAGE_MISUSE,
} mimeograph_image_failure;

/// What went wrong.
typedef struct {
    mimeograph_image_failure failure;
    /// The bytes that the library had read.
    int64_t offset;
    /// The code of the library, where it has any; 0 elsewhere.
    int code;
    /// The name of the chunk, or an empty string.
    char chunk[5];
    /// What is wrong, in the words of the library or ours; never any of the body.
    char reason[100];
} mimeograph_image_report;

/// Receives rows of a picture that comes in pieces: `count` rows from `first` on, of that pass.
typedef void (*mimeograph_image_rows)(
    void *_Nonnull context, int pass, uint32_t first, uint32_t count, const uint8_t *_Nonnull rows
);

/// The name of the chunk, valid as long as the report.
static inline const char *_Nonnull mimeograph_image_chunk(const mimeograph_image_report *_Nonnull report) {
    return report->chunk;
}

/// The library's own words, valid as long as the report.
static inline const char *_Nonnull mimeograph_image_reason(const mimeograph_image_report *_Nonnull report) {
    return report->reason;
}

#endif
