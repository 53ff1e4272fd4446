import FuzzerSupport
import ImageChecks
import MimeographImage
import MimeographImageWebP

let check = ImageCheck(.webp, writing: .webp(.lossless, effort: 0))

Fuzzer.run(longestInput: 4096) { input in check.check(input) }
