package import Mimeograph

/// Undoes a coding chunk by chunk, with the limits held while bytes come out.
///
/// A body's size is not known while it arrives, so the limit on expansion counts what has arrived: it is held against the
/// output after every 4 KiB of the body and at its end. These offsets do not depend on how the body is cut, and so neither
/// does what is refused. What came out before an error is handed on, however much of it came in one chunk with the error.
package final class DecodingParser<Data: CodedData>: IncrementalParser {
    private var decoder: ChunkDecoder<Data>
    private let limits: DecodingLimits

    /// Starts at the first byte of a body.
    package init(_ data: Data, limits: DecodingLimits) {
        decoder = ChunkDecoder(data)
        self.limits = limits
    }

    package func consume(_ chunk: Span<UInt8>, into elements: inout [[UInt8]]) throws(SerializationError) {
        var position = 0
        while position < chunk.count {
            let untilMark = stride - decoder.consumed % stride
            let end = min(chunk.count, position + untilMark)
            // Where what a stride makes is bounded by the coding itself, only the limit on size must be held within one. Elsewhere
            // nothing comes out that would be refused at the mark.
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
            // The one byte too many is not handed on.
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

/// How much may come out of so many compressed bytes.
package struct InflationLimit {
    private let limits: DecodingLimits
    private let consumed: Int
    /// The most bytes of output; less than `Int.max`.
    package let bytes: Int

    /// Uses the smaller of the two limits; small outputs are exempt from that on expansion.
    package init(_ limits: DecodingLimits, consumed: Int) {
        self.limits = limits
        self.consumed = consumed
        let expanded = max(
            ContentCodings.bytesExemptFromRatio,
            saturatingProduct(consumed, max(limits.expansionRatio, 0))
        )
        bytes = min(max(limits.outputBytes, 0), expanded, Int.max - 1)
    }

    /// Throws where more was made. The error has no location: a library reads input before it needs it, and how much depends on
    /// how the body is cut.
    package func check(_ made: Int) throws(SerializationError) {
        guard made > bytes else { return }
        try limits.check(.outputBytes, made)
        // Rounded up, so that a little more than the ratio is more.
        try limits.check(.expansionRatio, (made - 1) / max(consumed, 1) + 1)
    }
}

/// The product of two figures that are not negative, or the greatest there is.
package func saturatingProduct(_ one: Int, _ other: Int) -> Int {
    let (product, overflows) = one.multipliedReportingOverflow(by: other)
    return overflows ? .max : product
}
