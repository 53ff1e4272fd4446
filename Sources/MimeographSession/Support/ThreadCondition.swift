#if os(Linux)
    import Glibc

    /// A lock with a condition that threads can wait for. It protects state next to it; a ``Locked`` value cannot be waited for.
    ///
    /// It is unchecked because the compiler cannot see that the pointers never change and point to thread-safe objects.
    ///
    /// It must not be released while a thread holds the lock or waits.
    @safe
    final class ThreadCondition: @unchecked Sendable {
        private let mutex: UnsafeMutablePointer<pthread_mutex_t>
        private let condition: UnsafeMutablePointer<pthread_cond_t>

        init() {
            // SAFETY: only this object uses both; they are initialized here and freed in `deinit`.
            unsafe mutex = .allocate(capacity: 1)
            unsafe mutex.initialize(to: pthread_mutex_t())
            _ = unsafe pthread_mutex_init(mutex, nil)
            unsafe condition = .allocate(capacity: 1)
            unsafe condition.initialize(to: pthread_cond_t())
            var attributes = pthread_condattr_t()
            _ = unsafe pthread_condattr_init(&attributes)
            // Times are measured by the clock of `Monotonic`.
            _ = unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            _ = unsafe pthread_cond_init(condition, &attributes)
            _ = unsafe pthread_condattr_destroy(&attributes)
        }

        deinit {
            // SAFETY: a thread that waits or holds the lock has a reference to this object, so there are none now.
            _ = unsafe pthread_cond_destroy(condition)
            _ = unsafe pthread_mutex_destroy(mutex)
            unsafe condition.deallocate()
            unsafe mutex.deallocate()
        }

        func lock() {
            // SAFETY: the mutex is initialized as long as the object exists.
            _ = unsafe pthread_mutex_lock(mutex)
        }

        func unlock() {
            // SAFETY: as above.
            _ = unsafe pthread_mutex_unlock(mutex)
        }

        func signal() {
            // SAFETY: the condition is initialized as long as the object exists.
            _ = unsafe pthread_cond_signal(condition)
        }

        /// Waits for a signal. It may also return without one. The lock is held before and after.
        func wait() {
            // SAFETY: both are initialized as long as the object exists, and the lock is held.
            _ = unsafe pthread_cond_wait(condition, mutex)
        }

        /// Waits for a signal until a time. It may also return without one. The lock is held before and after.
        ///
        /// - Parameter end: The end of the wait, in nanoseconds of ``Monotonic``.
        /// - Returns: Whether the end has not been reached.
        func wait(until end: Int64) -> Bool {
            var end = timespec(tv_sec: Int(end / 1_000_000_000), tv_nsec: Int(end % 1_000_000_000))
            // SAFETY: as above.
            return unsafe pthread_cond_timedwait(condition, mutex, &end) == 0
        }
    }
#endif
