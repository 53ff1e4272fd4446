package import Mimeograph
import TestSupport
import Testing

/// Returns the error of decoding at once and in chunks of several sizes, which must be the same.
///
/// - Parameter limitsMayDiffer: Whether either a limit or a later error may be reported. The ratio counts differently for whole
///   bodies, and a library may decode more than it returns.
package func failure(
    of coding: some StreamingContentCoding,
    _ bytes: [UInt8],
    limits: DecodingLimits = Samples.generous,
    limitsMayDiffer: Bool = false
) -> SerializationError? {
    let whole = errorOf { try coding.decode(bytes: bytes, limits: limits) }
    for size in [1, 13, bytes.count + 1] {
        let streamed = errorOf { try Samples.run(coding.makeDecoder(limits: limits), bytes, chunk: size) }
        if limitsMayDiffer, whole?.limit != nil || streamed?.limit != nil {
            #expect(whole != nil && streamed != nil)
            continue
        }
        #expect(streamed?.message == whole?.message || whole?.limit?.limit == .expansionRatio)
        #expect(streamed?.code == whole?.code)
        #expect(streamed?.location?.offset == whole?.location?.offset)
    }
    return whole
}

/// Returns the error of `body`, or nil if it succeeds.
package func errorOf(_ body: () throws -> [UInt8]) -> SerializationError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? SerializationError
    }
}

/// Expects encoded data to decode to the original, at once and in chunks of random sizes.
package func expectRoundTrips(of coding: some StreamingContentCoding, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let text = Samples.bodies[5]
    var bodies = Samples.bodies
    for _ in 0..<12 {
        let start = Int.random(in: 0..<text.count, using: &generator)
        bodies.append(Array(text[start...].prefix(Int.random(in: 0...20_000, using: &generator))))
        bodies.append(
            (0..<Int.random(in: 1...5_000, using: &generator)).map { _ in .random(in: 0...15, using: &generator) }
        )
    }
    for body in bodies {
        let coded = try coding.encode(bytes: body)
        #expect(try coding.decode(bytes: coded, limits: Samples.generous) == body)
        let size = Int.random(in: 1...(body.count / 3 + 7), using: &generator)
        let pieces = try Samples.run(coding.makeEncoder(), body, chunk: size)
        #expect(try coding.decode(bytes: pieces, limits: Samples.generous) == body)
        for coded in [coded, pieces] {
            for size in [Int.random(in: 1...(coded.count / 3 + 7), using: &generator), coded.count] {
                let decoder = coding.makeDecoder(limits: Samples.generous)
                #expect(try Samples.run(decoder, coded, chunk: size) == body)
            }
        }
    }
}

/// Expects every prefix of an encoded body to be truncated, with a location at its end.
package func expectTruncation(
    of coding: some StreamingContentCoding,
    text: [UInt8] = Array("hello, hello, hello".utf8)
) throws {
    let coded = try coding.encode(bytes: text)
    for end in 0..<coded.count {
        let error = failure(of: coding, Array(coded[..<end]))
        #expect(error?.code == .truncated, "\(coding) \(end)")
        #expect(error?.location?.offset == end)
    }
}

/// Expects bytes after the end to be rejected, with a location there.
package func expectNothingBehindTheEnd(of coding: some StreamingContentCoding) throws {
    let coded = try coding.encode(bytes: Array("hello".utf8))
    for excess in [0, 7] as [UInt8] {
        let error = failure(of: coding, coded + [excess])
        #expect(error?.code == .syntax)
        #expect(error?.message.contains("after the end") == true)
        #expect(error?.location?.offset == coded.count)
    }
}

/// Expects a few line ends after the end, which scripts and templates append, to be skipped, however the body is split.
package func expectLineEndsBehindTheEnd(of coding: some StreamingContentCoding) throws {
    let text = Array("hello".utf8)
    let coded = try coding.encode(bytes: text)
    for ends in ["\n", "\r\n", "\n\n\n", String(repeating: "\n", count: 64)] {
        let body = coded + Array(ends.utf8)
        #expect(try coding.decode(bytes: body) == text)
        for size in [1, 3, coded.count, body.count] {
            #expect(try Samples.run(coding.makeDecoder(limits: .standard), body, chunk: size) == text)
        }
    }
    for others in [Array("\n{}".utf8), [0x0A, 0], Array(" \n".utf8), [UInt8](repeating: 0x0A, count: 65)] {
        #expect(failure(of: coding, coded + others)?.code == .syntax)
    }
}

