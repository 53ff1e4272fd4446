import FuzzerSupport
import ImageChecks
import MimeographImage

let check = ImageCheck(.bmp)

Fuzzer.run(longestInput: 4096) { input in check.check(input) }
