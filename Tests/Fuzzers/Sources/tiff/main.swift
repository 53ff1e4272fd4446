import FuzzerSupport
import ImageChecks
import MimeographImage
import MimeographImageTIFF

let check = ImageCheck(.tiff)

Fuzzer.run(longestInput: 4096) { input in check.check(input) }
