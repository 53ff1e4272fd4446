public import Mimeograph
public import MimeographTree

/// A JSON value of any kind.
///
/// A value that was read is a reference into its document: nothing is copied and no `String` is made until it is asked for.
/// A value can as well be built from literals, and changed; then only the containers on the way to the change are copied.
///
/// ```swift
/// var json = try JSON(parsing: body)
/// let city = json["user"]["addresses"][0]["city"].string     // nil where anything on the way is missing
/// json["user"]["name"] = "Ada"
/// let bytes = try json.serialized(.pretty)
/// ```
///
/// Subscripts are total: what is not there is ``null``. Where missing and null must be told apart, ask
/// ``object`` and ``array``, or ``pointer(_:)``, which give nil for what is missing.
///
/// Strings and keys are equal when their Unicode scalars are, as RFC 8259 §8.3 has it; Swift's own `==` for strings
/// goes further. Of two members with one key the last is the one that counts, everywhere.
///
/// A parsed value may be as deep as the limits allowed, and nothing here recurses into it. A value that is built by hand
/// is a tree of Swift values, which frees itself recursively; do not build one thousands of levels deep.
public struct JSON: Sendable {
    package var node: TreeNode

    package init(_ node: TreeNode) { self.node = node }

    /// Null.
    public static let null = JSON(.null)

    /// Reads a JSON text.
    ///
    /// - Parameters:
    ///   - bytes: The whole text, in UTF-8, or in UTF-16 or UTF-32 as RFC 4627 had them.
    ///   - options: What is accepted, and what happens to nulls and duplicate keys.
    ///   - limits: What the text may cost.
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``,
    ///   ``SerializationError/Code/invalidText``, ``SerializationError/Code/emptyBody``,
    ///   ``SerializationError/Code/limitExceeded``.
    public init(
        parsing bytes: some Collection<UInt8>,
        options: JSONReadingOptions = .standard,
        limits: DecodingLimits = .standard
    ) throws(SerializationError) {
        self = try withBytes(of: bytes) { (span) throws(SerializationError) in
            try JSON(parsing: span, options: options, limits: limits)
        }
    }

    /// Reads a JSON text from a span, as the form that takes a collection does.
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

    /// Which kind of value this is.
    public var kind: Kind {
        switch node.kind {
        case .boolean: .boolean
        case .integer, .real: .number
        case .string: .string
        case .array: .array
        case .object: .object
        // JSON has no others.
        case .null, .data, .date, .extended: .null
        }
    }
}

extension JSON: Hashable {
    /// Whether two values are the same: objects regardless of the order of their members, strings by their Unicode
    /// scalars, numbers by what they are (`1`, `1.0` and `1e0` are equal; what is written without fraction and exponent
    /// compares exactly, the others as doubles).
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

/// A part of a value that has no type of its own may be declared as `JSON`, with any coder.
///
/// Read by ``JSONFormat`` it is a reference into the document, and costs nothing; it keeps the document alive. With other coders,
/// a value without a container is a string, a boolean or a number, which is written as an integer if it is one, else as a `Double`.
extension JSON: Codable, TreeValue {
    package static var format: TreeFormat { .json }
}
