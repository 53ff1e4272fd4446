#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The processor time of the calling thread.
enum ThreadTime {
    /// Nanoseconds since the thread began.
    static var now: Double {
        var time = timespec()
        // SAFETY: the call writes the time and keeps no pointer.
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
