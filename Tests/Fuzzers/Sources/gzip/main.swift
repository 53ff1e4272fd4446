import FuzzerSupport
import Mimeograph
import MimeographCompression

let codings: [any StreamingContentCoding] = [GzipCoding(), DeflateCoding(), DeflateCoding(acceptsRawData: true)]
let limits = [DecodingLimits.standard, DecodingLimits(outputBytes: 100, expansionRatio: 3)]

let streams = CodedStream()

// Every input is taken for compressed data, and for a body to compress.
Fuzzer.run(longestInput: 4096) { input in
    for coding in codings {
        for limits in limits { checkDecoding(input, coding, limits) }
        checkEncoding(input, coding)
    }
    for limits in limits { streams.check(input, limits) }
}

/// What is decoded does not depend on cuts, and at once it is the same, but for the limit on expansion, which counts all
/// bytes of a whole body and those that have come of a stream.
func checkDecoding(_ input: [UInt8], _ coding: some StreamingContentCoding, _ limits: DecodingLimits) {
    let whole = Outcome { () throws(SerializationError) in try coding.decode(input.span, limits: limits) }
    let uncut = Outcome(of: coding.makeDecoder(limits: limits), chunks: [input[...]])
    if let error = whole.error { require(error, fits: input, codes: [.syntax, .truncated, .limitExceeded]) }
    for outcome in [whole, uncut] {
        require(outcome.bytes.count <= limits.outputBytes, "\(outcome.bytes.count) bytes came out")
    }
    for cuts in Cuts.some(of: input) {
        let cut = Outcome(of: coding.makeDecoder(limits: limits), chunks: cuts.chunks(of: input))
        require(cut == uncut, "cut at \(cuts.sizes.prefix(40)) it is another thing than uncut")
    }
    if !whole.exceedsExpansion && !uncut.exceedsExpansion {
        require(whole.hasSameEnd(as: uncut), "in chunks it ends in another way than at once")
        require(whole.error != nil || whole.bytes == uncut.bytes, "in chunks it is another thing than at once")
    }
}

/// What is encoded is decoded as the same, wherever it was cut.
func checkEncoding(_ input: [UInt8], _ coding: some StreamingContentCoding) {
    // No body of this size expands to more than a thousand times its size.
    let limits = DecodingLimits(expansionRatio: 2_000)
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
