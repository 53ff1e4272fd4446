import FuzzerSupport
import Mimeograph
import MimeographForm

Fuzzer.run(longestInput: 1024) { input in
    for options in [MultipartReadingOptions.standard, Reading.tight] {
        let whole = Outcome(of: [input[...]], options: options)
        if let error = whole.error {
            require(error, fits: input, codes: [.syntax, .truncated, .limitExceeded])
        }
        for cuts in Cuts.some(of: input) {
            let cut = Outcome(of: cuts.chunks(of: input), options: options)
            require(cut == whole, "cut at \(cuts.sizes.prefix(40)), the result is \(cut); uncut, it is \(whole)")
        }
    }
    WrittenAgain(input: input).run()
    Field(input: input).run()
}
