#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Starts system threads for work that blocks, and so must not occupy one of the few threads that run tasks.
package enum SystemThread {
    /// Runs work on a new thread, which frees itself when the work returns.
    ///
    /// - Returns: Whether the thread was created.
    package static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
        // SAFETY: the box carries one reference, which the thread takes over, or which is released below on failure.
        let box = unsafe Unmanaged.passRetained(Work(work))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let status = unsafe pthread_create(&thread, nil, entry, box.toOpaque())
        guard status == 0 else {
            unsafe box.release()
            return false
        }
        #if canImport(Darwin)
            if let thread = unsafe thread { unsafe pthread_detach(thread) }
        #else
            pthread_detach(thread)
        #endif
        return true
    }

    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    #if canImport(Darwin)
        private static let entry: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { box in
            // SAFETY: it is the box that `start` retained for this thread.
            unsafe Unmanaged<Work>.fromOpaque(box).takeRetainedValue().body()
            return nil
        }
    #else
        private static let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { box in
            // SAFETY: it is the box that `start` retained for this thread.
            if let box = unsafe box { unsafe Unmanaged<Work>.fromOpaque(box).takeRetainedValue().body() }
            return nil
        }
    #endif
}

/// A clock that never goes back, as a plain number, for loops in which `ContinuousClock` would be too slow.
package enum Monotonic {
    /// Nanoseconds since an arbitrary time in the past.
    package static var now: Int64 { nanoseconds(CLOCK_MONOTONIC) }

    /// Nanoseconds of processor time that this thread has used.
    package static var ofThread: Int64 { nanoseconds(CLOCK_THREAD_CPUTIME_ID) }

    private static func nanoseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        // SAFETY: the variable has the type that the call fills.
        unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

extension Duration {
    /// The nanoseconds, at least 1 and at most about 146 years, half of the range of `Int64`.
    package var clampedNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let limit = Int64.max / 2
        if seconds >= limit / 1_000_000_000 { return limit }
        if seconds < 0 { return 1 }
        return max(1, seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
