//! The time that the processor has spent on the calling thread, by the clock that the benchmarks in Swift go by.

#[repr(C)]
struct TimeSpecification {
    seconds: i64,
    nanoseconds: i64,
}

extern "C" {
    fn clock_gettime(clock: i32, time: *mut TimeSpecification) -> i32;
}

/// `CLOCK_THREAD_CPUTIME_ID`.
const CLOCK: i32 = if cfg!(target_os = "macos") { 16 } else { 3 };

/// Nanoseconds since the thread began.
pub fn now() -> i64 {
    let mut time = TimeSpecification { seconds: 0, nanoseconds: 0 };
    // SAFETY: the time is written during the call only, and has the layout of C's on systems of 64 bits.
    unsafe { clock_gettime(CLOCK, &mut time) };
    time.seconds * 1_000_000_000 + time.nanoseconds
}
