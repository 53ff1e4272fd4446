internal import Mimeograph

/// Undoes a coding chunk by chunk, with the limits held while bytes come out.
///
/// A body's size is not known while it arrives, so the limit on expansion counts what has arrived: it is held against the
/// output after every 4 KiB of the body and at its end. These offsets do not depend on how the body is cut, and so neither
/// does what is refused. What came out before an error is handed on, however much of it came in one chunk with the error.
final class InflatingParser: IncrementalParser {
    private var inflater: Inflater
    private let limits: DecodingLimits

    init(_ format: Inflater.Format, limits: DecodingLimits) {
        inflater = Inflater(format)
        self.limits = limits
    }

    func consume(_ chunk: Span<UInt8>, into elements: inout [[UInt8]]) throws(SerializationError) {
        var position = 0
        while position < chunk.count {
            let untilMark = Self.stride - inflater.consumed % Self.stride
            let end = min(chunk.count, position + untilMark)
            // What a stride makes is bounded by deflate itself, so only the limit on size must be held within one.
            let allowed = InflationLimit(limits, consumed: .max)
            var output: [UInt8] = []
            var failure: SerializationError?
            do throws(SerializationError) {
                _ = try inflater.inflate(
                    chunk,
                    from: &position,
                    to: end,
                    into: &output,
                    most: allowed.bytes + 1,
                    pieceSize: Self.pieceSize
                )
            } catch {
                failure = error
            }
            // The one byte too many is not handed on.
            if inflater.made > allowed.bytes, !output.isEmpty { output.removeLast() }
            if !output.isEmpty { elements.append(output) }
            if let failure { throw failure }
            try allowed.check(inflater)
            if inflater.consumed % Self.stride == 0 { try checkExpansion() }
        }
    }

    func finish(into elements: inout [[UInt8]]) throws(SerializationError) {
        try checkExpansion()
        try inflater.finish()
    }

    private func checkExpansion() throws(SerializationError) {
        try InflationLimit(limits, consumed: inflater.consumed).check(inflater)
    }

    /// In bytes of the body.
    private static let stride = 4 << 10
    /// In bytes of output.
    private static let pieceSize = 16 << 10
}
