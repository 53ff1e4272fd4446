public import Mimeograph
import MimeographBinaryTree
public import MimeographTree

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The names of CBOR.
public enum CBOR {}

extension CBOR {
    /// A value of any kind.
    ///
    /// One that was read is a reference into its document. Of two members with one key the last is the one that counts.
    ///
    /// ```swift
    /// let value = try CBOR.Value(parsing: body)
    /// let city = value["user"]["city"].string     // nil where anything on the way is missing
    /// ```
    public struct Value: Hashable, Sendable {
        package let node: TreeNode

        package init(_ node: TreeNode) { self.node = node }

        /// Whether two values are the same: maps regardless of the order of their members.
        public static func == (left: Value, right: Value) -> Bool {
            TreeNode.areSameRegardlessOfOrder(left.node, right.node)
        }

        /// Feeds the value to the hasher.
        public func hash(into hasher: inout Hasher) { node.hashRegardlessOfOrder(into: &hasher) }

        /// Reads a body that is one value.
        ///
        /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``,
        ///   ``SerializationError/Code/invalidText``, ``SerializationError/Code/emptyBody``,
        ///   ``SerializationError/Code/limitExceeded``.
        public init(parsing bytes: Span<UInt8>, limits: DecodingLimits = .standard) throws(SerializationError) {
            node = TreeNode(try CBORScanner.parse(bytes, limits: limits), at: 0)
        }

        /// Reads a body that is one value, as the form that takes a span does.
        public init(
            parsing bytes: some Collection<UInt8>,
            limits: DecodingLimits = .standard
        ) throws(SerializationError) {
            self = try withBytes(of: bytes) { (span) throws(SerializationError) in
                try Value(parsing: span, limits: limits)
            }
        }

        /// Writes the value.
        ///
        /// - Throws: ``SerializationError/Code/unencodableValue`` for what CBOR cannot hold, with the coding path.
        public func serialized(isDeterministic: Bool = false) throws(SerializationError) -> [UInt8] {
            let (document, index) = try located()
            return try CBORPrinter.bytes(of: document, at: index, as: CBORFormat(isDeterministic: isDeterministic))
        }
    }
}

// MARK: - Reading

extension CBOR.Value {
    /// Whether it is null.
    public var isNull: Bool { node.kind == .null }
    /// True or false, where it is a boolean.
    public var bool: Bool? { node.bool }
    /// The integer, where it fits.
    public var int64: Int64? { node.int64 }
    /// The integer, where it fits.
    public var uint64: UInt64? { node.uint64 }
    /// The number, or the double that is nearest to it.
    public var double: Double? { node.double }
    /// The string, where it is text.
    public var string: String? { node.string }
    /// The bytes, where it is a byte string.
    public var data: [UInt8]? { node.data }
    /// The elements, where it is an array.
    public var array: [CBOR.Value]? { node.elements?.map { Self($0) } }
    /// The members in order, where it is a map whose keys are all strings.
    public var object: [(key: String, value: CBOR.Value)]? { node.members?.map { ($0.key, Self($0.value)) } }

    /// The keys and values in order, where it is a map. One that was read with keys of other kinds than strings has, and is
    /// written with, all that stood there.
    public var map: [(key: CBOR.Value, value: CBOR.Value)]? {
        node.pairs?.map { (Self($0.key), Self($0.value)) }
    }

    /// The number of the outermost tag, and what it is about.
    public var tagged: (tag: UInt64, value: CBOR.Value)? {
        guard let (kind, number, content) = node.extended, kind == .tag, let content else { return nil }
        return (number, Self(content))
    }

    /// The number, where it is a simple value but a boolean and null; 23 is `undefined`.
    public var simple: UInt8? {
        guard let (kind, number, _) = node.extended, kind == .simple else { return nil }
        return UInt8(truncatingIfNeeded: number)
    }

    /// The point in time, where tag 0 or 1 says that it is one.
    public var date: Date? {
        if let seconds = node.secondsSince2001 { return Date(decodedSince2001: seconds) }
        guard node.kind == .extended else { return nil }
        guard let (document, index) = try? located() else { return nil }
        return document.taggedDate(at: index).flatMap { Date(decodedSince2001: $0) }
    }

    /// The value of a key; null where there is none.
    public subscript(key: String) -> CBOR.Value { Self(node.member(key) ?? .null) }
    /// The element at an index; null where there is none.
    public subscript(index: Int) -> CBOR.Value { Self(index < 0 ? .null : node.element(at: index) ?? .null) }
}

// MARK: - Building

extension CBOR.Value {
    /// Null.
    public static let null = Self(.null)
    /// A boolean.
    public init(_ value: Bool) { self.init(TreeNode(.boolean(value))) }
    /// An integer; nil where it needs more than 64 bits.
    public init?(exactly value: some BinaryInteger) {
        guard let node = TreeNode(exactly: value) else { return nil }
        self.init(node)
    }
    /// A number.
    public init(_ value: Double) { self.init(TreeNode(.real(value))) }
    /// Text.
    public init(_ value: String) { self.init(TreeNode(.string(value))) }
    /// A byte string.
    public static func data(_ bytes: some Sequence<UInt8>) -> Self { Self(TreeNode(.data(Array(bytes)))) }
    /// A value with a tag.
    public static func tagged(_ tag: UInt64, _ value: CBOR.Value) -> Self {
        Self(TreeNode(.extended(.tag, tag, [value.node])))
    }
    /// A simple value; 23 is `undefined`. Those from 20 to 22 are booleans and null.
    public static func simple(_ number: UInt8) -> Self {
        switch number {
        case 20, 21: Self(number == 21)
        case 22: .null
        default: Self(TreeNode(.extended(.simple, UInt64(number), [])))
        }
    }
    /// A point in time: tag 1 with seconds since 1970; nil where it is no point in time.
    public init?(_ date: Date) {
        let seconds = date.timeIntervalSince1970
        guard seconds.isFinite else { return nil }
        self = .tagged(1, Int64(exactly: seconds).flatMap { Self(exactly: $0) } ?? Self(seconds))
    }
    /// An array.
    public static func array(_ elements: some Sequence<CBOR.Value>) -> Self {
        Self(TreeNode(.array(elements.map(\.node))))
    }
    /// A map with keys of any kind.
    public static func map(_ members: some Sequence<(key: CBOR.Value, value: CBOR.Value)>) -> Self {
        Self(TreeNode(pairs: members.map { ($0.key.node, $0.value.node) }))
    }
}

extension CBOR.Value: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Null.
    public init(nilLiteral: ()) { self = .null }
    /// A boolean.
    public init(booleanLiteral value: Bool) { self.init(value) }
    /// An integer.
    public init(integerLiteral value: Int64) { self.init(TreeNode(.integer(value))) }
    /// A number.
    public init(floatLiteral value: Double) { self.init(value) }
    /// Text.
    public init(stringLiteral value: String) { self.init(value) }
    /// An array.
    public init(arrayLiteral elements: CBOR.Value...) { self = .array(elements) }
    /// A map.
    public init(dictionaryLiteral elements: (CBOR.Value, CBOR.Value)...) {
        self = .map(elements.lazy.map { (key: $0.0, value: $0.1) })
    }
}

// MARK: - Coding

extension CBOR.Value: Codable, TreeValue {
    package static var format: TreeFormat { .cbor }
    /// Reads any value, with any decoder.
    public init(from decoder: any Decoder) throws { try self.init(reading: decoder) }
    /// Writes the value, with any encoder.
    public func encode(to encoder: any Encoder) throws { try write(to: encoder) }
}
