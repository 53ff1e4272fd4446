import FuzzerSupport
package import Mimeograph

/// Checks that decoded bytes do not depend on chunk boundaries, and equal the bytes decoded at once. The exception is the limit
/// on expansion, which counts all bytes of a whole body, but only the received bytes of a stream.
///
/// - Parameter hasLookahead: Whether the library decodes ahead of its output. Then chunk boundaries decide how much it returns
///   before an error, and whether it reports a limit or an error after it.
package func checkDecoding(
    _ input: [UInt8],
    _ coding: some StreamingContentCoding,
    _ limits: DecodingLimits,
    hasLookahead: Bool = false
) {
    let whole = Outcome { () throws(SerializationError) in try coding.decode(input.span, limits: limits) }
    let uncut = Outcome(of: coding.makeDecoder(limits: limits), chunks: [input[...]])
    if let error = whole.error { require(error, fits: input, codes: [.syntax, .truncated, .limitExceeded]) }
    for outcome in [whole, uncut] {
        require(outcome.bytes.count <= limits.outputBytes, "\(outcome.bytes.count) bytes came out")
    }
    for cuts in Cuts.some(of: input) {
        let cut = Outcome(of: coding.makeDecoder(limits: limits), chunks: cuts.chunks(of: input))
        require(
            hasLookahead ? cut.isAlike(uncut) : cut == uncut,
            "cut at \(cuts.sizes.prefix(40)), the result differs from the uncut result"
        )
    }
    if !whole.exceedsExpansion && !uncut.exceedsExpansion {
        let hasSameEnd = hasLookahead ? whole.endsAlike(uncut) : whole.hasSameEnd(as: uncut)
        require(hasSameEnd, "decoding in chunks ends differently than at once")
        require(whole.error != nil || whole.bytes == uncut.bytes, "decoding in chunks gives other bytes than at once")
    }
}

/// Checks that encoded bytes decode to the original, whatever the chunk boundaries.
package func checkEncoding(_ input: [UInt8], _ coding: some StreamingContentCoding) {
    // A body of this size expands to at most some thousand times its size.
    let limits = DecodingLimits(expansionRatio: 20_000)
    do throws(SerializationError) {
        let coded = try coding.encode(input.span)
        require(try coding.decode(coded.span, limits: limits) == input, "decoding gives other bytes")
        for cuts in Cuts.some(of: input) {
            let pieces = Outcome(of: try coding.makeEncoder(), chunks: cuts.chunks(of: input))
            if pieces.error != nil { disagree("a body cannot be encoded in chunks") }
            require(
                try coding.decode(pieces.bytes.span, limits: limits) == input,
                "bytes encoded in chunks decode to something else"
            )
        }
    } catch {
        disagree("a body cannot be encoded: \(error)")
    }
}
