import Mimeograph
import MimeographTree
import Testing

@Suite struct CodingErrorFormatterTests {
    static let report = CodingErrorFormatter(
        reading: "cup",
        writing: "tea",
        absence: "it may be dry",
        alternative: "brew it"
    )
    static let path: [any CodingKey] = [PlainCodingKey("users"), PlainCodingKey(index: 3), PlainCodingKey("name")]

    static func context(_ text: String, _ path: [any CodingKey] = path) -> DecodingError.Context {
        DecodingError.Context(codingPath: path, debugDescription: text)
    }

    @Test(arguments: [
        (
            DecodingError.typeMismatch(Int.self, context("secret")), "expected a value of type Int.",
            "read it with a strategy or a custom init"
        ),
        (.valueNotFound(Int.self, context("secret")), "the value for Int is missing.", "if it may be dry."),
        (
            .keyNotFound(PlainCodingKey("mug"), context("secret")), "the key \"mug\" is missing.",
            #"property "mug" optional"#
        ),
        (.dataCorrupted(context("secret")), "the value is not acceptable.", "the format's strategies"),
    ])
    func foreignErrorsAreNotQuoted(error: DecodingError, finding: String, remedy: String) {
        let failure = CodingFailure("Another.", at: 7)
        let (report, location) = CodingErrorFormatterTests.report.decoding(error, of: Bool.self, failure)
        #expect(report.message == "The cup does not have the shape of Bool: at users[3].name \(finding)")
        #expect(report.code == .dataShape && location == nil && report.codingPath.count == 3)
        #expect(report.remedy?.contains(remedy) == true)
        #expect(!"\(report)".contains("secret"))
    }

    @Test func ownErrorsAreQuotedWithALocation() {
        let error = DecodingError.dataCorrupted(CodingErrorFormatterTests.context("Too hot to drink.", []))
        let failure = CodingFailure("Too hot to drink.", remedy: "Wait.", at: 7)
        let (report, location) = CodingErrorFormatterTests.report.decoding(error, of: Bool.self, failure)
        #expect(report.message == "The cup does not have the shape of Bool: at its root too hot to drink.")
        #expect(report.remedy == "Wait." && location == 7)
    }

    @Test func errorsOtherThanCodable() {
        let own = SerializationError(.syntax, "Broken.")
        let none: CodingFailure<Int>? = nil
        #expect(CodingErrorFormatterTests.report.decoding(own, of: Bool.self, none).error.code == .syntax)
        #expect(CodingErrorFormatterTests.report.encoding(own, of: Bool.self).code == .syntax)
        let (read, _) = CodingErrorFormatterTests.report.decoding(CancellationError(), of: Bool.self, none)
        #expect(read.message == "Bool did not accept the cup." && read.underlying.count == 1)
        let written = CodingErrorFormatterTests.report.encoding(CancellationError(), of: Bool.self)
        #expect(written.message == "Bool could not be written as tea." && written.underlying.count == 1)
    }

    @Test func writing() {
        let context = EncodingError.Context(codingPath: CodingErrorFormatterTests.path, debugDescription: "It leaks.")
        let report = CodingErrorFormatterTests.report.encoding(EncodingError.invalidValue(1, context), of: Bool.self)
        #expect(report.message == "Bool could not be written as tea at users[3].name: It leaks.")
        #expect(report.code == .unencodableValue && report.remedy == "Change the value, or brew it.")
    }

    /// Keys come from a body, so a path must not contain their control characters, and its length must be limited.
    @Test func pathsAreBounded() {
        let long = PlainCodingKey(String(repeating: "k", count: 10_000))
        let odd = PlainCodingKey("a\u{1B}b\u{202E}c")
        for key in [long, odd] {
            let context = CodingErrorFormatterTests.context("", Array(repeating: key, count: 10_000))
            let error = DecodingError.dataCorrupted(context)
            let none: CodingFailure<Int>? = nil
            let report = CodingErrorFormatterTests.report.decoding(error, of: Bool.self, none).error
            #expect(report.message.utf8.count < 2_000)
            #expect(!report.message.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
        }
    }
}
