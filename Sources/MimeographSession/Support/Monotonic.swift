#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A clock that never goes back, as a plain number, for loops in which `ContinuousClock` would cost too much.
enum Monotonic {
    /// Nanoseconds since some time in the past.
    static var now: Int64 {
        var time = timespec()
        // SAFETY: the variable is of the type that the call fills.
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

extension Duration {
    /// The nanoseconds, at least 1 and at most about 146 years, half of what fits.
    var clampedNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let limit = Int64.max / 2
        if seconds >= limit / 1_000_000_000 { return limit }
        if seconds < 0 { return 1 }
        return max(1, seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
