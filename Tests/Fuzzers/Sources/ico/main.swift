import FuzzerSupport
import ImageChecks
import MimeographImage

let checks = [ImageCheck(.ico), ImageCheck(.ico(pictures: .all))]

// Every input is taken for an icon, of which the best picture is wanted, and all.
Fuzzer.run(longestInput: 4096) { input in
    for check in checks { check.check(input) }
}
