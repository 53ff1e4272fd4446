public import Mimeograph
public import MimeographTree

/// A property list, or a value in one.
///
/// A parsed value is a reference into its document: a `String` or an array is created only on request. You can also build a value
/// from literals, and change it; a change copies only the containers on its path.
///
/// ```swift
/// var list = try PropertyList(parsing: body)
/// let version = list["CFBundleShortVersionString"].string // nil if it is missing or not a string
/// list["CFBundleVersion"] = "42"
/// let bytes = try list.serialized(.binary)
/// ```
///
/// Subscripts never fail: a missing value is ``null``. Strings and keys are equal if their Unicode scalars are. If two members
/// have the same key, the last counts everywhere.
///
/// A parsed value may be as deep as the limits allow, and nothing here recurses into it. A value built by hand is a tree of Swift
/// values, which is freed recursively; do not build one thousands of levels deep.
public struct PropertyList: Sendable {
    package var node: TreeNode

    package init(_ node: TreeNode) { self.node = node }

    /// Null, which only the binary format can hold.
    public static let null = PropertyList(.null)

    /// Parses a property list, whose format is detected from its first bytes.
    ///
    /// - Parameters:
    ///   - bytes: The whole list.
    ///   - options: The options for reading.
    ///   - limits: The limits of the list.
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``,
    ///   ``SerializationError/Code/invalidText``, ``SerializationError/Code/unsupportedCharset``,
    ///   ``SerializationError/Code/emptyBody``, ``SerializationError/Code/limitExceeded``.
    public init(
        parsing bytes: some Collection<UInt8>,
        options: PropertyListReadingOptions = .standard,
        limits: DecodingLimits = .standard
    ) throws(SerializationError) {
        self = try withBytes(of: bytes) { (span) throws(SerializationError) in
            try PropertyList(parsing: span, options: options, limits: limits)
        }
    }

    /// Parses a property list from a span, as the initializer for collections does.
    public init(
        parsing bytes: Span<UInt8>,
        options: PropertyListReadingOptions = .standard,
        limits: DecodingLimits = .standard
    ) throws(SerializationError) {
        self.init(TreeNode(try PropertyListReader.read(bytes, options: options, limits: limits), at: 0))
    }

    /// The format that the value was read from; nil if it was built or changed.
    public var fileFormat: PropertyListFileFormat? {
        if case .read(let document, _) = node.storage { return document.format }
        return nil
    }
}

extension PropertyList {
    /// A reference to an object of a keyed archive: its index among the archive's objects.
    public struct UID: Hashable, Sendable {
        /// The index, counted from 0.
        public var index: UInt32

        /// Makes a reference.
        public init(_ index: UInt32) { self.index = index }
    }

    /// The kinds of value in a property list.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// Null, in the binary format only.
        case null
        /// True or false.
        case boolean
        /// A number without fraction, from -2^63 to 2^64 - 1.
        case integer
        /// A double.
        case real
        /// A string.
        case string
        /// A date.
        case date
        /// Bytes.
        case data
        /// A reference in a keyed archive.
        case uid
        /// An array.
        case array
        /// A dictionary whose keys are strings.
        case dictionary
    }

    /// The kind of this value.
    public var kind: Kind {
        switch node.kind {
        case .null: .null
        case .boolean: .boolean
        case .integer: .integer
        case .real: .real
        case .string: .string
        case .date: .date
        case .data: .data
        case .extended: .uid
        case .array: .array
        case .object: .dictionary
        }
    }
}

extension PropertyList: Hashable {
    /// Whether two values are equal: dictionaries regardless of the order of their members, strings by their Unicode scalars. An
    /// integer never equals a real, and NaN equals itself.
    public static func == (left: PropertyList, right: PropertyList) -> Bool { left.node == right.node }

    /// Feeds the whole value to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(node) }
}

/// A part of a value that has no type of its own can be declared as `PropertyList`, with any coder.
///
/// ``PropertyListFormat`` reads it as a reference into the document, which costs nothing and keeps the document alive. Other
/// coders write dates and data as those types encode themselves, and references of keyed archives as their numbers.
extension PropertyList: Codable, DocumentValue, TreeValue {
    package static var format: TreeFormat { .propertyList }
}
