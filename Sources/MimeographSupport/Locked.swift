#if canImport(Darwin)
    package import Darwin
#elseif canImport(Glibc)
    package import Glibc
#elseif canImport(Musl)
    package import Musl
#elseif canImport(Android)
    package import Android
#endif

/// State that several threads change, protected by a lock.
///
/// It uses the system's lock so that ThreadSanitizer sees it; `Synchronization.Mutex` waits inside a library that ThreadSanitizer
/// does not watch. Hold the lock only briefly, never across an `await`, and never while a caller's code runs.
///
/// State and lock share one allocation, since a request has several of them and lives for a few microseconds.
///
/// It is `@unchecked Sendable` because the compiler cannot see that every access is locked: only ``withLock(_:)`` uses the
/// storage.
@safe
package struct Locked<State>: @unchecked Sendable {
    // Marked because only some systems declare the mutex with members that Swift calls unsafe.
    @unsafe
    @usableFromInline
    let storage: ManagedBuffer<State, pthread_mutex_t>

    package init(_ state: sending State) {
        // SAFETY: there is room for one mutex, which only this object uses; it is freed with the object.
        unsafe storage = LockedStorage<State>.create(minimumCapacity: 1) { storage in
            unsafe storage.withUnsafeMutablePointerToElements { mutex in
                unsafe mutex.initialize(to: pthread_mutex_t())
                _ = unsafe pthread_mutex_init(mutex, nil)
            }
            return state
        }
    }

    /// Reads or changes the state. The closure must be short, and must not call other people's code.
    @inlinable
    package func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // SAFETY: state and mutex are initialized as long as the object lives, and only the thread that holds the lock uses the
        // state.
        try unsafe storage.withUnsafeMutablePointers { (state, mutex) throws(Failure) in
            _ = unsafe pthread_mutex_lock(mutex)
            defer { _ = unsafe pthread_mutex_unlock(mutex) }
            return try unsafe body(&state.pointee)
        }
    }
}

/// The storage of a ``Locked``.
@safe
private final class LockedStorage<State>: ManagedBuffer<State, pthread_mutex_t> {
    deinit {
        // SAFETY: no thread holds the lock of an object without references; the superclass deinitialises the state.
        unsafe withUnsafeMutablePointerToElements { mutex in
            _ = unsafe pthread_mutex_destroy(mutex)
            unsafe mutex.deinitialize(count: 1)
        }
    }
}
