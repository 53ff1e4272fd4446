import FuzzerSupport

Fuzzer.run(longestInput: 256) { input in
    guard let text = String(validating: input, as: UTF8.self) else { return }
    ExpressionCheck(input: input, text: text).run()
}
