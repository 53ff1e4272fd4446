import Mimeograph

/// A dictionary, the field of this structure. Its members are items or inner lists.
///
/// ```swift
/// let priority = try StructuredDictionary(parsing: "u=3, i")
/// priority["u"]?.integer                                   // 3
/// priority["i"]?.boolean                                   // true
/// let digest: StructuredDictionary = ["sha-256": .byteSequence(bytes)]
/// ```
///
/// Source: RFC 9651 §3.2.
public typealias StructuredDictionary = OrderedMembers<StructuredMember>

/// The parameters of an item or an inner list. Their values are bare items.
///
/// Source: RFC 9651 §3.1.2.
public typealias StructuredParameters = OrderedMembers<BareItem>

/// Values by key, in order: a ``StructuredDictionary`` or ``StructuredParameters``.
///
/// Two are equal if they have equal keys and values in the same order. A lookup takes constant time.
///
/// Source: RFC 9651 §3.1.2, §3.2.
public struct OrderedMembers<Value: StructuredValue>: Sendable {
    /// The keys in order. A key of a field consists of lower-case letters, digits, and `_`, `-`, `.` and `*`.
    public private(set) var keys: [String] = []
    /// The values in the order of ``keys``.
    public private(set) var values: [Value] = []
    /// The position of each key; empty if there are only a few, which are searched in order.
    private var positions: [ByteEqualString: Int] = [:]

    /// The most keys that are searched in order.
    private static var fewest: Int { 8 }

    /// Makes no members.
    public init() {}

    /// The value of a key.
    ///
    /// Setting a value keeps the position of an existing key, and adds a new key at the end. Setting nil removes the key, in time
    /// in proportion to the number of members.
    public subscript(key: String) -> Value? {
        get { position(of: key).map { values[$0] } }
        set {
            guard let newValue else { return remove(key) }
            if let position = position(of: key) {
                values[position] = newValue
                return
            }
            keys.append(key)
            values.append(newValue)
            if keys.count == Self.fewest + 1 {
                for (position, key) in keys.enumerated() { positions[key.utf8Key] = position }
            } else if keys.count > Self.fewest {
                positions[key.utf8Key] = keys.count - 1
            }
        }
    }

    private func position(of key: String) -> Int? {
        keys.count > Self.fewest ? positions[key.utf8Key] : keys.firstIndex { $0.hasSameBytes(as: key) }
    }

    private mutating func remove(_ key: String) {
        guard let removed = position(of: key) else { return }
        keys.remove(at: removed)
        values.remove(at: removed)
        positions = [:]
        if keys.count <= Self.fewest { return }
        for (position, key) in keys.enumerated() { positions[key.utf8Key] = position }
    }
}

extension OrderedMembers: RandomAccessCollection {
    /// The position of the first member, 0.
    public var startIndex: Int { 0 }
    /// The number of members.
    public var endIndex: Int { keys.count }
    /// The member at a position.
    public subscript(position: Int) -> (key: String, value: Value) { (keys[position], values[position]) }
}

extension OrderedMembers: Hashable {
    /// Whether both have equal keys and values in the same order.
    public static func == (one: OrderedMembers, other: OrderedMembers) -> Bool {
        one.values == other.values && one.keys.elementsEqual(other.keys) { $0.hasSameBytes(as: $1) }
    }

    /// Hashes the keys and values.
    public func hash(into hasher: inout Hasher) {
        for key in keys { hasher.combine(key.utf8Key) }
        hasher.combine(values)
    }
}

extension OrderedMembers: ExpressibleByDictionaryLiteral {
    /// Makes the members of a literal, in order. If a key occurs twice, the last value counts.
    public init(dictionaryLiteral members: (String, Value)...) {
        for (key, value) in members { self[key] = value }
    }
}
