import Mimeograph
import Testing

@Suite struct ContentCodingsTests {
    let codings = ContentCodings([RunLengthCoding(), ReversingCoding()])

    @Test(
        arguments: [
            (["runs"], [3, 97, 1, 98], "aaab"),
            (["RUNS"], [3, 97], "aaa"),
            (["x-runs"], [3, 97], "aaa"),
            (["runs, reversed"], [97, 3], "aaa"),
            (["runs", "reversed"], [97, 3], "aaa"),
            (["reversed, runs"], [1, 98, 2, 97], "aab"),
            ([" runs\t,, identity ,", "", "identity"], [3, 97], "aaa"),
            (Array(repeating: "reversed, identity", count: 8), Array("ab".utf8), "ab"),
        ] as [([String], [UInt8], String)]
    )
    func undoneInReverseOrder(lines: [String], body: [UInt8], text: String) throws {
        #expect(try decode(body, lines) == Array(text.utf8))
    }

    @Test(arguments: [[], ["identity"], [""], [", ,"], ["identity, Identity", "identity"]])
    func nothingToUndo(lines: [String]) throws {
        #expect(try decode([1, 2], lines) == nil)
    }

    @Test func anEmptyBodyHasNothingToUndo() throws {
        #expect(try decode([], ["runs"]) == nil)
        #expect(try decode([], ["unknown"]) == nil)
    }

    @Test func theTransportMayHaveUndoneThem() throws {
        var head = ResponseHead(status: 200, fields: ["Content-Encoding": "runs"])
        let body: [UInt8] = [3, 97]
        #expect(try codings.decode(body.span, head: head, limits: .standard) == Array("aaa".utf8))
        head.contentCodingsUndone = true
        #expect(try codings.decode(body.span, head: head, limits: .standard) == nil)
    }

    @Test(arguments: [
        (["br"], "\"br\""), (["runs, br"], "\"br\""), (["br\u{E9}"], "\"br\u{E9}\""), (["gzip;q=1"], "gzip;q=1"),
        (["br\u{9B}2J"], "\"br?2j\""),
    ])
    func unknownCodings(lines: [String], shown: String) throws {
        let error = try #require(throws: SerializationError.self) { try decode([1, 97], lines) }
        #expect(error.code == .unsupportedContentCoding)
        #expect(error.message.contains(shown))
        #expect(error.message.contains("runs, reversed, identity"))
        #expect(error.remedy != nil)
    }

    /// Servers send these names although the body has no coding.
    @Test(arguments: [
        "utf-8", "UTF-8", "utf8", "none", "aws-chunked", "binary", "8bit", "iso-8859-1", "none, identity",
    ])
    func namesThatAreNoCodingsAreNothingToUndo(_ line: String) throws {
        #expect(try decode([1, 97], [line]) == nil)
        #expect(try decode([3, 97], ["runs, \(line)"]) == Array("aaa".utf8))
        #expect(try decode([3, 97], [line, "runs"]) == Array("aaa".utf8))
    }

    @Test func nineAreTooMany() throws {
        for (lines, count) in [
            (Array(repeating: "reversed, identity", count: 9), 9),
            ([Array(repeating: "reversed", count: 90_000).joined(separator: ",")], 90_000),
        ] {
            let error = try #require(throws: SerializationError.self) { try decode([97], lines) }
            #expect(error.code == .limitExceeded)
            #expect(error.limit == LimitExcess(.contentCodings, allowed: 8, actual: count))
            #expect(error.message.contains("\(count) codings"))
            #expect(error.remedy?.contains("DecodingLimits.contentCodings") == true)
        }
        let nine = Array(repeating: "reversed", count: 9)
        #expect(try decode([97, 98], nine, DecodingLimits(contentCodings: 9)) == [98, 97])
        #expect(throws: SerializationError.self) { try decode([97], ["runs"], DecodingLimits(contentCodings: 0)) }
    }

