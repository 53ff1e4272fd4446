import Mimeograph
import Testing

@testable import MimeographCompound

/// AFNetworking's rules for a response, tested alone.
@Suite struct AFNetworkingRulesTests {
    static let json: [MediaRange] = ["text/json", "application/json"]

    /// A response and what AFNetworking decides about it.
    struct Case: CustomTestStringConvertible, Sendable {
        var status = 200
        var contentType: String?
        var isEmpty = false
        var url: String? = "https://example.com/"
        var types: [MediaRange]? = AFNetworkingRulesTests.json
        var isValid = true
        /// The code of the outer error, then that of the underlying one.
        var codes: [SerializationError.Code] = []
        var mayDecode = true
        var testDescription: String { "\(status) \(contentType ?? "no type") empty: \(isEmpty) url: \(url ?? "none")" }
    }

    @Test(arguments: [
        // An acceptable type, or no set of types.
        Case(contentType: "application/json"),
        Case(contentType: "TEXT/JSON; charset=utf-8"),
        Case(contentType: "image/png", types: nil),
        Case(types: nil),
        Case(types: ["*/*"]),
        // No content type.
        Case(isEmpty: true),
        Case(status: 205, isEmpty: true, types: ["text/html"]),
        Case(isValid: false, codes: [.unacceptableContentType], mayDecode: false),
        Case(status: 205, types: ["text/html"], isValid: false, codes: [.unacceptableContentType], mayDecode: false),
        Case(contentType: "CSV", isValid: false, codes: [.unacceptableContentType], mayDecode: false),
        // An unacceptable type.
        Case(contentType: "text/html", isValid: false, codes: [.unacceptableContentType], mayDecode: false),
        Case(contentType: "nonstandard/json", isValid: false, codes: [.unacceptableContentType], mayDecode: false),
        Case(contentType: "text/html", isEmpty: true, isValid: false, codes: []),
        // An unacceptable status.
        Case(status: 404, contentType: "application/json", isValid: false, codes: [.unacceptableStatus]),
        Case(status: 404, isEmpty: true, isValid: false, codes: [.unacceptableStatus]),
        Case(status: 304, contentType: "text/html", types: nil, isValid: false, codes: [.unacceptableStatus]),
        // Both.
        Case(
            status: 500,
            contentType: "text/html",
            isValid: false,
            codes: [.unacceptableStatus, .unacceptableContentType],
            mayDecode: false
        ),
        Case(status: 500, contentType: "text/html", isEmpty: true, isValid: false, codes: [.unacceptableStatus]),
        // No URL.
        Case(contentType: "text/html", url: nil, isValid: false),
        Case(status: 500, contentType: "text/html", url: nil, isValid: false),
        Case(status: 500, contentType: "text/html", isEmpty: true, url: nil, isValid: false),
        Case(status: 500, contentType: "application/json", url: nil),
        Case(status: 200, isEmpty: true, url: nil),
    ])
    func verdicts(expected: Case) {
        let validation = ResponseValidation(contentTypes: expected.types == nil ? .any : .ofSerializer)
        let verdict = validation.afnetworkingVerdict(
            expected.head,
            bodyIsEmpty: expected.isEmpty,
            serializerTypes: expected.types
        )
        #expect(verdict.isValid == expected.isValid)
        #expect(verdict.error.map(codes) ?? [] == expected.codes)
        #expect(verdict.mayDecode == expected.mayDecode)
    }

    @Test func everyStatus() {
        for status in 100...599 {
            let head = Case(status: status, contentType: "application/json").head
            let verdict = ResponseValidation().afnetworkingVerdict(head, bodyIsEmpty: false, serializerTypes: Self.json)
            #expect(verdict.isValid == (200...299).contains(status))
            #expect(verdict.error?.code == (verdict.isValid ? nil : .unacceptableStatus))
        }
    }

    @Test func aFailureToDecodeWrapsThatOfTheResponse() throws {
        let decoding = SerializationError(.syntax, "Bad JSON.", underlying: [SerializationError(.truncated, "Inner.")])
        let status = try #require(ResponseValidation.strict.statusError(Case(status: 502).head))
        #expect(codes(decoding.wrapping(status)) == [.syntax, .truncated, .unacceptableStatus])
        #expect(codes(decoding.wrapping(nil)) == [.syntax, .truncated])
    }

    private func codes(_ error: SerializationError) -> [SerializationError.Code] {
        [error.code] + error.underlying.compactMap { ($0 as? SerializationError)?.code }
    }
}

extension AFNetworkingRulesTests.Case {
    var head: ResponseHead {
        ResponseHead(status: status, fields: contentType.map { ["Content-Type": $0] } ?? [:], url: url)
    }
}
