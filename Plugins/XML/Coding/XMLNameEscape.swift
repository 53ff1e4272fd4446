import Mimeograph

/// Makes any text a name of XML, and such a name the text again.
///
/// A character that a name cannot have, or cannot begin with, becomes `_x0020_`, or `_x0001F600_` beyond U+FFFF; an
/// underscore that would look like the start of one becomes `_x005F_`, and no text at all is `_x_`.
/// ```
/// first name  →  first_x0020_name          1  →  _x0031_          _x0031_  →  _x005F_x0031_
/// ```
/// Source: ISO/IEC 9075-14 (SQL/XML) §9.1, for the form; the empty name is ours.
enum XMLNameEscape {
    private static let underscore = UInt8(ascii: "_")

    /// The text as a name without a colon. A text that is one already stays as it is.
    static func escape(_ text: String) -> String {
        if !text.utf8.contains(underscore), XMLCharacters.isName(text) { return text }
        if text.isEmpty { return "_x_" }
        if text.hasSameBytes(as: "_x_") { return "_x005F_x_" }
        var name = ""
        var rest = text.unicodeScalars[...]
        while let scalar = rest.first {
            let isName = name.isEmpty ? XMLCharacters.startsName(scalar) : XMLCharacters.continuesName(scalar)
            if isName, scalar != "_" || escaped(rest) == nil {
                name.unicodeScalars.append(scalar)
            } else {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                let width = scalar.value > 0xFFFF ? 8 : 4
                name += "_x" + String(repeating: "0", count: width - digits.utf8.count) + digits + "_"
            }
            rest.removeFirst()
        }
        return name
    }

    /// The text that ``escape(_:)`` makes this name of; the name itself where it makes it of none.
    static func unescape(_ name: String) -> String {
        guard name.utf8.contains(underscore) else { return name }
        if name.hasSameBytes(as: "_x_") { return "" }
        var text = ""
        var rest = name.unicodeScalars[...]
        while let scalar = rest.first {
            if scalar == "_", let (character, length) = escaped(rest) {
                text.unicodeScalars.append(character)
                rest.removeFirst(length)
            } else {
                text.unicodeScalars.append(scalar)
                rest.removeFirst()
            }
        }
        return escape(text).hasSameBytes(as: name) ? text : name
    }

    /// Whether a name, as the text that it stands for, may become a key of one of Swift's own dictionaries.
    static func isHashable(_ name: String) -> Bool {
        if name.utf8.count <= StreamSafeText.longestRun { return true }
        return StreamSafeText.holds(name) && StreamSafeText.holds(unescape(name))
    }

    /// The character that an escape at the start stands for, and the escape's length.
    private static func escaped(_ text: Substring.UnicodeScalarView) -> (character: Unicode.Scalar, length: Int)? {
        for width in [4, 8] {
            let escape = Array(text.prefix(width + 3))
            guard escape.count == width + 3, escape[1] == "x", escape[width + 2] == "_" else { continue }
            var value: UInt32 = 0
            for digit in escape[2..<width + 2] {
                guard let figure = UInt8(exactly: digit.value)?.hexDigit else { return nil }
                value = value << 4 | UInt32(figure)
            }
            if let scalar = Unicode.Scalar(value) { return (scalar, width + 3) }
        }
        return nil
    }
}
