import Mimeograph

/// What stands between two fields.
public struct CSVDelimiter: Hashable, Sendable {
    /// The byte, which is one of ASCII.
    let byte: UInt8

    private init(byte: UInt8) { self.byte = byte }

    /// A character of ASCII; nil for a quote, a line end, U+0000 and all beyond ASCII.
    public init?(_ character: Unicode.Scalar) {
        switch character.value {
        case 0, 0x0A, 0x0D, 0x22, 0x80...: return nil
        default: byte = UInt8(character.value)
        }
    }

    /// `,`, as the standard has it.
    public static var comma: CSVDelimiter { CSVDelimiter(byte: 0x2C) }
    /// `;`, as spreadsheets write it where the comma stands in numbers (non-standard).
    public static var semicolon: CSVDelimiter { CSVDelimiter(byte: 0x3B) }
    /// A tab.
    public static var tab: CSVDelimiter { CSVDelimiter(byte: 0x09) }
}

/// Whether the first line names the columns.
public enum CSVHeader: Hashable, Sendable {
    /// As the media type says, and where it says nothing, it does.
    ///
    /// Rows that are read by position are all lines, the header's among them, whatever the media type says; a first line that is exactly
    /// ``CSVFormat/columns`` is none of them. When rows are written their keys
    /// become the header, and rows by position are all lines.
    case automatic
    /// It does, whatever the media type says; it is no row, also where rows are read by position.
    case present
    /// It does not, whatever the media type says: all lines are rows.
    case absent
}

/// What happens to a text that a spreadsheet would take for a formula, when it is written: one that begins with `=`, `+`, `-`, `@`,
/// a tab or a carriage return.
///
/// A spreadsheet that opens a file runs what is in such a field, and a text of one user can so reach the data of another. Numbers are
/// written as they are in any case.
///
/// Source: OWASP, "CSV Injection".
public enum CSVFormulas: Hashable, Sendable {
    /// It is written as it is, so that a program reads back what was written. The default: most tables go from program to program, to
    /// whom a text is a text, and a changed one is a wrong one.
    case write
    /// An apostrophe is written before it, which spreadsheets do not show. A program that reads the table has the apostrophe, too.
    case escape
    /// Writing throws ``SerializationError/Code/unencodableValue``.
    case refuse
}

extension CSVFormulas {
    /// Whether a text is one that this is about.
    static func begins(_ text: Span<UInt8>) -> Bool {
        guard !text.isEmpty else { return false }
        return switch text[0] {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D: true
        default: false
        }
    }
}
