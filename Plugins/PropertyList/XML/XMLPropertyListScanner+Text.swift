import Mimeograph
import MimeographTree

extension XMLPropertyListScanner {
    /// Reads the content of a string or a key, and unescapes it in place; returns the offset after the end tag.
    @inline(__always)
    mutating func text(_ tag: Tag) throws(PropertyListParseError) -> Int {
        if tag.isEmpty {
            try append(TapeWord(.string, offset: tag.end), at: tag.end)
            return tag.end
        }
        let start = tag.end
        let end = XMLTextBlock.endOfPlainText(bytes, from: start)
        if bytes[end] == UInt8(ascii: "<"), bytes[end &+ 1] == UInt8(ascii: "/") {
            let next = try endOfTag(tag.element, at: end)
            if end &- start > TapeWord.maximumPayload { throw .size(at: start) }
            try append(TapeWord(.string, payload: end &- start, offset: start), at: start)
            return next
        }
        return try unescapedText(tag, plainEnd: end)
    }

    /// Reads a text with more than plain ASCII.
    @inline(never)
    private mutating func unescapedText(_ tag: Tag, plainEnd: Int) throws(PropertyListParseError) -> Int {
        let start = tag.end
        var source = plainEnd
        var target = plainEnd
        while true {
            let byte = bytes[source]
            switch byte {
            case UInt8(ascii: "<"):
                if bytes[source + 1] == UInt8(ascii: "/") {
                    let next = try endOfTag(tag.element, at: source)
                    if target - start > TapeWord.maximumPayload { throw .size(at: start) }
                    try append(TapeWord(.string, payload: target - start, offset: start), at: start)
                    return next
                }
                source = try endOfMarkup(at: source, movingTo: &target)
            case UInt8(ascii: "&"):
                let (scalar, end) = try reference(at: source)
                source = end
                for byte in scalar.utf8 {
                    bytes[target] = byte
                    target += 1
                }
            case 0x80...:
                let end = try endOfCharacter(at: source)
                move(from: source, to: end, target: &target)
                source = end
            case ..<0x20 where byte != 0x09 && byte != 0x0A && byte != 0x0D:
                throw parseError("A text contains a control character, which XML does not allow.", at: source)
            case ..<0x20:
                bytes[target] = byte
                target += 1
                source += 1
            default:
                let end = XMLTextBlock.endOfPlainText(bytes, from: source)
                move(from: source, to: end, target: &target)
                source = end
            }
        }
    }

    /// Moves bytes to a lower offset, or leaves them if nothing was removed before them.
    @inline(__always)
    private func move(from start: Int, to end: Int, target: inout Int) {
        if start != target {
            for offset in start..<end { bytes[target &+ (offset &- start)] = bytes[offset] }
        }
        target &+= end &- start
    }

    /// Skips a comment, or keeps the content of a CDATA section. Source: XML 1.0 §2.5, §2.7.
    private func endOfMarkup(at start: Int, movingTo target: inout Int) throws(PropertyListParseError) -> Int {
        if starts("<!--", at: start) { return try endOfComment(at: start) }
        guard starts("<![CDATA[", at: start) else {
            throw parseError(
                bytes.count - start < 9 ? "" : "A text contains an element.",
                at: bytes.count - start < 9 ? bytes.count : start
            )
        }
        var cursor = start + 9
        while cursor < bytes.count {
            if bytes[cursor] == UInt8(ascii: "]"), starts("]]>", at: cursor) { return cursor + 3 }
            let byte = bytes[cursor]
            if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D {
                throw parseError("A text contains a control character, which XML does not allow.", at: cursor)
            }
            let end = byte < 0x80 ? cursor + 1 : try endOfCharacter(at: cursor)
            move(from: cursor, to: end, target: &target)
            cursor = end
        }
        throw parseError("", at: cursor)
    }

    /// Returns the character of a reference, and the offset after it. Source: XML 1.0 §4.1, §4.6.
    private func reference(at start: Int) throws(PropertyListParseError) -> (Unicode.Scalar, end: Int) {
        if starts("&lt;", at: start) { return ("<", start + 4) }
        if starts("&gt;", at: start) { return (">", start + 4) }
        if starts("&amp;", at: start) { return ("&", start + 5) }
        if starts("&quot;", at: start) { return ("\"", start + 6) }
        if starts("&apos;", at: start) { return ("'", start + 6) }
        guard bytes[start + 1] == UInt8(ascii: "#") else {
            throw parseError(
                "A reference is neither to a character nor to one of the five entities of XML.",
                at: holds(UInt8(ascii: "<"), from: start) || holds(UInt8(ascii: ";"), from: start) ? start : bytes.count
            )
        }
        let isHexadecimal = bytes[start + 2] == UInt8(ascii: "x")
        var cursor = start + (isHexadecimal ? 3 : 2)
        let first = cursor
        var value: UInt32 = 0
        while let digit = XMLPropertyListScanner.digit(bytes[cursor], isHexadecimal: isHexadecimal) {
            value = value * (isHexadecimal ? 16 : 10) + digit
            if value > 0x10FFFF { throw parseError("A character reference is beyond Unicode.", at: start) }
            cursor += 1
        }
        guard cursor > first, bytes[cursor] == UInt8(ascii: ";") else {
            throw parseError("A character reference has no digits, or no semicolon after them.", at: cursor)
        }
        guard let scalar = Unicode.Scalar(value), XMLPropertyListScanner.isCharacter(scalar) else {
            throw parseError("A reference is to a character that XML does not allow.", at: start)
        }
        return (scalar, cursor + 1)
    }

    /// Returns the value of a digit, or nil for another byte.
    static func digit(_ byte: UInt8, isHexadecimal: Bool) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x61...0x66 where isHexadecimal: UInt32(byte - 0x57)
        case 0x41...0x46 where isHexadecimal: UInt32(byte - 0x37)
        default: nil
        }
    }

    /// Whether XML allows a character. Source: XML 1.0 §2.2.
    static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x20
            ? scalar.value != 0xFFFE && scalar.value != 0xFFFF
            : scalar.value == 0x09 || scalar.value == 0x0A || scalar.value == 0x0D
    }

    /// Returns the offset after the character of several bytes that begins at `start`.
    @inline(__always)
    private func endOfCharacter(at start: Int) throws(PropertyListParseError) -> Int {
        guard let length = UTF8Sequence.length(in: bytes, at: start) else {
            if isCut(at: start) { throw parseError("", at: bytes.count) }
            throw PropertyListParseError(.invalidText, "A text holds bytes that are not valid UTF-8.", at: start)
        }
        if bytes[start] == 0xEF, bytes[start &+ 1] == 0xBF, bytes[start &+ 2] >= 0xBE {
            throw parseError("A text holds a character that XML does not allow.", at: start)
        }
        return start &+ length
    }

    /// Whether the text ends inside of the character that begins at `start`.
    private func isCut(at start: Int) -> Bool {
        let length = bytes[start] >= 0xF0 ? 4 : bytes[start] >= 0xE0 ? 3 : 2
        guard bytes[start] >= 0xC2, bytes[start] <= 0xF4, start + length > bytes.count else { return false }
        return (start + 1..<bytes.count).allSatisfy { bytes[$0] & 0xC0 == 0x80 }
    }
}
