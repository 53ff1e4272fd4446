import Mimeograph
import MimeographTree

extension JSON {
    /// `true` or `false`.
    public init(_ value: Bool) { storage = .boolean(value) }

    /// A string.
    public init(_ value: some StringProtocol) { storage = .string(String(value)) }

    /// A number without fraction; nil where it needs more than 64 bits.
    public init?(exactly value: some BinaryInteger) {
        if let integer = Int64(exactly: value) {
            storage = .integer(integer)
        } else if let integer = UInt64(exactly: value) {
            storage = .unsigned(integer)
        } else {
            return nil
        }
    }

    /// A number without fraction.
    public init(_ value: Int) { storage = .integer(Int64(value)) }

    /// A number without fraction.
    public init(_ value: Int64) { storage = .integer(value) }

    /// A number without fraction.
    public init(_ value: UInt64) {
        storage = value <= UInt64(Int64.max) ? .integer(Int64(value)) : .unsigned(value)
    }

    /// A number.
    ///
    /// JSON has no text for infinities and not-a-number: writing such a value fails with
    /// ``SerializationError/Code/unencodableValue``.
    public init(_ value: Double) { storage = .double(value) }

    /// An array of these elements.
    public static func array(_ elements: some Sequence<JSON>) -> JSON { JSON(storage: .array(Array(elements))) }

    /// An object of these members, in this order; of two members with one key the last one counts, at the position of the first.
    public static func object(_ members: some Sequence<(key: String, value: JSON)>) -> JSON {
        var built = KeyedValues<JSON>()
        for (key, value) in members { built[key] = value }
        return JSON(members: built)
    }

    /// An object of these members, sorted by the UTF-8 bytes of their keys, because a dictionary has no order.
    public static func object(_ members: [String: JSON]) -> JSON {
        JSON(members: KeyedValues(sorting: members))
    }
}

extension JSON: ExpressibleByNilLiteral {
    /// Null.
    public init(nilLiteral: ()) { storage = .null }
}

extension JSON: ExpressibleByBooleanLiteral {
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { storage = .boolean(value) }
}

extension JSON: ExpressibleByIntegerLiteral {
    /// A number without fraction.
    public init(integerLiteral value: Int64) { storage = .integer(value) }
}

extension JSON: ExpressibleByFloatLiteral {
    /// A number.
    public init(floatLiteral value: Double) { storage = .double(value) }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// A string.
    public init(stringLiteral value: String) { storage = .string(value) }
}

extension JSON: ExpressibleByArrayLiteral {
    /// An array.
    public init(arrayLiteral elements: JSON...) { storage = .array(elements) }
}

extension JSON: ExpressibleByDictionaryLiteral {
    /// An object; members keep the order they are written in.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.lazy.map { (key: $0.0, value: $0.1) })
    }
}
