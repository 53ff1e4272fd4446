import Mimeograph
import MimeographForm
import Testing

@Suite struct BodyStreamTests {
    /// Ascending bytes, in pieces of up to `piece` bytes.
    struct Counting: BodySource {
        var length: Int?
        var count: Int
        var piece = Int.max

        func makeReader() -> any BodyReader { Reader(count: count, piece: piece) }

        struct Reader: BodyReader {
            let count: Int
            let piece: Int
            var position = 0
            mutating func read(into buffer: inout OutputSpan<UInt8>) {
                let end = position + min(piece, buffer.freeCapacity, count - position)
                while position < end {
                    buffer.append(UInt8(truncatingIfNeeded: position))
                    position += 1
                }
            }
        }
    }

    private func collect(_ stream: BodyStream) async throws -> [[UInt8]] {
        var chunks: [[UInt8]] = []
        for try await chunk in stream { chunks.append(chunk) }
        return chunks
    }

    private func collect(_ source: any BodySource, atMost limit: Int) throws -> [UInt8] {
        var reader = try source.makeReader()
        var bytes: [UInt8] = []
        while true {
            let chunk = try reader.readChunk(atMost: limit)
            if chunk.isEmpty { return bytes }
            bytes += chunk
        }
    }

    private func form(_ content: BodyStream?) throws -> BodyStream {
        var form = MultipartFormData(boundary: try MultipartBoundary("B"))
        form.append("1", name: "a")
        form.append(source: Counting(length: 1000, count: 1000, piece: 7), name: "b")
        form.append([UInt8](repeating: 7, count: 20_000), name: "c")
        if let content { form.append(stream: content, name: "d") }
        var message = RequestMessage(method: .post)
        try MultipartRequestSerializer().write(form, into: &message)
        guard case .stream(let stream) = message.body else { throw MultipartWritingTests.NoBytes() }
        return stream
    }

    @Test func theLengthIsExactAndTheBodyCanBeReadAgain() async throws {
        let stream = try form(nil)
        let first = try await collect(stream).flatMap { $0 }
        let second = try await collect(stream).flatMap { $0 }
        #expect(first == second)
        #expect(stream.length == first.count)
        let source = try #require(stream.source)
        #expect(source.length == first.count)
        for limit in [1, 2, 7, 100, 1 << 20] { #expect(try collect(source, atMost: limit) == first) }
    }

    @Test func asynchronousPartsAreSentInPlace() async throws {
        let pieces: [[UInt8]] = [[1, 2], [], [3]]
        let content = BodyStream(length: 3) {
            AsyncThrowingStream { continuation in
                for piece in pieces { continuation.yield(piece) }
                continuation.finish()
            }
        }
        let stream = try form(content)
        #expect(stream.source == nil)
        let chunks = try await collect(stream)
        let bytes = chunks.flatMap { $0 }
        #expect(!chunks.contains([]))
        #expect(bytes == (try await collect(stream).flatMap { $0 }))
        #expect(stream.length == bytes.count)
        #expect(String(decoding: bytes.suffix(14), as: UTF8.self).hasSuffix("\u{1}\u{2}\u{3}\r\n--B--\r\n"))
    }

    @Test func anUnknownLengthMakesTheBodyLengthUnknown() throws {
        let content = BodyStream { AsyncThrowingStream { $0.finish() } }
        #expect(try form(content).length == nil)
        var form = MultipartFormData()
        form.append(source: Counting(count: 3), name: "x")
        var message = RequestMessage(method: .post)
        try MultipartRequestSerializer().write(form, into: &message)
        #expect(message.body.knownLength == nil)
    }

    /// The declared and the actual length.
    @Test(arguments: [(10, 9), (10, 11), (0, 1), (1, 0)])
    func aWrongLengthIsAnError(declared: Int, actual: Int) async throws {
        var form = MultipartFormData()
        form.append(source: Counting(length: declared, count: actual), name: "x")
        var message = RequestMessage(method: .post)
        try MultipartRequestSerializer().write(form, into: &message)
        guard case .stream(let stream) = message.body, let source = stream.source else {
            Issue.record("no source")
            return
        }
        #expect(
            throwing(.lengthMismatch) { () throws(SerializationError) in
                var reader = try source.makeReader()
                while try !reader.readChunk(atMost: 4).isEmpty {}
            }
        )
        let chunked = BodyStream(length: declared) {
            AsyncThrowingStream { continuation in
                continuation.yield([UInt8](repeating: 0, count: actual))
                continuation.finish()
            }
        }
        await #expect(throws: SerializationError.self) { try await collect(chunked) }
    }

    @Test func aThrottleMakesSmallPacketsAndPauses() async throws {
        let source = Counting(length: 25, count: 25)
        let plain = try await collect(BodyStream(source)).flatMap { $0 }
        let throttled = BodyStream(source).throttled(BodyThrottle(packetSize: 10, delay: .milliseconds(20)))
        #expect(throttled.length == 25)
        #expect(throttled.source == nil)
        let clock = ContinuousClock()
        let start = clock.now
        let packets = try await collect(throttled)
        #expect(clock.now - start >= .milliseconds(40))
        #expect(packets.map(\.count) == [10, 10, 5])
        #expect(packets.flatMap { $0 } == plain)
    }

    @Test func aThrottledFormIsAStream() throws {
        var message = RequestMessage(method: .post)
        let throttle = BodyThrottle(packetSize: 1, delay: .zero)
        try MultipartRequestSerializer(throttle: throttle).write(MultipartFormData(), into: &message)
        guard case .stream = message.body else {
            Issue.record("the body is no stream")
            return
        }
    }

    @Test func aCancelledTaskEndsAPause() async throws {
        let stream = BodyStream(Counting(length: 3, count: 3)).throttled(
            BodyThrottle(packetSize: 1, delay: .seconds(60))
        )
        let task = Task { try await collect(stream) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func lengthsThatCannotBeAddedAreUnknown() {
        let huge = BodyStream(Counting(length: .max, count: 0))
        #expect(BodyStream(joining: [huge, huge]).length == nil)
        #expect(BodyStream(Counting(length: -1, count: 0)).length == nil)
    }
}
