import Mimeograph
import MimeographTree

extension OpenStepScanner {
    /// Skips white space, U+2028, U+2029 and comments.
    mutating func skipSpace() throws(PropertyListParseError) {
        while cursor < bytes.count {
            switch bytes[cursor] {
            case 0x09...0x0D, 0x20: cursor += 1
            case 0xE2 where bytes[cursor + 1] == 0x80 && bytes[cursor + 2] | 1 == 0xA9: cursor += 3
            case UInt8(ascii: "/") where bytes[cursor + 1] == UInt8(ascii: "/"):
                while cursor < bytes.count, bytes[cursor] != 0x0A, bytes[cursor] != 0x0D { cursor += 1 }
            case UInt8(ascii: "/") where bytes[cursor + 1] == UInt8(ascii: "*"):
                cursor += 2
                while bytes[cursor] != UInt8(ascii: "*") || bytes[cursor + 1] != UInt8(ascii: "/") {
                    if cursor >= bytes.count { throw parseError("") }
                    cursor += 1
                }
                cursor += 2
            default: return
            }
        }
    }

    /// Whether a string may begin with a byte.
    func beginsString(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || isUnquoted(byte)
    }

    /// Whether a string without quotation marks may contain a character.
    private func isUnquoted(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "/"),
            UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// Reads a string, with or without quotation marks.
    mutating func string() throws(PropertyListParseError) -> TapeWord {
        let start = cursor
        let first = bytes[cursor]
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") { return try quotedString(first) }
        while isUnquoted(bytes[cursor]) { cursor += 1 }
        if cursor == start { throw parseError("Expected a string, data, an array or a dictionary.") }
        if cursor - start > TapeWord.maximumPayload { throw .size(at: start) }
        return TapeWord(.string, payload: cursor - start, offset: start)
    }

    /// Reads bytes in pairs of hexadecimal digits, and stores them in place.
    mutating func data() throws(PropertyListParseError) -> TapeWord {
        let start = cursor
        cursor += 1
        var target = start
        while true {
            switch bytes[cursor] {
            case UInt8(ascii: ">"):
                cursor += 1
                if target - start > TapeWord.maximumPayload { throw .size(at: start) }
                return TapeWord(.data, payload: target - start, offset: start)
            case 0x09...0x0D, 0x20: cursor += 1
            default:
                guard let high = XMLPropertyListScanner.digit(bytes[cursor], isHexadecimal: true) else {
                    throw parseError("Data contains a character that is not a hexadecimal digit.")
                }
                cursor += 1
                guard let low = XMLPropertyListScanner.digit(bytes[cursor], isHexadecimal: true) else {
                    throw parseError("Data holds half of a byte.")
                }
                cursor += 1
                bytes[target] = UInt8(high << 4 | low)
                target += 1
            }
        }
    }

    /// Reads the content up to the closing mark, and unescapes it in place.
    private mutating func quotedString(_ mark: UInt8) throws(PropertyListParseError) -> TapeWord {
        let start = cursor
        cursor += 1
        var target = start
        while bytes[cursor] != mark {
            let byte = bytes[cursor]
            if cursor >= bytes.count {
                throw PropertyListParseError(.truncated, "A string in quotation marks does not end.", at: start)
            }
            if byte == UInt8(ascii: "\\") {
                for byte in try escape().utf8 {
                    bytes[target] = byte
                    target += 1
                }
            } else {
                let end = byte < 0x80 ? cursor + 1 : try endOfCharacter()
                for offset in cursor..<end {
                    bytes[target] = bytes[offset]
                    target += 1
                }
                cursor = end
            }
        }
        cursor += 1
        if target - start > TapeWord.maximumPayload { throw .size(at: start) }
        return TapeWord(.string, payload: target - start, offset: start)
    }

    private func endOfCharacter() throws(PropertyListParseError) -> Int {
        guard let length = UTF8Sequence.length(in: bytes, at: cursor) else {
            throw PropertyListParseError(.invalidText, "A text holds bytes that are not valid UTF-8.", at: cursor)
        }
        return cursor + length
    }

    /// Reads an escape, and returns its character.
    private mutating func escape() throws(PropertyListParseError) -> Unicode.Scalar {
        let start = cursor
        let byte = bytes[cursor + 1]
        if cursor + 1 >= bytes.count {
            throw PropertyListParseError(.truncated, "A string in quotation marks does not end.", at: start)
        }
        cursor += 2
        switch byte {
        case UInt8(ascii: "a"): return "\u{07}"
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "v"): return "\u{0B}"
        case UInt8(ascii: "U"): return try unicodeEscape(at: start)
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            cursor -= 1
            return try octalEscape(at: start)
        case 0x80...:
            // Any other character represents itself, even one of several bytes.
            cursor -= 1
            let end = try endOfCharacter()
            let text = bytes.withSpan(from: cursor, to: end) { span in
                String(decoding: span.indices.map { span[$0] }, as: UTF8.self)
            }
            cursor = end
            return text.unicodeScalars.first ?? "\u{FFFD}"
        default: return Unicode.Scalar(byte)
        }
    }

    /// Reads one to three octal digits: a byte in the encoding of NeXTSTEP.
    private mutating func octalEscape(at start: Int) throws(PropertyListParseError) -> Unicode.Scalar {
        var value = 0
        for _ in 0..<3 {
            guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(bytes[cursor]) else { break }
            value = value * 8 + Int(bytes[cursor] & 7)
            cursor += 1
        }
        guard let scalar = NextStepEncoding.scalar(of: UInt8(truncatingIfNeeded: value)) else {
            throw PropertyListParseError(
                .invalidText,
                "An octal escape is not a character of the NeXTSTEP encoding.",
                at: start
            )
        }
        return scalar
    }

    /// Reads one to four hexadecimal digits after `\U`; for a surrogate pair, both halves.
    private mutating func unicodeEscape(at start: Int) throws(PropertyListParseError) -> Unicode.Scalar {
        guard let unit = hexadecimalDigits() else {
            throw PropertyListParseError(.syntax, "The escape \\U has no hexadecimal digit.", at: start)
        }
        if let scalar = Unicode.Scalar(unit) { return scalar }
        if unit & 0xFC00 == 0xD800, bytes[cursor] == UInt8(ascii: "\\"), bytes[cursor + 1] == UInt8(ascii: "U") {
            cursor += 2
            if let low = hexadecimalDigits(), low & 0xFC00 == 0xDC00,
                let scalar = Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF))
            {
                return scalar
            }
        }
        throw PropertyListParseError(.invalidText, "A string holds half of a surrogate pair.", at: start)
    }

    /// Reads a number of up to four digits; nil without a digit.
    private mutating func hexadecimalDigits() -> UInt32? {
        let start = cursor
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = XMLPropertyListScanner.digit(bytes[cursor], isHexadecimal: true) else { break }
            value = value << 4 | digit
            cursor += 1
        }
        return cursor > start ? value : nil
    }
}