    @Test func theInputIsMeasuredFirst() throws {
        let error = try #require(throws: SerializationError.self) {
            try decode([3, 97, 1, 98], ["unknown"], DecodingLimits(inputBytes: 3))
        }
        #expect(error.limit == LimitExcess(.inputBytes, allowed: 3, actual: 4))
    }

    /// The limits apply even if a coding does not check them.
    @Test func theOutputIsMeasuredAtEachStep() throws {
        let limits = DecodingLimits(outputBytes: 99)
        #expect(try decode([99, 97], ["runs"], limits)?.count == 99)
        for lines in [["runs"], ["reversed, runs"]] {
            let error = try #require(throws: SerializationError.self) { try decode([100, 97], lines, limits) }
            #expect(error.limit == LimitExcess(.outputBytes, allowed: 99, actual: 100))
        }
    }

    @Test func theRatioCountsFrom64KiBOn() throws {
        // 514 bytes decode to 257 × 255 = 65,535 bytes, which is exempt. Two more bytes decode to 65,536 or, with 255, more.
        let exempt = Array(repeating: [255, 97] as [UInt8], count: 257).flatMap { $0 }
        let limits = DecodingLimits(expansionRatio: 100)
        #expect(try decode(exempt, ["runs"], limits)?.count == 65_535)
        #expect(try decode(exempt + [1, 97], ["runs"], limits)?.count == 65_536)
        let error = try #require(throws: SerializationError.self) { try decode(exempt + [2, 97], ["runs"], limits) }
        #expect(error.limit == LimitExcess(.expansionRatio, allowed: 100, actual: 128))
        #expect(error.remedy?.contains("expansionRatio") == true)
        #expect(try decode(exempt + [2, 97], ["runs"], DecodingLimits(expansionRatio: 128))?.count == 65_537)
    }

    @Test func theRatioIsThatOfTheWholeChain() throws {
        // Each step multiplies by at most 127.5, within the limit of 200; both together exceed it.
        let inner = Array(repeating: [255, 255, 255, 97] as [UInt8], count: 2).flatMap { $0 }
        let error = try #require(throws: SerializationError.self) { try decode(inner, ["runs, runs"], .standard) }
        #expect(error.limit?.limit == .expansionRatio)
    }

    @Test func failuresOfACodingComeAsTheyAre() throws {
        let error = try #require(throws: SerializationError.self) { try decode([1], ["runs"]) }
        #expect(error.code == .truncated)
    }

    /// Accept-Encoding does not depend on the order of the plugins; a list of codings defines its own order.
    @Test(arguments: [
        ["br", "zstd", "gzip", "deflate"], ["deflate", "gzip", "zstd", "br"], ["gzip", "br", "deflate", "zstd"],
    ])
    func theSmallestComesFirst(order: [String]) throws {
        let codings = order.map { Renamed(name: $0) }
        #expect(ContentCodings(codings).names == order + ["identity"])
        var registry = SerializerRegistry()
        try registry.register(coding: Renamed(name: "other"))
        for coding in codings { try registry.register(coding: coding) }
        #expect(registry.codings.names == ["identity", "other", "br", "zstd", "gzip", "deflate"])
        for name in order { #expect((registry.codings[name] as? Renamed)?.name == name) }
        #expect(throws: RegistryError.duplicateCoding("br")) { try registry.register(coding: Renamed(name: "br")) }
    }

    @Test func names() {
        #expect(codings.names == ["runs", "reversed", "identity"])
        #expect(codings.contains("X-Runs"))
        #expect(!codings.contains("gzip"))
        #expect(ContentCodings().names == ["identity"])
        #expect(codings["RUNS"] is RunLengthCoding)
    }

    private func decode(
        _ body: [UInt8],
        _ lines: [String],
        _ limits: DecodingLimits = .standard
    ) throws -> [UInt8]? {
        var fields: HeaderFields = [:]
        for line in lines { try fields.append("Content-Encoding", line) }
        return try codings.decode(body.span, fields: fields, limits: limits)
    }
}

/// A coding of pairs of a count and a byte. It deliberately ignores the limits.
private struct RunLengthCoding: ContentCoding {
    var names: [String] { ["runs", "x-runs"] }

    func decode(_ body: Span<UInt8>, limits: DecodingLimits) throws(SerializationError) -> [UInt8] {
        guard body.count.isMultiple(of: 2) else { throw SerializationError(.truncated, "Half a run.") }
        var output: [UInt8] = []
        for index in stride(from: 0, to: body.count, by: 2) {
            output += Array(repeating: body[index + 1], count: Int(body[index]))
        }
        return output
    }

    func encode(_ body: Span<UInt8>) throws(SerializationError) -> [UInt8] { [UInt8](body).flatMap { [1, $0] } }
}

private struct ReversingCoding: ContentCoding {
    var name = "reversed"
    var names: [String] { [name] }

    func decode(_ body: Span<UInt8>, limits: DecodingLimits) throws(SerializationError) -> [UInt8] {
        [UInt8](body).reversed()
    }

    func encode(_ body: Span<UInt8>) throws(SerializationError) -> [UInt8] { [UInt8](body).reversed() }
}

/// A coding that changes nothing, under any name.
private struct Renamed: ContentCoding {
    let name: String
    var names: [String] { [name] }

    func decode(_ body: Span<UInt8>, limits: DecodingLimits) throws(SerializationError) -> [UInt8] { [UInt8](body) }
    func encode(_ body: Span<UInt8>) throws(SerializationError) -> [UInt8] { [UInt8](body) }
}
