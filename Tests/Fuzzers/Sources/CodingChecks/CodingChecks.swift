import FuzzerSupport
package import Mimeograph

/// What is decoded does not depend on cuts, and at once it is the same, but for the limit on expansion, which counts all
/// bytes of a whole body and those that have come of a stream.
///
/// - Parameter hasLookahead: Whether the library decodes ahead of what it hands out, so that how much comes out before an error, and
///   which of a limit and an error behind it is told, depends on the cuts.
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
            "cut at \(cuts.sizes.prefix(40)) it is another thing than uncut"
        )
    }
    if !whole.exceedsExpansion && !uncut.exceedsExpansion {
        let hasSameEnd = hasLookahead ? whole.endsAlike(uncut) : whole.hasSameEnd(as: uncut)
        require(hasSameEnd, "in chunks it ends in another way than at once")
        require(whole.error != nil || whole.bytes == uncut.bytes, "in chunks it is another thing than at once")
    }
}

/// What is encoded is decoded as the same, wherever it was cut.
package func checkEncoding(_ input: [UInt8], _ coding: some StreamingContentCoding) {
    // No body of this size expands to more than some thousand times its size.
    let limits = DecodingLimits(expansionRatio: 20_000)
    do throws(SerializationError) {
        let coded = try coding.encode(input.span)
        require(try coding.decode(coded.span, limits: limits) == input, "what was encoded is not what is decoded")
        for cuts in Cuts.some(of: input) {
            let pieces = Outcome(of: try coding.makeEncoder(), chunks: cuts.chunks(of: input))
            if pieces.error != nil { disagree("a body cannot be encoded in chunks") }
            require(
                try coding.decode(pieces.bytes.span, limits: limits) == input,
                "what was encoded in chunks is something else"
            )
        }
    } catch {
        disagree("a body cannot be encoded: \(error)")
    }
}
