import FuzzerSupport
import ImageChecks
import MimeographImage

let checks = [ImageCheck(.ico), ImageCheck(.ico(pictures: .all))]

// Every input is read as an icon, both for its best picture and for all pictures.
Fuzzer.run(longestInput: 4096) { input in
    for check in checks { check.check(input) }
}
