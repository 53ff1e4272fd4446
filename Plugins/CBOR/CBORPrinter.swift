package import Mimeograph
package import MimeographBinaryTree
package import MimeographTree

// Writes a value on a tape as CBOR in preferred serialization: each part in its shortest form, and every length in advance.
//
// A float has 2, 4 or 8 bytes, the fewest that hold it exactly. A bignum that fits in 64 bits is written as an integer. A date is
// tag 1 with the seconds since 1970, or tag 0 with text.
//
// Source: RFC 8949 §4.1 and §4.2.1.

extension CBORFormat {
    package func write(with printer: inout BinaryPrinter) throws(SerializationError) {
        while let step = printer.next() {
            switch step {
            case .member(let key):
                printer.append(stringAt: key)
                printer.enter(valueOfKeyAt: key)
            case .value(let index): try printer.append(valueAt: index, textualDates: writesDatesAsText)
            case .end: break
            }
        }
    }
}

extension BinaryPrinter {
    fileprivate mutating func append(valueAt index: Int, textualDates: Bool) throws(SerializationError) {
        let word = view.word(at: index)
        switch word.tag {
        case .null: Parts.appendNull(to: &output)
        case .false: Parts.append(false, to: &output)
        case .true: Parts.append(true, to: &output)
        case .smallInteger: append(word.smallInteger)
        case .int64: append(Int64(bitPattern: view.bits(at: index &+ 1)))
        case .uint64: Parts.append(view.bits(at: index &+ 1), to: &output)
        case .double: append(Double(bitPattern: view.bits(at: index &+ 1)))
        case .bigNumber:
            try append(decimal: document.string(of: word), document.double(at: index))
        case .date: try append(date: Double(bitPattern: view.bits(at: index &+ 1)), asText: textualDates)
        case .string, .wideString: append(stringAt: index)
        case .data:
            append(2, UInt64(word.payload))
            append(contentAt: index)
        case .array: append(4, UInt64(enter(arrayAt: index)))
        case .object: append(5, UInt64(enter(objectAt: index)))
        case .extended: try append(extensionAt: index)
        case .shared: break
        }
    }

    private mutating func append(extensionAt index: Int) throws(SerializationError) {
        guard let (kind, number, content) = document.extended(at: index) else { return append(7, 22) }
        switch kind {
        case .pairs: append(5, UInt64(enter(pairsAt: content)))
        case .tag:
            let word = document.word(at: content)
            if number == 2 || number == 3, word.has(.data) {
                append(bignum: number, document.content(of: word))
                skip(extensionAt: index)
            } else {
                append(6, number)
                enter(contentAt: content)
            }
        case .simple where number < 24 || number >= 32 && number <= 255: append(7, number)
        case .simple: throw cannotWrite("the simple value \(number)")
        case .uid: throw cannotWrite("a reference of a keyed archive")
        case .list, .note: throw cannotWrite("a list of texts")
        case .ext: throw cannotWrite("an ext of MessagePack")
        }
    }
}

// MARK: - Bytes

extension BinaryPrinter {
    @inline(__always)
    private mutating func append(_ major: UInt8, _ number: UInt64) { Parts.append(major, number, to: &output) }
    @inline(__always)
    private mutating func append(_ value: Int64) { Parts.append(value, to: &output) }
    @inline(__always)
    private mutating func append(_ value: Double) { Parts.append(value, to: &output) }

    private mutating func append(date: Double, asText: Bool) throws(SerializationError) {
        let seconds = date + 978_307_200
        if asText {
            guard let text = InternetTimestamp.text(secondsSince1970: seconds) else {
                throw cannotWrite("a date outside the years 0 to 9999 of RFC 3339")
            }
            append(6, 0)
            append(3, UInt64(text.utf8.count))
            output.append(Array(text.utf8).span)
            return
        }
        guard seconds.isFinite else { throw cannotWrite("a date that is not finite") }
        append(6, 1)
        if let whole = Int64(exactly: seconds) { append(whole) } else { append(seconds) }
    }

    /// Appends a number that 64 bits cannot hold, in the first form that fits: the double with the same digits, an integer of up
    /// to 128 bits, or a decimal fraction. A decimal fraction is tag 4 with an exponent of ten and the digits. Source: RFC 8949
    /// §3.4.4.
    private mutating func append(decimal text: String, _ nearest: Double?) throws(SerializationError) {
        if let nearest, BinaryPrinter.hasDigits(nearest, of: text) { return append(nearest) }
        let point = text.utf8.firstIndex(of: UInt8(ascii: "."))
        var exponent = point.map { 1 - text.utf8.distance(from: $0, to: text.utf8.endIndex) } ?? 0
        var digits = text.utf8.filter { $0 >= UInt8(ascii: "0") }
        var magnitude = UInt128(String(decoding: digits, as: UTF8.self))
        if case nil = magnitude, case nil = point {
            let zeros = digits.reversed().prefix { $0 == UInt8(ascii: "0") }.count
            digits.removeLast(zeros)
            exponent = zeros
            magnitude = UInt128(String(decoding: digits, as: UTF8.self))
        }
        guard let magnitude else { throw cannotWrite("a number whose digits need more than 128 bits") }
        if exponent != 0 {
            append(6, 4)
            append(4, 2)
            append(Int64(exponent))
        }
        let isNegative = magnitude > 0 && text.utf8.first == UInt8(ascii: "-")
        append(bignum: isNegative ? 3 : 2, isNegative ? magnitude - 1 : magnitude)
    }

