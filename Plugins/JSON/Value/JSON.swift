public import Mimeograph
public import MimeographTree

/// A JSON value of any kind.
///
/// A parsed value is a reference into its document: nothing is copied, and a `String` is created only on request. You can also
/// build a value from literals, and change it; a change copies only the containers on its path.
///
/// ```swift
/// var json = try JSON(parsing: body)
/// let city = json["user"]["addresses"][0]["city"].string // nil if anything on the path is missing
/// json["user"]["name"] = "Ada"
/// let bytes = try json.serialized(.pretty)
/// ```
///
/// Subscripts never fail: a missing value is ``null``. To distinguish missing from null, use ``object``, ``array`` or
/// ``pointer(_:)``, which return nil for a missing value.
///
/// Strings and keys are equal if their Unicode scalars are, as in RFC 8259 §8.3; Swift's own `==` also applies canonical
/// equivalence. If two members have the same key, the last counts everywhere.
///
/// A parsed value may be as deep as the limits allow, and nothing here recurses into it. A value built by hand is a tree of Swift
/// values, which is freed recursively; do not build one thousands of levels deep.
public struct JSON: Sendable {
    package var node: TreeNode

    package init(_ node: TreeNode) { self.node = node }

    /// Null.
    public static let null = JSON(.null)

    /// Parses a JSON text.
    ///
    /// - Parameters:
    ///   - bytes: The whole text, in UTF-8, or in UTF-16 or UTF-32 as in RFC 4627.
    ///   - options: The options for reading.
    ///   - limits: The limits of the text.
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``,
    ///   ``SerializationError/Code/invalidText``, ``SerializationError/Code/emptyBody``,
    ///   ``SerializationError/Code/limitExceeded``.
    @inlinable
    public init(
        parsing bytes: some Collection<UInt8>,
        options: JSONReadingOptions = .standard,
        limits: DecodingLimits = .standard
    ) throws(SerializationError) {
        self = try withBytes(of: bytes) { (span) throws(SerializationError) in
            try JSON(parsing: span, options: options, limits: limits)
        }
    }

    /// Parses a JSON text from a span, as the initializer for collections does.
    public init(
        parsing bytes: Span<UInt8>,
        options: JSONReadingOptions = .standard,
        limits: DecodingLimits = .standard
    ) throws(SerializationError) {
        self.init(TreeNode(try JSONScanner.parse(bytes, options: options, limits: limits), at: 0))
    }
}

extension JSON {
    /// The six kinds of value that JSON has.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// `null`
        case null
        /// `true` or `false`
        case boolean
        /// A number, with or without fraction and exponent.
        case number
        /// A string.
        case string
        /// An array.
        case array
        /// An object.
        case object
    }

    /// The kind of this value.
    public var kind: Kind {
        switch node.kind {
        case .boolean: .boolean
        case .integer, .real: .number
        case .string: .string
        case .array: .array
        case .object: .object
        // JSON has no other kinds.
        case .null, .data, .date, .extended: .null
        }
    }
}

extension JSON: Hashable {
    /// Whether two values are equal: objects regardless of the order of their members, strings by their Unicode scalars, and
    /// numbers by value. `1`, `1.0` and `1e0` are equal. Numbers without fraction and exponent compare exactly, others as
    /// doubles.
    public static func == (left: JSON, right: JSON) -> Bool {
        TreeNode.areSame(left.node, right.node, numbers: numberComparison)
    }

    /// Feeds the whole value to the hasher.
    public func hash(into hasher: inout Hasher) { node.hash(into: &hasher, numbers: JSON.numberComparison) }

    private static let numberComparison = NumberComparison(
        areSame: { JSONNumberValue($0) == JSONNumberValue($1) },
        hash: { JSONNumberValue($0).hashValue }
    )
}

/// A part of a value that has no type of its own can be declared as `JSON`, with any coder.
///
/// ``JSONFormat`` reads it as a reference into the document, which costs nothing and keeps the document alive. With other coders,
/// a value outside of a container is a string, a Boolean or a number. A number is written as an integer if it is one, otherwise
/// as a `Double`.
extension JSON: Codable, DocumentValue, TreeValue {
    package static var format: TreeFormat { .json }
}
