import Mimeograph

/// A writer for the bytes of XML text: UTF-8, escaped so that a reader gets the same characters.
///
/// Source: XML 1.0 §2.4 (`&`, `<`, `]]>`), §2.11 (line ends), §3.3.3 (white space in attributes).
struct XMLByteWriter {
    /// An error for text that cannot be written.
    enum WritingError: Error {
        /// A character that XML cannot represent.
        case character
        /// `--` in a comment or `-` at its end, or `?>` in an instruction.
        case delimiter
        /// A carriage return, or white space at the start, that a reader would change.
        case unstable
    }

    private(set) var bytes: [UInt8] = []

    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    /// Appends text without escaping it.
    mutating func append(raw text: String) { bytes.append(contentsOf: text.utf8) }

    /// The maximum number of indented levels. Without it, a deeply nested tag of four bytes would get a thousand spaces.
    private static let indentedLevels = 32

    /// Appends a line feed and two spaces for each level.
    mutating func appendLine(level: Int) {
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(0x20, count: 2 * min(level, Self.indentedLevels)))
    }

    /// Appends text between tags. `>` is always escaped, so `]]>` never occurs.
    mutating func append(text: String) throws(WritingError) {
        try append(text) { byte in
            switch byte {
            case UInt8(ascii: "<"): "&lt;"
            case UInt8(ascii: ">"): "&gt;"
            case UInt8(ascii: "&"): "&amp;"
            case 0x0D: "&#xD;"
            default: nil
            }
        }
    }

    /// Appends the value of an attribute with its quotation marks. White space that a reader would change to spaces is escaped.
    mutating func append(attribute value: String) throws(WritingError) {
        append(UInt8(ascii: "\""))
        try append(value) { byte in
            switch byte {
            case UInt8(ascii: "<"): "&lt;"
            case UInt8(ascii: ">"): "&gt;"
            case UInt8(ascii: "&"): "&amp;"
            case UInt8(ascii: "\""): "&quot;"
            case 0x09: "&#x9;"
            case 0x0A: "&#xA;"
            case 0x0D: "&#xD;"
            default: nil
            }
        }
        append(UInt8(ascii: "\""))
    }

    /// Appends a CDATA section. `]]>` is split between two sections. A carriage return, which a section cannot contain, becomes a
    /// reference between two sections.
    mutating func append(cdata text: String) throws(WritingError) {
        append(raw: "<![CDATA[")
        var brackets = 0
        try append(text) { byte in
            switch byte {
            case UInt8(ascii: "]"):
                brackets += 1
                return nil
            case UInt8(ascii: ">") where brackets >= 2:
                brackets = 0
                return "]]><![CDATA[>"
            case 0x0D:
                brackets = 0
                return "]]>&#xD;<![CDATA["
            default:
                brackets = 0
                return nil
            }
        }
        append(raw: "]]>")
    }

    /// Appends a comment.
    mutating func append(comment text: String) throws(WritingError) {
        var hyphens = 0
        var wasDoubled = false
        var hasReturn = false
        append(raw: "<!--")
        try append(text) { byte in
            hyphens = byte == UInt8(ascii: "-") ? hyphens + 1 : 0
            wasDoubled = wasDoubled || hyphens == 2
            hasReturn = hasReturn || byte == 0x0D
            return nil
        }
        if wasDoubled || hyphens > 0 { throw .delimiter }
        if hasReturn { throw .unstable }
        append(raw: "-->")
    }

    /// Appends a processing instruction with a valid target.
    mutating func append(instruction target: String, _ data: String) throws(WritingError) {
        var last: UInt8 = 0
        var ends = false
        var hasReturn = false
        append(raw: "<?")
        append(raw: target)
        if let first = data.utf8.first {
            if XMLCharacters.isSpace(first) { throw .unstable }
            append(UInt8(ascii: " "))
        }
        try append(data) { byte in
            ends = ends || (last == UInt8(ascii: "?") && byte == UInt8(ascii: ">"))
            hasReturn = hasReturn || byte == 0x0D
            last = byte
            return nil
        }
        if ends { throw .delimiter }
        if hasReturn { throw .unstable }
        append(raw: "?>")
    }

    /// Appends text with replacements for some ASCII characters, and rejects invalid XML characters.
    @inline(__always)
    private mutating func append(_ text: String, _ replacement: (UInt8) -> StaticString?) throws(WritingError) {
        var text = text
        // SAFETY: the buffer is only read, during the call.
        let isWritten = text.withUTF8 { utf8 in unsafe append(utf8, replacement) }
        if !isWritten { throw .character }
    }

    @inline(__always)
    private mutating func append(
        _ utf8: UnsafeBufferPointer<UInt8>,
        _ replacement: (UInt8) -> StaticString?
    ) -> Bool {
        var written = 0
        var index = 0
        while index < utf8.count {
            // SAFETY: the index is smaller than the count.
            let byte = unsafe utf8[index]
            if byte < 0x80 {
                if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D { return false }
                if let replacement = replacement(byte) {
                    // SAFETY: both indices are in the text; a static string's buffer is never freed.
                    unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[written..<index]))
                    replacement.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
                    written = index + 1
                }
            } else {
                // U+FFFE and U+FFFF are EF BF BE and EF BF BF. The UTF-8 of a `String` is always valid.
                if byte == 0xEF, index + 2 < utf8.count {
                    let isNone = unsafe utf8[index + 1] == 0xBF && utf8[index + 2] >= 0xBE
                    if isNone { return false }
                }
                _ = replacement(byte)
            }
            index += 1
        }
        // SAFETY: the rest is between two indices of the text.
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[written...]))
        return true
    }
}

/// The characters that XML 1.0 allows in names and text.
enum XMLCharacters {
    /// Returns whether the text is a name without a colon.
    ///
    /// Source: Namespaces in XML 1.0 §3 (NCName); XML 1.0, fifth edition, §2.3 (Name).
    static func isName(_ text: String) -> Bool {
        var scalars = text.unicodeScalars.makeIterator()
        guard let first = scalars.next(), startsName(first) else { return false }
        while let scalar = scalars.next() {
            guard continuesName(scalar) else { return false }
        }
        return true
    }

    /// Returns whether a name without a colon may begin with the character.
    static func startsName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x61...0x7A, 0x41...0x5A, 0x5F: true
        case 0...0x7F: false
        case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D,
            0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD,
            0x1_0000...0xE_FFFF:
            true
        default: false
        }
    }

    /// Returns whether a name without a colon may contain the character after its start.
    static func continuesName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x30...0x39, 0x2D, 0x2E, 0xB7, 0x300...0x36F, 0x203F...0x2040: true
        default: startsName(scalar)
        }
    }

    /// Returns whether a document may contain the character. Source: XML 1.0 §2.2 (Char).
    static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0xFFFD, 0x9, 0xA, 0xD, 0x1_0000...0x10_FFFF: true
        default: false
        }
    }

    /// Returns whether the character is white space. Source: XML 1.0 §2.3 (S).
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }
}
