// A function of Swift's runtime that has no import.
#ifndef MIMEOGRAPH_CLINUX_RUNTIME_H
#define MIMEOGRAPH_CLINUX_RUNTIME_H

#ifdef __linux__
#include <stddef.h>

// Returns an object of a class, with one reference, whose memory after its header is not initialized.
extern void *swift_allocObject(const void *metadata, size_t size, size_t alignment_mask);
#endif

#endif
