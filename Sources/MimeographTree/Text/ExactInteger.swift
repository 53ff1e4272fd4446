/// A parser of integers with a decimal point or an exponent, such as `1.0`, `12e2` and `9007199254740993.0`.
package enum ExactInteger {
    /// Returns the exact integer of a number's text; nil if it has a fraction or does not fit.
    ///
    /// The text follows the grammar of RFC 8259 §6. It is read in two passes, so a long fraction of zeros or a huge exponent
    /// costs no more than the length of the text.
    package static func parse<I: FixedWidthInteger>(_ type: I.Type, _ text: ArraySlice<UInt8>) -> I? {
        let mark: Int = text.firstIndex { $0 | 0x20 == 0x65 } ?? text.endIndex
        let isNegative = text.first == 0x2D
        var digits = text[..<mark].drop { $0 == 0x2D }
        let point = digits.firstIndex(of: 0x2E)
        var exponent: Int = point.map { -(digits.endIndex - $0 - 1) } ?? 0
        guard let written = self.exponent(text[mark...].dropFirst()) else {
            // With an exponent of more than 18 digits, only zero is an integer that fits.
            return digits.allSatisfy { $0 == 0x30 || $0 == 0x2E } ? 0 : nil
        }
        exponent += written
        while let last = digits.last, last == 0x30 || last == 0x2E {
            digits.removeLast()
            if last == 0x30 { exponent += 1 }
        }
        var value: I = 0
        var isZero = true
        for digit in digits where digit != 0x2E {
            isZero = isZero && digit == 0x30
            guard append(digit &- 0x30, to: &value, isNegative) else { return nil }
        }
        if isZero { return 0 }
        guard exponent >= 0, exponent <= 40 else { return nil }
        for _ in 0..<exponent {
            guard append(0, to: &value, isNegative) else { return nil }
        }
        return value
    }

    private static func append<I: FixedWidthInteger>(
        _ digit: UInt8,
        to value: inout I,
        _ isNegative: Bool
    ) -> Bool {
        let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
        let digit = I(truncatingIfNeeded: digit)
        let (sum, tooFar) =
            isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
        value = sum
        return !tooLarge && !tooFar
    }

    /// Returns the exponent, or 0 if there is none; nil if it has more than 18 significant digits.
    private static func exponent(_ text: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for digit in text where digit >= 0x30 {
            if value >= 100_000_000_000_000_000 { return nil }
            value = value * 10 + Int(digit - 0x30)
        }
        return text.first == 0x2D ? -value : value
    }
}
