import FuzzerSupport
import ImageChecks
import MimeographImage

let check = ImageCheck(.xbm)

Fuzzer.run(longestInput: 4096) { input in check.check(input) }
