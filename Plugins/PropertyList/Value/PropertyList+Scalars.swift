import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension PropertyList {
    /// Whether it is null.
    public var isNull: Bool { kind == .null }

    /// `true` or `false`; nil where it is neither.
    public var bool: Bool? { node.bool }

    /// The string; nil where it is none. Made anew each time for a value that was read, so keep it.
    public var string: String? { node.string }

    /// The integer as `Int`; see ``int64``.
    public var int: Int? { int64.flatMap { Int(exactly: $0) } }

    /// The integer; nil where it is none, or above `Int64.max`. Reals are no integers, whatever their value.
    public var int64: Int64? { node.int64 }

    /// The integer; nil where it is none, or negative.
    public var uint64: UInt64? { node.uint64 }

    /// The real, or the double nearest to the integer; nil where it is neither.
    public var double: Double? { node.double }

    /// The date; nil where it is none.
    public var date: Date? { secondsSinceReferenceDate.flatMap { Date(decodedSince2001: $0) } }

    /// The date in seconds since 2001-01-01T00:00:00Z; nil where it is none.
    public var secondsSinceReferenceDate: Double? { node.secondsSince2001 }

    /// The bytes of a data value; nil where it is none.
    public var bytes: [UInt8]? { node.data }

    /// The bytes of a data value as `Data`; nil where it is none.
    public var data: Data? { node.withData { Data($0) } }

    /// The reference to an object of a keyed archive; nil where it is none.
    public var uid: UID? { node.extended.map { UID(UInt32(truncatingIfNeeded: $0.number)) } }
}
