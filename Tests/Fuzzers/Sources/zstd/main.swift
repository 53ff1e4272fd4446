import CodingChecks
import FuzzerSupport
import Mimeograph
import MimeographZstandard

let codings = [ZstandardCoding(level: .fastest), ZstandardCoding()]
let limits = [DecodingLimits.standard, DecodingLimits(outputBytes: 100, expansionRatio: 3)]

// Every input is used both as compressed data and as a body to compress.
Fuzzer.run(longestInput: 4096) { input in
    for limits in limits { checkDecoding(input, codings[0], limits) }
    for coding in codings { checkEncoding(input, coding) }
}
