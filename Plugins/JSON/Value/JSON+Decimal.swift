#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
import Mimeograph

extension JSON {
    /// The number as a `Decimal`, exactly as it is written: `0.1` is one tenth.
    ///
    /// Nil where no number is, and where a `Decimal` cannot hold it without error: more than 38 significant digits, or an
    /// exponent beyond -128...127.
    public var decimal: Decimal? {
        guard let text = numberText else { return nil }
        return withBytes(of: text.utf8) { JSONNumber.decimal(from: $0) }
    }
}

extension JSONNumber {
    /// The `Decimal` that a number text names, or nil where none is exact.
    static func decimal(from text: Span<UInt8>) -> Decimal? {
        let parts = parts(of: text)
        var digits: [UInt8] = []
        // Zeros at the end are not significant, so they are kept back until another digit follows.
        var zeros = 0
        for index in text.indices {
            let byte = text[index]
            if byte | 0x20 == UInt8(ascii: "e") { break }
            guard byte >= 48, byte <= 57, !(digits.isEmpty && byte == 48) else { continue }
            if byte == 48 {
                zeros += 1
                continue
            }
            guard digits.count + zeros < 38 else { return nil }
            digits.append(contentsOf: repeatElement(48, count: zeros))
            zeros = 0
            digits.append(byte)
        }
        if digits.isEmpty { return 0 }
        var exponent = parts.lastExponent + zeros
        // A few zeros may move from the exponent into the digits.
        while exponent > 127, digits.count < 38 {
            digits.append(48)
            exponent -= 1
        }
        guard exponent >= -128, exponent <= 127 else { return nil }
        var significand: Decimal = 0
        for digit in digits { significand = significand * 10 + Decimal(Int(digit) - 48) }
        return Decimal(sign: parts.isNegative ? .minus : .plus, exponent: exponent, significand: significand)
    }
}
