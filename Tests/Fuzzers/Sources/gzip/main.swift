import CodingChecks
import FuzzerSupport
import Mimeograph
import MimeographCompression

let codings: [any StreamingContentCoding] = [GzipCoding(), DeflateCoding(), DeflateCoding(acceptsRawData: true)]
let limits = [DecodingLimits.standard, DecodingLimits(outputBytes: 100, expansionRatio: 3)]

let streams = CodedStream()

// Every input is used both as compressed data and as a body to compress.
Fuzzer.run(longestInput: 4096) { input in
    for coding in codings {
        for limits in limits { checkDecoding(input, coding, limits) }
        checkEncoding(input, coding)
    }
    for limits in limits { streams.check(input, limits) }
}
