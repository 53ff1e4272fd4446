import Mimeograph
import MimeographXML

/// The outcome of a body: elements, and the error that ended them.
struct Reading<Element: Hashable & Sendable>: Hashable {
    var elements: [Element] = []
    var code: SerializationError.Code?
    var message: String?
    var location: SourceLocation?

    init() {}

    /// Feeds a parser with the body in pieces.
    init(
        _ parser: any IncrementalParser<Element>,
        _ body: [UInt8],
        cutAt cuts: [Int] = []
    ) {
        var parser = parser
        do throws(SerializationError) {
            var start = 0
            for cut in cuts + [body.count] {
                try parser.consume(body[start..<cut].span, into: &elements)
                start = cut
            }
            try parser.finish(into: &elements)
        } catch {
            code = error.code
            message = error.message
            location = error.location
        }
    }
}

extension Reading where Element == XML.Event {
    /// Reads a body as events.
    static func events(
        _ body: [UInt8],
        cutAt cuts: [Int] = [],
        charset: String? = nil,
        options: XMLReadingOptions = .standard,
        limits: DecodingLimits = .standard
    ) throws -> Reading {
        var head = ResponseHead(status: 200)
        if let charset { head.fields["Content-Type"] = "text/xml; charset=\(charset)" }
        let parser = try XMLParserResponseSerializer(options: options).makeParser(for: head, limits: limits)
        return Reading(parser, body, cutAt: cuts)
    }

    var kinds: [XML.Event.Kind] { elements.map(\.kind) }
}

extension XML.Event.Kind {
    /// A line that describes an event completely.
    var line: String {
        switch self {
        case .startDocument(let declaration):
            "document \(declaration.version) \(declaration.encoding ?? "-") \(declaration.isStandalone.map { "\($0)" } ?? "-")"
        case .documentType(let type): "type \(type.name) \(type.publicID ?? "-") \(type.systemID ?? "-")"
        case .startElement(let tag):
            "(\(EventWalk.name(tag.qualifiedName, tag.namespaceURI))"
                + tag.namespaces.map { " xmlns:\($0.prefix ?? "")=\($0.namespace)" }.joined()
                + tag.attributes.map { " \(EventWalk.name($0.qualifiedName, $0.namespaceURI))=\($0.value)" }.joined()
        case .endElement(let tag): ")\(EventWalk.name(tag.qualifiedName, tag.namespaceURI))"
        case .text(let text): "-\(text)"
        case .cdata(let text): "[\(text)"
        case .comment(let text): "!\(text)"
        case .processingInstruction(let instruction): "?\(instruction.target) \(instruction.content)"
        case .endDocument: "end"
        }
    }
}

/// A walk through a document that returns the same lines as its events.
struct EventWalk {
    var lines: [String] = []

    static func lines(of document: XML.Document) -> [String] {
        var walk = EventWalk()
        for child in document.children { walk.visit(child) }
        return walk.lines
    }

    static func lines(of element: XML.Node) -> [String] {
        var walk = EventWalk()
        walk.visit(element)
        return walk.lines
    }

    static func name(_ qualified: String, _ uri: String?) -> String { uri.map { "\(qualified){\($0)}" } ?? qualified }

    private mutating func visit(_ node: XML.Node) {
        switch node.kind {
        case .element:
            let name = EventWalk.name(node.qualifiedName, node.namespaceURI)
            let attributes = node.attributes.map {
                " \(EventWalk.name($0.qualifiedName, $0.namespaceURI))=\($0.stringValue)"
            }
            lines.append("(\(name)" + attributes.joined())
            for child in node.children { visit(child) }
            lines.append(")\(name)")
        case .text: lines.append("-\(node.stringValue)")
        case .cdata: lines.append("[\(node.stringValue)")
        case .comment: lines.append("!\(node.stringValue)")
        case .processingInstruction: lines.append("?\(node.name) \(node.stringValue)")
        default: break
        }
    }
}

extension Reading where Element == XML.Event {
    /// The lines of the content, as a walk through the document returns them: without namespace declarations, and with adjacent
    /// CDATA sections joined.
    var contentLines: [String] {
        contentLinesOneByOne.reduce(into: []) { lines, line in
            if line.hasPrefix("["), let last = lines.last, last.hasPrefix("[") {
                lines[lines.count - 1] += line.dropFirst()
            } else {
                lines.append(line)
            }
        }
    }

    private var contentLinesOneByOne: [String] {
        elements.compactMap { event in
            switch event.kind {
            case .startDocument, .documentType, .endDocument: return nil
            case .startElement(let tag):
                return "(\(EventWalk.name(tag.qualifiedName, tag.namespaceURI))"
                    + tag.attributes.map { " \(EventWalk.name($0.qualifiedName, $0.namespaceURI))=\($0.value)" }
                    .joined()
            default: return event.kind.line
            }
        }
    }
}
