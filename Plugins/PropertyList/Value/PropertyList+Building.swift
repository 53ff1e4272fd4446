import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension PropertyList {
    /// True or false.
    public init(_ value: Bool) { storage = .boolean(value) }

    /// A string.
    public init(_ value: some StringProtocol) { storage = .string(String(value)) }

    /// An integer; nil where it is below -2^63 or above 2^64 - 1.
    public init?(exactly value: some BinaryInteger) {
        if let integer = Int64(exactly: value) {
            storage = .integer(integer)
        } else if let integer = UInt64(exactly: value) {
            storage = .unsigned(integer)
        } else {
            return nil
        }
    }

    /// An integer.
    public init(_ value: Int) { storage = .integer(Int64(value)) }

    /// An integer.
    public init(_ value: Int64) { storage = .integer(value) }

    /// An integer.
    public init(_ value: UInt64) {
        storage = value <= UInt64(Int64.max) ? .integer(Int64(value)) : .unsigned(value)
    }

    /// A real; infinities and not-a-number are values of a property list, too.
    public init(_ value: Double) { storage = .real(value) }

    /// A moment. One outside of the years 1 to 9999 cannot be written.
    public init(_ value: Date) { storage = .date(value.timeIntervalSinceReferenceDate) }

    /// A moment, in seconds since 2001-01-01T00:00:00Z.
    public static func date(secondsSinceReferenceDate seconds: Double) -> PropertyList {
        PropertyList(storage: .date(seconds))
    }

    /// Bytes.
    public init(_ value: Data) { storage = .data([UInt8](value)) }

    /// Bytes.
    public static func data(_ bytes: some Sequence<UInt8>) -> PropertyList {
        PropertyList(storage: .data(Array(bytes)))
    }

    /// A reference to an object of a keyed archive.
    public init(_ value: UID) { storage = .uid(value) }

    /// An array of these elements.
    public static func array(_ elements: some Sequence<PropertyList>) -> PropertyList {
        PropertyList(storage: .array(Array(elements)))
    }

    /// A dictionary of these members, in this order; of two members with one key the last one counts, at the position of
    /// the first.
    public static func dictionary(_ members: some Sequence<(key: String, value: PropertyList)>) -> PropertyList {
        var built = KeyedValues<PropertyList>()
        for (key, value) in members { built[key] = value }
        return PropertyList(members: built)
    }

    /// A dictionary of these members, sorted by the UTF-8 bytes of their keys, because a Swift dictionary has no order.
    public static func dictionary(_ members: [String: PropertyList]) -> PropertyList {
        PropertyList(members: KeyedValues(sorting: members))
    }
}

extension PropertyList: ExpressibleByNilLiteral {
    /// Null, which only the binary format can hold.
    public init(nilLiteral: ()) { storage = .null }
}

extension PropertyList: ExpressibleByBooleanLiteral {
    /// True or false.
    public init(booleanLiteral value: Bool) { storage = .boolean(value) }
}

extension PropertyList: ExpressibleByIntegerLiteral {
    /// An integer.
    public init(integerLiteral value: Int64) { storage = .integer(value) }
}

extension PropertyList: ExpressibleByFloatLiteral {
    /// A real.
    public init(floatLiteral value: Double) { storage = .real(value) }
}

extension PropertyList: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// A string.
    public init(stringLiteral value: String) { storage = .string(value) }
}

extension PropertyList: ExpressibleByArrayLiteral {
    /// An array.
    public init(arrayLiteral elements: PropertyList...) { storage = .array(elements) }
}

extension PropertyList: ExpressibleByDictionaryLiteral {
    /// A dictionary; members keep the order they are written in.
    public init(dictionaryLiteral elements: (String, PropertyList)...) {
        self = .dictionary(elements.lazy.map { (key: $0.0, value: $0.1) })
    }
}
