import CodingTestSupport
import Mimeograph
import MimeographCompression
import TestSupport
import Testing

/// Streams of a registry with coded bodies: decoded as they arrive, with the same result for all chunk boundaries.
@Suite struct CodedStreamTests {
    /// Each line is an element; a line with a zero byte is an error.
    private struct Lines: StreamingResponseSerialization {
        var acceptedTypes: [MediaRange] { ["text/lines"] }

        func makeParser(for head: ResponseHead, limits: DecodingLimits) -> any IncrementalParser<[UInt8]> { Parser() }

        private struct Parser: IncrementalParser {
            var pending: [UInt8] = []

            mutating func consume(_ chunk: Span<UInt8>, into elements: inout [[UInt8]]) throws(SerializationError) {
                for index in chunk.indices {
                    if chunk[index] == 0 { throw SerializationError(.dataShape, "A zero byte.") }
                    pending.append(chunk[index])
                    if chunk[index] == 0x0A {
                        elements.append(pending)
                        pending = []
                    }
                }
            }

            mutating func finish(into elements: inout [[UInt8]]) throws(SerializationError) {
                if !pending.isEmpty { throw SerializationError(.emptyBody, "The last line is not terminated.") }
            }
        }
    }

    /// The lines read, and the error that ended them.
    private struct Outcome: Equatable {
        var lines: [[UInt8]] = []
        var error: String?
        var limit: LimitExcess?
    }

    private let registry: SerializerRegistry

    init() throws {
        var registry = try SerializerRegistry { CompressionPlugin() }
        try registry.register(stream: Lines())
        self.registry = registry
    }

    private func head(_ codings: String) -> ResponseHead {
        ResponseHead(status: 200, fields: ["Content-Type": "text/lines", "Content-Encoding": codings])
    }

    private func read(
        _ body: [UInt8],
        _ codings: String,
        chunk: Int,
        limits: DecodingLimits = Samples.generous
    ) throws -> Outcome {
        var outcome = Outcome()
        var parser = try registry.parser(of: [UInt8].self, for: head(codings), limits: limits)
        do throws(SerializationError) {
            var start = 0
            while start < body.count {
                let end = min(body.count, start + chunk)
                try parser.consume(body[start..<end].span, into: &outcome.lines)
                start = end
            }
            try parser.finish(into: &outcome.lines)
        } catch {
            outcome.error = error.code.rawValue + error.message
            outcome.limit = error.limit
        }
        return outcome
    }

    /// Returns the body with the codings applied in order.
    private func coded(_ body: [UInt8], _ codings: String) throws -> [UInt8] {
        var coded = body
        for name in codings.split(separator: ",").map({ $0.filter { $0 != " " } }) where name != "identity" {
            coded =
                try name == "gzip"
                ? GzipCoding(level: .smallest).encode(bytes: coded) : DeflateCoding().encode(bytes: coded)
        }
        return coded
    }

    private static let text: [UInt8] = {
        var generator = SeededGenerator(seed: 12)
        return (0..<2_000).flatMap { number in
            Array("\(number) \(UInt64.random(in: 0...(.max), using: &generator))\n".utf8)
        }
    }()

    private static let chunkSizes = [1, 7, 4_095, 4_096, 5_000, .max >> 1]

    @Test(arguments: ["gzip", "deflate", "identity", "deflate, gzip", "gzip, identity, deflate, gzip"])
    func codingsAreUndoneInReverseOrder(codings: String) throws {
        let body = try coded(Self.text, codings)
        let lines = Self.text.split(separator: 0x0A).map { Array($0) + [0x0A] }
        for size in Self.chunkSizes {
            #expect(try read(body, codings, chunk: size) == Outcome(lines: lines))
        }
    }

    @Test func elementsComeOutBeforeTheBodyEnds() throws {
        let body = try coded(Self.text, "deflate, gzip")
        var parser = try registry.parser(of: [UInt8].self, for: head("deflate, gzip"))
        var lines: [[UInt8]] = []
        let half = Array(body[..<(body.count / 2)])
        try parser.consume(half.span, into: &lines)
        #expect(lines.count > 500)
    }