/// Expects a body that just fits to be decoded, and one more byte to be rejected with both figures.
package func expectOutputBound(of coding: some StreamingContentCoding) throws {
    let body = Array(Samples.bodies[4].prefix(3_000))
    let coded = try coding.encode(bytes: body)
    #expect(failure(of: coding, coded, limits: DecodingLimits(outputBytes: body.count)) == nil)
    let error = failure(of: coding, coded, limits: DecodingLimits(outputBytes: body.count - 1))
    #expect(error?.code == .limitExceeded)
    #expect(error?.limit == LimitExcess(.outputBytes, allowed: body.count - 1, actual: body.count))
}

/// Expects a bomb to be rejected long before all its content is decoded.
package func expectRefusal(of bomb: [UInt8], by coding: some StreamingContentCoding) {
    for limits in [.standard, DecodingLimits(expansionRatio: .max)] as [DecodingLimits] {
        #expect(errorOf { try coding.decode(bytes: bomb, limits: limits) }?.code == .limitExceeded)
        var decoder = coding.makeDecoder(limits: limits)
        var pieces: [[UInt8]] = []
        let streamed = #expect(throws: SerializationError.self) { try decoder.consume(bomb.span, into: &pieces) }
        #expect(streamed?.code == .limitExceeded)
        // The expansion is limited by what the first 4 KiB may produce.
        let made = pieces.reduce(0) { $0 + $1.count }
        #expect(made <= (limits.expansionRatio == .max ? limits.outputBytes : (4 << 10) * limits.expansionRatio))
    }
}

/// Expects codings that were applied in a row to be decoded in reverse order, at once and by a registry's streams, under the
/// limits of all.
package func expectChain(of codings: [any StreamingContentCoding]) throws {
    var registry = SerializerRegistry()
    for coding in codings { try registry.register(coding: coding) }
    try registry.register(stream: Passing())
    let body = Samples.bodies[5]
    let field = codings.compactMap(\.names.first).joined(separator: ", ")
    var coded = body
    for coding in codings { coded = try coding.encode(bytes: coded) }
    let head = ResponseHead(status: 200, fields: ["Content-Type": "a/b", "Content-Encoding": field])
    #expect(try registry.codings.decode(coded.span, head: head, limits: Samples.generous) == body)
    for size in [1, 100, coded.count] {
        let parser = try registry.parser(of: [UInt8].self, for: head, limits: Samples.generous)
        #expect(try Samples.run(parser, coded, chunk: size) == body)
    }
    // Both steps together expand more than each alone.
    for limits in [DecodingLimits(outputBytes: body.count - 1), DecodingLimits(expansionRatio: 20)] {
        #expect(throws: SerializationError.self) { try registry.codings.decode(coded.span, head: head, limits: limits) }
        let parser = try registry.parser(of: [UInt8].self, for: head, limits: limits)
        #expect(errorOf { try Samples.run(parser, coded, chunk: 100) }?.code == .limitExceeded)
    }
    var undone = head
    undone.contentCodingsUndone = true
    #expect(try registry.codings.decode(coded.span, head: undone, limits: .standard) == nil)
}

/// A serializer that passes its input on.
private struct Passing: StreamingResponseSerialization {
    var acceptedTypes: [MediaRange] { ["a/b"] }

    func makeParser(for head: ResponseHead, limits: DecodingLimits) -> any IncrementalParser<[UInt8]> { Parser() }

    private struct Parser: IncrementalParser {
        mutating func consume(_ chunk: Span<UInt8>, into elements: inout [[UInt8]]) throws(SerializationError) {
            elements.append([UInt8](chunk))
        }

        mutating func finish(into elements: inout [[UInt8]]) throws(SerializationError) {}
    }
}

/// Expects a change anywhere to end in a value or an error, and in the same one however the body is split.
package func expectMutationsToEnd(of coding: some StreamingContentCoding) throws {
    let coded = try coding.encode(bytes: Array("hello, hello, hello, this is a text".utf8))
    var bodies: [[UInt8]] = []
    for index in coded.indices {
        for bit in 0..<8 {
            var changed = coded
            changed[index] ^= 1 << UInt8(bit)
            bodies.append(changed)
        }
    }
    var generator = SeededGenerator(seed: 66)
    for _ in 0..<300 { bodies.append(Mutation.mutate(coded, using: &generator)) }
    for body in bodies {
        let error = failure(of: coding, body, limitsMayDiffer: true)
        #expect(error == nil || [.syntax, .truncated, .limitExceeded].contains(error?.code))
    }
}
