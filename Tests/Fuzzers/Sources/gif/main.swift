import FuzzerSupport
import ImageChecks
import MimeographImage
import MimeographImageGIF

let check = ImageCheck(.gif)

Fuzzer.run(longestInput: 4096) { input in check.check(input) }
