import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension PropertyList {
    /// Whether the value is null.
    public var isNull: Bool { kind == .null }

    /// The Boolean; nil for other kinds of value.
    public var bool: Bool? { node.bool }

    /// The string; nil for other kinds of value. A parsed value creates a new string each time, so keep it.
    public var string: String? { node.string }

    /// The integer as `Int`; see ``int64``.
    public var int: Int? { int64.flatMap { Int(exactly: $0) } }

    /// The integer; nil if it is above `Int64.max`, and for other kinds of value. A real is never an integer, whatever its value.
    public var int64: Int64? { node.int64 }

    /// The integer; nil if it is negative, and for other kinds of value.
    public var uint64: UInt64? { node.uint64 }

    /// The real, or the double nearest to the integer; nil for other kinds of value.
    public var double: Double? { node.double }

    /// The date; nil for other kinds of value.
    public var date: Date? { secondsSinceReferenceDate.flatMap { Date(decodedSince2001: $0) } }

    /// The date in seconds since 2001-01-01T00:00:00Z; nil for other kinds of value.
    public var secondsSinceReferenceDate: Double? { node.secondsSince2001 }

    /// The bytes of a data value; nil for other kinds of value.
    public var bytes: [UInt8]? { node.data }

    /// The bytes of a data value as `Data`; nil for other kinds of value.
    public var data: Data? { node.withData { Data($0) } }

    /// The reference to an object of a keyed archive; nil for other kinds of value.
    public var uid: UID? { node.extended.map { UID(UInt32(truncatingIfNeeded: $0.number)) } }
}
