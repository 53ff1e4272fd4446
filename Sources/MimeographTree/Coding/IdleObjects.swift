import Synchronization

/// Contexts of codings that are over, for those that come later.
///
/// What is done for each type, the containers, and room for words and bytes are made once and used again: a body of a few hundred
/// bytes is read in the time that it takes to make two containers. A format has some of these; each is one coding's at a time, and
/// none that something else refers to is ever given back.
final class IdleObjects<Object: AnyObject>: Sendable {
    /// Handed from one thread to another as a whole.
    private struct Handed: @unchecked Sendable {
        let object: Object
    }

    private let objects = Mutex<[Handed]>([])

    /// As many as threads may be coding at once on most machines; each has a few kilobytes.
    private static var most: Int { 16 }

    func take() -> Object? { objects.withLock { $0.popLast() }?.object }

    func give(_ object: Object) {
        let handed = Handed(object: object)
        objects.withLock { if $0.count < IdleObjects.most { $0.append(handed) } }
    }
}
