import Mimeograph
import MimeographTree

extension JSON {
    /// Whether the value is null.
    public var isNull: Bool { kind == .null }

    /// The Boolean; nil for other kinds of value.
    public var bool: Bool? { node.bool }

    /// The string; nil for other kinds of value. A parsed value creates a new string each time, so keep it.
    public var string: String? { node.string }

    /// The number as `Int`; see ``int64``.
    public var int: Int? { int64.flatMap { Int(exactly: $0) } }

    /// The number if it has no fraction and fits; `1.0` and `1e2` do, and `1.5` returns nil.
    ///
    /// A parsed number counts by its digits, however many there are: `9007199254740993.0` is that integer, and
    /// `0.99999999999999999` is not an integer. Decoding an `Int64` follows the same rule.
    public var int64: Int64? {
        if case .real(let value) = node.storage { return JSONNumber.int64(exactly: value) }
        return node.int64
    }

    /// The number if it has no fraction, is not negative and fits. Its digits count, as in ``int64``.
    public var uint64: UInt64? {
        if case .real(let value) = node.storage { return JSONNumber.uint64(exactly: value) }
        return node.uint64
    }

    /// The double nearest to the number, correctly rounded; nil if it is out of range or the value is not a number.
    public var double: Double? { node.double }

    /// The number as it was parsed, digit for digit, or as it would be written; nil if the value is not a number.
    ///
    /// Infinities and NaN, which only a built value can hold, return nil.
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
