/// A parser that decodes content codings while bytes arrive, and feeds the result to another parser.
///
/// Every stage receives at most 4 KiB at a time, and its output passes through all later stages before it receives more. So
/// little is buffered between stages, however much the body expands. If a stage fails, its output so far still passes through the
/// later stages. If one of these fails too, its error is thrown, since it concerns an earlier byte. How the body is split into
/// chunks changes neither.
struct CodedParser<Element: Sendable>: IncrementalParser {
    /// The decoders of the codings; the last coding that was applied comes first.
    private var decoders: [any IncrementalParser<[UInt8]>]
    private var parser: any IncrementalParser<Element>
    private let limits: DecodingLimits
    /// The number of bytes of the body so far.
    private var consumed = 0
    /// The number of bytes that each decoder has produced so far.
    private var made: [Int]

    /// The most bytes that a stage receives at once.
    private static var stride: Int { 4 << 10 }

    init(
        decoders: [any IncrementalParser<[UInt8]>],
        parser: any IncrementalParser<Element>,
        limits: DecodingLimits
    ) {
        self.decoders = decoders
        self.parser = parser
        self.limits = limits
        made = Array(repeating: 0, count: decoders.count)
    }

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [Element]) throws(SerializationError) {
        var position = 0
        while position < chunk.count {
            // Stop at offsets that do not depend on the chunks, since the expansion limit is checked there.
            let end = min(chunk.count, position + Self.stride - consumed % Self.stride)
            consumed += end - position
            let piece = chunk.extracting(position..<end)
            position = end
            var work: [Work] = []
            let failure = decode(piece, at: 0, adding: &work)
            try run(&work, failure: failure, into: &elements)
            if consumed % Self.stride == 0 { try checkExpansion() }
        }
    }

    mutating func finish(into elements: inout [Element]) throws(SerializationError) {
        // An empty body has no coding.
        if consumed > 0 {
            for stage in decoders.indices {
                var pieces: [[UInt8]] = []
                var failure: SerializationError?
                do throws(SerializationError) { try decoders[stage].finish(into: &pieces) } catch { failure = error }
                var work: [Work] = []
                let excess = hand(pieces, of: stage, adding: &work)
                try run(&work, failure: excess ?? failure, into: &elements)
            }
            try checkExpansion()
        }
        try parser.finish(into: &elements)
    }

    /// Bytes that wait for a stage; the stage after the last decoder is the parser.
    private struct Work {
        let stage: Int
        let bytes: [UInt8]
        var position = 0
    }

    /// Passes bytes through the stages, the last item first, and throws the failure of the earliest byte.
    private mutating func run(
        _ work: inout [Work],
        failure: SerializationError?,
        into elements: inout [Element]
    ) throws(SerializationError) {
        var failure = failure
        while var item = work.popLast() {
            if item.stage == decoders.count {
                try parser.consume(item.bytes.span, into: &elements)
                continue
            }
            let end = min(item.bytes.count, item.position + Self.stride)
            let range = item.position..<end
            item.position = end
            if end < item.bytes.count { work.append(item) }
            var next: [Work] = []
            if let error = decode(item.bytes.span.extracting(range), at: item.stage, adding: &next) {
                // All waiting bytes follow the invalid ones.
                work = []
                failure = error
            }
            work += next
        }
        if let failure { throw failure }
    }

    /// Feeds a stage, and adds its output as work for the next.
    private mutating func decode(
        _ bytes: Span<UInt8>,
        at stage: Int,
        adding work: inout [Work]
    ) -> SerializationError? {
        var pieces: [[UInt8]] = []
        var failure: SerializationError?
        do throws(SerializationError) {
            try decoders[stage].consume(bytes, into: &pieces)
        } catch {
            failure = error
        }
        return hand(pieces, of: stage, adding: &work) ?? failure
    }

    /// Adds the output of a stage as work for the next. It enforces the output limit, which a coding may not do itself.
    private mutating func hand(_ pieces: [[UInt8]], of stage: Int, adding work: inout [Work]) -> SerializationError? {
        var excess: SerializationError?
        var items: [Work] = []
        for piece in pieces {
            let room = limits.outputBytes - made[stage]
            if piece.count > room {
                items.append(Work(stage: stage + 1, bytes: Array(piece.prefix(max(room, 0)))))
                excess = .limitExceeded(.outputBytes, allowed: limits.outputBytes)
                break
            }
            items.append(Work(stage: stage + 1, bytes: piece))
            made[stage] += piece.count
        }
        work += items.reversed()
        return excess
    }

    /// Throws if the output of a stage is too large for the body so far. Small outputs are exempt.
    private func checkExpansion() throws(SerializationError) {
        for count in made where count > ContentCodings.bytesExemptFromRatio {
            // Round up, so that slightly more than the ratio exceeds it.
            try limits.check(.expansionRatio, (count - 1) / max(consumed, 1) + 1)
        }
    }
}
