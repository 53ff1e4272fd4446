/// A case that breaks a law.
public struct ConformanceFailure: Error, Hashable, Sendable {
    /// The case: check, fixture, seed and bytes.
    public let failedCase: ConformanceCase
    /// What is wrong, in one sentence.
    public let message: String

    init(_ failedCase: ConformanceCase, _ message: String) {
        self.failedCase = failedCase
        self.message = message
    }
}

extension ConformanceFailure: CustomStringConvertible {
    /// The sentence, the bytes in hexadecimal, and the line that replays the case.
    public var description: String {
        let fixture = failedCase.fixture.isEmpty ? "" : ", fixture \"\(failedCase.fixture)\""
        return """
            \(failedCase.suite): \(failedCase.law.rawValue)\(fixture): \(message)
              bytes:  \(Hexadecimal.excerpt(of: failedCase.bytes))
              replay: \(failedCase)
            """
    }
}
