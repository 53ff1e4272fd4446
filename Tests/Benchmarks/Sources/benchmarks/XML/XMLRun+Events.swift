import CXMLPeer
import Foundation
import Harness
import Mimeograph
import MimeographXML

#if canImport(FoundationXML)
    import FoundationXML
#endif

extension XMLRun {
    /// What a network hands over at once, in bytes.
    private static let chunkSize = 64 << 10
    private static let libxml2Push = "libxml2's push parser in C"
    private static let values = "\(Engine.ours), events as values"
    private static let strings = "\(Engine.ours), with a string of all it gives"
    private static let parser = "XMLParser"

    /// Measures parsing chunks to events with names, values and texts as Swift strings.
    mutating func events() throws {
        var comparison = Comparison("Chunks to an empty handler, or to events as values")
        // The comparison with Foundation uses the feed.
        var onFeed = Comparison(
            "Chunks to a handler that counts tags, attributes and bytes of text, which XMLParser passes as strings"
        )
        for input in XMLInput.all + XMLInput.tiny {
            let bytes = input.bytes
            let data = Data(bytes)
            let run = self
            let count = try Self.countEvents(bytes)
            guard run.push(bytes) else { throw BrokenEngine("libxml2 does not parse \(input.name)") }
            // The handlers of libxml2 and of expat do nothing, so nothing is done with events either.
            let engines = [
                Benchmark(Engine.ours, bytes: bytes.count) { try? Self.tell(IdleHandler(), bytes) },
                Benchmark(Self.values, bytes: bytes.count) { try? Self.readEvents(bytes) },
                Benchmark(Self.libxml2Push, bytes: bytes.count) { run.push(bytes) },
            ]
            let peers = try expat(input, chunk: Self.chunkSize)
            comparison.add(input: input.name, measure("events", on: input, engines + peers))
            guard input.name == "feed" else { continue }
            let delegate = CountingDelegate()
            guard delegate.count(data), delegate.tags == count.tags, delegate.textBytes == count.textBytes else {
                throw BrokenEngine("XMLParser finds other events in \(input.name)")
            }
            // All add up the sizes of what comes. Foundation has made strings of it by then; the handler makes none, and
            // events as values one of each text.
            let handled = try Self.tell(CountingHandler(), bytes)
            guard handled.tags == count.tags, handled.textBytes == count.textBytes else {
                throw BrokenEngine("a handler finds other events in \(input.name)")
            }
            let ours = Benchmark(Engine.ours, bytes: bytes.count) { try? Self.tell(CountingHandler(), bytes) }
            let strings = Benchmark(Self.strings, bytes: bytes.count) { try? Self.tell(StringHandler(), bytes) }
            let values = Benchmark(Self.values, bytes: bytes.count) { try? Self.countEvents(bytes) }
            let foundation = Benchmark(Self.parser, bytes: bytes.count) { CountingDelegate().count(data) }
            let counting = [ours, strings, values, foundation]
            onFeed.add(input: input.name, measure("events, Foundation", on: input, counting))
        }
        report.add(table: comparison.table)
        report.add(table: onFeed.table)
        let onFeedPush = comparison.speed(of: Engine.ours, over: Self.libxml2Push) { $0 == "feed" }
        report.add(Target("xml.events.feed.vs-libxml2-push", onFeedPush, .atLeast, 0.8))
        let tiny = XMLInput.tiny.map(\.name)
        let onTiny = comparison.speed(of: Engine.ours, over: Self.libxml2Push) { tiny.contains($0) }
        report.add(Target("xml.events.tiny.vs-libxml2-push", onTiny, .atLeast, 0.7))
        let foundation = onFeed.speed(of: Engine.ours, over: Self.parser)
        report.add(Target("xml.events.vs-XMLParser", foundation, .atLeast, 2.5))
    }

