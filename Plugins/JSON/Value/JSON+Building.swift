import Mimeograph
import MimeographTree

extension JSON {
    /// `true` or `false`.
    public init(_ value: Bool) { node = TreeNode(.boolean(value)) }

    /// A string.
    public init(_ value: some StringProtocol) { node = TreeNode(.string(String(value))) }

    /// A number without fraction; nil where it needs more than 64 bits.
    public init?(exactly value: some BinaryInteger) {
        guard let node = TreeNode(exactly: value) else { return nil }
        self.node = node
    }

    /// A number without fraction.
    public init(_ value: Int) { node = TreeNode(.integer(Int64(value))) }

    /// A number without fraction.
    public init(_ value: Int64) { node = TreeNode(.integer(value)) }

    /// A number without fraction.
    public init(_ value: UInt64) {
        node = TreeNode(Int64(exactly: value).map { .integer($0) } ?? .unsigned(value))
    }

    /// A number.
    ///
    /// JSON has no text for infinities and not-a-number: writing such a value fails with
    /// ``SerializationError/Code/unencodableValue``.
    public init(_ value: Double) { node = TreeNode(.real(value)) }

    /// An array of these elements.
    public static func array(_ elements: some Sequence<JSON>) -> JSON {
        JSON(TreeNode(.array(elements.map(\.node))))
    }

    /// An object of these members, in this order; of two members with one key the last one counts, at the position of the first.
    public static func object(_ members: some Sequence<(key: String, value: JSON)>) -> JSON {
        var built = KeyedValues<TreeNode>()
        for (key, value) in members { built[key] = value.node }
        return JSON(TreeNode(.object(built)))
    }

    /// An object of these members, sorted by the UTF-8 bytes of their keys, because a dictionary has no order.
    public static func object(_ members: [String: JSON]) -> JSON {
        JSON(TreeNode(.object(KeyedValues(sorting: members.mapValues(\.node)))))
    }
}

extension JSON: ExpressibleByNilLiteral {
    /// Null.
    public init(nilLiteral: ()) { node = .null }
}

extension JSON: ExpressibleByBooleanLiteral {
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { node = TreeNode(.boolean(value)) }
}

extension JSON: ExpressibleByIntegerLiteral {
    /// A number without fraction.
    public init(integerLiteral value: Int64) { node = TreeNode(.integer(value)) }
}

extension JSON: ExpressibleByFloatLiteral {
    /// A number.
    public init(floatLiteral value: Double) { node = TreeNode(.real(value)) }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// A string.
    public init(stringLiteral value: String) { node = TreeNode(.string(value)) }
}

extension JSON: ExpressibleByArrayLiteral {
    /// An array.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
}

extension JSON: ExpressibleByDictionaryLiteral {
    /// An object; members keep the order they are written in.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.lazy.map { (key: $0.0, value: $0.1) })
    }
}
