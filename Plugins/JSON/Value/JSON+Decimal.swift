#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
import Mimeograph

extension JSON {
    /// The number as a `Decimal`, exactly as it is written: `0.1` is one tenth.
    ///
    /// Nil where no number is, and where a `Decimal` cannot hold it without error: without the zeros at both ends its digits
    /// make 2^128 or more (38 digits always fit), or the exponent of the last of them is beyond -128...127.
    ///
    /// Decoding a `Decimal` gives the same number wherever this gives one; others it rounds as Foundation does, or refuses.
    public var decimal: Decimal? {
        guard let text = numberText else { return nil }
        return withBytes(of: text.utf8) { JSONNumber.decimal(from: $0) }
    }
}

extension JSONNumber {
    /// The `Decimal` that a number text names, or nil where none is exact.
    static func decimal(from text: Span<UInt8>) -> Decimal? {
        let parts = parts(of: text)
        var significand: UInt128 = 0
        // Zeros at the end are not significant, so they are kept back until another digit follows.
        var zeros = 0
        for index in text.indices {
            let byte = text[index]
            if byte | 0x20 == UInt8(ascii: "e") { break }
            guard byte >= 48, byte <= 57, significand > 0 || byte != 48 else { continue }
            if byte == 48 {
                zeros += 1
                continue
            }
            // Ten to the 39th is more than 128 bits hold.
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
        // Digits could take over some of a larger exponent, but the first arithmetic with such a number makes it not-a-number.
        guard exponent >= -128, exponent <= 127 else { return nil }
        return Decimal(string: "\(parts.isNegative ? "-" : "")\(significand)e\(exponent)")
    }
}
