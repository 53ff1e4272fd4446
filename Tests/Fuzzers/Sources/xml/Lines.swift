import Mimeograph
import MimeographXML

/// Records a line for each call.
struct Lines: XMLEventHandler {
    private(set) var lines: [String] = []

    private mutating func note(_ kind: XML.Event.Kind, _ location: SourceLocation? = nil) {
        lines.append((location.map { "\($0) " } ?? "") + kind.line)
    }

    mutating func startDocument(_ declaration: XML.Event.Declaration) { note(.startDocument(declaration)) }
    mutating func documentType(_ type: XML.DocumentType) { note(.documentType(type)) }
    mutating func startElement(_ tag: XML.Event.StartTag) { note(.startElement(tag), tag.location) }
    mutating func endElement(_ tag: XML.Event.EndTag) { note(.endElement(tag), tag.location) }
    mutating func text(_ text: XML.Event.Text) { note(.text(text.string), text.location) }
    mutating func cdata(_ text: XML.Event.Text) { note(.cdata(text.string), text.location) }
    mutating func comment(_ text: XML.Event.Text) { note(.comment(text.string), text.location) }
    mutating func processingInstruction(_ instruction: XML.Event.Instruction) {
        note(.processingInstruction(instruction), instruction.location)
    }
    mutating func endDocument() { note(.endDocument) }
}

extension XML.Event.Kind {
    /// A line with everything in the event.
    var line: String {
        switch self {
        case .startDocument(let declaration): "document \(declaration)"
        case .documentType(let type): "type \(type)"
        case .startElement(let tag):
            "(\(tag.qualifiedName){\(tag.namespaceURI ?? "")}"
                + tag.namespaces.map { " xmlns:\($0.prefix ?? "")=\($0.namespace)" }.joined() + tag.attributeLine
        default: contentLine ?? "end"
        }
    }

    /// The line of an event whose content a document also holds, in the form of ``TreeLines``; nil for other events.
    var contentLine: String? {
        switch self {
        case .startDocument, .documentType, .endDocument: nil
        case .startElement(let tag): "(\(tag.qualifiedName){\(tag.namespaceURI ?? "")}" + tag.attributeLine
        case .endElement(let tag): ")\(tag.qualifiedName){\(tag.namespaceURI ?? "")}"
        case .text(let text): "-\(text)"
        case .cdata(let text): "[\(text)"
        case .comment(let text): "!\(text)"
        case .processingInstruction(let instruction): "?\(instruction.target) \(instruction.content)"
        }
    }
}

extension XML.Event.StartTag {
    fileprivate var attributeLine: String {
        attributes.map { " \($0.qualifiedName){\($0.namespaceURI ?? "")}=\($0.value)" }.joined()
    }
}

/// The lines of a document's content, in the same form as the lines of events. Adjacent CDATA sections are merged.
enum TreeLines {
    static func lines(of document: XML.Document) -> [String] {
        var lines: [String] = []
        for child in document.children { visit(child, into: &lines) }
        return lines
    }

    private static func visit(_ node: XML.Node, into lines: inout [String]) {
        let name = "\(node.qualifiedName){\(node.namespaceURI ?? "")}"
        switch node.kind {
        case .element:
            let attributes = node.attributes.map {
                " \($0.qualifiedName){\($0.namespaceURI ?? "")}=\($0.stringValue)"
            }
            lines.append("(\(name)" + attributes.joined())
            // The recursion is at most as deep as libxml2's depth limit.
            for child in node.children { visit(child, into: &lines) }
            lines.append(")\(name)")
        case .text: lines.append("-\(node.stringValue)")
        case .cdata: lines.append("[\(node.stringValue)")
        case .comment: lines.append("!\(node.stringValue)")
        case .processingInstruction: lines.append("?\(node.name) \(node.stringValue)")
        default: break
        }
    }

    static func merged(_ lines: [String]) -> [String] {
        lines.reduce(into: []) { merged, line in
            if line.hasPrefix("["), let last = merged.last, last.hasPrefix("[") {
                merged[merged.count - 1] += line.dropFirst()
            } else {
                merged.append(line)
            }
        }
    }
}
