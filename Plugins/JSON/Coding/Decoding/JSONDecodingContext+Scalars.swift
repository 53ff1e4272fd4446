import Mimeograph
import MimeographTree

extension JSONDecodingContext {
    @inline(__always)
    func string(at index: Int) -> String? {
        view.has(.string, at: index) ? view.string(view.word(at: index)) : nil
    }

    @inline(__always)
    func boolean(at index: Int) -> Bool? {
        if view.has(.true, at: index) { return true }
        return view.has(.false, at: index) ? false : nil
    }

    @inline(__always)
    func integer<I: FixedWidthInteger>(_ type: I.Type, at index: Int) -> I? {
        let word = word(at: index)
        guard word.bits &>> 60 == JSONWord.Tag.smallInteger.rawValue else { return largeInteger(type, at: index, word) }
        return I(exactly: word.smallInteger)
    }

    @inline(never)
    private func largeInteger<I: FixedWidthInteger>(_ type: I.Type, at index: Int, _ word: JSONWord) -> I? {
        switch word.tag {
        case .int64: I(exactly: Int64(bitPattern: view.bits(at: index + 1)))
        case .uint64: I(exactly: view.bits(at: index + 1))
        case .double, .bigNumber: JSONExactInteger.parse(type, document.numberBytes(of: word))
        default: nil
        }
    }

    /// The number nearest to the one written; nil where that is infinite.
    @inline(__always)
    func double(at index: Int) -> Double? {
        let word = word(at: index)
        let tag = word.bits &>> 60
        if tag == JSONWord.Tag.double.rawValue { return Double(bitPattern: view.bits(at: index + 1)) }
        if tag == JSONWord.Tag.smallInteger.rawValue { return Double(word.smallInteger) }
        return otherDouble(at: index, word)
    }

    @inline(never)
    private func otherDouble(at index: Int, _ word: JSONWord) -> Double? {
        switch word.tag {
        case .int64: return Double(Int64(bitPattern: view.bits(at: index + 1)))
        case .uint64: return Double(view.bits(at: index + 1))
        case .bigNumber:
            let value = Double(bitPattern: view.bits(at: index + 1))
            return value.isFinite ? value : nil
        case .string: return nonConforming(at: index)
        default: return nil
        }
    }

    /// The number nearest to the one written. Rounding twice, to `Double` and then to `Float`, could miss it where the
    /// `Double` lies half-way between two `Float`s, so there the text decides.
    func float(at index: Int) -> Float? {
        let word = word(at: index)
        switch word.tag {
        case .smallInteger: return Float(word.smallInteger)
        case .int64: return Float(Int64(bitPattern: view.bits(at: index + 1)))
        case .uint64: return Float(view.bits(at: index + 1))
        default: break
        }
        guard let double = double(at: index) else { return nil }
        guard double.isFinite else { return Float(double) }
        let isHalfWay = double.bitPattern & 0x1FFF_FFFF == 0x1000_0000
        let value = isHalfWay ? Float(view.string(word)) : Float(double)
        return value.flatMap { $0.isFinite ? $0 : nil }
    }

    private func nonConforming(at index: Int) -> Double? {
        guard case .convertFromString(let positive, let negative, let nan) = strategies?.nonConformingFloatDecoding
        else {
            return nil
        }
        let text = view.string(view.word(at: index))
        if text.hasSameBytes(as: positive) { return .infinity }
        if text.hasSameBytes(as: negative) { return -.infinity }
        return text.hasSameBytes(as: nan) ? .nan : nil
    }
}

/// Integers that are written as decimals or with an exponent, such as `1.0`, `12e2` and `9007199254740993.0`.
enum JSONExactInteger {
    /// The integer that the number text is, exactly; nil where it has a fraction or does not fit.
    ///
    /// The text follows the grammar of RFC 8259 §6. It is read in two passes, so that neither a long fraction of zeros
    /// nor a huge exponent costs more than the length of the text.
    static func parse<I: FixedWidthInteger>(_ type: I.Type, _ text: ArraySlice<UInt8>) -> I? {
        let mark: Int = text.firstIndex { $0 | 0x20 == 0x65 } ?? text.endIndex
        let isNegative = text.first == 0x2D
        var digits = text[..<mark].drop { $0 == 0x2D }
        let point = digits.firstIndex(of: 0x2E)
        var exponent: Int = point.map { -(digits.endIndex - $0 - 1) } ?? 0
        guard let written = self.exponent(text[mark...].dropFirst()) else {
            // An exponent beyond 18 digits: only zero is an integer that fits.
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

    /// The exponent, 0 where there is none; nil where it has more than 18 significant digits.
    private static func exponent(_ text: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for digit in text where digit >= 0x30 {
            if value >= 100_000_000_000_000_000 { return nil }
            value = value * 10 + Int(digit - 0x30)
        }
        return text.first == 0x2D ? -value : value
    }
}
