public import Mimeograph
public import MimeographBinaryTree
public import MimeographTree

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A namespace for MessagePack.
public enum MessagePack {}

extension MessagePack {
    /// A value of any kind.
    ///
    /// A parsed value is a reference into its document. If two members have the same key, the last one counts.
    ///
    /// ```swift
    /// let value = try MessagePack.Value(parsing: body)
    /// let city = value["user"]["city"].string     // nil if anything on the way is missing
    /// ```
    public struct Value: BinaryValue, DocumentValue {
        package typealias Format = MessagePackFormat

        package let node: TreeNode

        package init(_ node: TreeNode) { self.node = node }

        /// Parses a body with one value.
        ///
        /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``,
        ///   ``SerializationError/Code/invalidText``, ``SerializationError/Code/emptyBody``,
        ///   ``SerializationError/Code/limitExceeded``.
        public init(parsing bytes: Span<UInt8>, limits: DecodingLimits = .standard) throws(SerializationError) {
            node = TreeNode(try MessagePackFormat().document(of: bytes, limits: limits), at: 0)
        }

        /// Parses a body with one value, like the initializer that takes a span.
        public init(
            parsing bytes: some Collection<UInt8>,
            limits: DecodingLimits = .standard
        ) throws(SerializationError) {
            self = try withBytes(of: bytes) { (span) throws(SerializationError) in
                try Value(parsing: span, limits: limits)
            }
        }

        /// Returns the bytes of the value.
        ///
        /// - Throws: ``SerializationError/Code/unencodableValue`` for values that are too large, with the coding path.
        public func serialized(sortedKeys: Bool = false) throws(SerializationError) -> [UInt8] {
            let (document, index) = try located()
            return try MessagePackFormat(sortedKeys: sortedKeys).bytes(of: document, at: index)
        }
    }
}

// MARK: - Reading

extension MessagePack.Value {
    /// Whether it is nil.
    public var isNull: Bool { node.kind == .null }
    /// The Boolean, if it is one.
    public var bool: Bool? { node.bool }
    /// The integer, if it fits.
    public var int64: Int64? { node.int64 }
    /// The integer, if it fits.
    public var uint64: UInt64? { node.uint64 }
    /// The number, or the nearest `Double`.
    public var double: Double? { node.double }
    /// The string, if it is a str.
    public var string: String? { node.string }
    /// The bytes, if it is a bin.
    public var data: [UInt8]? { node.data }
    /// The elements, if it is an array.
    public var array: [MessagePack.Value]? { node.elements?.map { Self($0) } }
    /// The members in order, if it is a map whose keys are all strings.
    public var object: [(key: String, value: MessagePack.Value)]? { node.members?.map { ($0.key, Self($0.value)) } }

    /// The keys and values in order, if it is a map. A parsed map whose keys are not all strings keeps all its members, even
    /// those with the same key, also when it is written.
    public var map: [(key: MessagePack.Value, value: MessagePack.Value)]? {
        node.pairs?.map { (Self($0.key), Self($0.value)) }
    }

    /// The type and the data, if it is an ext.
    public var ext: (type: Int8, data: [UInt8])? {
        guard let (kind, number, content) = node.extended, kind == .ext else { return nil }
        return (Int8(truncatingIfNeeded: number), content?.data ?? [])
    }

    /// The date, if it is a timestamp.
    public var date: Date? {
        guard let ext, ext.type == -1 else { return nil }
        return MessagePackTimestamp(ext.data).flatMap { Date(decodedSince2001: $0.secondsSince2001) }
    }

    /// The value of a key; the nil value if there is none.
    public subscript(key: String) -> MessagePack.Value { Self(node.member(key) ?? .null) }
    /// The element at an index; the nil value if there is none.
    public subscript(index: Int) -> MessagePack.Value { Self(index < 0 ? .null : node.element(at: index) ?? .null) }
}

// MARK: - Building

extension MessagePack.Value {
    /// The nil value.
    public static let null = Self(.null)
    /// Creates a Boolean.
    public init(_ value: Bool) { self.init(TreeNode(.boolean(value))) }
    /// Creates an integer; nil if it needs more than 64 bits.
    public init?(exactly value: some BinaryInteger) {
        guard let node = TreeNode(exactly: value) else { return nil }
        self.init(node)
    }
    /// Creates a number.
    public init(_ value: Double) { self.init(TreeNode(.real(value))) }
    /// Creates a str.
    public init(_ value: String) { self.init(TreeNode(.string(value))) }
    /// Creates a bin.
    public static func data(_ bytes: some Sequence<UInt8>) -> Self { Self(TreeNode(.data(Array(bytes)))) }
    /// Creates an ext. The specification reserves types below 0.
    public static func ext(type: Int8, data: some Sequence<UInt8>) -> Self {
        Self(TreeNode(.extended(.ext, UInt64(bitPattern: Int64(type)), [TreeNode(.data(Array(data)))])))
    }
    /// Creates a timestamp; nil if it is out of range.
    public init?(_ date: Date) {
        guard let timestamp = MessagePackTimestamp(secondsSince2001: date.timeIntervalSinceReferenceDate) else {
            return nil
        }
        self = .ext(type: -1, data: timestamp.data)
    }
    /// Creates an array.
    public static func array(_ elements: some Sequence<MessagePack.Value>) -> Self {
        Self(TreeNode(.array(elements.map(\.node))))
    }
    /// Creates a map with keys of any kind.
    public static func map(_ members: some Sequence<(key: MessagePack.Value, value: MessagePack.Value)>) -> Self {
        Self(TreeNode(pairs: members.map { ($0.key.node, $0.value.node) }))
    }
}

extension MessagePack.Value: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates the nil value.
    public init(nilLiteral: ()) { self = .null }
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self.init(value) }
    /// Creates an integer.
    public init(integerLiteral value: Int64) { self.init(TreeNode(.integer(value))) }
    /// Creates a number.
    public init(floatLiteral value: Double) { self.init(value) }
    /// Creates a str.
    public init(stringLiteral value: String) { self.init(value) }
    /// Creates an array.
    public init(arrayLiteral elements: MessagePack.Value...) { self = .array(elements) }
    /// Creates a map.
    public init(dictionaryLiteral elements: (MessagePack.Value, MessagePack.Value)...) {
        self = .map(elements.lazy.map { (key: $0.0, value: $0.1) })
    }
}
