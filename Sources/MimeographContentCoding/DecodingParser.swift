package import Mimeograph

/// A decoder of a content coding, which takes the input chunk by chunk and enforces the limits during decoding.
///
/// A body's size is not known while it arrives, so the limit on expansion uses the bytes that have arrived. It is checked after
/// every 4 KiB of the body and at its end. These offsets do not depend on how the body is split, and so neither do the errors.
/// Output before an error is delivered, even if it came from the same chunk as the error.
package final class DecodingParser<Data: CodedData>: IncrementalParser {
    private var decoder: ChunkDecoder<Data>
    private let limits: DecodingLimits

    package init(_ data: Data, limits: DecodingLimits) {
        decoder = ChunkDecoder(data)
        self.limits = limits
    }

    package func consume(_ chunk: Span<UInt8>, into elements: inout [[UInt8]]) throws(SerializationError) {
        var position = 0
        while position < chunk.count {
            let untilMark = stride - decoder.consumed % stride
            let end = min(chunk.count, position + untilMark)
            // If the coding itself bounds the output of a stride, only the limit on size is enforced within it. Otherwise no
            // output is delivered that would be rejected at the end of the stride.
            let allowed = InflationLimit(
                limits,
                consumed: Data.hasBoundedExpansion ? .max : decoder.consumed + untilMark
            )
            var output: [UInt8] = []
            var failure: SerializationError?
            do throws(SerializationError) {
                try decoder.decode(
                    chunk,
                    from: &position,
                    to: end,
                    into: &output,
                    most: allowed.bytes + 1,
                    pieceSize: pieceSize
                )
            } catch {
                failure = error
            }
            // The byte that exceeds the limit is not delivered.
            if decoder.made > allowed.bytes, !output.isEmpty { output.removeLast() }
            if !output.isEmpty { elements.append(output) }
            if let failure { throw failure }
            try allowed.check(decoder.made)
            if decoder.consumed % stride == 0 { try checkExpansion() }
        }
    }

    package func finish(into elements: inout [[UInt8]]) throws(SerializationError) {
        try checkExpansion()
        try decoder.finish()
    }

    private func checkExpansion() throws(SerializationError) {
        try InflationLimit(limits, consumed: decoder.consumed).check(decoder.made)
    }
}

/// In bytes of the body.
private let stride = 4 << 10
/// In bytes of output.
private let pieceSize = 16 << 10

/// The limit on the output for a number of compressed bytes.
package struct InflationLimit {
    private let limits: DecodingLimits
    private let consumed: Int
    /// The largest number of bytes of output, less than `Int.max`.
    package let bytes: Int

    /// Uses the smaller of the two limits. Small outputs are exempt from the limit on expansion.
    package init(_ limits: DecodingLimits, consumed: Int) {
        self.limits = limits
        self.consumed = consumed
        let expanded = max(
            ContentCodings.bytesExemptFromRatio,
            saturatingProduct(consumed, max(limits.expansionRatio, 0))
        )
        bytes = min(max(limits.outputBytes, 0), expanded, Int.max - 1)
    }

    /// Throws if there is more output. The error has no location: a library reads input before it needs it, and how much depends
    /// on how the body is split.
    package func check(_ made: Int) throws(SerializationError) {
        guard made > bytes else { return }
        try limits.check(.outputBytes, made)
        // Rounded up, so that a little more than the ratio exceeds it.
        try limits.check(.expansionRatio, (made - 1) / max(consumed, 1) + 1)
    }
}

/// Returns the product of two numbers that are not negative, or `Int.max` if it overflows.
package func saturatingProduct(_ one: Int, _ other: Int) -> Int {
    let (product, overflows) = one.multipliedReportingOverflow(by: other)
    return overflows ? .max : product
}
