import Mimeograph
import Synchronization
import Testing

@Suite struct ParsedElementsTests {
    @Test(arguments: [
        ("a\nbb\n\nccc\n", Outcome(elements: ["a", "bb", "", "ccc"])),
        ("", Outcome()),
        ("a\nb", Outcome(elements: ["a"], failure: "truncated")),
        ("a\nb\nc!d\n", Outcome(elements: ["a", "b"], failure: "syntax")),
    ])
    func atEveryCut(text: String, expected: Outcome) async {
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            for second in cut...bytes.count {
                let chunks = [Array(bytes[..<cut]), Array(bytes[cut..<second]), Array(bytes[second...])]
                #expect(await read(Chunks(chunks)) == expected, "cut at \(cut) and \(second)")
            }
        }
        #expect(await read(Chunks(bytes.map { [$0] })) == expected)
    }

    @Test func asksForAChunkOnlyWhenNothingWaits() async throws {
        let asked = Mutex(0)
        let chunks = Chunks(["a\nb\n", "", "c\nd\n"].map { Array($0.utf8) }) { asked.withLock { $0 += 1 } }
        let elements = ParsedElements(chunks) { LineParser() }
        var iterator = elements.makeAsyncIterator()
        #expect(asked.withLock { $0 } == 0)
        var seen: [Int] = []
        while try await iterator.next() != nil { seen.append(asked.withLock { $0 }) }
        #expect(seen == [1, 1, 3, 3])
        #expect(try await iterator.next() == nil)
        #expect(asked.withLock { $0 } == 4)
    }

    @Test func eachIteratorHasAParserOfItsOwn() async throws {
        let elements = ParsedElements(Chunks([Array("a\nb\n".utf8)])) { LineParser() }
        for _ in 0..<2 {
            var count = 0
            for try await _ in elements { count += 1 }
            #expect(count == 2)
        }
    }

    /// If the sequence kept a second reference to its parser, each chunk would copy the parser's buffer.
    @Test(arguments: [false, true])
    func theParserIsHeldOnce(isErased: Bool) async throws {
        let chunks = Chunks((0..<5).map { _ in [0] })
        let elements = ParsedElements<Bool>(chunks) {
            isErased ? Wrapping(parser: Unshared()) as any IncrementalParser<Bool> : Unshared()
        }
        var seen: [Bool] = []
        for try await isUnique in elements { seen.append(isUnique) }
        #expect(seen == [true, true, true, true, true])
    }

    /// Reports for each chunk whether its buffer has a single reference.
    private struct Unshared: IncrementalParser {
        final class Buffer: Sendable {}
        var buffer = Buffer()
        mutating func consume(_ chunk: Span<UInt8>, into elements: inout [Bool]) throws(SerializationError) {
            elements.append(isKnownUniquelyReferenced(&buffer))
        }
        mutating func finish(into elements: inout [Bool]) throws(SerializationError) {}
    }

    /// A parser that is too large to be stored inline in an existential.
    private struct Wrapping: IncrementalParser {
        var padding = (0, 0, 0, 0)
        var parser: any IncrementalParser<Bool>
        mutating func consume(_ chunk: Span<UInt8>, into elements: inout [Bool]) throws(SerializationError) {
            try parser.consume(chunk, into: &elements)
        }
        mutating func finish(into elements: inout [Bool]) throws(SerializationError) {
            try parser.finish(into: &elements)
        }
    }

    @Test func errorsOfTheSourceComeAsTheyAreAfterWhatWaits() async throws {
        struct Broken: Error, Equatable {}
        let stream = AsyncThrowingStream<[UInt8], any Error> { continuation in
            continuation.yield(Array("a\nb\nc".utf8))
            continuation.finish(throwing: Broken())
        }
        var iterator = ParsedElements(stream) { LineParser() }.makeAsyncIterator()
        #expect(try await iterator.next() == "a")
        #expect(try await iterator.next() == "b")
        await #expect(throws: Broken()) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test func aParserThatCannotBeMadeIsAnError() async throws {
        let refusal = SerializationError(.unsupportedCharset, "No.")
        let elements = ParsedElements<String>(Chunks([[0x0A]])) { () throws(SerializationError) in throw refusal }
        var iterator = elements.makeAsyncIterator()
        await #expect(throws: SerializationError.self) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test func cancellationBeatsWhatWaits() async throws {
        let (stream, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        continuation.yield(Array("a\nb\nc\n".utf8))
        let (first, reached) = AsyncStream<Void>.makeStream()
        let task = Task {
            var iterator = ParsedElements(stream) { LineParser() }.makeAsyncIterator()
            let element = try await iterator.next()
            reached.finish()
            while !Task.isCancelled { await Task.yield() }
            await #expect(throws: CancellationError.self) { try await iterator.next() }
            let after = try await iterator.next()
            return (element, after)
        }
        for await _ in first {}
        task.cancel()
        let (element, after) = try await task.value
        #expect(element == "a")
        #expect(after == nil)
        continuation.finish()
    }

    @Test func cancellationEndsAWaitForBytes() async {
        let (stream, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        let (first, reached) = AsyncStream<Void>.makeStream()
        continuation.yield(Array("a\n".utf8))
        let task = Task {
            for try await _ in ParsedElements(stream, makeParser: { LineParser() }) { reached.finish() }
        }
        for await _ in first {}
        // The reader now waits for bytes, or soon will.
        for _ in 0..<100 { await Task.yield() }
        task.cancel()
        // The cancelled source ends with nil, which the reader must not treat as the end of the body.
        await #expect(throws: CancellationError.self) { try await task.value }
        continuation.finish()
    }

    @Test func aFormatGivesElements() async throws {
        struct Lines: StreamingResponseSerialization {
            var acceptedTypes: [MediaRange] { [] }
            func makeParser(
                for head: ResponseHead,
                limits: DecodingLimits
            ) throws(SerializationError) -> any IncrementalParser<String> { LineParser() }
        }
        var lines: [String] = []
        for try await line in Lines().elements(in: Chunks([Array("x\ny\n".utf8)])) { lines.append(line) }
        #expect(lines == ["x", "y"])
    }

    @Test func aWholeBody() throws {
        var parser = LineParser()
        #expect(try parser.parseAll("a\nb\n".utf8) == ["a", "b"])
        var cut = LineParser()
        let error = #expect(throws: SerializationError.self) { try cut.parseAll("a".utf8) }
        #expect(error?.code == .truncated)
    }

    private func read(_ chunks: Chunks) async -> Outcome {
        var outcome = Outcome()
        do {
            for try await line in ParsedElements(chunks, makeParser: { LineParser() }) { outcome.elements.append(line) }
        } catch {
            outcome.failure = (error as? SerializationError)?.code.rawValue ?? "\(error)"
        }
        return outcome
    }
}

/// A sequence of chunks in memory.
struct Chunks: AsyncSequence, Sendable {
    private let chunks: [[UInt8]]
    private let onDemand: @Sendable () -> Void

    init(_ chunks: [[UInt8]], onDemand: @escaping @Sendable () -> Void = {}) {
        self.chunks = chunks
        self.onDemand = onDemand
    }

    func makeAsyncIterator() -> Iterator { Iterator(rest: chunks[...], onDemand: onDemand) }

    struct Iterator: AsyncIteratorProtocol {
        var rest: ArraySlice<[UInt8]>
        let onDemand: @Sendable () -> Void

        mutating func next() async -> [UInt8]? {
            onDemand()
            return rest.popFirst()
        }
    }
}
