import Mimeograph

/// The character between two fields.
public struct CSVDelimiter: Hashable, Sendable {
    /// The byte, which is ASCII.
    let byte: UInt8

    private init(byte: UInt8) { self.byte = byte }

    /// Creates a delimiter from an ASCII character; nil for a quote, a line end, U+0000 and all characters beyond ASCII.
    public init?(_ character: Unicode.Scalar) {
        switch character.value {
        case 0, 0x0A, 0x0D, 0x22, 0x80...: return nil
        default: byte = UInt8(character.value)
        }
    }

    /// `,`, the delimiter of the standard.
    public static var comma: CSVDelimiter { CSVDelimiter(byte: 0x2C) }
    /// `;`, which spreadsheets write in regions where numbers have a decimal comma (non-standard).
    public static var semicolon: CSVDelimiter { CSVDelimiter(byte: 0x3B) }
    /// A tab.
    public static var tab: CSVDelimiter { CSVDelimiter(byte: 0x09) }
}

/// Whether the first line names the columns.
public enum CSVHeader: Hashable, Sendable {
    /// The media type decides; if it does not, the first line names the columns.
    ///
    /// Rows by position are all lines, including a header, whatever the media type says; only a first line that equals
    /// ``CSVFormat/columns`` is not a row. When rows with keys are written, the keys become the header. Rows by position are
    /// written as they are.
    case automatic
    /// The first line names the columns, whatever the media type says. It is not a row, even if rows are read by position.
    case present
    /// The first line does not name the columns, whatever the media type says: all lines are rows.
    case absent
}

/// The treatment of a written text that a spreadsheet would take for a formula, because it begins with `=`, `+`, `-`, `@`, a tab
/// or a carriage return.
///
/// A spreadsheet that opens a file runs the content of such a field, so a text from one user can reach the data of another.
/// Numbers are always written unchanged.
///
/// Source: OWASP, "CSV Injection".
public enum CSVFormulas: Hashable, Sendable {
    /// Writes the text unchanged, so that a program reads back the same text. This is the default: most tables go from program to
    /// program, where a changed text is a wrong one.
    case write
    /// Writes an apostrophe before the text, which spreadsheets do not show. A program that reads the table also reads the
    /// apostrophe.
    case escape
    /// Throws ``SerializationError/Code/unencodableValue``.
    case refuse
}

extension CSVFormulas {
    /// Whether a text begins like a formula.
    static func begins(_ text: Span<UInt8>) -> Bool {
        guard !text.isEmpty else { return false }
        return switch text[0] {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D: true
        default: false
        }
    }
}
