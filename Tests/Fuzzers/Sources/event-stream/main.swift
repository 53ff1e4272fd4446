import FuzzerSupport
import Mimeograph
import MimeographEventStream

Fuzzer.run(longestInput: 1024) { input in
    let whole = Outcome(of: [input[...]], limits: .standard)
    require(whole.error == nil, "parsing fails for a reason other than a limit: \(whole)")
    require(
        whole.events == EventModel.events(of: input),
        "the standard's steps give \(EventModel.events(of: input)), the parser gives \(whole)"
    )
    for limits in [DecodingLimits.standard, DecodingLimits(inputBytes: 8, elements: 2)] {
        let whole = Outcome(of: [input[...]], limits: limits)
        if let error = whole.error { require(error, fits: input, codes: [.limitExceeded]) }
        for cuts in Cuts.some(of: input) {
            let cut = Outcome(of: cuts.chunks(of: input), limits: limits)
            require(cut == whole, "cut at \(cuts.sizes.prefix(40)), the result is \(cut); uncut, it is \(whole)")
        }
    }
    WrittenAgain(events: whole.events, text: String(decoding: input, as: UTF8.self)).run()
}
