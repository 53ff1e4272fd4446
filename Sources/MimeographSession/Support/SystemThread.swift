#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Starts threads of the system's, for work that waits and must not hold one of the few threads that tasks run on.
enum SystemThread {
    /// Runs work on a new thread, which frees itself when the work returns.
    ///
    /// - Returns: Whether the thread could be made.
    static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
        // SAFETY: the box carries one reference, which the thread takes over; where no thread was made it is released below.
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
