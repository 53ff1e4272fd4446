//! The processor time of the calling thread, by the same clock as the Swift benchmarks.

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
    // SAFETY: the call writes the time and keeps no pointer. The struct has C's layout on 64-bit systems.
    unsafe { clock_gettime(CLOCK, &mut time) };
    time.seconds * 1_000_000_000 + time.nanoseconds
}
