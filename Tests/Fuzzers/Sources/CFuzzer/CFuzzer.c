#include "CFuzzer.h"

// The function comes with -sanitize=fuzzer; SwiftPM wants a source file for each target.
