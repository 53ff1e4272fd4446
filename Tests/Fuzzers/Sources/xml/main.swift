import FuzzerSupport

Fuzzer.run(longestInput: 2048) { input in
    for charset in [nil, "utf-8"] as [String?] {
        StreamCheck(input: input, charset: charset).run()
        DocumentCheck(input: input, charset: charset).run()
    }
    AgreementCheck(input: input).run()
}
