import Mimeograph
import MimeographBinaryTree
import MimeographTree

/// Writes a value on a tape as CBOR in preferred serialization: each part in its shortest form, and every length told first.
///
/// A float takes two bytes where it fits them, and a bignum that fits 64 bits is an integer. A date is tag 1 with the seconds
/// since 1970, or tag 0 with text.
///
/// Source: RFC 8949 §4.1 and §4.2.1.
struct CBORPrinter: ~Copyable {
    var printer: BinaryPrinter
    let hasTextualDates: Bool

    /// The bytes of the value at an index.
    ///
    /// - Parameters:
    ///   - format: Whether maps are sorted, and what dates are.
    ///   - mayRepeatKeys: Whether an object may have one key twice.
    /// - Throws: ``SerializationError/Code/unencodableValue`` for what the format cannot hold, with the path to it from that
    ///   value on.
    static func bytes(
        of document: TapeDocument,
        at root: Int = 0,
        as format: CBORFormat = CBORFormat(),
        mayRepeatKeys: Bool = true
    ) throws(SerializationError) -> [UInt8] {
        // Text keys in the order of their encoded form: the length comes first.
        let order: TapeWalk.KeyOrder = format.isDeterministic ? .byLength : .asWritten
        let common = BinaryPrinter(document, at: root, order: order, mayRepeatKeys: mayRepeatKeys, as: "CBOR")
        var printer = CBORPrinter(printer: common, hasTextualDates: format.hasTextualDates)
        try printer.run()
        return printer.printer.finish()
    }

    /// The indices of the keys that came before, of maps that are no objects.
    static func repeatedKeys(of document: TapeDocument) -> [Int] {
        let common = BinaryPrinter(document, at: 0, order: .byLength, as: "CBOR")
        var printer = CBORPrinter(printer: common, hasTextualDates: false)
        // What was read can be written.
        try? printer.run()
        return printer.printer.repeatedKeys
    }

    private mutating func run() throws(SerializationError) {
        while let step = printer.next() {
            switch step {
            case .member(let key):
                append(stringAt: key)
                printer.enter(valueOfKeyAt: key)
            case .value(let index): try append(valueAt: index)
            case .end: break
            }
        }
    }

    private mutating func append(valueAt index: Int) throws(SerializationError) {
        let word = printer.view.word(at: index)
        switch word.tag {
        case .null: append(7, 22)
        case .false: append(7, 20)
        case .true: append(7, 21)
        case .smallInteger: append(word.smallInteger)
        case .int64: append(Int64(bitPattern: printer.view.bits(at: index &+ 1)))
        case .uint64: append(0, printer.view.bits(at: index &+ 1))
        case .double: append(Double(bitPattern: printer.view.bits(at: index &+ 1)))
        case .bigNumber:
            try append(decimal: printer.document.string(of: word), printer.document.double(at: index))
        case .date: try append(date: Double(bitPattern: printer.view.bits(at: index &+ 1)))
        case .string, .wideString: append(stringAt: index)
        case .data:
            append(2, UInt64(word.payload))
            printer.append(contentAt: index)
        case .array: append(4, UInt64(printer.enter(arrayAt: index)))
        case .object: append(5, UInt64(printer.enter(objectAt: index)))
        case .extended: try append(extensionAt: index)
        case .shared: break
        }
    }

    private mutating func append(extensionAt index: Int) throws(SerializationError) {
        let document = printer.document
        guard let (kind, number, content) = document.extended(at: index) else { return append(7, 22) }
        switch kind {
        case .pairs: append(5, UInt64(printer.enter(pairsAt: content)))
        case .tag:
            let word = document.word(at: content)
            if number == 2 || number == 3, word.has(.data) {
                append(bignum: number, document.content(of: word))
                printer.skip(extensionAt: index)
            } else {
                append(6, number)
                printer.enter(contentAt: content)
            }
        case .simple where number < 24 || number >= 32 && number <= 255: append(7, number)
        case .simple: throw printer.cannotWrite("the simple value \(number)")
        case .uid: throw printer.cannotWrite("a reference of a keyed archive")
        case .ext: throw printer.cannotWrite("an ext of MessagePack")
        }
    }
}

