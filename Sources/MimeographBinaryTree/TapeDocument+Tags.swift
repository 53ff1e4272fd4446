package import MimeographTree

// The tags of CBOR that turn the value after them into a number or a date.

/// An integer of any size in big-endian bytes: n itself for CBOR's tag 2, and -1 - n for tag 3.
///
/// Source: RFC 8949 §3.4.3.
package struct Bignum: WideNumber {
    private let isNegative: Bool
    /// The bytes of the magnitude, without leading zeros.
    private let magnitude: [UInt8]

    /// Returns nil if the tag is another one.
    init?(tag: UInt64, _ bytes: ArraySlice<UInt8>) {
        guard tag == 2 || tag == 3 else { return nil }
        isNegative = tag == 3
        var digits = Array(bytes.drop { $0 == 0 })
        if isNegative {
            var index = digits.count
            while index > 0, digits[index - 1] == 0xFF {
                index -= 1
                digits[index] = 0
            }
            if index > 0 { digits[index - 1] += 1 } else { digits.insert(1, at: 0) }
        }
        magnitude = digits
    }

    /// The magnitude, if it fits.
    private var wide: UInt128? { magnitude.count > 16 ? nil : magnitude.reduce(0) { $0 << 8 | UInt128($1) } }

    /// Returns the number, if it fits.
    package func integer<I: FixedWidthInteger>(_ type: I.Type) -> I? {
        guard let wide else { return nil }
        // If the number is negative, the magnitude is not zero.
        return isNegative ? Int128(exactly: wide - 1).flatMap { I(exactly: -1 - $0) } : I(exactly: wide)
    }

    /// The digits, if the magnitude has no more than 128 bits.
    package var text: String? { wide.map { isNegative ? "-\($0)" : "\($0)" } }

    /// Returns the nearest `Double`, or the nearest `Float` as a `Double`; nil if that is infinite.
    package func nearest(single: Bool) -> Double? {
        // Eight bytes have at least 57 bits, more than any float. The other bytes only matter if one of them is not zero.
        var high = magnitude.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        let others = magnitude.dropFirst(8)
        if others.contains(where: { $0 > 0 }) { high |= 1 }
        guard others.count <= 120 else { return nil }
        let power = Double(bitPattern: UInt64(1023 + 8 * others.count) << 52)
        let value = (single ? Double(Float(high)) : Double(high)) * power
        guard single ? Float(value).isFinite : value.isFinite else { return nil }
        return isNegative ? -value : value
    }
}

/// A decimal fraction of CBOR's tag 4: its digits and an exponent of ten, as the text of a number.
///
/// Source: RFC 8949 §3.4.4.
private struct DecimalFraction: WideNumber {
    let text: String?

    func integer<I: FixedWidthInteger>(_ type: I.Type) -> I? {
        text.flatMap { ExactInteger.parse(type, Array($0.utf8)[...]) }
    }

    func nearest(single: Bool) -> Double? {
        guard let text else { return nil }
        let value = single ? Float(text).map { Double($0) } : Double(text)
        return value.flatMap { $0.isFinite ? $0 : nil }
    }
}

extension TapeDocument {
    /// Returns the result of `read` for the outermost tag at an index for which it has one. Other tags are skipped.
    private func tagged<Result>(at index: Int, _ read: (_ number: UInt64, _ content: Int) -> Result?) -> Result? {
        var index = index
        while let (kind, number, content) = extended(at: index), kind == .tag {
            index = word(at: content).target(from: content)
            if let result = read(number, index) { return result }
        }
        return nil
    }

    /// Returns the bignum or decimal fraction in the tags at an index.
    package func taggedNumber(at index: Int) -> (any WideNumber)? {
        tagged(at: index) { tag, content in
            if tag == 4 { return fraction(at: content) }
            return bignum(tag, at: content)
        }
    }

    private func bignum(_ tag: UInt64, at content: Int) -> Bignum? {
        let word = word(at: content)
        return word.has(.data) ? Bignum(tag: tag, self.content(of: word)) : nil
    }

    private func fraction(at content: Int) -> DecimalFraction? {
        guard let array = TapeView(self).array(at: content), array.count == 2,
            let exponent = int64(at: array.start) ?? bignum(at: array.start)?.integer(Int64.self),
            (-0x8000...0x7FFF).contains(exponent)
        else { return nil }
        let mantissa = index(after: array.start)
        let digits = uint64(at: mantissa).map { "\($0)" } ?? int64(at: mantissa).map { "\($0)" }
        return (digits ?? tagged(at: mantissa, bignum(_:at:))?.text).map { DecimalFraction(text: "\($0)e\(exponent)") }
    }

    /// Returns the bignum that begins at an index, without other tags around it.
    package func bignum(at index: Int) -> Bignum? {
        guard let (kind, tag, content) = extended(at: index), kind == .tag else { return nil }
        return bignum(tag, at: content)
    }

    /// Returns the date of tag 0 or 1, in seconds since 2001. Source: RFC 8949 §3.4.1 and §3.4.2.
    package func taggedDate(at index: Int) -> Double? {
        tagged(at: index) { tag, content in
            switch tag {
            case 0 where word(at: content).isString:
                InternetTimestamp.secondsSince1970(string(at: content)).map { $0 - 978_307_200 }
            // A number, with or without tags.
            case 1:
                (taggedNumber(at: content)?.nearest(single: false) ?? double(at: TapeView(self).untagged(content)))
                    .map { $0 - 978_307_200 }
            default: nil
            }
        }
    }
}

extension TreeNode {
    /// The bignum, without other tags around it.
    package var bignum: Bignum? {
        if case .read(let document, let index) = storage { return document.bignum(at: index) }
        guard let (kind, tag, content) = extended, kind == .tag, let content else { return nil }
        return content.withData { Bignum(tag: tag, $0) } ?? nil
    }
}
