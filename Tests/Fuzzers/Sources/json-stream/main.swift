import FuzzerSupport
import Mimeograph
import MimeographJSON

Fuzzer.run(longestInput: 1024) { input in
    for layout in StreamLayout.allCases {
        for options in StreamLayout.options {
            check(input) { layout.values(options: options, limits: .standard, skips: false) }
        }
        check(input) { layout.values(options: .standard, limits: StreamLayout.tightLimits, skips: false) }
        check(input) { layout.values(options: .standard, limits: .standard, skips: true) }
        check(input) { layout.rows(options: .standard, skips: false) }
        check(input) { layout.rows(options: .standard, skips: true) }
    }
    WholeCheck(input: input).run()
}

/// Compares the result of each way to split an input with the unsplit result.
func check<Element: Equatable>(_ input: [UInt8], _ makeParser: () -> any IncrementalParser<Element>) {
    let whole = Outcome(of: makeParser(), chunks: [input[...]])
    if let error = whole.error { require(error, fits: input, codes: Outcome<Element>.codes) }
    for cuts in Cuts.some(of: input) {
        let cut = Outcome(of: makeParser(), chunks: cuts.chunks(of: input))
        require(cut == whole, "cut at \(cuts.sizes.prefix(40)), the result is \(cut); uncut, it is \(whole)")
    }
}
