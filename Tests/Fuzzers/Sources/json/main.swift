import FuzzerSupport
import Mimeograph
import MimeographJSON

// Every input goes through every combination of options that matters, rather than having some of its bytes choose one:
// so any file is a seed as it is.
Fuzzer.run(longestInput: 4096) { input in
    for duplicateKeys in DuplicateKeys.allCases {
        for nullStripping in JSONNullStripping.allCases {
            let strict = JSONReadingOptions(nullStripping: nullStripping, duplicateKeys: duplicateKeys)
            var lenient = strict
            lenient.allowsTrailingCommas = true
            lenient.allowsComments = true
            let one = DocumentCheck(input: input, options: strict).run()
            let other = DocumentCheck(input: input, options: lenient).run()
            if let one { require(one == other, "what is JSON reads as something else where more is allowed") }
        }
    }
    StrippingCheck(input: input).run()
    ShapeCheck.all(input)
}
