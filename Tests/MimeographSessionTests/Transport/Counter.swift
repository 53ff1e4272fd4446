import MimeographSupport
import Synchronization

/// A counter that several tasks share.
final class Counter: Sendable {
    private let number = Atomic(0)

    /// Adds one and returns the previous value.
    @discardableResult
    func increment() -> Int { number.wrappingAdd(1, ordering: .relaxed).oldValue }

    func decrement() { number.wrappingSubtract(1, ordering: .relaxed) }

    var value: Int { number.load(ordering: .relaxed) }

    /// Sets the value to `other` if that is larger.
    func raise(to other: Int) { number.max(other, ordering: .relaxed) }
}

/// A list that several tasks append values to, in order.
final class Recorder<Value: Sendable>: Sendable {
    private let list = Mutex<[Value]>([])

    func append(_ value: Value) { list.withLock { $0.append(value) } }

    var values: [Value] { list.withLock { $0 } }
}
