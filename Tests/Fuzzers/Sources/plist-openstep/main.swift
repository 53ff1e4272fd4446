import FuzzerSupport
import MimeographPropertyList
import PropertyListChecks

Fuzzer.run(longestInput: 4096) { input in ListCheck.all(input, as: .openStep) }
