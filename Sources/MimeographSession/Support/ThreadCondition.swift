#if os(Linux)
    import Glibc

    /// A lock, and what threads that hold it wait for, for state that a class keeps beside it: ``Locked`` cannot be waited for.
    ///
    /// It is unchecked because the compiler cannot see that the pointers never change, and that what they lead to is made for threads.
    ///
    /// It must not go while a thread holds or waits for it.
    @safe
    final class ThreadCondition: @unchecked Sendable {
        private let mutex: UnsafeMutablePointer<pthread_mutex_t>
        private let condition: UnsafeMutablePointer<pthread_cond_t>

        init() {
            // SAFETY: both are this object's alone, initialised here and freed in `deinit`.
            unsafe mutex = .allocate(capacity: 1)
            unsafe mutex.initialize(to: pthread_mutex_t())
            _ = unsafe pthread_mutex_init(mutex, nil)
            unsafe condition = .allocate(capacity: 1)
            unsafe condition.initialize(to: pthread_cond_t())
            var attributes = pthread_condattr_t()
            _ = unsafe pthread_condattr_init(&attributes)
            // Times are those of `Monotonic`.
            _ = unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            _ = unsafe pthread_cond_init(condition, &attributes)
            _ = unsafe pthread_condattr_destroy(&attributes)
        }

        deinit {
            // SAFETY: who waits or holds the lock holds a reference, so no thread does any more.
            _ = unsafe pthread_cond_destroy(condition)
            _ = unsafe pthread_mutex_destroy(mutex)
            unsafe condition.deallocate()
            unsafe mutex.deallocate()
        }

        func lock() {
            // SAFETY: the mutex is initialised as long as the object lives.
            _ = unsafe pthread_mutex_lock(mutex)
        }

        func unlock() {
            // SAFETY: as above.
            _ = unsafe pthread_mutex_unlock(mutex)
        }

        /// Wakes one of the threads that wait.
        func signal() {
            // SAFETY: the condition is initialised as long as the object lives.
            _ = unsafe pthread_cond_signal(condition)
        }

        /// Waits for a signal, or for nothing at all. The lock is held before and after.
        func wait() {
            // SAFETY: both are initialised as long as the object lives, and the lock is held.
            _ = unsafe pthread_cond_wait(condition, mutex)
        }

        /// Waits for a signal, or for nothing at all. The lock is held before and after.
        ///
        /// - Parameter end: Until when, in nanoseconds of ``Monotonic``.
        /// - Returns: Whether that time has not come yet.
        func wait(until end: Int64) -> Bool {
            var end = timespec(tv_sec: Int(end / 1_000_000_000), tv_nsec: Int(end % 1_000_000_000))
            // SAFETY: as above.
            return unsafe pthread_cond_timedwait(condition, mutex, &end) == 0
        }
    }
#endif
