import FuzzerSupport
import ImageChecks
import MimeographImage

let check = ImageCheck(.jpeg)

// Every input is read as a JPEG.
Fuzzer.run(longestInput: 4096) { input in check.check(input) }
