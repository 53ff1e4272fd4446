import FuzzerSupport
import ImageChecks
import MimeographImage

let check = ImageCheck(.png)

// Every input is taken for a PNG, and once more with the checksums put right, without which nothing gets past the first one.
Fuzzer.run(longestInput: 4096) { input in
    check.check(input)
    let repaired = Checksums.putRight(in: input)
    if repaired != input { check.check(repaired) }
}
