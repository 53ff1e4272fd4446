import Mimeograph
import MimeographXML
import TestSupport
import Testing

@Suite struct XMLSubtreeTests {
    static let feed = """
        <?xml version="1.0"?><!DOCTYPE feed [<!ENTITY who "Ada <b>L.</b>">]>
        <feed xmlns="urn:atom" xmlns:m="urn:m" xml:lang="en">
          <title>News</title>
          <entry id="1" m:kind="x"><title>One &amp; only</title><m:thumb url="u"/></entry>
          <group><entry xmlns:m="urn:other" id="2"><!-- c --><?p q?><m:thumb/>x<![CDATA[<y>]]>z<entry id="in"/></entry></group>
          <entry xmlns="" id="3"><title xmlns:n="urn:n" n:o="">&who;</title></entry>
        </feed>
        """

    private func read(
        _ serializer: XMLSubtreeResponseSerializer,
        _ body: String = feed,
        cutAt size: Int = 1 << 20
    ) throws -> [XML.Document] {
        var parser = try serializer.makeParser(for: ResponseHead(status: 200), limits: .standard)
        var documents: [XML.Document] = []
        let bytes = Array(body.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            try parser.consume(bytes[start..<min(start + size, bytes.count)].span, into: &documents)
        }
        try parser.finish(into: &documents)
        return documents
    }

    private func ids(_ documents: [XML.Document]) -> [String] { documents.map { $0.root[attribute: "id"] ?? "" } }

    @Test func names() throws {
        let parser = XMLParserResponseSerializer()
        #expect(try ids(read(parser.subtrees(named: "entry"))) == ["1", "2", "3"])
        #expect(try ids(read(parser.subtrees(named: "entry", namespace: "urn:atom"))) == ["1", "2"])
        #expect(try ids(read(parser.subtrees(named: "entry", namespace: ""))) == ["3"])
        #expect(try read(parser.subtrees(named: "none")).isEmpty)
        #expect(try read(parser.subtrees(named: "feed")).map { $0.root.elements("entry").count } == [2])
    }

    @Test func paths() throws {
        let parser = XMLParserResponseSerializer()
        #expect(try ids(read(parser.subtrees(at: ["feed", "entry"]))) == ["1", "3"])
        #expect(try ids(read(parser.subtrees(at: ["feed", "group", "entry"]))) == ["2"])
        let atom = XML.Name(localName: "entry", namespace: "urn:atom")
        #expect(try ids(read(parser.subtrees(at: ["feed", atom]))) == ["1"])
        #expect(try read(parser.subtrees(at: ["entry"])).isEmpty)
        #expect(try read(parser.subtrees(at: ["feed", "group", "entry", "entry"])).map(\.root.name) == ["entry"])
        #expect(try read(parser.subtrees(at: [])).isEmpty)
    }

    /// A subtree equals the element in the whole document, including its canonical form, wherever the body is split.
    @Test(arguments: [1, 7, 64, 1 << 20]) func areAsInTheDocument(size: Int) throws {
        let document = try XML.Document(parsing: Self.feed.utf8)
        let entries = document.root.descendants.filter { $0.name == "entry" && $0.parent?.name != "entry" }
        let subtrees = try read(XMLParserResponseSerializer().subtrees(named: "entry"), cutAt: size)
        #expect(subtrees.count == 3)
        for (subtree, entry) in zip(subtrees, entries) {
            #expect(EventWalk.lines(of: subtree) == EventWalk.lines(of: entry))
            #expect(subtree.root.line == entry.line)
            // libxml2 returns a namespace without a name for xmlns="", but XPath 1.0 §5.4 does not.
            let scopes = try [subtree.root, entry].map { element in
                try element.nodes("namespace::*").map { "\($0.name):\($0.stringValue)" }.filter { $0 != ":" }.sorted()
            }
            #expect(scopes[0] == scopes[1])
        }
    }

    @Test func xpathAndWriting() throws {
        let entries = try read(XMLParserResponseSerializer().subtrees(named: "entry"))
        #expect(entries[0].root["title"]?.stringValue == "One & only")
        let path = try XML.XPath("string(/a:entry/m:thumb/@url)", namespaces: ["a": "urn:atom", "m": "urn:m"])
        #expect(try path.string(at: entries[0].node) == "u")
        #expect(try entries[1].nodes("//*").count == 3)
        #expect(try entries[1].nodes("//text()").map(\.stringValue).joined() == "x<y>z")
        for entry in entries {
            let written = try XML.Document(parsing: entry.serialized())
            #expect(EventWalk.lines(of: written) == EventWalk.lines(of: entry))
        }
    }

    /// A document outlives its parser, and other tasks can read it while parsing continues.
    @Test func documentsLive() async throws {
        let body = "<f>" + (0..<2000).map { "<e n\($0 % 50)='\($0)'><t>\($0)</t></e>" }.joined() + "</f>"
        let chunks = AsyncStream<[UInt8]> { continuation in
            let bytes = Array(body.utf8)
            for start in stride(from: 0, to: bytes.count, by: 512) {
                continuation.yield(Array(bytes[start..<min(start + 512, bytes.count)]))
            }
            continuation.finish()
        }
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for try await entry in XMLParserResponseSerializer().subtrees(named: "e").elements(in: chunks) {
                group.addTask {
                    let number = Int(entry.root["t"]?.stringValue ?? "") ?? 0
                    return entry.root[attribute: "n\(number % 50)"] == "\(number)" ? number : -1
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(sum == 2000 * 1999 / 2)
    }

    struct Entry: Codable, Hashable, Sendable {
        var id: Int
        var title: String?
        enum CodingKeys: String, CodingKey { case id = "@id", title }
    }

    @Test func values() throws {
        let format = XMLParserResponseSerializer().subtrees(at: ["feed", "entry"]).decoded()
        let parser = try format.makeParser(of: Entry.self, as: nil, limits: .standard)
        let body = "<feed>\n<entry id='1'><title>a</title></entry><entry id='2'/>\n <entry id='x'/></feed>"
        let reading = Reading(parser, Array(body.utf8))
        #expect(reading.elements == [Entry(id: 1, title: "a"), Entry(id: 2)])
        #expect(reading.code == .dataShape)
        #expect(reading.location?.line == 3)
    }

    struct Numbered: Codable, Hashable, Sendable {
        var id: Int
        enum CodingKeys: String, CodingKey { case id = "@id" }
    }

    /// Every prefix of the body returns the first documents, and an error.
    @Test func everyPrefix() throws {
        let bytes = Array(Self.feed.utf8)
        for count in stride(from: 1, to: bytes.count, by: 3) {
            let parser = try XMLParserResponseSerializer().subtrees(named: "entry").decoded()
                .makeParser(of: Numbered.self, as: nil, limits: .standard)
            let reading = Reading(parser, Array(bytes[..<count]))
            #expect(reading.code != nil)
            #expect([1, 2, 3].starts(with: reading.elements.map(\.id)))
        }
    }

    /// Many surrounding namespaces add no cost for each small element.
    @Test func namespacesAround() throws {
        let scope = (0..<500).map { "xmlns:n\($0)='urn:\($0)'" }.joined(separator: " ")
        let body = "<f \(scope)>" + String(repeating: "<e n7:a='1'/>", count: 3000) + "</f>"
        let documents = try read(XMLParserResponseSerializer().subtrees(named: "e"), body)
        #expect(documents.count == 3000)
        #expect(documents.last?.root[attribute: "a", namespace: "urn:7"] == "1")
        #expect(try documents.last?.root.nodes("namespace::*").count == 501)
    }
}
