import FuzzerSupport
import Mimeograph
import MimeographJSON

// Every input goes through every relevant combination of options. No bytes of it choose options, so any file can be a seed.
Fuzzer.run(longestInput: 4096) { input in
    for duplicateKeys in DuplicateKeys.allCases {
        for nullStripping in JSONNullStripping.allCases {
            let strict = JSONReadingOptions(nullStripping: nullStripping, duplicateKeys: duplicateKeys)
            var lenient = strict
            lenient.allowsTrailingCommas = true
            lenient.allowsComments = true
            let one = DocumentCheck(input: input, options: strict).run()
            let other = DocumentCheck(input: input, options: lenient).run()
            if let one { require(one == other, "JSON reads differently with lenient options") }
        }
    }
    StrippingCheck(input: input).run()
    ShapeCheck.all(input)
}
