// The memory that counted libraries hold, in a table of addresses. The table is fixed, because it is used inside the allocator.
#include <stdatomic.h>
#include <stdint.h>

enum { ledger_size = 1 << 18 };
struct ledger_entry { void *memory, *caller; uint32_t bytes; uint32_t is_marked; };
static struct ledger_entry ledger[ledger_size];
static long ledger_total;
static atomic_flag ledger_lock = ATOMIC_FLAG_INIT;

static void ledger_enter(void) {
    while (atomic_flag_test_and_set(&ledger_lock)) {}
}

static size_t ledger_slot(void *memory) { return ((uintptr_t)memory >> 4) * 0x9E3779B97F4A7C15u >> 46; }

static void ledger_add(void *memory, void *caller) {
    uint32_t bytes = (uint32_t)malloc_usable_size(memory);
    ledger_enter();
    size_t slot = ledger_slot(memory);
    for (size_t tries = 0; ledger[slot].memory && tries < ledger_size; tries++) slot = (slot + 1) % ledger_size;
    if (!ledger[slot].memory) {
        ledger[slot] = (struct ledger_entry){memory, caller, bytes, 0};
        ledger_total += bytes;
    }
    atomic_flag_clear(&ledger_lock);
}

// Returns the caller of the removed entry, or NULL. Later entries of the same run move up, so that searches find them.
static void *ledger_remove(void *memory) {
    if (!memory || !ledger_total) return NULL;
    void *caller = NULL;
    ledger_enter();
    size_t slot = ledger_slot(memory);
    while (ledger[slot].memory && ledger[slot].memory != memory) slot = (slot + 1) % ledger_size;
    if (ledger[slot].memory) {
        caller = ledger[slot].caller;
        ledger_total -= ledger[slot].bytes;
        size_t hole = slot;
        for (;;) {
            ledger[hole].memory = NULL;
            size_t next = hole;
            do {
                next = (next + 1) % ledger_size;
                if (!ledger[next].memory) goto done;
                // The entry may move if its own slot is not between the hole and its place.
            } while ((next - ledger_slot(ledger[next].memory) + ledger_size) % ledger_size < (next - hole + ledger_size) % ledger_size);
            ledger[hole] = ledger[next];
            hole = next;
        }
    }
done:
    atomic_flag_clear(&ledger_lock);
    return caller;
}

static long ledger_bytes(void) {
    ledger_enter();
    long bytes = ledger_total;
    atomic_flag_clear(&ledger_lock);
    return bytes;
}

static void ledger_mark(void) {
    ledger_enter();
    for (size_t slot = 0; slot < ledger_size; slot++) ledger[slot].is_marked = 1;
    atomic_flag_clear(&ledger_lock);
}

static int ledger_unmarked(void **callers, int most) {
    int number = 0;
    ledger_enter();
    for (size_t slot = 0; slot < ledger_size && number < most; slot++)
        if (ledger[slot].memory && !ledger[slot].is_marked) callers[number++] = ledger[slot].caller;
    atomic_flag_clear(&ledger_lock);
    return number;
}
