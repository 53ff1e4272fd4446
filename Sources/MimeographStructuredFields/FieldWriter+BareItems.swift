import Mimeograph

extension FieldWriter {
    /// Source: RFC 9651 §4.1.3.1.
    mutating func write(_ item: BareItem) throws(SerializationError) {
        switch item {
        case .integer(let number): try write(number)
        case .decimal(let number): try write(number)
        case .string(let text): try write(string: text)
        case .token(let text): try write(token: text)
        case .byteSequence(let bytes): write(base64: bytes)
        case .boolean(let value): append(value ? "?1" : "?0")
        case .date(let seconds):
            append("@")
            try write(seconds)
        case .displayString(let text): write(displayString: text)
        }
    }

    /// Source: RFC 9651 §4.1.4.
    private mutating func write(_ number: Int64) throws(SerializationError) {
        guard (-999_999_999_999_999...999_999_999_999_999).contains(number) else {
            throw Self.unencodable("The number has more than 15 digits.", "Send it as a string.")
        }
        append(String(number))
    }

    /// Rounds to three digits after the point, half to even. Source: RFC 9651 §4.1.5.
    private mutating func write(_ number: Double) throws(SerializationError) {
        // A tie in decimal, such as 0.0025, is a tie after the multiplication, although the double itself is not.
        let rounded = (number * 1000).rounded(.toNearestOrEven)
        guard rounded.magnitude < 1e15 else {
            throw Self.unencodable(
                "The decimal is not finite, or has more than 12 digits before the point.",
                "Send it as a string."
            )
        }
        let thousandths = Int64(rounded.magnitude)
        if rounded < 0 { append("-") }
        append(String(thousandths / 1000))
        append(".")
        let (tenths, rest) = (thousandths % 1000).quotientAndRemainder(dividingBy: 100)
        append(digit(tenths))
        if rest > 0 { append(digit(rest / 10)) }
        if rest % 10 > 0 { append(digit(rest % 10)) }
    }

    private func digit(_ value: Int64) -> UInt8 { UInt8(truncatingIfNeeded: 0x30 + value) }

    /// Source: RFC 9651 §4.1.6.
    private mutating func write(string: String) throws(SerializationError) {
        append("\"")
        for byte in string.utf8 {
            guard FieldGrammar.isVisible(byte) else {
                throw Self.unencodable(
                    "The string has a character that is not ASCII, or a control character.",
                    "Send a display string if the field allows it."
                )
            }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { append("\\") }
            append(byte)
        }
        append("\"")
    }

    /// Source: RFC 9651 §4.1.7.
    private mutating func write(token: String) throws(SerializationError) {
        guard let first = token.utf8.first, FieldGrammar.beginsToken(first),
            token.utf8.allSatisfy(FieldGrammar.isToken)
        else {
            throw Self.unencodable(
                "The token has a character that tokens cannot have, or is empty.",
                "Begin it with a letter or *, or send a string if the field allows it."
            )
        }
        append(token)
    }

    /// Source: RFC 9651 §4.1.8; RFC 4648 §4.
    private mutating func write(base64 bytes: [UInt8]) {
        append(":")
        var group: UInt32 = 0
        for (index, byte) in bytes.enumerated() {
            group = group << 8 | UInt32(byte)
            if index % 3 == 2 {
                write(group, digits: 4)
                group = 0
            }
        }
        let rest = bytes.count % 3
        if rest > 0 {
            write(group << UInt32(24 - 8 * rest), digits: rest + 1)
            for _ in rest..<3 { append("=") }
        }
        append(":")
    }

    /// Writes the first digits of 24 bits.
    private mutating func write(_ group: UInt32, digits: Int) {
        for shift in stride(from: 18, to: 18 - 6 * digits, by: -6) {
            append(FieldGrammar.base64Digits[Int(group >> UInt32(shift) & 63)])
        }
    }

    /// Source: RFC 9651 §4.1.11.
    private mutating func write(displayString: String) {
        append("%\"")
        for byte in displayString.utf8 {
            if FieldGrammar.isVisible(byte), byte != UInt8(ascii: "%"), byte != UInt8(ascii: "\"") {
                append(byte)
                continue
            }
            append("%")
            append(FieldGrammar.hexadecimalDigits[Int(byte >> 4)])
            append(FieldGrammar.hexadecimalDigits[Int(byte & 15)])
        }
        append("\"")
    }
}