    /// Whether the shortest text of a double has the same digits as a fraction. Small doubles have an exponent: 0.00001 is
    /// `1e-05`.
    ///
    /// The text of an integer never matches, because the double could be another integer.
    private static func hasDigits(_ double: Double, of text: String) -> Bool {
        guard text.utf8.contains(UInt8(ascii: ".")) else { return false }
        let parts = double.description.utf8.split(separator: UInt8(ascii: "e"))
        guard let mantissa = parts.first, let exponent = parts.count > 1 ? Int(Substring(parts[1])) : 0 else {
            return false
        }
        let (wanted, found) = (significand(text.utf8[...]), significand(mantissa))
        return wanted.digits == found.digits && wanted.exponent == found.exponent + exponent
    }

    /// Returns the sign with the digits from the first to the last that is not zero, and the exponent of ten of the last.
    private static func significand(_ text: Substring.UTF8View) -> (digits: [UInt8], exponent: Int) {
        var digits = text.filter { $0 != UInt8(ascii: ".") }
        let sign = digits.first == UInt8(ascii: "-") ? [digits.removeFirst()] : []
        digits = Array(digits.drop { $0 == UInt8(ascii: "0") })
        let point = text.firstIndex(of: UInt8(ascii: "."))
        var exponent = point.map { 1 - text.distance(from: $0, to: text.endIndex) } ?? 0
        while digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            exponent += 1
        }
        return (sign + digits, digits.isEmpty ? 0 : exponent)
    }

    private mutating func append(bignum tag: UInt64, _ magnitude: UInt128) {
        append(bignum: tag, (0..<16).map { UInt8(truncatingIfNeeded: magnitude >> (120 - 8 * $0)) }[...])
    }

    /// Appends the bignum of tag 2 or 3. Source: RFC 8949 §3.4.3.
    private mutating func append(bignum tag: UInt64, _ magnitude: ArraySlice<UInt8>) {
        let digits = magnitude.drop { $0 == 0 }
        if digits.count <= 8 {
            append(UInt8(truncatingIfNeeded: tag) - 2, digits.reduce(0) { $0 << 8 | UInt64($1) })
            return
        }
        append(6, tag)
        append(2, UInt64(digits.count))
        output.append(digits.span)
    }

    @inline(__always)
    fileprivate mutating func append(stringAt index: Int) {
        append(3, UInt64(truncatingIfNeeded: length(ofStringAt: index)))
        append(contentAt: index)
    }
}

private typealias Parts = CBORFormat.Parts

extension CBORFormat {
    package enum Parts: BinaryParts {
        @inline(__always)
        package static func appendNull(to output: inout ByteBuffer) { append(7, 22, to: &output) }
        @inline(__always)
        package static func append(_ value: Bool, to output: inout ByteBuffer) {
            append(7, value ? 21 : 20, to: &output)
        }
        @inline(__always)
        package static func append(_ value: UInt64, to output: inout ByteBuffer) { append(0, value, to: &output) }

        @inline(__always)
        package static func append(_ value: Int64, to output: inout ByteBuffer) {
            if value < 0 {
                append(1, UInt64(bitPattern: -1 - value), to: &output)
            } else {
                append(0, UInt64(bitPattern: value), to: &output)
            }
        }

        @inline(__always)
        package static func append(_ value: Double, to output: inout ByteBuffer) {
            if let half = value.halfBits {
                output.append(0xF9, UInt64(half), size: 2)
            } else if let single = value.singleBits {
                output.append(0xFA, UInt64(single), size: 4)
            } else {
                output.append(0xFB, value.bitPattern, size: 8)
            }
        }

        @inline(__always)
        package static func append(headOfString count: Int, to output: inout ByteBuffer) {
            append(3, UInt64(truncatingIfNeeded: count), to: &output)
        }

        @inline(__always)
        package static func append(headOfArray count: Int, to output: inout ByteBuffer) {
            append(4, UInt64(truncatingIfNeeded: count), to: &output)
        }

        @inline(__always)
        package static func append(headOfMap count: Int, to output: inout ByteBuffer) {
            append(5, UInt64(truncatingIfNeeded: count), to: &output)
        }

        /// Appends the head of a major type and its number, in the shortest form.
        @inline(__always)
        fileprivate static func append(_ major: UInt8, _ number: UInt64, to output: inout ByteBuffer) {
            switch number {
            case ..<24: output.append(major &<< 5 | UInt8(truncatingIfNeeded: number))
            case ...0xFF: output.append(major &<< 5 | 24, number, size: 1)
            case ...0xFFFF: output.append(major &<< 5 | 25, number, size: 2)
            case ...0xFFFF_FFFF: output.append(major &<< 5 | 26, number, size: 4)
            default: output.append(major &<< 5 | 27, number, size: 8)
            }
        }
    }
}
