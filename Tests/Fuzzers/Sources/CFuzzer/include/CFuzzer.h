#ifndef MIMEOGRAPH_C_FUZZER_H
#define MIMEOGRAPH_C_FUZZER_H

#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer's loop, for a program with its own main. Returns 0, or ends the process.
/// Source: LLVM, "libFuzzer", section "Using libFuzzer as a library".
int LLVMFuzzerRunDriver(int *_Nonnull argc, char *_Nullable *_Nonnull *_Nonnull argv,
                        int (*_Nonnull callback)(const uint8_t *_Nullable bytes, size_t count));

#endif
