import FuzzerSupport
import Mimeograph
import MimeographCompound
import MimeographEventStream
import MimeographJSON

/// The type of the decoded elements.
struct Row: Codable, Equatable, Sendable {
    var a: Int?
}

let lines = NDJSONFormat().serializer(of: Row.self)
let array = JSONArrayElementsFormat().serializer(of: Row.self)
let events = EventStream<Row>(data: JSONFormat()).map { $0.value }

/// Returns the elements of a body, and the code of the error that ended it.
func outcome(
    _ serializer: some StreamingResponseSerialization<Row>,
    _ chunks: [ArraySlice<UInt8>]
) -> (rows: [Row], error: SerializationError?) {
    var rows: [Row] = []
    do throws(SerializationError) {
        var parser = try serializer.makeParser(for: ResponseHead(status: 200), limits: .standard)
        for chunk in chunks { try parser.consume(chunk.span, into: &rows) }
        try parser.finish(into: &rows)
        return (rows, nil)
    } catch {
        return (rows, error)
    }
}

Fuzzer.run(longestInput: 512) { input in
    for peekedBytes in [1, 7, 1445] {
        var compound = lines.or(array).or(events)
        compound.peekedBytes = peekedBytes
        let whole = outcome(compound, [input[...]])
        if let error = whole.error {
            require(
                error,
                fits: input,
                codes: [
                    .allAttemptsFailed, .syntax, .truncated, .dataShape, .invalidText, .limitExceeded, .emptyBody,
                    .unsupportedCharset,
                ]
            )
        }
        for cuts in Cuts.some(of: input) {
            let cut = outcome(compound, cuts.chunks(of: input))
            require(
                cut.rows == whole.rows && cut.error?.message == whole.error?.message
                    && cut.error?.location == whole.error?.location,
                "cut at \(cuts.sizes.prefix(40)), the result is \(cut); uncut, it is \(whole)"
            )
        }
        // The first member wins if it reads the body without an error.
        let first = outcome(lines, [input[...]])
        if first.error == nil { require(first.rows == whole.rows, "lines alone: \(first), all members: \(whole)") }
    }
}
