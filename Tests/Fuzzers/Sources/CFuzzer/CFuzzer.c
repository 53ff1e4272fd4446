#include "CFuzzer.h"

// -sanitize=fuzzer provides the function; SwiftPM requires a source file in each target.
