/// Text as it may be shown on a terminal: what would move the cursor, colour the screen or turn the reading direction
/// stands there as an escape instead.
struct VisibleText: CustomStringConvertible {
    /// The text to show.
    let description: String

    /// Makes text visible; line feeds and tabs stay, and so does a carriage return before a line feed.
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

    /// Whether a terminal would act on the scalar instead of showing it: controls, and marks of writing direction.
    static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// `\u` and four hexadecimal digits, as JSON writes it; all hidden scalars fit.
    static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
