import Mimeograph
import Synchronization

/// The functions of a stream that the laws need, with the type of its elements erased.
struct StreamAccess: Sendable {
    /// Parses a body that is split at these offsets, with a new parser.
    let parse: @Sendable ([UInt8], [Int], ResponseHead, DecodingLimits) -> SerializerUnderTest.Reading
    /// The number of elements of a value.
    let count: @Sendable (any Sendable) -> Int
    /// The first elements of a value.
    let prefix: @Sendable (any Sendable, Int) -> any Sendable
    /// The elements of a value, repeated that many times.
    let repeated: @Sendable (any Sendable, Int) -> any Sendable
    /// Reads chunks until their end, and records the duration of each call. Throws the errors of the sequence.
    let drain: @Sendable (AsyncStream<[UInt8]>, ResponseHead, Stopwatch) async throws -> Void

    init<Element: Sendable>(
        _ element: Element.Type,
        makeParser:
            @escaping @Sendable (ResponseHead, DecodingLimits) throws(SerializationError)
            -> any IncrementalParser<Element>
    ) {
        parse = { bytes, cuts, head, limits in
            var elements: [Element] = []
            do throws(SerializationError) {
                var parser = try makeParser(head, limits)
                var start = 0
                for end in cuts + [bytes.count] where end >= start && end <= bytes.count {
                    try parser.consume(bytes.span.extracting(start..<end), into: &elements)
                    start = end
                }
                try parser.finish(into: &elements)
                return SerializerUnderTest.Reading(value: elements)
            } catch {
                return SerializerUnderTest.Reading(value: elements, error: error)
            }
        }
        count = { ($0 as? [Element])?.count ?? 0 }
        prefix = { value, count in Array(((value as? [Element]) ?? []).prefix(count)) }
        repeated = { value, count in (0..<count).flatMap { _ in (value as? [Element]) ?? [] } }
        drain = { chunks, head, stopwatch in
            let elements = ParsedElements(chunks) { () throws(SerializationError) in
                TimedParser(base: try makeParser(head, .standard), stopwatch: stopwatch)
            }
            for try await _ in elements {}
        }
    }
}

/// A record of the longest duration.
final class Stopwatch: Sendable {
    private let time = Mutex(Duration.zero)

    /// The longest duration.
    var longest: Duration { time.withLock { $0 } }

    /// Records the time that has passed since then.
    func record(since start: ContinuousClock.Instant) {
        let passed = ContinuousClock.now - start
        time.withLock { $0 = max($0, passed) }
    }
}

/// A parser that measures each call. A reader cannot be canceled during a call.
private struct TimedParser<Element: Sendable>: IncrementalParser {
    var base: any IncrementalParser<Element>
    let stopwatch: Stopwatch

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [Element]) throws(SerializationError) {
        let start = ContinuousClock.now
        defer { stopwatch.record(since: start) }
        try base.consume(chunk, into: &elements)
    }

    mutating func finish(into elements: inout [Element]) throws(SerializationError) {
        let start = ContinuousClock.now
        defer { stopwatch.record(since: start) }
        try base.finish(into: &elements)
    }
}
