import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension PropertyList {
    /// Creates true or false.
    public init(_ value: Bool) { node = TreeNode(.boolean(value)) }

    /// Creates a string.
    public init(_ value: some StringProtocol) { node = TreeNode(.string(String(value))) }

    /// Creates an integer; nil if it is below -2^63 or above 2^64 - 1.
    public init?(exactly value: some BinaryInteger) {
        guard let node = TreeNode(exactly: value) else { return nil }
        self.node = node
    }

    /// Creates an integer.
    public init(_ value: Int) { node = TreeNode(.integer(Int64(value))) }

    /// Creates an integer.
    public init(_ value: Int64) { node = TreeNode(.integer(value)) }

    /// Creates an integer.
    public init(_ value: UInt64) {
        node = TreeNode(Int64(exactly: value).map { .integer($0) } ?? .unsigned(value))
    }

    /// Creates a real number. A property list can also hold infinities and NaN.
    public init(_ value: Double) { node = TreeNode(.real(value)) }

    /// Creates a date. A date outside of the years 1 to 9999 cannot be written.
    public init(_ value: Date) { node = TreeNode(.date(value.timeIntervalSinceReferenceDate)) }

    /// Creates a date from seconds since 2001-01-01T00:00:00Z.
    public static func date(secondsSinceReferenceDate seconds: Double) -> PropertyList {
        PropertyList(TreeNode(.date(seconds)))
    }

    /// Creates a data value.
    public init(_ value: Data) { node = TreeNode(.data([UInt8](value))) }

    /// Creates a data value.
    public static func data(_ bytes: some Sequence<UInt8>) -> PropertyList {
        PropertyList(TreeNode(.data(Array(bytes))))
    }

    /// Creates a reference to an object of a keyed archive.
    public init(_ value: UID) {
        node = TreeNode(.extended(.uid, UInt64(value.index), []))
    }

    /// Creates an array of these elements.
    public static func array(_ elements: some Sequence<PropertyList>) -> PropertyList {
        PropertyList(TreeNode(.array(elements.map(\.node))))
    }

    /// Creates a dictionary of these members, in this order. If two members have the same key, the last counts, at the position
    /// of the first.
    public static func dictionary(_ members: some Sequence<(key: String, value: PropertyList)>) -> PropertyList {
        var built = KeyedValues<TreeNode>()
        for (key, value) in members { built[key] = value.node }
        return PropertyList(TreeNode(.object(built)))
    }

    /// Creates a dictionary of these members, sorted by the UTF-8 bytes of their keys, because a Swift dictionary has no order.
    public static func dictionary(_ members: [String: PropertyList]) -> PropertyList {
        PropertyList(TreeNode(.object(KeyedValues(sorting: members.mapValues(\.node)))))
    }
}

extension PropertyList: ExpressibleByNilLiteral {
    /// Creates null, which only the binary format can hold.
    public init(nilLiteral: ()) { node = .null }
}

extension PropertyList: ExpressibleByBooleanLiteral {
    /// Creates true or false.
    public init(booleanLiteral value: Bool) { node = TreeNode(.boolean(value)) }
}

extension PropertyList: ExpressibleByIntegerLiteral {
    /// Creates an integer.
    public init(integerLiteral value: Int64) { node = TreeNode(.integer(value)) }
}

extension PropertyList: ExpressibleByFloatLiteral {
    /// Creates a real number.
    public init(floatLiteral value: Double) { node = TreeNode(.real(value)) }
}

extension PropertyList: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// Creates a string.
    public init(stringLiteral value: String) { node = TreeNode(.string(value)) }
}

extension PropertyList: ExpressibleByArrayLiteral {
    /// Creates an array.
    public init(arrayLiteral elements: PropertyList...) { self = .array(elements) }
}

extension PropertyList: ExpressibleByDictionaryLiteral {
    /// Creates a dictionary whose members keep the order in which they are written.
    public init(dictionaryLiteral elements: (String, PropertyList)...) {
        self = .dictionary(elements.lazy.map { (key: $0.0, value: $0.1) })
    }
}