    private func push(_ bytes: [UInt8]) -> Bool {
        // SAFETY: the bytes are only read, and no more than their count.
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return false }
            return unsafe mimeograph_xml_peer_push(start, buffer.count, Self.chunkSize)
        }
    }

    private static func tell<Handler: XMLEventHandler>(_ handler: Handler, _ bytes: [UInt8]) throws -> Handler {
        var reader = XMLParserResponseSerializer().makeReader(for: ResponseHead(status: 200), handler: handler)
        for start in stride(from: 0, to: bytes.count, by: chunkSize) {
            try reader.consume(bytes.span.extracting(start..<min(start + chunkSize, bytes.count)))
        }
        try reader.finish()
        return reader.handler
    }

    private static func readEvents(_ bytes: [UInt8]) throws -> Int {
        var parser = try XMLParserResponseSerializer().makeParser(for: ResponseHead(status: 200), limits: .standard)
        var events: [XML.Event] = []
        var count = 0
        for start in stride(from: 0, to: bytes.count, by: chunkSize) {
            try parser.consume(bytes.span.extracting(start..<min(start + chunkSize, bytes.count)), into: &events)
            count += events.count
            events.removeAll(keepingCapacity: true)
        }
        try parser.finish(into: &events)
        return count + events.count
    }

    private static func countEvents(_ bytes: [UInt8]) throws -> (tags: Int, textBytes: Int) {
        var parser = try XMLParserResponseSerializer().makeParser(for: ResponseHead(status: 200), limits: .standard)
        var events: [XML.Event] = []
        var tags = 0
        var textBytes = 0
        func count() {
            for event in events {
                switch event.kind {
                case .startElement(let tag): tags += 1 + tag.attributes.count
                case .text(let text), .cdata(let text): textBytes += text.utf8.count
                default: break
                }
            }
            events.removeAll(keepingCapacity: true)
        }
        for start in stride(from: 0, to: bytes.count, by: chunkSize) {
            try parser.consume(bytes.span.extracting(start..<min(start + chunkSize, bytes.count)), into: &events)
            count()
        }
        try parser.finish(into: &events)
        count()
        return (tags, textBytes)
    }
}

/// Takes events and does nothing, as the handlers of libxml2's benchmark.
private struct IdleHandler: XMLEventHandler {}

/// Counts what comes.
private struct CountingHandler: XMLEventHandler {
    private(set) var tags = 0
    private(set) var textBytes = 0

    mutating func startElement(_ tag: XML.Event.StartTag) { tags += 1 + tag.attributes.count }
    mutating func text(_ text: XML.Event.Text) { textBytes += text.utf8Count }
    mutating func cdata(_ text: XML.Event.Text) { textBytes += text.utf8Count }
}

/// Makes strings of what comes, as Foundation's parser does before it calls its delegate.
private struct StringHandler: XMLEventHandler {
    private(set) var tags = 0
    private(set) var textBytes = 0

    mutating func startElement(_ tag: XML.Event.StartTag) {
        tags += 1
        keep(tag.qualifiedName)
        for attribute in tag.attributes {
            tags += 1
            keep(attribute.qualifiedName)
            keep(attribute.value)
        }
    }
    mutating func endElement(_ tag: XML.Event.EndTag) { keep(tag.qualifiedName) }
    mutating func text(_ text: XML.Event.Text) { textBytes += text.string.utf8.count }
    mutating func cdata(_ text: XML.Event.Text) { textBytes += text.string.utf8.count }
}

/// Takes the events of Foundation's parser.
private final class CountingDelegate: NSObject, XMLParserDelegate {
    private(set) var tags = 0
    private(set) var textBytes = 0

    func count(_ data: Data) -> Bool {
        let parser = XMLParser(data: data)
        parser.shouldProcessNamespaces = true
        parser.delegate = self
        return parser.parse()
    }

    func parser(
        _ parser: XMLParser,
        didStartElement elementName: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        tags += 1 + attributes.count
    }

    func parser(
        _ parser: XMLParser,
        didEndElement elementName: String,
        namespaceURI: String?,
        qualifiedName: String?
    ) {}

    func parser(_ parser: XMLParser, foundCharacters string: String) { textBytes += string.utf8.count }

    func parser(_ parser: XMLParser, foundCDATA block: Data) { textBytes += block.count }
}
