#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
import Mimeograph

extension JSON {
    /// The number as a `Decimal`, exactly as written: `0.1` is one tenth.
    ///
    /// Nil if the value is not a number, or if a `Decimal` cannot hold it exactly. It cannot if the digits, without the zeros at
    /// both ends, make 2^128 or more; 38 digits always fit. It also cannot if the exponent of the last of these digits is outside
    /// -128...127.
    ///
    /// Decoding a `Decimal` returns the same number whenever this is not nil. It rounds other numbers as Foundation does, or
    /// rejects them.
    public var decimal: Decimal? {
        guard let text = numberText else { return nil }
        return withBytes(of: text.utf8) { JSONNumber.decimal(from: $0) }
    }
}

extension JSONNumber {
    /// Returns the `Decimal` with exactly the value of a number text; nil if there is none.
    static func decimal(from text: Span<UInt8>) -> Decimal? {
        let parts = parts(of: text)
        var significand: UInt128 = 0
        // Trailing zeros are not significant, so they are held back until another digit follows.
        var zeros = 0
        for index in text.indices {
            let byte = text[index]
            if byte | 0x20 == UInt8(ascii: "e") { break }
            guard byte >= 48, byte <= 57, significand > 0 || byte != 48 else { continue }
            if byte == 48 {
                zeros += 1
                continue
            }
            // 10^39 does not fit in 128 bits.
            guard zeros < 39 else { return nil }
            for _ in 0...zeros {
                let (product, overflows) = significand.multipliedReportingOverflow(by: 10)
                if overflows { return nil }
                significand = product
            }
            let (sum, overflows) = significand.addingReportingOverflow(UInt128(byte - 48))
            if overflows { return nil }
            significand = sum
            zeros = 0
        }
        if significand == 0 { return 0 }
        let exponent = parts.lastExponent + zeros
        // Digits could absorb some of a larger exponent, but the first arithmetic with such a number results in NaN.
        guard exponent >= -128, exponent <= 127 else { return nil }
        return Decimal(string: "\(parts.isNegative ? "-" : "")\(significand)e\(exponent)")
    }
}
