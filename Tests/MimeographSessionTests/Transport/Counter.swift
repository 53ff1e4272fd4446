import MimeographSupport
import Synchronization

/// A number that several tasks count up.
final class Counter: Sendable {
    private let number = Atomic(0)

    /// The number as it was before.
    @discardableResult
    func increment() -> Int { number.wrappingAdd(1, ordering: .relaxed).oldValue }

    func decrement() { number.wrappingSubtract(1, ordering: .relaxed) }

    var value: Int { number.load(ordering: .relaxed) }

    /// The larger of the number and another becomes the number.
    func raise(to other: Int) { number.max(other, ordering: .relaxed) }
}

/// What several tasks have to tell, in order.
final class Recorder<Value: Sendable>: Sendable {
    private let list = Mutex<[Value]>([])

    func append(_ value: Value) { list.withLock { $0.append(value) } }

    var values: [Value] { list.withLock { $0 } }
}
