#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// State that several threads change, behind a lock.
///
/// The lock is the system's, so that ThreadSanitizer sees it: `Synchronization.Mutex` waits inside of a library that it does not
/// watch. It is held for a few lines at a time and never across an `await`; nothing of a caller's runs under it.
///
/// It is unchecked because the compiler cannot see that every access to `state` is under the lock: both are private, and
/// ``withLock(_:)`` is the only way in.
@safe
final class Guarded<State>: @unchecked Sendable {
    private var state: State
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    init(_ state: sending State) {
        self.state = state
        // SAFETY: the memory is this object's alone, initialised here and freed in `deinit`.
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        _ = unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
        // SAFETY: nobody holds the lock of an object that nobody refers to.
        _ = unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deinitialize(count: 1)
        unsafe mutex.deallocate()
    }

    /// Reads or changes the state. The closure must be short, and must not call what others wrote.
    func withLock<Result, Failure: Error>(_ body: (inout State) throws(Failure) -> Result) throws(Failure) -> Result {
        // SAFETY: the mutex is initialised as long as the object lives.
        _ = unsafe pthread_mutex_lock(mutex)
        // SAFETY: as above, by the thread that locked it.
        defer { _ = unsafe pthread_mutex_unlock(mutex) }
        return try body(&state)
    }
}
