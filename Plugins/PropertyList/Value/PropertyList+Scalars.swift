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
    public var bool: Bool? {
        switch storage {
        case .boolean(let value): return value
        case .parsed(let document, let index):
            switch document.word(at: index).tag {
            case .true: return true
            case .false: return false
            default: return nil
            }
        default: return nil
        }
    }

    /// The string; nil where it is none. Made anew each time for a value that was read, so keep it.
    public var string: String? {
        switch storage {
        case .string(let value): return value
        case .parsed(let document, let index):
            let word = document.word(at: index)
            return word.isString ? document.string(of: word) : nil
        default: return nil
        }
    }

    /// The integer as `Int`; see ``int64``.
    public var int: Int? { int64.flatMap { Int(exactly: $0) } }

    /// The integer; nil where it is none, or above `Int64.max`. Reals are no integers, whatever their value.
    public var int64: Int64? {
        switch storage {
        case .integer(let value): value
        case .unsigned(let value): Int64(exactly: value)
        case .parsed(let document, let index): document.int64(at: index)
        default: nil
        }
    }

    /// The integer; nil where it is none, or negative.
    public var uint64: UInt64? {
        switch storage {
        case .integer(let value): UInt64(exactly: value)
        case .unsigned(let value): value
        case .parsed(let document, let index): document.uint64(at: index)
        default: nil
        }
    }

    /// The real, or the double nearest to the integer; nil where it is neither.
    public var double: Double? {
        switch storage {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .real(let value): value
        case .parsed(let document, let index): document.double(at: index)
        default: nil
        }
    }

    /// The date; nil where it is none.
    public var date: Date? {
        secondsSinceReferenceDate.map { Date(timeIntervalSinceReferenceDate: $0) }
    }

    /// The date in seconds since 2001-01-01T00:00:00Z; nil where it is none.
    public var secondsSinceReferenceDate: Double? {
        switch storage {
        case .date(let value): return value
        case .parsed(let document, let index):
            return document.date(at: index)
        default: return nil
        }
    }

    /// The bytes of a data value; nil where it is none.
    public var bytes: [UInt8]? {
        switch storage {
        case .data(let value): return value
        case .parsed(let document, let index):
            let word = document.word(at: index)
            return word.tag == .data ? Array(document.content(of: word)) : nil
        default: return nil
        }
    }

    /// The bytes of a data value as `Data`; nil where it is none.
    public var data: Data? {
        switch storage {
        case .data(let value): return Data(value)
        case .parsed(let document, let index):
            let word = document.word(at: index)
            return word.tag == .data ? Data(document.content(of: word)) : nil
        default: return nil
        }
    }

    /// The reference to an object of a keyed archive; nil where it is none.
    public var uid: UID? {
        switch storage {
        case .uid(let value): return value
        case .parsed(let document, let index):
            guard let (kind, number, _) = document.extended(at: index), kind == .uid else { return nil }
            return UID(UInt32(truncatingIfNeeded: number))
        default: return nil
        }
    }
}
