import Foundation
import Harness
import Mimeograph
import MimeographXML

extension XMLRun {
    /// Parses a hundred thousand good and bad bodies in every way, and measures the memory that is not freed.
    ///
    /// It counts the bytes that this thread allocates and frees, so even a single lost block shows.
    mutating func leaks() throws {
        let leaks = LeakCheck()
        FileHandle.standardError.write(Data("leaks: \(LeakCheck.parses) parses\n".utf8))
        var rows: [[String]] = []
        var retained = 0
        var isCounted = true
        for way in LeakCheck.Way.allCases {
            var outcome = (good: 0, bad: 0)
            let use = try MemoryUse.of { outcome = try leaks.run(way) }
            guard outcome.good > 0, outcome.bad > 0 else { throw BrokenEngine("\(way) accepts all bodies, or none.") }
            guard let use else {
                isCounted = false
                continue
            }
            retained += max(0, use.retained)
            rows.append([way.rawValue, "\(outcome.good)", "\(outcome.bad)", "\(use.retained)"])
        }
        let columns = ["read as", "good bodies", "bad bodies", "bytes not freed"]
        report.add(table: Report.Table(title: "Memory after many parses", columns: columns, rows: rows))
        report.add(Target("xml.leaks.bytes", isCounted ? Double(retained) : nil, .atMost, 0))
    }
}

/// Reads bodies repeatedly, and keeps nothing of them.
private struct LeakCheck {
    static let parses = 100_000

    enum Way: String, CaseIterable {
        case documents, xpath, events, handler, subtrees, values
    }

    private static let good = [
        "<?xml version='1.0'?><a xmlns='urn:a' xmlns:p='urn:p' p:b='1' c='2'>x<b>y &amp; z</b><!--c--><?d e?><![CDATA[f]]></a>",
        "<!DOCTYPE a [<!ENTITY e 'x<b>y</b>'><!ATTLIST a b CDATA 'c' i ID #IMPLIED>]><a i='j'>&e;<b>&e;</b>&#65;</a>",
        "<?xml version='1.0' encoding='iso-8859-1'?><a><b>1</b><b>2</b></a>",
        "<!DOCTYPE a PUBLIC 'p' 's'><a><b c='&lt;&#10;'>1</b><b xmlns='urn:b'/></a>",
    ]
    private static let bad = [
        "<a><b>1</b>", "<a><b>1</c></a>", "<a>&x;</a>", "<a b='1' b='2'/>", "<a><p:b/></a>", "<a/><b/>", "hello",
        "<a>\u{1}</a>",
        "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><a><b/>&e;</a>",
        "<!DOCTYPE a [<!ENTITY % p 'x'>%p;]><a/>",
        "<!DOCTYPE a [<!ENTITY e '&f;&f;'><!ENTITY f '&e;'>]><a>&e;</a>", "<a" + String(repeating: " b", count: 40),
        "<?xml version='1.0' encoding='utf-99'?><a/>", "<a><![CDATA[x]]</a>", "<a><!-- -- --></a>",
        String(repeating: "<a>", count: 300), "<a b='" + String(repeating: "x", count: 3000) + "'/>", "",
    ]
    private let bodies = (Self.good + Self.bad).map { Array($0.utf8) }
    private let head = ResponseHead(status: 200)
    /// The size limit rejects only the largest body.
    private let limits = DecodingLimits(inputBytes: 2000)

    func run(_ way: Way) throws -> (good: Int, bad: Int) {
        let share = Self.parses / Way.allCases.count
        let expression = try XML.XPath("//*[local-name() = $n]/text() | //@*")
        var outcome = (good: 0, bad: 0)
        for index in 0..<share {
            do throws(SerializationError) {
                try read(bodies[index % bodies.count], way, expression)
                outcome.good += 1
            } catch {
                outcome.bad += 1
            }
        }
        return outcome
    }

    private func read(_ body: [UInt8], _ way: Way, _ expression: XML.XPath) throws(SerializationError) {
        let serializer = XMLParserResponseSerializer()
        // Split in the middle, as a network does.
        let middle = body.count / 2
        switch way {
        case .documents: keep(try XML.Document(parsing: body.span, limits: limits).serialized())
        case .xpath:
            let document = try XML.Document(parsing: body.span, limits: limits)
            keep(try expression.nodes(at: document.node, variables: ["n": "b"]))
            keep(try document.string("concat(string(//b), count(//@*))"))
            if (try? document.nodes("//b[")) == nil { return }
        case .events:
            var parser = try serializer.makeParser(for: head, limits: limits)
            var events: [XML.Event] = []
            try parser.consume(body.span.extracting(..<middle), into: &events)
            try parser.consume(body.span.extracting(middle...), into: &events)
            try parser.finish(into: &events)
            keep(events.map(\.kind))
        case .handler:
            var reader = serializer.makeReader(for: head, limits: limits, handler: Names())
            try reader.consume(body.span.extracting(..<middle))
            try reader.consume(body.span.extracting(middle...))
            try reader.finish()
            keep(reader.handler.names)
        case .subtrees:
            var parser = try serializer.subtrees(named: "b").makeParser(for: head, limits: limits)
            var documents: [XML.Document] = []
            try parser.consume(body.span.extracting(..<middle), into: &documents)
            try parser.consume(body.span.extracting(middle...), into: &documents)
            try parser.finish(into: &documents)
            for document in documents { keep(document.root.stringValue) }
        case .values: keep(try XMLFormat().decode(Row.self, from: body.span, as: head.contentType, limits: limits))
        }
    }
}

private struct Names: XMLEventHandler {
    private(set) var names: [String] = []

    mutating func startElement(_ tag: XML.Event.StartTag) {
        names.append(tag.qualifiedName)
        names += tag.attributes.map(\.value)
    }
    mutating func text(_ text: XML.Event.Text) { names.append(text.string) }
}

private struct Row: Decodable {
    let b: [String]
}
