import Mimeograph
import MimeographTree

extension JSON {
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

    /// The string; nil where it is none. Made anew each time for a parsed value, so keep it.
    public var string: String? {
        switch storage {
        case .string(let value): return value
        case .parsed(let document, let index):
            let word = document.word(at: index)
            guard word.tag == .string else { return nil }
            return document.string(of: word)
        default: return nil
        }
    }

    /// The number as `Int`; see ``int64``.
    public var int: Int? { int64.flatMap { Int(exactly: $0) } }

    /// The number, where it has no fraction and fits; `1.0` and `1e2` do, `1.5` gives nil.
    ///
    /// What was read counts by its digits, however many there are: `9007199254740993.0` is that integer, and
    /// `0.99999999999999999` is none. Decoding an `Int64` has the same rule.
    public var int64: Int64? {
        switch storage {
        case .integer(let value): value
        case .unsigned(let value): Int64(exactly: value)
        case .double(let value): JSONNumber.int64(exactly: value)
        case .parsed(let document, let index): document.int64(at: index)
        default: nil
        }
    }

    /// The number, where it has no fraction, is not negative and fits; by its digits, as ``int64``.
    public var uint64: UInt64? {
        switch storage {
        case .integer(let value): UInt64(exactly: value)
        case .unsigned(let value): value
        case .double(let value): JSONNumber.uint64(exactly: value)
        case .parsed(let document, let index): document.uint64(at: index)
        default: nil
        }
    }

    /// The double nearest to the number, correctly rounded; nil where it is out of range, or where no number is.
    public var double: Double? {
        switch storage {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .double(let value): value
        case .parsed(let document, let index): document.double(at: index)
        default: nil
        }
    }

    /// The number as it was written, digit for digit, or as it would be; nil where no number is.
    ///
    /// Infinities and not-a-number, which only a built value can hold, give nil.
    public var numberText: String? {
        switch storage {
        case .integer(let value): return String(value)
        case .unsigned(let value): return String(value)
        case .double(let value):
            guard value.isFinite else { return nil }
            var text = JSONByteWriter(capacity: JSONNumber.maximumTextLength)
            text.appendDouble(value)
            return String(decoding: text.finish(), as: UTF8.self)
        case .parsed(let document, let index) where kind == .number:
            let word = document.word(at: index)
            return word.has(.smallInteger) ? String(word.smallInteger) : document.string(of: word)
        default: return nil
        }
    }
}
