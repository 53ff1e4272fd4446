import Mimeograph
import MimeographTree

extension JSON {
    /// Whether it is null.
    public var isNull: Bool { kind == .null }

    /// `true` or `false`; nil where it is neither.
    public var bool: Bool? { node.bool }

    /// The string; nil where it is none. Made anew each time for a parsed value, so keep it.
    public var string: String? { node.string }

    /// The number as `Int`; see ``int64``.
    public var int: Int? { int64.flatMap { Int(exactly: $0) } }

    /// The number, where it has no fraction and fits; `1.0` and `1e2` do, `1.5` gives nil.
    ///
    /// What was read counts by its digits, however many there are: `9007199254740993.0` is that integer, and
    /// `0.99999999999999999` is none. Decoding an `Int64` has the same rule.
    public var int64: Int64? {
        if case .real(let value) = node.storage { return JSONNumber.int64(exactly: value) }
        return node.int64
    }

    /// The number, where it has no fraction, is not negative and fits; by its digits, as ``int64``.
    public var uint64: UInt64? {
        if case .real(let value) = node.storage { return JSONNumber.uint64(exactly: value) }
        return node.uint64
    }

    /// The double nearest to the number, correctly rounded; nil where it is out of range, or where no number is.
    public var double: Double? { node.double }

    /// The number as it was written, digit for digit, or as it would be; nil where no number is.
    ///
    /// Infinities and not-a-number, which only a built value can hold, give nil.
    public var numberText: String? {
        switch node.storage {
        case .integer(let value): return String(value)
        case .unsigned(let value): return String(value)
        case .real(let value): return value.isFinite ? JSONNumber.text(of: value) : nil
        case .read(let document, let index) where kind == .number:
            let word = document.word(at: index)
            return word.has(.smallInteger) ? String(word.smallInteger) : document.string(of: word)
        default: return nil
        }
    }
}
