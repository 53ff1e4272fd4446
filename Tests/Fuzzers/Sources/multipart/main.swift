import FuzzerSupport
import Mimeograph
import MimeographForm

/// So small that inputs of this size meet each of its limits.
let tight = MultipartReadingOptions(partCount: 3, headBytes: 64, partBytes: 40, chunkSize: 7)
let type: MediaType = "multipart/form-data;boundary=B"

Fuzzer.run(longestInput: 1024) { input in
    for options in [MultipartReadingOptions.standard, tight] {
        let whole = Outcome(of: [input[...]], options: options)
        if let error = whole.error {
            require(error, fits: input, codes: [.syntax, .truncated, .limitExceeded])
        }
        for cuts in Cuts.some(of: input) {
            let cut = Outcome(of: cuts.chunks(of: input), options: options)
            require(cut == whole, "cut at \(cuts.sizes.prefix(40)) it is \(cut), and uncut \(whole)")
        }
    }
    WrittenAgain(input: input).run()
    Field(input: input).run()
}

/// What a body came to: its elements, and the error that ended it.
struct Outcome: Equatable, CustomStringConvertible {
    private(set) var elements: [MultipartElement] = []
    private(set) var error: SerializationError?

    init(of chunks: [ArraySlice<UInt8>], options: MultipartReadingOptions) {
        do throws(SerializationError) {
            var parser = try MultipartParser(type: type, options: options, budget: DecodeBudget(inputBytes: 100))
            for chunk in chunks { try parser.consume(chunk.span, into: &elements) }
            try parser.finish(into: &elements)
        } catch {
            self.error = error
        }
    }

    var description: String { "\(elements) and \(error.map { "\($0)" } ?? "no error")" }

    static func == (one: Outcome, other: Outcome) -> Bool {
        one.elements == other.elements && one.error?.code == other.error?.code
            && one.error?.message == other.error?.message
    }
}
