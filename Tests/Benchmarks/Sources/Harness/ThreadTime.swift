#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The time that the processor has spent on the calling thread.
enum ThreadTime {
    /// Nanoseconds since the thread began.
    static var now: Double {
        var time = timespec()
        // SAFETY: the time is written during the call only.
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
