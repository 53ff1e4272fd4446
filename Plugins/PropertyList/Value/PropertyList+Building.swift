import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension PropertyList {
    /// True or false.
    public init(_ value: Bool) { node = TreeNode(.boolean(value)) }

    /// A string.
    public init(_ value: some StringProtocol) { node = TreeNode(.string(String(value))) }

    /// An integer; nil where it is below -2^63 or above 2^64 - 1.
    public init?(exactly value: some BinaryInteger) {
        guard let node = TreeNode(exactly: value) else { return nil }
        self.node = node
    }

    /// An integer.
    public init(_ value: Int) { node = TreeNode(.integer(Int64(value))) }

    /// An integer.
    public init(_ value: Int64) { node = TreeNode(.integer(value)) }

    /// An integer.
    public init(_ value: UInt64) {
        node = TreeNode(Int64(exactly: value).map { .integer($0) } ?? .unsigned(value))
    }

    /// A real; infinities and not-a-number are values of a property list, too.
    public init(_ value: Double) { node = TreeNode(.real(value)) }

    /// A moment. One outside of the years 1 to 9999 cannot be written.
    public init(_ value: Date) { node = TreeNode(.date(value.timeIntervalSinceReferenceDate)) }

    /// A moment, in seconds since 2001-01-01T00:00:00Z.
    public static func date(secondsSinceReferenceDate seconds: Double) -> PropertyList {
        PropertyList(TreeNode(.date(seconds)))
    }

    /// Bytes.
    public init(_ value: Data) { node = TreeNode(.data([UInt8](value))) }

    /// Bytes.
    public static func data(_ bytes: some Sequence<UInt8>) -> PropertyList {
        PropertyList(TreeNode(.data(Array(bytes))))
    }

    /// A reference to an object of a keyed archive.
    public init(_ value: UID) {
        node = TreeNode(.extended(.uid, UInt64(value.index), []))
    }

    /// An array of these elements.
    public static func array(_ elements: some Sequence<PropertyList>) -> PropertyList {
        PropertyList(TreeNode(.array(elements.map(\.node))))
    }

    /// A dictionary of these members, in this order; of two members with one key the last one counts, at the position of
    /// the first.
    public static func dictionary(_ members: some Sequence<(key: String, value: PropertyList)>) -> PropertyList {
        var built = KeyedValues<TreeNode>()
        for (key, value) in members { built[key] = value.node }
        return PropertyList(TreeNode(.object(built)))
    }

    /// A dictionary of these members, sorted by the UTF-8 bytes of their keys, because a Swift dictionary has no order.
    public static func dictionary(_ members: [String: PropertyList]) -> PropertyList {
        PropertyList(TreeNode(.object(KeyedValues(sorting: members.mapValues(\.node)))))
    }
}

extension PropertyList: ExpressibleByNilLiteral {
    /// Null, which only the binary format can hold.
    public init(nilLiteral: ()) { node = .null }
}

extension PropertyList: ExpressibleByBooleanLiteral {
    /// True or false.
    public init(booleanLiteral value: Bool) { node = TreeNode(.boolean(value)) }
}

extension PropertyList: ExpressibleByIntegerLiteral {
    /// An integer.
    public init(integerLiteral value: Int64) { node = TreeNode(.integer(value)) }
}

extension PropertyList: ExpressibleByFloatLiteral {
    /// A real.
    public init(floatLiteral value: Double) { node = TreeNode(.real(value)) }
}

extension PropertyList: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// A string.
    public init(stringLiteral value: String) { node = TreeNode(.string(value)) }
}

extension PropertyList: ExpressibleByArrayLiteral {
    /// An array.
    public init(arrayLiteral elements: PropertyList...) { self = .array(elements) }
}

extension PropertyList: ExpressibleByDictionaryLiteral {
    /// A dictionary; members keep the order they are written in.
    public init(dictionaryLiteral elements: (String, PropertyList)...) {
        self = .dictionary(elements.lazy.map { (key: $0.0, value: $0.1) })
    }
}
