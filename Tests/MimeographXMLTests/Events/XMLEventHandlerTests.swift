import Mimeograph
import MimeographXML
import Testing

/// Checks that a handler gets the same events as a stream.
@Suite struct XMLEventHandlerTests {
    private static func told(_ body: [UInt8], cutAt cuts: [Int] = []) -> Reading<Told> {
        var told = Reading<Told>()
        var reader = XMLParserResponseSerializer().makeReader(for: ResponseHead(status: 200), handler: Teller())
        do throws(SerializationError) {
            var start = 0
            for cut in cuts + [body.count] {
                try reader.consume(body[start..<cut].span)
                start = cut
            }
            try reader.finish()
        } catch {
            told.code = error.code
            told.message = error.message
            told.location = error.location
        }
        told.elements = reader.handler.told
        return told
    }

    @Test(arguments: XMLEventCutTests.bodies.indices) func getsTheSameEvents(index: Int) throws {
        let body = Array(XMLEventCutTests.bodies[index].utf8)
        let events = try Reading.events(body)
        let told = Self.told(body)
        #expect(told.elements.map(\.line) == events.kinds.map(\.line))
        #expect(told.code == events.code && told.location == events.location && told.message == events.message)
        for (one, event) in zip(told.elements, events.elements) where one.location != nil {
            #expect(one.location == event.location, "\(one.line)")
        }
        for cut in 0...body.count { #expect(Self.told(body, cutAt: [cut]) == told, "at \(cut)") }
    }

    /// An error from a handler stops reading, and no further events follow.
    @Test func stops() throws {
        var reader = XMLParserResponseSerializer().makeReader(
            for: ResponseHead(status: 200),
            handler: Stopper(allowed: 2)
        )
        let body = Array("<a><b/><b/><b/></a>".utf8)
        let error = #expect(throws: SerializationError.self) { try reader.consume(body.span) }
        #expect(error?.code == .dataShape)
        #expect(error?.location?.offset == 7)
        #expect(reader.handler.seen == 3)
        try reader.consume(body.span)
        try reader.finish()
        #expect(reader.handler.seen == 3)
    }

    @Test func texts() throws {
        let body = "<a>\n \t<b>one &amp; two</b>\r\n<![CDATA[]]><!-- é --></a>"
        var reader = XMLParserResponseSerializer().makeReader(for: ResponseHead(status: 200), handler: Texts())
        try reader.consume(Array(body.utf8).span)
        try reader.finish()
        let texts = reader.handler.texts
        #expect(texts.map(\.string) == ["\n \t", "one & two", "\n", "", " é "])
        #expect(texts.map(\.description) == texts.map(\.string))
        #expect(texts.map(\.utf8Count) == [3, 9, 1, 0, 4])
        #expect(texts.map(\.isWhiteSpace) == [true, false, true, true, false])
        #expect(texts.map { text in text.withUTF8 { Int($0.count) } } == [3, 9, 1, 0, 4])
        #expect(texts[0] != texts[2] && Set(texts).count == 5)
    }

    @Test func chunksInTime() async throws {
        let body = "<?xml version='1.0'?><feed><link href='a'/><link href='b'/></feed>"
        let chunks = AsyncStream<[UInt8]> { stream in
            for byte in body.utf8 { stream.yield([byte]) }
            stream.finish()
        }
        let links = try await XMLParserResponseSerializer().read(
            chunks,
            head: ResponseHead(status: 200),
            with: Links()
        )
        #expect(links.found == ["a", "b"])
    }
}

/// A line that describes a call of a handler, with its location if there is one.
private struct Told: Hashable, Sendable {
    var line: String
    var location: Mimeograph.SourceLocation?
}

private struct Teller: XMLEventHandler {
    var told: [Told] = []

    private mutating func tell(_ kind: XML.Event.Kind, _ location: Mimeograph.SourceLocation? = nil) {
        told.append(Told(line: kind.line, location: location))
    }

    mutating func startDocument(_ declaration: XML.Event.Declaration) { tell(.startDocument(declaration)) }
    mutating func documentType(_ type: XML.DocumentType) { tell(.documentType(type)) }
    mutating func startElement(_ tag: XML.Event.StartTag) { tell(.startElement(tag), tag.location) }
    mutating func endElement(_ tag: XML.Event.EndTag) { tell(.endElement(tag), tag.location) }
    mutating func text(_ text: XML.Event.Text) { tell(.text(text.string), text.location) }
    mutating func cdata(_ text: XML.Event.Text) { tell(.cdata(text.string), text.location) }
    mutating func comment(_ text: XML.Event.Text) { tell(.comment(text.string), text.location) }
    mutating func processingInstruction(_ instruction: XML.Event.Instruction) {
        tell(.processingInstruction(instruction), instruction.location)
    }
    mutating func endDocument() { tell(.endDocument) }
}

private struct Stopper: XMLEventHandler {
    let allowed: Int
    var seen = 0

    mutating func startElement(_ tag: XML.Event.StartTag) throws(SerializationError) {
        seen += 1
        if seen > allowed {
            throw SerializationError(
                .dataShape,
                "There are too many elements.",
                at: tag.location,
                remedy: "Send fewer."
            )
        }
    }
}

private struct Texts: XMLEventHandler {
    var texts: [XML.Event.Text] = []

    mutating func text(_ text: XML.Event.Text) { texts.append(text) }
    mutating func cdata(_ text: XML.Event.Text) { texts.append(text) }
    mutating func comment(_ text: XML.Event.Text) { texts.append(text) }
}

private struct Links: XMLEventHandler {
    var found: [String] = []

    mutating func startElement(_ tag: XML.Event.StartTag) {
        if let target = tag[attribute: "href"] { found.append(target) }
    }
}
