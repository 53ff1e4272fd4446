import Synchronization

/// A pool of contexts for reuse by later codings.
///
/// A context keeps the kinds of types, the containers, and memory for words and bytes. This saves time: a body of a few hundred
/// bytes is read in the time that it takes to make two containers. One coding uses a context at a time. A context that something
/// else refers to never returns to the pool.
final class IdleObjects<Object: AnyObject>: Sendable {
    /// An object that passes from one thread to another as a whole.
    private struct Handed: @unchecked Sendable {
        let object: Object
    }

    private let objects = Mutex<[Handed]>([])

    /// The largest number of idle objects: about as many as threads code at once on most machines. Each takes a few kilobytes.
    private static var most: Int { 16 }

    func take() -> Object? { objects.withLock { $0.popLast() }?.object }

    func give(_ object: Object) {
        let handed = Handed(object: object)
        objects.withLock { if $0.count < IdleObjects.most { $0.append(handed) } }
    }
}
