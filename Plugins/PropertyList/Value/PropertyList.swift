public import Mimeograph
public import MimeographTree

/// A property list, or a value in one.
///
/// A value that was read is a reference into its document: no `String` and no array is made until it is asked for. A value can as
/// well be built from literals, and changed; then only the containers on the way to the change are copied.
///
/// ```swift
/// var list = try PropertyList(parsing: body)
/// let version = list["CFBundleShortVersionString"].string     // nil where it is missing or no string
/// list["CFBundleVersion"] = "42"
/// let bytes = try list.serialized(.binary)
/// ```
///
/// Subscripts are total: what is not there is ``null``. Strings and keys are equal when their Unicode scalars are. Of two
/// members with one key the last is the one that counts, everywhere.
///
/// A value that was read may be as deep as the limits allowed, and nothing here recurses into it. A value that is built by
/// hand is a tree of Swift values, which frees itself recursively; do not build one thousands of levels deep.
public struct PropertyList: Sendable {
    package var node: TreeNode

    package init(_ node: TreeNode) { self.node = node }

    /// Null, which only the binary format can hold.
    public static let null = PropertyList(.null)

    /// Reads a property list, in the format that its first bytes tell.
    ///
    /// - Parameters:
    ///   - bytes: The whole list.
    ///   - options: What is accepted, and what happens to nulls.
    ///   - limits: What the list may cost.
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

    /// Reads a property list from a span, as the form that takes a collection does.
    public init(
        parsing bytes: Span<UInt8>,
        options: PropertyListReadingOptions = .standard,
        limits: DecodingLimits = .standard
    ) throws(SerializationError) {
        self.init(TreeNode(try PropertyListReader.read(bytes, options: options, limits: limits), at: 0))
    }

    /// The format that the value was read from; nil where it was built or changed.
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

    /// The kinds of value that a property list has.
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
        /// A moment.
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

    /// Which kind of value this is.
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
    /// Whether two values are the same: dictionaries regardless of the order of their members, strings by their Unicode
    /// scalars. An integer is never a real, and not-a-number is equal to itself.
    public static func == (left: PropertyList, right: PropertyList) -> Bool { left.node == right.node }

    /// Feeds the whole value to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(node) }
}

/// A part of a value that has no type of its own may be declared as `PropertyList`, with any coder.
///
/// Read by ``PropertyListFormat`` it is a reference into the document, and costs nothing; it keeps the document alive. Other coders
/// write dates and data as those types code themselves, and references of keyed archives as their numbers.
extension PropertyList: Codable, TreeValue {
    package static var format: TreeFormat { .propertyList }
}
