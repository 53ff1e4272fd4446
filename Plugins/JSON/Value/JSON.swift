public import Mimeograph
import MimeographTree

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
    enum Storage: Sendable {
        case null
        case boolean(Bool)
        case integer(Int64)
        /// Only above `Int64.max`.
        case unsigned(UInt64)
        case double(Double)
        case string(String)
        case array([JSON])
        case object(JSONObject)
        /// The value whose word is at that index of a document's tape.
        case parsed(TapeDocument, Int)
    }

    var storage: Storage

    init(storage: Storage) { self.storage = storage }

    /// Null.
    public static let null = JSON(storage: .null)

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
        self.init(try JSONScanner.parse(bytes, options: options, limits: limits), at: 0)
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
        switch storage {
        case .null: .null
        case .boolean: .boolean
        case .integer, .unsigned, .double: .number
        case .string: .string
        case .array: .array
        case .object: .object
        case .parsed(let document, let index):
            switch document.word(at: index).tag {
            case .true, .false: .boolean
            case .smallInteger, .int64, .uint64, .double, .bigNumber: .number
            case .string: .string
            case .array: .array
            case .object: .object
            default: .null
            }
        }
    }
}
