public import Mimeograph
public import MimeographBinaryTree
public import MimeographTree

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A namespace for CBOR.
public enum CBOR {}

extension CBOR {
    /// A value of any kind.
    ///
    /// A parsed value is a reference into its document. If two members have the same key, the last one counts.
    ///
    /// ```swift
    /// let value = try CBOR.Value(parsing: body)
    /// let city = value["user"]["city"].string     // nil if anything on the way is missing
    /// ```
    public struct Value: BinaryValue, DocumentValue {
        package typealias Format = CBORFormat

        package let node: TreeNode

        package init(_ node: TreeNode) { self.node = node }

        /// Parses a body with one value.
        ///
        /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``,
        ///   ``SerializationError/Code/invalidText``, ``SerializationError/Code/emptyBody``,
        ///   ``SerializationError/Code/limitExceeded``.
        public init(parsing bytes: Span<UInt8>, limits: DecodingLimits = .standard) throws(SerializationError) {
            node = TreeNode(try CBORFormat().document(of: bytes, limits: limits), at: 0)
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
        /// - Throws: ``SerializationError/Code/unencodableValue`` for values that CBOR cannot hold, with the coding path.
        public func serialized(isDeterministic: Bool = false) throws(SerializationError) -> [UInt8] {
            let (document, index) = try located()
            return try CBORFormat(isDeterministic: isDeterministic).bytes(of: document, at: index)
        }
    }
}

// MARK: - Reading

extension CBOR.Value {
    /// Whether it is null.
    public var isNull: Bool { node.kind == .null }
    /// The Boolean, if it is one.
    public var bool: Bool? { node.bool }
    /// The integer, if it fits.
    public var int64: Int64? { node.int64 ?? node.bignum?.integer(Int64.self) }
    /// The integer, if it fits.
    public var uint64: UInt64? { node.uint64 ?? node.bignum?.integer(UInt64.self) }
    /// The number, or the nearest `Double`.
    public var double: Double? { node.double ?? node.bignum?.nearest(single: false) }
    /// The string, if it is text.
    public var string: String? { node.string }
    /// The bytes, if it is a byte string.
    public var data: [UInt8]? { node.data }
    /// The elements, if it is an array.
    public var array: [CBOR.Value]? { node.elements?.map { Self($0) } }
    /// The members in order, if it is a map whose keys are all strings.
    public var object: [(key: String, value: CBOR.Value)]? { node.members?.map { ($0.key, Self($0.value)) } }

    /// The keys and values in order, if it is a map. A parsed map whose keys are not all strings keeps all its members, even
    /// those with the same key, also when it is written.
    public var map: [(key: CBOR.Value, value: CBOR.Value)]? {
        node.pairs?.map { (Self($0.key), Self($0.value)) }
    }

    /// The number of the outermost tag, and the value after it.
    public var tagged: (tag: UInt64, value: CBOR.Value)? {
        guard let (kind, number, content) = node.extended, kind == .tag, let content else { return nil }
        return (number, Self(content))
    }

    /// The number, if it is a simple value other than a Boolean and null; 23 is `undefined`.
    public var simple: UInt8? {
        guard let (kind, number, _) = node.extended, kind == .simple else { return nil }
        return UInt8(truncatingIfNeeded: number)
    }

    /// The date, if it has tag 0 or 1.
    public var date: Date? {
        if let seconds = node.secondsSince2001 { return Date(decodedSince2001: seconds) }
        guard node.kind == .extended else { return nil }
        guard let (document, index) = try? located() else { return nil }
        return document.taggedDate(at: index).flatMap { Date(decodedSince2001: $0) }
    }

    /// The value of a key; null if there is none.
    public subscript(key: String) -> CBOR.Value { Self(node.member(key) ?? .null) }
    /// The element at an index; null if there is none.
    public subscript(index: Int) -> CBOR.Value { Self(index < 0 ? .null : node.element(at: index) ?? .null) }
}

// MARK: - Building

extension CBOR.Value {
    /// The null value.
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
    /// Creates text.
    public init(_ value: String) { self.init(TreeNode(.string(value))) }
    /// Creates a byte string.
    public static func data(_ bytes: some Sequence<UInt8>) -> Self { Self(TreeNode(.data(Array(bytes)))) }
    /// Creates a value with a tag.
    public static func tagged(_ tag: UInt64, _ value: CBOR.Value) -> Self {
        Self(TreeNode(.extended(.tag, tag, [value.node])))
    }
    /// Creates a simple value; 23 is `undefined`. The numbers 20 to 22 are the Booleans and null.
    public static func simple(_ number: UInt8) -> Self {
        switch number {
        case 20, 21: Self(number == 21)
        case 22: .null
        default: Self(TreeNode(.extended(.simple, UInt64(number), [])))
        }
    }
    /// Creates a date: tag 1 with seconds since 1970; nil if it is not finite.
    public init?(_ date: Date) {
        let seconds = date.timeIntervalSince1970
        guard seconds.isFinite else { return nil }
        self = .tagged(1, Int64(exactly: seconds).flatMap { Self(exactly: $0) } ?? Self(seconds))
    }
    /// Creates an array.
    public static func array(_ elements: some Sequence<CBOR.Value>) -> Self {
        Self(TreeNode(.array(elements.map(\.node))))
    }
    /// Creates a map with keys of any kind.
    public static func map(_ members: some Sequence<(key: CBOR.Value, value: CBOR.Value)>) -> Self {
        Self(TreeNode(pairs: members.map { ($0.key.node, $0.value.node) }))
    }
}

extension CBOR.Value: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates null.
    public init(nilLiteral: ()) { self = .null }
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self.init(value) }
    /// Creates an integer.
    public init(integerLiteral value: Int64) { self.init(TreeNode(.integer(value))) }
    /// Creates a number.
    public init(floatLiteral value: Double) { self.init(value) }
    /// Creates text.
    public init(stringLiteral value: String) { self.init(value) }
    /// Creates an array.
    public init(arrayLiteral elements: CBOR.Value...) { self = .array(elements) }
    /// Creates a map.
    public init(dictionaryLiteral elements: (CBOR.Value, CBOR.Value)...) {
        self = .map(elements.lazy.map { (key: $0.0, value: $0.1) })
    }
}