// MARK: - Bytes

extension CBORPrinter {
    /// Appends the head of a major type and its number, in the shortest form.
    @inline(__always)
    private mutating func append(_ major: UInt8, _ number: UInt64) {
        switch number {
        case ..<24: printer.append(major &<< 5 | UInt8(truncatingIfNeeded: number), 0, size: 0)
        case ...0xFF: printer.append(major &<< 5 | 24, number, size: 1)
        case ...0xFFFF: printer.append(major &<< 5 | 25, number, size: 2)
        case ...0xFFFF_FFFF: printer.append(major &<< 5 | 26, number, size: 4)
        default: printer.append(major &<< 5 | 27, number, size: 8)
        }
    }

    private mutating func append(_ value: Int64) {
        if value < 0 { append(1, UInt64(bitPattern: -1 - value)) } else { append(0, UInt64(bitPattern: value)) }
    }

    private mutating func append(_ value: Double) {
        if let half = value.halfBits {
            printer.append(0xF9, UInt64(half), size: 2)
        } else if let single = value.singleBits {
            printer.append(0xFA, UInt64(single), size: 4)
        } else {
            printer.append(0xFB, value.bitPattern, size: 8)
        }
    }

    private mutating func append(date: Double) throws(SerializationError) {
        let seconds = date + 978_307_200
        if hasTextualDates {
            guard let text = InternetTimestamp.text(secondsSince1970: seconds) else {
                throw printer.cannotWrite("a date out of the years 0 to 9999 that RFC 3339 has")
            }
            append(6, 0)
            append(3, UInt64(text.utf8.count))
            printer.output.append(Array(text.utf8).span)
            return
        }
        guard seconds.isFinite else { throw printer.cannotWrite("a date that is no point in time") }
        append(6, 1)
        if let whole = Int64(exactly: seconds) { append(whole) } else { append(seconds) }
    }

    /// Appends a number that is more than 64 bits can hold: as the double that has its digits, else as an integer of up to
    /// 128 bits, else as tag 4, with an exponent of ten and the digits. Source: RFC 8949 §3.4.4.
    private mutating func append(decimal text: String, _ nearest: Double?) throws(SerializationError) {
        if let nearest, CBORPrinter.hasDigits(nearest, of: text) { return append(nearest) }
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
        guard let magnitude else { throw printer.cannotWrite("a number whose digits need more than 128 bits") }
        if exponent != 0 {
            append(6, 4)
            append(4, 2)
            append(Int64(exponent))
        }
        let isNegative = magnitude > 0 && text.utf8.first == UInt8(ascii: "-")
        append(bignum: isNegative ? 3 : 2, isNegative ? magnitude - 1 : magnitude)
    }

    /// Whether the shortest text of a double is that fraction. Small ones have an exponent in it: 0.00001 is `1e-05`.
    ///
    /// The text of an integer is never that of a double, which would be another integer.
    private static func hasDigits(_ double: Double, of text: String) -> Bool {
        guard text.utf8.contains(UInt8(ascii: ".")) else { return false }
        let parts = double.description.utf8.split(separator: UInt8(ascii: "e"))
        guard let mantissa = parts.first, let exponent = parts.count > 1 ? Int(Substring(parts[1])) : 0 else {
            return false
        }
        let (wanted, found) = (significand(text.utf8[...]), significand(mantissa))
        return wanted.digits == found.digits && wanted.exponent == found.exponent + exponent
    }

    /// The sign and the digits from the first to the last that is not zero, and the exponent of ten of the last.
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
        printer.output.append(digits.span)
    }

    @inline(__always)
    private mutating func append(stringAt index: Int) {
        append(3, UInt64(truncatingIfNeeded: printer.length(ofStringAt: index)))
        printer.append(contentAt: index)
    }
}
