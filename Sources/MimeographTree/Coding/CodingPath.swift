import Mimeograph

/// The steps from the root to the value that is being coded: a stack that is pushed and popped for each value that is no scalar.
///
/// So its entries are trivial. The keys of most types are enumerations, which fit in a word beside their type; others stand in
/// an array of their own.
package struct CodingPath: ~Copyable {
    private enum Entry: BitwiseCopyable {
        case index(Int)
        /// A key that is smaller than a reference and therefore trivial: its bytes, and its type.
        case small(UInt64, any CodingKey.Type)
        /// The next of ``keys``.
        case key
    }

    /// The first entry, which needs no memory of its own: in most small bodies a value or two are no scalars, and none below them.
    private var first = Entry.index(0)
    private var rest = CodingStack<Entry>()
    package private(set) var count = 0
    private var keys: [any CodingKey] = []

    package init() {}

    package init(_ steps: [CodingStep]) {
        for step in steps {
            switch step {
            case .key(let key): append(key)
            case .index(let index): append(index: index)
            }
        }
    }

    package var steps: [CodingStep] {
        var steps: [CodingStep] = []
        var next = 0
        for number in 0..<count {
            switch number == 0 ? first : rest[number - 1] {
            case .index(let index): steps.append(.index(index))
            case .small(let bits, let type): steps.append(.key(CodingPath.key(type, bits)))
            case .key:
                steps.append(.key(keys[next]))
                next += 1
            }
        }
        return steps
    }

    private static func key<Key: CodingKey>(_ type: Key.Type, _ bits: UInt64) -> Key {
        // SAFETY: these are the bytes of a key of that type, which is trivial; see `append`.
        unsafe withUnsafeBytes(of: bits) { unsafe $0.load(as: Key.self) }
    }

    @inline(__always)
    private mutating func append(_ entry: Entry) {
        if count == 0 { first = entry } else { rest.append(entry) }
        count &+= 1
    }

    @inline(__always)
    package mutating func append(index: Int) { append(.index(index)) }

    @inline(__always)
    package mutating func append<Key: CodingKey>(_ key: Key) {
        guard MemoryLayout<Key>.size < MemoryLayout<AnyObject>.size else { return append(large: key) }
        var bits: UInt64 = 0
        // SAFETY: there is room for the bytes of the key, in which no reference has room.
        unsafe withUnsafeMutableBytes(of: &bits) { unsafe $0.storeBytes(of: key, as: Key.self) }
        append(.small(bits, Key.self))
    }

    @inline(never)
    private mutating func append(large key: any CodingKey) {
        keys.append(key)
        append(.key)
    }

    @inline(__always)
    private var last: Entry { count == 1 ? first : rest[count &- 2] }

    @inline(__always)
    package mutating func removeLast() {
        if count == 0 { return }
        if case .key = last { keys.removeLast() }
        count &-= 1
        rest.removeLast(to: count &- 1)
    }

    /// Replaces the last step, where there is one, by another element's.
    @inline(__always)
    package mutating func replaceLast(index: Int) {
        if count == 0 { return }
        if case .key = last { keys.removeLast() }
        if count == 1 { first = .index(index) } else { rest[count &- 2] = .index(index) }
    }

    /// Replaces the last step, where there is one, by another member's.
    package mutating func replaceLast(_ key: some CodingKey) {
        if count == 0 { return }
        removeLast()
        append(key)
    }
}

/// One step of a coding path, made into a `CodingKey` only when it is asked for.
package enum CodingStep {
    case key(any CodingKey)
    case index(Int)

    package var codingKey: any CodingKey {
        switch self {
        case .key(let key): key
        case .index(let index): PlainCodingKey(index: index)
        }
    }
}

extension Sequence<CodingStep> {
    /// The steps as the standard library has them.
    package var codingPath: [any CodingKey] { map(\.codingKey) }
}
