import Mimeograph
import MimeographCSV
import MimeographJSON

/// A list of objects as rows and columns.
struct Table: Sendable {
    /// The names of the columns, in the order of their first appearance.
    private(set) var header: [String] = []
    /// The rows, each with a text for each column.
    private(set) var rows: [[String]] = []

    /// The largest table, in cells. Objects with different names would otherwise need memory as the square of their number.
    static let limit = 1 << 22

    /// Creates a table of the elements of an array. An object has a column for each member, and another value one column `value`.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded`` for too many cells.
    init(_ value: JSON) throws(SerializationError) {
        var columns: [ByteEqualString: Int] = [:]
        var objects: [[(column: Int, text: String)]] = []
        for element in value.array.map({ Array($0) }) ?? [value] {
            let members = element.object?.map { ($0.key, $0.value) } ?? [("value", element)]
            objects.append(
                members.map { name, value in
                    let column = columns[name.utf8Key] ?? header.count
                    if column == header.count {
                        columns[name.utf8Key] = column
                        header.append(name)
                    }
                    return (column, Self.text(value))
                }
            )
            guard objects.count * header.count <= Self.limit else {
                throw SerializationError(
                    .limitExceeded,
                    "A table of this value would have more than \(Self.limit) cells.",
                    remedy: "Select fewer rows or columns with --select."
                )
            }
        }
        rows = objects.map { members in
            var row = [String](repeating: "", count: header.count)
            for (column, text) in members { row[column] = text }
            return row
        }
    }

    /// The table for a CSV body.
    var csv: CSVTable { CSVTable(header: header, rows: rows) }

    private static func text(_ value: JSON) -> String {
        if value.isNull { return "" }
        return value.string ?? (try? value.serialized()).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Writes the table in columns.
    ///
    /// - Parameter width: The width of the terminal in characters, or nil to shorten no text.
    func write(_ style: Style, width: Int?, to writer: any ByteWriter) {
        let lines = rows.map { $0.map(Self.oneLine) }
        let names = header.map(Self.oneLine)
        var widths = names.indices.map { column in
            lines.reduce(names[column].count) { max($0, $1[column].count) }
        }
        if let width { Self.narrow(&widths, to: width) }
        var text = style.text(Self.line(names, widths), .key) + "\n"
        for line in lines {
            text += Self.line(line, widths) + "\n"
            if text.utf8.count > 1 << 16 {
                writer.write(text)
                text = ""
            }
        }
        writer.write(text)
    }

    /// Narrows the widest columns until a line fits, but none below four characters.
    private static func narrow(_ widths: inout [Int], to width: Int) {
        let room = width - 2 * max(0, widths.count - 1)
        while widths.reduce(0, +) > room, let widest = widths.max(), widest > 4 {
            // All columns of the largest width lose what is too much, or shrink to the next width.
            let count = widths.count { $0 == widest }
            let next = max(4, widths.filter { $0 < widest }.max() ?? 4)
            let excess = (widths.reduce(0, +) - room + count - 1) / count
            let narrowed = max(next, widest - excess)
            for column in widths.indices where widths[column] == widest { widths[column] = narrowed }
            if narrowed == widest { return }
        }
    }

    private static func line(_ texts: [String], _ widths: [Int]) -> String {
        var line = ""
        for (index, (text, width)) in zip(texts, widths).enumerated() {
            let shown = text.count > width ? text.prefix(max(0, width - 1)) + "…" : text[...]
            line += shown
            if index < texts.count - 1 { line += String(repeating: " ", count: width - shown.count + 2) }
        }
        return line
    }

    /// Returns the text with line feeds and tabs shown as spaces.
    private static func oneLine(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in VisibleText(text).description.unicodeScalars {
            line.append(["\n", "\r", "\t"].contains(scalar) ? " " : scalar)
        }
        return String(line)
    }
}
