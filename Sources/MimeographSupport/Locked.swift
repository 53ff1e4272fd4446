#if canImport(Glibc)
    package import Glibc
#elseif canImport(Musl)
    package import Musl
#else
    package import Darwin
#endif

/// State that several threads change, behind a lock.
///
/// The lock is the system's, so that ThreadSanitizer sees it: `Synchronization.Mutex` waits inside of a library that it does not
/// watch. It is held for a few lines at a time and never across an `await`; nothing of a caller's runs under it.
///
/// State and lock are one allocation: a request has several of them, and lives for a few microseconds.
///
/// It is unchecked because the compiler cannot see that every access to the state is under the lock: nothing but
/// ``withLock(_:)`` uses the storage.
@safe
package struct Locked<State>: @unchecked Sendable {
    @usableFromInline
    let storage: ManagedBuffer<State, pthread_mutex_t>

    package init(_ state: sending State) {
        // SAFETY: there is room for one mutex, which is this object's alone; it is freed with the object.
        unsafe storage = LockedStorage<State>.create(minimumCapacity: 1) { storage in
            unsafe storage.withUnsafeMutablePointerToElements { mutex in
                unsafe mutex.initialize(to: pthread_mutex_t())
                _ = unsafe pthread_mutex_init(mutex, nil)
            }
            return state
        }
    }

    /// Reads or changes the state. The closure must be short, and must not call what others wrote.
    @inlinable
    package func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // SAFETY: state and mutex are initialised as long as the object lives, and the state is touched by the thread that holds the
        // lock.
        try unsafe storage.withUnsafeMutablePointers { (state, mutex) throws(Failure) in
            _ = unsafe pthread_mutex_lock(mutex)
            defer { _ = unsafe pthread_mutex_unlock(mutex) }
            return try unsafe body(&state.pointee)
        }
    }
}

/// What a ``Locked`` refers to.
@safe
private final class LockedStorage<State>: ManagedBuffer<State, pthread_mutex_t> {
    deinit {
        // SAFETY: no thread holds the lock of an object without references; the state is taken down by the superclass.
        unsafe withUnsafeMutablePointerToElements { mutex in
            _ = unsafe pthread_mutex_destroy(mutex)
            unsafe mutex.deinitialize(count: 1)
        }
    }
}