    @Test func asAnAsyncSequence() async throws {
        let body = try coded(Self.text, "gzip")
        let chunks = AsyncStream<[UInt8]> { continuation in
            for start in stride(from: 0, to: body.count, by: 1_000) {
                continuation.yield(Array(body[start..<min(body.count, start + 1_000)]))
            }
            continuation.finish()
        }
        var count = 0
        for try await _ in try registry.stream([UInt8].self, from: chunks, head: head("gzip")) { count += 1 }
        #expect(count == 2_000)
    }

    @Test func whatIsUndoneAlreadyIsNotUndoneAgain() throws {
        var head = head("gzip")
        head.contentCodingsUndone = true
        var parser = try registry.parser(of: [UInt8].self, for: head)
        #expect(try parser.parseAll("a\n".utf8) == [Array("a\n".utf8)])
    }

    @Test func aBodyOfNoBytesIsCodedInNoWay() throws {
        #expect(try read([], "gzip, deflate", chunk: 1) == Outcome())
    }

    /// If the body is truncated anywhere, the complete lines are read, followed by an error.
    @Test(arguments: ["gzip", "deflate, gzip"])
    func truncated(codings: String) throws {
        let text = Array(Self.text.prefix(1_500))
        let body = try coded(text, codings)
        let whole = try read(body, codings, chunk: body.count).lines
        for end in 1..<body.count {
            let cut = Array(body[..<end])
            let outcome = try read(cut, codings, chunk: end)
            #expect(outcome.error?.hasPrefix("truncated") == true)
            #expect(outcome.lines == Array(whole.prefix(outcome.lines.count)))
            if end % 40 == 0 { #expect(try read(cut, codings, chunk: 3) == outcome) }
        }
    }

    /// Damage anywhere gives the same elements and the same error, for all chunk boundaries.
    @Test func damagedBodiesAreTheSameInAnyCut() throws {
        var generator = SeededGenerator(seed: 13)
        let text = Array(Self.text.prefix(3_000))
        for codings in ["gzip", "deflate", "deflate, gzip", "gzip, deflate, deflate"] {
            let body = try coded(text, codings)
            for _ in 0..<60 {
                let damaged = Mutation.mutate(body, using: &generator)
                let uncut = try read(damaged, codings, chunk: max(damaged.count, 1))
                for size in [1, 5, 700] { #expect(try read(damaged, codings, chunk: size) == uncut) }
            }
        }
    }

    /// An error in the elements is reported before a later one in the coding.
    @Test func theFaultOfTheEarlierByteIsTold() throws {
        var body = try coded(Array("a\nb\n\0c\n".utf8), "deflate, gzip")
        body[body.count - 6] ^= 1
        for size in [1, 1_000] {
            let outcome = try read(body, "deflate, gzip", chunk: size)
            #expect(outcome.lines.count == 2 && outcome.error == "dataShapeA zero byte.")
        }
    }

    // MARK: Limits

    @Test func theOutputIsBoundedToTheByte() throws {
        let text = Array(repeating: UInt8(0x0A), count: 70_000)
        for codings in ["gzip", "gzip, gzip", "deflate, gzip, gzip"] {
            let body = try coded(text, codings)
            for (allowed, isRefused) in [(70_000, false), (69_999, true), (4_096, true)] {
                let limits = DecodingLimits(outputBytes: allowed, expansionRatio: 100_000)
                for size in Self.chunkSizes {
                    let outcome = try read(body, codings, chunk: size, limits: limits)
                    #expect(outcome.lines.count == (isRefused ? allowed : 70_000))
                    #expect(outcome.limit?.limit == (isRefused ? .outputBytes : nil))
                }
            }
        }
    }

    /// 2 GiB of line feeds, compressed twice to 4 KiB. Each coding alone would be allowed to produce more.
    @Test func bombs() throws {
        let chunk = try coded(Array(repeating: 0x0A, count: 16 << 20), "gzip")
        let body = try coded(Array(repeatElement(chunk, count: 128).joined()), "gzip")
        #expect(body.count < 16 << 10)
        let refused = try read(body, "gzip, gzip", chunk: body.count, limits: .standard)
        #expect(refused.limit?.limit == .expansionRatio)
        #expect(refused.lines.count < 8 << 20)
        let outputs = DecodingLimits(outputBytes: 1 << 20, expansionRatio: .max)
        let bounded = try read(body, "gzip, gzip", chunk: body.count, limits: outputs)
        #expect(bounded.limit?.limit == .outputBytes && bounded.lines.count == 1 << 20)
    }

    @Test func theRatioIsThatOfTheWholeChain() throws {
        // The first coding expands to 130 times its size and the other to a few; only both together exceed 200.
        let line = Array(Self.text.prefix(19_999)) + [0x0A]
        let text = Array(repeatElement(line, count: 130).joined())
        let once = try coded(text, "gzip")
        let twice = try coded(text, "gzip, gzip")
        #expect(text.count / once.count < 200 && text.count / twice.count > 200)
        #expect(try read(once, "gzip", chunk: once.count, limits: .standard).error == nil)
        let uncut = try read(twice, "gzip, gzip", chunk: twice.count, limits: .standard)
        #expect(uncut.limit?.limit == .expansionRatio)
        for size in [1, 4_095] { #expect(try read(twice, "gzip, gzip", chunk: size, limits: .standard) == uncut) }
        #expect(try read(twice, "gzip, gzip", chunk: 100).error == nil)
    }

    @Test func aThousandCodings() throws {
        let field = Array(repeating: "gzip", count: 1_000).joined(separator: ", ")
        let error = #expect(throws: SerializationError.self) {
            try registry.parser(of: [UInt8].self, for: head(field))
        }
        #expect(error?.limit == LimitExcess(.contentCodings, allowed: 8, actual: 1_000))
        #expect(error?.head != nil)
    }

    /// The library enforces the limits on a coding that ignores them.
    @Test func codingsOfOthersAreBounded() throws {
        var registry = SerializerRegistry()
        try registry.register(coding: Doubling())
        try registry.register(stream: Lines())
        let head = head("double, double")
        let body = Array(repeating: UInt8(0x0A), count: 50_000)
        for (limits, limit, count) in [
            (DecodingLimits(outputBytes: 150_001), .outputBytes, 150_001),
            (DecodingLimits(expansionRatio: 3), .expansionRatio, 65_536),
            (DecodingLimits(), nil, 200_000),
        ] as [(DecodingLimits, DecodingLimits.Limit?, Int)] {
            var parser = try registry.parser(of: [UInt8].self, for: head, limits: limits)
            var lines: [[UInt8]] = []
            var failure: SerializationError?
            do throws(SerializationError) {
                try parser.consume(body.span, into: &lines)
                try parser.finish(into: &lines)
            } catch {
                failure = error
            }
            #expect(failure?.limit?.limit == limit)
            // The ratio is checked after each 4 KiB, which expand to 16 KiB.
            #expect(limit == .expansionRatio ? lines.count == 81_920 : lines.count == count)
        }
    }
}

/// Doubles each byte. It ignores the limits on purpose.
private struct Doubling: StreamingContentCoding {
    var names: [String] { ["double"] }

    func decode(_ body: Span<UInt8>, limits: DecodingLimits) throws(SerializationError) -> [UInt8] { [] }
    func encode(_ body: Span<UInt8>) throws(SerializationError) -> [UInt8] { [] }
    func makeEncoder() throws(SerializationError) -> any IncrementalParser<[UInt8]> { Parser() }
    func makeDecoder(limits: DecodingLimits) -> any IncrementalParser<[UInt8]> { Parser() }

    private struct Parser: IncrementalParser {
        mutating func consume(_ chunk: Span<UInt8>, into elements: inout [[UInt8]]) throws(SerializationError) {
            elements.append(chunk.indices.flatMap { [chunk[$0], chunk[$0]] })
        }
        mutating func finish(into elements: inout [[UInt8]]) throws(SerializationError) {}
    }
}
