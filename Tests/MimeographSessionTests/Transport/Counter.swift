import MimeographSupport
import Synchronization

/// A counter that several tasks share.
final class Counter: Sendable {
    private let number = Atomic(0)

    /// Increments the number, and returns its old value.
    @discardableResult
    func increment() -> Int { number.wrappingAdd(1, ordering: .relaxed).oldValue }

    func decrement() { number.wrappingSubtract(1, ordering: .relaxed) }

    var value: Int { number.load(ordering: .relaxed) }

    /// Raises the number to another number if that is larger.
    func raise(to other: Int) { number.max(other, ordering: .relaxed) }
}

/// A list to which several tasks append.
final class Recorder<Value: Sendable>: Sendable {
    private let list = Mutex<[Value]>([])

    func append(_ value: Value) { list.withLock { $0.append(value) } }

    var values: [Value] { list.withLock { $0 } }
}
