import Mimeograph
import MimeographTree

/// The value of a number, in a form in which equal numbers are identical.
///
/// A number written as an integer that fits in 64 bits is that integer. A number with a fraction or an exponent is its nearest
/// double. So `0.1` and `0.10000000000000000001` are equal, as they are to every reader, and a double equals itself after it is
/// written and read. A double with an integer value is that integer: `1`, `1.0` and `1e0` are equal. Integers beyond 64 bits and
/// numbers beyond all doubles keep all of their digits, unless a double holds them exactly.
enum JSONNumberValue: Hashable {
    case integer(Int64)
    /// Only for numbers above `Int64.max`.
    case unsigned(UInt64)
    /// Only for numbers that are not integers of 64 bits.
    case double(Double)
    /// Only for values that were built. It is equal to itself.
    case notANumber
    case decimal(isNegative: Bool, digits: [UInt8], exponent: Int)

    init(_ value: Double) {
        if value.isNaN {
            self = .notANumber
        } else if let integer = JSONNumber.int64(exactly: value) {
            self = .integer(integer)
        } else if let integer = JSONNumber.uint64(exactly: value) {
            self = .unsigned(integer)
        } else {
            self = .double(value)
        }
    }

    /// Creates the value of a number text that fits no 64-bit integer or no double, given its nearest double.
    init(text: Span<UInt8>, nearest: Double) {
        let parts = JSONNumber.parts(of: text)
        if nearest.isFinite {
            let bits = nearest.magnitude.bitPattern
            let power = Int(bits >> 52) - 1075
            if JSONNumber.compare(text, parts, with: bits & (1 << 52 - 1) | 1 << 52, power: power) == 0 {
                self = .double(nearest)
                return
            }
        }
        var digits: [UInt8] = []
        for index in text.indices {
            let byte = text[index]
            if byte | 0x20 == UInt8(ascii: "e") { break }
            if byte >= 48, byte <= 57, !(digits.isEmpty && byte == 48) { digits.append(byte) }
        }
        var exponent = parts.lastExponent
        while digits.last == 48 {
            digits.removeLast()
            exponent += 1
        }
        self = .decimal(isNegative: parts.isNegative, digits: digits, exponent: exponent)
    }
}

extension JSONNumberValue {
    /// Creates the value of a node for comparing; nil if the node is not a number.
    init?(_ node: TreeNode) {
        switch node.storage {
        case .integer(let value): self = .integer(value)
        case .unsigned(let value): self = .unsigned(value)
        case .real(let value): self.init(value)
        case .read(let document, let index):
            let word = document.word(at: index)
            switch word.tag {
            case .smallInteger, .int64: self = .integer(document.int64(at: index) ?? 0)
            case .uint64: self = .unsigned(document.long(at: index))
            case .double: self.init(Double(bitPattern: document.long(at: index)))
            case .bigNumber:
                let nearest = Double(bitPattern: document.long(at: index))
                self = withBytes(of: document.content(of: word)) { JSONNumberValue(text: $0, nearest: nearest) }
            default: return nil
            }
        default: return nil
        }
    }
}
