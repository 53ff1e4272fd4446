import Mimeograph
import MimeographXML
import TestSupport
import Testing

/// Reads the bodies that attack documents as events and as subtrees: nothing is fetched, and all limits apply.
@Suite struct XMLEventAttackTests {
    private func subtrees(_ body: [UInt8], _ limits: DecodingLimits = .standard) throws(SerializationError) -> [XML
        .Document]
    {
        var parser = try XMLParserResponseSerializer().subtrees(named: "a")
            .makeParser(for: ResponseHead(status: 200), limits: limits)
        return try parser.parseAll(body)
    }

    @Test(arguments: NoWayInTests.attacks.indices) func nothingIsFetched(index: Int) throws {
        let attack = NoWayInTests.attacks[index]
        let bait = try Bait()
        let body = Array(bait.set(into: attack.text).utf8)
        let reading = try Reading.events(body)
        #expect((reading.code != nil) == attack.isRefused, "\(attack.name): \(reading.message ?? "accepted")")
        if attack.isRefused { #expect(reading.code == .syntax && reading.location != nil, "\(attack.name)") }
        #expect(!reading.elements.contains { $0.kind.line.contains("leaked") })
        #expect(try Reading.events(body, cutAt: Array(1..<body.count)) == reading, "\(attack.name)")
        let isCutOut = (try? subtrees(body)) != nil
        #expect(isCutOut == !attack.isRefused, "\(attack.name)")
        #expect(!bait.isTaken(), "\(attack.name)")
    }

    @Test(arguments: ExpansionTests.bombs.indices) func isALimit(index: Int) throws {
        let bomb = ExpansionTests.bombs[index]
        // A body that only has many nodes is cheap for a stream.
        var limits = DecodingLimits(outputBytes: 8 << 20)
        limits.elements = 1 << 20
        let body = Array(bomb.body.utf8)
        let clock = ContinuousClock()
        let start = clock.now
        let reading = try Reading.events(body, limits: limits)
        #expect(
            reading.code == .limitExceeded,
            "\(bomb.name): \(reading.code.map { "\($0)" } ?? "accepted") \(reading.message ?? "")"
        )
        #expect(throws: SerializationError.self, "\(bomb.name)") { try subtrees(body, limits) }
        // The bound is wide, as for documents.
        #expect(clock.now - start < .seconds(60), "\(bomb.name)")
    }

    /// The limit applies to each piece and each subtree, but not to the whole stream.
    @Test(arguments: [
        ("<a bcde='0123456789'/>", 0), ("<a><!-- 0123456789 --></a>", 3), ("<a>01234567890123456</a>", 3),
        ("<a><![CDATA[01234]]></a>", 3), ("<a><?b 01234567890?></a>", 3), ("<a>x<b c='0123456789'/></a>", 4),
    ])
    func pieces(body: String, offset: Int) throws {
        var limits = DecodingLimits.standard
        limits.inputBytes = 16
        let bytes = Array(body.utf8)
        let reading = try Reading.events(bytes, limits: limits)
        #expect(reading.code == .limitExceeded, "\(body)")
        #expect(reading.location?.offset == offset, "\(body)")
        for cut in 0...bytes.count { #expect(try Reading.events(bytes, cutAt: [cut], limits: limits) == reading) }
        let long = Array(("<c>" + String(repeating: "<a>x</a>", count: 100) + "</c>").utf8)
        #expect(try Reading.events(long, limits: limits).code == nil)
        #expect(try subtrees(long, limits).count == 100)
        let wide = Array(("<c><a>" + String(repeating: "<b/>", count: 100) + "</a></c>").utf8)
        #expect(try Reading.events(wide, limits: limits).code == nil)
        let error = try #require(throws: SerializationError.self) { try subtrees(wide, limits) }
        #expect(error.limit?.limit == .inputBytes)
    }

    /// Nodes count for each subtree.
    @Test func nodes() throws {
        var limits = DecodingLimits.standard
        limits.elements = 4
        let body = "<c>" + String(repeating: "<a b='1'>x</a>", count: 50)
        #expect(try subtrees(Array((body + "</c>").utf8), limits).count == 50)
        let error = try #require(throws: SerializationError.self) {
            try subtrees(Array((body + "<a b='1' c='2'>x<d/></a></c>").utf8), limits)
        }
        #expect(error.limit?.limit == .elements)
    }

    @Test func withoutDocumentTypes() throws {
        let strict = XMLReadingOptions(documentTypes: .refuse)
        let reading = try Reading.events(Array("<!DOCTYPE a><a/>".utf8), options: strict)
        #expect(reading.code == .syntax)
        #expect(reading.kinds.map(\.line) == ["document 1.0 - -"])
    }
}
