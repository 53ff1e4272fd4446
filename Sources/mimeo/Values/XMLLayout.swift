import MimeographXML

/// A layout of an XML document for a person, with colors. It escapes characters that a terminal would act on.
///
/// Each element is on its own line, unless there is text next to it. The output is written in pieces, and the indentation stops
/// growing at some depth, as in ``JSONLayout``.
struct XMLLayout {
    /// The colors.
    let style: Style

    /// Writes the document, ending in a line feed.
    func write(_ document: XML.Document, to writer: any ByteWriter) {
        var run = Run(style: style, writer: writer)
        for node in document.children {
            run.write(node)
            run.newLine()
        }
        run.handOn()
    }

    /// Writes an element of a document, ending in a line feed.
    func write(element: XML.Node, to writer: any ByteWriter) {
        var run = Run(style: style, writer: writer)
        run.write(element)
        run.newLine()
        run.handOn()
    }
}

/// The state of a layout.
private struct Run {
    private struct Level {
        let name: String
        var rest: XML.Nodes.Iterator
        /// Whether the content is on separate lines.
        let indents: Bool
    }

    let style: Style
    let writer: any ByteWriter
    private var levels: [Level] = []
    private var text = ""

    init(style: Style, writer: any ByteWriter) {
        self.style = style
        self.writer = writer
    }

    mutating func handOn() {
        writer.write(Array(text.utf8))
        text.removeAll(keepingCapacity: true)
    }

    mutating func newLine() {
        text +=
            "\n" + String(repeating: " ", count: levels.isEmpty ? 0 : 2 * min(levels.count, JSONLayout.deepestIndent))
        if text.utf8.count >= JSONLayout.pieceSize { handOn() }
    }

    /// Writes a node and its content.
    mutating func write(_ node: XML.Node) {
        begin(node)
        while let level = levels.last {
            guard let next = levels[levels.count - 1].rest.next() else {
                levels.removeLast()
                if level.indents { newLine() }
                append("</\(level.name)>", .key)
                continue
            }
            if level.indents {
                // White space between elements has no meaning, unless they have other text around them.
                if next.kind == .text { continue }
                newLine()
            }
            begin(next)
        }
    }

    private mutating func begin(_ node: XML.Node) {
        switch node.kind {
        case .text: append(escaped(node.stringValue, inAttribute: false), nil)
        case .cdata: append("<![CDATA[\(node.stringValue)]]>", nil)
        case .comment: append("<!--\(node.stringValue)-->", .remark)
        case .processingInstruction: append("<?\(node.name) \(node.stringValue)?>", .remark)
        case .element: beginElement(node)
        case .document, .attribute, .namespace: break
        }
    }

    private mutating func beginElement(_ node: XML.Node) {
        let name = node.qualifiedName
        append("<\(name)", .key)
        for declaration in node.declarations {
            append(declaration.prefix.map { " xmlns:\($0)=" } ?? " xmlns=", .word)
            append("\"\(escaped(declaration.namespace, inAttribute: true))\"", .string)
        }
        for attribute in node.attributes {
            append(" \(attribute.qualifiedName)=", .word)
            append("\"\(escaped(attribute.stringValue, inAttribute: true))\"", .string)
        }
        if node.children.isEmpty { return append("/>", .key) }
        append(">", .key)
        let hasText = node.children.contains { child in
            child.kind == .cdata || child.kind == .text && !child.stringValue.utf8.allSatisfy { $0 <= 0x20 }
        }
        let hasElements = node.children.contains { $0.kind != .text }
        levels.append(
            Level(name: name, rest: node.children.makeIterator(), indents: hasElements && !hasText)
        )
    }

    private func escaped(_ text: String, inAttribute: Bool) -> String {
        guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E || $0 == 0x22 }) else { return text }
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"" where inAttribute: escaped += "&quot;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    private mutating func append(_ piece: String, _ role: Style.Role?) {
        let shown = VisibleText(piece).description
        text += role.map { style.text(shown, $0) } ?? shown
    }
}
