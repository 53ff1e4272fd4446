import Foundation
import MimeographXML

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The result of another parser in a comparable form: events with names as `{namespace}local`.
final class FoundationTree: NSObject, XMLParserDelegate {
    private(set) var events: [String] = []
    private var text = ""

    /// - Throws: The error of the parser for a text that is not well-formed.
    static func events(of bytes: [UInt8]) throws -> [String] {
        let parser = XMLParser(data: Data(bytes))
        parser.shouldProcessNamespaces = true
        let tree = FoundationTree()
        parser.delegate = tree
        guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
        return tree.events
    }

    private func flush() {
        if !text.isEmpty { events.append("text \(text.debugDescription)") }
        text = ""
    }

    func parser(
        _ parser: XMLParser,
        didStartElement elementName: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        flush()
        events.append("start {\(namespaceURI ?? "")}\(elementName)")
        let attributes = attributes.filter { !$0.key.hasPrefix("xmlns") }.map { name, value in
            "attribute \(name.split(separator: ":").last ?? "") \(value.debugDescription)"
        }
        events += attributes.sorted()
    }

    func parser(_ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?) {
        flush()
        events.append("end")
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
    func parser(_ parser: XMLParser, foundCDATA block: Data) { text += String(decoding: block, as: UTF8.self) }
    func parser(_ parser: XMLParser, foundComment comment: String) {
        flush()
        events.append("comment \(comment.debugDescription)")
    }
    func parser(_ parser: XMLParser, foundProcessingInstructionWithTarget target: String, data: String?) {
        flush()
        events.append("instruction \(target) \((data ?? "").debugDescription)")
    }
}

/// The same events of a built element, found without writing it. Every name must have a namespace.
struct ElementEvents {
    private(set) var events: [String] = []
    private var text = ""

    static func events(of element: XML.Element) -> [String] {
        var run = ElementEvents()
        run.add(element)
        return run.events
    }

    private mutating func flush() {
        if !text.isEmpty { events.append("text \(text.debugDescription)") }
        text = ""
    }

    private mutating func add(_ element: XML.Element) {
        flush()
        events.append("start {\(element.name.namespace ?? "")}\(element.name.localName)")
        events += element.attributes.map { "attribute \($0.name.localName) \($0.value.debugDescription)" }.sorted()
        for child in element.children {
            switch child {
            case .element(let element): add(element)
            case .text(let piece), .cdata(let piece): text += piece
            case .comment(let comment):
                flush()
                events.append("comment \(comment.debugDescription)")
            case .processingInstruction(let target, let data):
                flush()
                events.append("instruction \(target) \(data.debugDescription)")
            }
        }
        flush()
        events.append("end")
    }
}
