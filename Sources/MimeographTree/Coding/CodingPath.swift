import Mimeograph

/// The steps from the root to the value that is being coded: a stack with a step for each value that is not a scalar.
///
/// Steps are pushed and popped often, so the entries are trivial. The keys of most types are enumerations, which fit in a word
/// next to their type. Other keys are stored in a separate array.
@usableFromInline
package struct CodingPath: ~Copyable {
    @usableFromInline
    enum Entry: BitwiseCopyable {
        case index(Int)
        /// A key that is smaller than a reference and therefore trivial: its bytes and its type.
        case small(UInt64, any CodingKey.Type)
        /// The next key of ``keys``.
        case key
    }

    /// The first entry, stored inline. Most small bodies have only a value or two that are not scalars, with only scalars inside.
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

    fileprivate static func key<Key: CodingKey>(_ type: Key.Type, _ bits: UInt64) -> Key {
        // SAFETY: these are the bytes of a key of that type, which is trivial; see `append`.
        unsafe withUnsafeBytes(of: bits) { unsafe $0.load(as: Key.self) }
    }

    @inline(__always)
    mutating func append(_ entry: Entry) {
        if count == 0 { first = entry } else { rest.append(entry) }
        count &+= 1
    }

    @inline(__always)
    package mutating func append(index: Int) { append(.index(index)) }

    @inline(__always)
    package mutating func append<Key: CodingKey>(_ key: Key) {
        if let entry = Entry(small: key) { append(entry) } else { append(large: key) }
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

    /// Replaces the last step, if any, with the index of another element.
    @inline(__always)
    package mutating func replaceLast(index: Int) {
        if count == 0 { return }
        if case .key = last { keys.removeLast() }
        if count == 1 { first = .index(index) } else { rest[count &- 2] = .index(index) }
    }

    /// Replaces the last step, if any, with the key of another member.
    package mutating func replaceLast(_ key: some CodingKey) {
        if count == 0 { return }
        removeLast()
        append(key)
    }
}

extension CodingPath.Entry {
    /// Creates the entry of a key; nil if the key is so large that it may hold a reference.
    @inline(__always)
    init?<Key: CodingKey>(small key: Key) {
        guard MemoryLayout<Key>.size < MemoryLayout<AnyObject>.size else { return nil }
        var bits: UInt64 = 0
        // SAFETY: there is room for the bytes of the key, which are too few for a reference.
        unsafe withUnsafeMutableBytes(of: &bits) { unsafe $0.storeBytes(of: key, as: Key.self) }
        self = .small(bits, Key.self)
    }

    /// The key of an entry that was created from a small one.
    var key: (any CodingKey)? {
        if case .small(let bits, let type) = self { CodingPath.key(type, bits) } else { nil }
    }
}

/// One step of a coding path. It becomes a `CodingKey` only on request.
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
    /// The steps as coding keys.
    package var codingPath: [any CodingKey] { map(\.codingKey) }
}
