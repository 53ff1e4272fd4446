import FuzzerSupport
import ImageChecks
import MimeographImage

let check = ImageCheck(.png)

// Every input is read as a PNG, and again with corrected checksums, because a wrong checksum ends the reading.
Fuzzer.run(longestInput: 4096) { input in
    check.check(input)
    let repaired = Checksums.putRight(in: input)
    if repaired != input { check.check(repaired) }
}
