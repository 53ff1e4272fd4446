/// Text that is safe to show on a terminal: characters that move the cursor, change colors or change the reading direction are
/// escaped.
struct VisibleText: CustomStringConvertible {
    /// The text to show.
    let description: String

    /// Escapes the text. Line feeds and tabs stay, and so does a carriage return before a line feed.
    init(_ text: String) {
        if text.unicodeScalars.allSatisfy({ !Self.isHidden($0) || $0 == "\n" || $0 == "\t" }) {
            description = text
            return
        }
        var shown = String.UnicodeScalarView()
        let scalars = text.unicodeScalars
        for index in scalars.indices {
            let scalar = scalars[index]
            if scalar == "\r", scalars[scalars.index(after: index)...].first == "\n" {
                shown.append(scalar)
            } else if Self.isHidden(scalar) && scalar != "\n" && scalar != "\t" {
                shown.append(contentsOf: Self.escape(scalar).unicodeScalars)
            } else {
                shown.append(scalar)
            }
        }
        description = String(shown)
    }

    /// Whether a terminal would act on the scalar instead of showing it. This applies to control characters and to marks of the
    /// writing direction.
    static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Returns `\u` and four hexadecimal digits, as in JSON. All hidden scalars fit.
    static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

/// A dump of bytes as hexadecimal digits and ASCII, sixteen to a line.
enum HexDump {
    /// The largest number of bytes to show.
    static let limit = 256

    /// Returns the first bytes, and the number of the remaining ones.
    static func text(_ bytes: [UInt8]) -> String {
        var lines: [String] = []
        for start in stride(from: 0, to: min(bytes.count, limit), by: 16) {
            let row = bytes[start..<min(bytes.count, limit, start + 16)]
            let digits = row.map { hexadecimal(Int($0), digits: 2) }.joined(separator: " ")
            let ascii = String(
                String.UnicodeScalarView(row.map { (0x20..<0x7F).contains($0) ? Unicode.Scalar($0) : "." })
            )
            let gap = String(repeating: " ", count: 16 * 3 - 1 - digits.count)
            lines.append("\(hexadecimal(start, digits: 8))  \(digits)\(gap)  \(ascii)")
        }
        if bytes.count > limit { lines.append("… and \(bytes.count - limit) more bytes") }
        return lines.joined(separator: "\n")
    }

    private static func hexadecimal(_ number: Int, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
