/// Undoes content codings while bytes arrive, and feeds another parser what comes out.
///
/// Every stage is fed at most 4 KiB at a time, and what it makes of them goes through all later stages before it is fed
/// more: so little waits between stages, however much the body expands. What was made before a stage failed still goes
/// through the later ones, and a failure there, which is one of an earlier byte, goes before it. Neither hangs on where the
/// body is cut.
struct CodedParser<Element: Sendable>: IncrementalParser {
    /// What undoes the codings, the one that was applied last first.
    private var decoders: [any IncrementalParser<[UInt8]>]
    private var parser: any IncrementalParser<Element>
    private let limits: DecodingLimits
    /// Bytes of the body so far.
    private var consumed = 0
    /// Bytes that each decoder has made so far.
    private var made: [Int]

    /// In bytes.
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
            // Up to offsets that do not depend on the cuts: the limit on expansion is checked there.
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
        // A body of no bytes is coded in no way.
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

    /// Bytes that wait for a stage; the one behind the last decoder is the parser.
    private struct Work {
        let stage: Int
        let bytes: [UInt8]
        var position = 0
    }

    /// Passes bytes through the stages, the last of the list first, and throws the failure of the earliest byte.
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
                // All that waits comes after the bytes that are wrong.
                work = []
                failure = error
            }
            work += next
        }
        if let failure { throw failure }
    }

    /// Feeds a stage, and adds what it makes as work of the next.
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

    /// Adds what a stage made as work of the next, up to the limit on output, which a coding may not hold to itself.
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

    /// Throws where a stage has made too much of the body so far. Small outputs are exempt.
    private func checkExpansion() throws(SerializationError) {
        for count in made where count > ContentCodings.bytesExemptFromRatio {
            // Rounded up, so that a little more than the ratio is more.
            try limits.check(.expansionRatio, (count - 1) / max(consumed, 1) + 1)
        }
    }
}
