import Mimeograph
import MimeographTree

extension JSON {
    /// Creates `true` or `false`.
    public init(_ value: Bool) { node = TreeNode(.boolean(value)) }

    /// Creates a string.
    public init(_ value: some StringProtocol) { node = TreeNode(.string(String(value))) }

    /// Creates a number without fraction; nil if it needs more than 64 bits.
    public init?(exactly value: some BinaryInteger) {
        guard let node = TreeNode(exactly: value) else { return nil }
        self.node = node
    }

    /// Creates a number without fraction.
    public init(_ value: Int) { node = TreeNode(.integer(Int64(value))) }

    /// Creates a number without fraction.
    public init(_ value: Int64) { node = TreeNode(.integer(value)) }

    /// Creates a number without fraction.
    public init(_ value: UInt64) {
        node = TreeNode(Int64(exactly: value).map { .integer($0) } ?? .unsigned(value))
    }

    /// Creates a number. JSON cannot represent infinities and NaN: writing one throws
    /// ``SerializationError/Code/unencodableValue``.
    public init(_ value: Double) { node = TreeNode(.real(value)) }

    /// Creates an array of these elements.
    public static func array(_ elements: some Sequence<JSON>) -> JSON {
        JSON(TreeNode(.array(elements.map(\.node))))
    }

    /// Creates an object of these members, in this order. If two members have the same key, the last counts, at the first's
    /// position.
    public static func object(_ members: some Sequence<(key: String, value: JSON)>) -> JSON {
        var built = KeyedValues<TreeNode>()
        for (key, value) in members { built[key] = value.node }
        return JSON(TreeNode(.object(built)))
    }

    /// Creates an object of these members, sorted by the UTF-8 bytes of their keys, because a dictionary has no order.
    public static func object(_ members: [String: JSON]) -> JSON {
        JSON(TreeNode(.object(KeyedValues(sorting: members.mapValues(\.node)))))
    }
}

extension JSON: ExpressibleByNilLiteral {
    /// Creates null.
    public init(nilLiteral: ()) { node = .null }
}

extension JSON: ExpressibleByBooleanLiteral {
    /// Creates `true` or `false`.
    public init(booleanLiteral value: Bool) { node = TreeNode(.boolean(value)) }
}

extension JSON: ExpressibleByIntegerLiteral {
    /// Creates a number without fraction.
    public init(integerLiteral value: Int64) { node = TreeNode(.integer(value)) }
}

extension JSON: ExpressibleByFloatLiteral {
    /// Creates a number.
    public init(floatLiteral value: Double) { node = TreeNode(.real(value)) }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// Creates a string.
    public init(stringLiteral value: String) { node = TreeNode(.string(value)) }
}

extension JSON: ExpressibleByArrayLiteral {
    /// Creates an array.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
}

extension JSON: ExpressibleByDictionaryLiteral {
    /// Creates an object whose members keep the order in which they are written.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.lazy.map { (key: $0.0, value: $0.1) })
    }
}
