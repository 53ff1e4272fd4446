import Mimeograph

/// A value of one of the eight types of structured fields, without parameters.
///
/// ```swift
/// let items: [BareItem] = [7, 0.5, true, "text", .token("gzip"), .byteSequence([1, 2]), .date(1_659_578_233)]
/// ```
/// Literals make integers, decimals, Booleans and strings. The cases allow values that no field can carry; serializing these
/// throws. Two texts are equal if they have the same bytes.
///
/// Source: RFC 9651 §3.3.
public enum BareItem: Sendable {
    /// A whole number of at most 15 digits. Source: RFC 9651 §3.3.1.
    case integer(Int64)
    /// A number with at most 12 digits before the point and 3 after it. Serializing rounds to three digits, half to even.
    ///
    /// A `Double` holds each such number exactly enough to write the same digits again. Source: RFC 9651 §3.3.2.
    case decimal(Double)
    /// A text of the ASCII characters from space to `~`. Source: RFC 9651 §3.3.3.
    case string(String)
    /// A word, such as `gzip` or `text/html`. It begins with a letter or `*`. Source: RFC 9651 §3.3.4.
    case token(String)
    /// Bytes, which fields carry in Base64. Source: RFC 9651 §3.3.5.
    case byteSequence([UInt8])
    /// True or false. Source: RFC 9651 §3.3.6.
    case boolean(Bool)
    /// A time in seconds since the start of 1970 in UTC, without leap seconds; at most 15 digits. Source: RFC 9651 §3.3.7.
    case date(Int64)
    /// A text of any characters, for people. Source: RFC 9651 §3.3.8.
    case displayString(String)
}

extension BareItem: Hashable {
    /// Whether both have the same type and value; texts are compared by their bytes.
    public static func == (one: BareItem, other: BareItem) -> Bool {
        switch (one, other) {
        case (.integer(let one), .integer(let other)), (.date(let one), .date(let other)): one == other
        case (.decimal(let one), .decimal(let other)): one == other
        case (.string(let one), .string(let other)), (.token(let one), .token(let other)),
            (.displayString(let one), .displayString(let other)):
            one.hasSameBytes(as: other)
        case (.byteSequence(let one), .byteSequence(let other)): one == other
        case (.boolean(let one), .boolean(let other)): one == other
        default: false
        }
    }

    /// Hashes the value.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .integer(let value), .date(let value): hasher.combine(value)
        case .decimal(let value): hasher.combine(value)
        case .string(let text), .token(let text), .displayString(let text): hasher.combine(text.utf8Key)
        case .byteSequence(let bytes): hasher.combine(bytes)
        case .boolean(let value): hasher.combine(value)
        }
    }
}

/// A value that has or may have a bare item: the item itself, an item with parameters, or a member of a list or dictionary.
///
/// Each property returns nil if the value has another type. Types are never converted: `1` is not a decimal, and a token is not
/// a string.
///
/// ```swift
/// let urgency = dictionary["u"]?.integer
/// ```
public protocol StructuredValue: Hashable, Sendable, CustomStringConvertible, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByStringLiteral
{
    /// Makes a value without parameters.
    init(_ bareItem: BareItem)
    /// The bare item; nil for an inner list.
    var bareItem: BareItem? { get }
}

extension StructuredValue {
    /// The integer, of at most 15 digits.
    public var integer: Int64? { if case .integer(let value) = bareItem { value } else { nil } }
    /// The decimal.
    public var decimal: Double? { if case .decimal(let value) = bareItem { value } else { nil } }
    /// The string, which is ASCII.
    public var string: String? { if case .string(let text) = bareItem { text } else { nil } }
    /// The token, which is ASCII.
    public var token: String? { if case .token(let text) = bareItem { text } else { nil } }
    /// The bytes of a byte sequence.
    public var byteSequence: [UInt8]? { if case .byteSequence(let bytes) = bareItem { bytes } else { nil } }
    /// The Boolean.
    public var boolean: Bool? { if case .boolean(let value) = bareItem { value } else { nil } }
    /// The date, in seconds since the start of 1970 in UTC.
    public var date: Int64? { if case .date(let seconds) = bareItem { seconds } else { nil } }
    /// The display string, which may have any characters.
    public var displayString: String? { if case .displayString(let text) = bareItem { text } else { nil } }

    /// Makes an integer.
    public init(integerLiteral value: Int64) { self.init(.integer(value)) }
    /// Makes a decimal.
    public init(floatLiteral value: Double) { self.init(.decimal(value)) }
    /// Makes a Boolean.
    public init(booleanLiteral value: Bool) { self.init(.boolean(value)) }
    /// Makes a string; for a token, use `.token("text")`.
    public init(stringLiteral text: String) { self.init(.string(text)) }
}

extension BareItem: StructuredValue {
    /// Makes a copy.
    public init(_ bareItem: BareItem) { self = bareItem }

    /// The item itself.
    public var bareItem: BareItem? { self }

    /// The item as in a field; a placeholder if no field can carry it.
    public var description: String {
        FieldWriter.description { (writer) throws(SerializationError) in try writer.write(self) }
    }
}
