/// A layout of well-formed JSON text for a person, with colors. It escapes characters that a terminal would act on.
///
/// It writes the output in pieces and stops indenting further at some depth. Otherwise eight megabytes of zeros inside five
/// hundred arrays would need gigabytes of memory.
struct JSONLayout {
    /// The colors.
    let style: Style
    /// Whether the text stays in one line.
    var isCompact = false

    /// The depth, in levels, at which the indentation stops growing.
    static let deepestIndent = 32
    /// The size of the pieces that are written, in bytes. The last may be smaller, and one with a long string larger.
    static let pieceSize = 1 << 16

    /// Writes the formatted text, ending in a line feed. It does not keep the white space in `json`.
    func write(_ json: [UInt8], to writer: any ByteWriter) {
        var run = Run(json: json, layout: self)
        while run.step() {
            if run.laidOut.count >= Self.pieceSize { run.handOn(to: writer) }
        }
        run.laidOut.append(UInt8(ascii: "\n"))
        run.handOn(to: writer)
    }
}

/// The state of a layout.
private struct Run {
    let json: [UInt8]
    let layout: JSONLayout
    let style: Style
    /// A line feed and its indentation, by depth.
    private static let newLines = (0...JSONLayout.deepestIndent).map {
        [0x0A] + [UInt8](repeating: 0x20, count: 2 * $0)
    }
    var position = 0
    var depth = 0
    var laidOut: [UInt8] = []

    init(json: [UInt8], layout: JSONLayout) {
        self.json = json
        self.layout = layout
        style = layout.style
    }

    mutating func handOn(to writer: any ByteWriter) {
        writer.write(laidOut)
        laidOut.removeAll(keepingCapacity: true)
    }

    /// Writes the next token. Returns false at the end.
    mutating func step() -> Bool {
        guard let byte = skipWhiteSpace() else { return false }
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            copyByte()
            if let next = skipWhiteSpace(), next == UInt8(ascii: "}") || next == UInt8(ascii: "]") {
                copyByte()
            } else {
                depth += 1
                newLine()
            }
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            depth = max(0, depth - 1)
            newLine()
            copyByte()
        case UInt8(ascii: ","):
            copyByte()
            newLine()
        case UInt8(ascii: ":"):
            copyByte()
            if !layout.isCompact { laidOut.append(UInt8(ascii: " ")) }
        case UInt8(ascii: "\""):
            copyString()
        default:
            copyWord(byte == UInt8(ascii: "-") || isDigit(byte) ? .number : .word)
        }
        return true
    }

    /// Skips white space and returns the next byte without consuming it.
    private mutating func skipWhiteSpace() -> UInt8? {
        while position < json.count, isWhiteSpace(json[position]) { position += 1 }
        return position < json.count ? json[position] : nil
    }

    private mutating func copyByte() {
        laidOut.append(json[position])
        position += 1
    }

    private mutating func newLine() {
        if !layout.isCompact { laidOut += Self.newLines[min(depth, JSONLayout.deepestIndent)] }
    }

    /// Copies a string with its quotes; a quote after a backslash does not end it.
    private mutating func copyString() {
        let start = position
        var needsEscapes = false
        position += 1
        while position < json.count, json[position] != UInt8(ascii: "\"") {
            let byte = json[position]
            needsEscapes = needsEscapes || byte < 0x20 || byte >= 0x7F
            position += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        position = min(position + 1, json.count)
        let end = position
        let isKey = skipWhiteSpace() == UInt8(ascii: ":")
        append(json[start..<end], isKey ? .key : .string, needsEscapes: needsEscapes)
    }

    /// Copies a number, `true`, `false` or `null`.
    private mutating func copyWord(_ role: Style.Role) {
        let start = position
        repeat { position += 1 } while position < json.count && !isDelimiter(json[position])
        append(json[start..<position], role, needsEscapes: false)
    }

    private mutating func append(_ token: ArraySlice<UInt8>, _ role: Style.Role, needsEscapes: Bool) {
        if style.isColored { laidOut += style.before(role).utf8 }
        if needsEscapes {
            laidOut += VisibleText(String(decoding: token, as: UTF8.self)).description.utf8
        } else {
            laidOut += token
        }
        if style.isColored { laidOut += style.after.utf8 }
    }

    private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private func isWhiteSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    private func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","),
            UInt8(ascii: ":"), UInt8(ascii: "\""):
            true
        default: isWhiteSpace(byte)
        }
    }
}
