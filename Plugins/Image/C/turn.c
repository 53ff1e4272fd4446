// Turns pictures. The cost is memory access. For a turn of 90 degrees, a picture is read along its rows and written along its
// columns, so each run of written pixels is in its own cache lines and its own page. Therefore some dozens of rows are turned at
// a time, each run is written in the order of its bytes, and the next runs are prefetched.
#include "MimeographImageTurn.h"

#include <string.h>

// The number of rows that are turned together. A run of so many pixels fills most of the cache lines that it touches.
#define ROWS_TOGETHER 32
// The number of runs that are prefetched, and the bytes of a cache line.
#define RUNS_AHEAD 32
#define LINE 64

/// Copies pixels that are `from_step` bytes apart to adjacent positions.
#define GATHER(SIZE)                                                                                          \
    static void gather##SIZE(const uint8_t *from, ptrdiff_t from_step, uint8_t *to, size_t count) {           \
        for (size_t index = 0; index < count; index++, from += from_step, to += SIZE) memcpy(to, from, SIZE); \
    }

/// Does the same for pixels that do not have the size of an integer. It copies `WIDE` bytes, and the next pixel overwrites the
/// excess. The first and the last pixel are copied exactly, because nothing may be written past the ends of the run.
#define GATHER_WIDE(SIZE, WIDE)                                                                     \
    static void gather##SIZE(const uint8_t *from, ptrdiff_t from_step, uint8_t *to, size_t count) { \
        for (size_t index = 0; index < count; index++, from += from_step, to += SIZE) {             \
            if (index == 0 || index + 1 == count) memcpy(to, from, SIZE);                           \
            else memcpy(to, from, WIDE);                                                            \
        }                                                                                           \
    }

GATHER(1)
GATHER(2)
GATHER_WIDE(3, 4)
GATHER(4)
GATHER_WIDE(6, 8)
GATHER(8)

typedef void (*gatherer)(const uint8_t *from, ptrdiff_t from_step, uint8_t *to, size_t count);

static gatherer gatherer_of(size_t pixel_bytes) {
    switch (pixel_bytes) {
    case 1: return gather1;
    case 2: return gather2;
    case 3: return gather3;
    case 4: return gather4;
    case 6: return gather6;
    default: return gather8;
    }
}

/// Copies or mirrors rows that stay rows.
static void copy_rows(
    const uint8_t *rows,
    size_t bytes_per_row,
    size_t width,
    size_t count,
    size_t size,
    uint8_t *to,
    ptrdiff_t step_right,
    ptrdiff_t step_down
) {
    gatherer gather = gatherer_of(size);
    for (size_t y = 0; y < count; y++) {
        const uint8_t *row = rows + y * bytes_per_row;
        uint8_t *line = to + (ptrdiff_t)y * step_down;
        if (step_right > 0) memcpy(line, row, width * size);
        else gather(row + (width - 1) * size, -(ptrdiff_t)size, line - (width - 1) * size, width);
    }
}

static void tell_of(const uint8_t *run, size_t length) {
#if defined(__GNUC__)
    for (size_t offset = 0; offset < length; offset += LINE) __builtin_prefetch(run + offset, 1, 3);
    __builtin_prefetch(run + length - 1, 1, 3);
#else
    (void)run;
    (void)length;
#endif
}

typedef uint32_t four_pixels __attribute__((vector_size(16)));

/// Gathers four columns of four-byte pixels at once. Squares of four by four are transposed in registers, which takes a quarter
/// of the loads and stores. The runs are `run_step` bytes apart.
static void gather_four_columns(
    const uint8_t *from, ptrdiff_t from_step, uint8_t *to, ptrdiff_t run_step, size_t count
) {
    size_t done = 0;
    for (; done + 4 <= count; done += 4, from += 4 * from_step, to += 16) {
        four_pixels a, b, c, d;
        memcpy(&a, from, 16);
        memcpy(&b, from + from_step, 16);
        memcpy(&c, from + 2 * from_step, 16);
        memcpy(&d, from + 3 * from_step, 16);
        four_pixels low_ab = __builtin_shufflevector(a, b, 0, 4, 1, 5), high_ab = __builtin_shufflevector(a, b, 2, 6, 3, 7);
        four_pixels low_cd = __builtin_shufflevector(c, d, 0, 4, 1, 5), high_cd = __builtin_shufflevector(c, d, 2, 6, 3, 7);
        four_pixels first = __builtin_shufflevector(low_ab, low_cd, 0, 1, 4, 5);
        four_pixels second = __builtin_shufflevector(low_ab, low_cd, 2, 3, 6, 7);
        four_pixels third = __builtin_shufflevector(high_ab, high_cd, 0, 1, 4, 5);
        four_pixels fourth = __builtin_shufflevector(high_ab, high_cd, 2, 3, 6, 7);
        memcpy(to, &first, 16);
        memcpy(to + run_step, &second, 16);
        memcpy(to + 2 * run_step, &third, 16);
        memcpy(to + 3 * run_step, &fourth, 16);
    }
    for (ptrdiff_t column = 0; column < 4; column++) {
        gather4(from + 4 * column, from_step, to + column * run_step, count - done);
    }
}

void mimeograph_image_turn(
    const uint8_t *rows,
    size_t bytes_per_row,
    size_t width,
    size_t count,
    size_t pixel_bytes,
    uint8_t *to,
    ptrdiff_t step_right,
    ptrdiff_t step_down
) {
    ptrdiff_t size = (ptrdiff_t)pixel_bytes;
    if (width == 0 || count == 0) return;
    if (step_right == size || step_right == -size) {
        // If the result is one column wide, both steps are one pixel, and the code for columns below handles it.
        if (step_down != size && step_down != -size) {
            copy_rows(rows, bytes_per_row, width, count, pixel_bytes, to, step_right, step_down);
            return;
        }
    }
    // Rows become columns: a run of the result is a column of the rows, from its first pixel to its last or in reverse.
    gatherer gather = gatherer_of(pixel_bytes);
    int is_reversed = step_down < 0;
    for (size_t top = 0; top < count; top += ROWS_TOGETHER) {
        size_t height = count - top < ROWS_TOGETHER ? count - top : ROWS_TOGETHER;
        size_t first = is_reversed ? top + height - 1 : top;
        const uint8_t *column = rows + first * bytes_per_row;
        ptrdiff_t step = is_reversed ? -(ptrdiff_t)bytes_per_row : (ptrdiff_t)bytes_per_row;
        uint8_t *run = to + (ptrdiff_t)first * step_down;
        size_t x = 0;
        for (; pixel_bytes == 4 && x + 4 <= width; x += 4, run += 4 * step_right) {
            for (size_t ahead = x + RUNS_AHEAD; ahead < x + RUNS_AHEAD + 4 && ahead < width; ahead++) {
                tell_of(run + (ptrdiff_t)(ahead - x) * step_right, height * pixel_bytes);
            }
            gather_four_columns(column + (ptrdiff_t)x * size, step, run, step_right, height);
        }
        for (; x < width; x++) {
            if (x + RUNS_AHEAD < width) tell_of(run + RUNS_AHEAD * step_right, height * pixel_bytes);
            gather(column + (ptrdiff_t)x * size, step, run, height);
            run += step_right;
        }
    }
}
