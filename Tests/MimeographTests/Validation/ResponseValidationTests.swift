import Mimeograph
import Testing

@Suite struct ResponseValidationTests {
    static let json: [MediaRange] = ["text/json", "application/json"]

    /// A response, and what AFNetworking makes of it.
    struct Case: CustomTestStringConvertible, Sendable {
        var status = 200
        var contentType: String?
        var isEmpty = false
        var url: String? = "https://example.com/"
        var types: [MediaRange]? = ResponseValidationTests.json
        var isValid = true
        /// The outer error's code, then the underlying one's.
        var codes: [SerializationError.Code] = []
        var mayDecode = true
        var testDescription: String { "\(status) \(contentType ?? "no type") empty: \(isEmpty) url: \(url ?? "none")" }
    }

    @Test(arguments: [
        // A member, or no set at all.
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
        // Not a member.
        Case(contentType: "text/html", isValid: false, codes: [.unacceptableContentType], mayDecode: false),
        Case(contentType: "nonstandard/json", isValid: false, codes: [.unacceptableContentType], mayDecode: false),
        Case(contentType: "text/html", isEmpty: true, isValid: false, codes: []),
        // A bad status.
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
    func afnetworking(expected: Case) {
        let verdict = ResponseValidation.afnetworking.validate(
            expected.head,
            bodyIsEmpty: expected.isEmpty,
            serializerTypes: expected.types
        )
        #expect(verdict.isValid == expected.isValid)
        #expect(verdict.error.map(codes) ?? [] == expected.codes)
        #expect(verdict.mayDecode == expected.mayDecode)
    }

    @Test(arguments: [
        Case(contentType: "application/json"),
        Case(contentType: "application/json", url: nil),
        Case(isEmpty: true),
        Case(contentType: "text/html", isEmpty: true),
        Case(contentType: "text/html", types: nil),
        Case(types: nil),
        Case(contentType: "text/html", isValid: false, codes: [.unacceptableContentType]),
        Case(contentType: "text/html", url: nil, isValid: false, codes: [.unacceptableContentType]),
        Case(isValid: false, codes: [.unacceptableContentType]),
        Case(status: 404, contentType: "application/json", isValid: false, codes: [.unacceptableStatus]),
        Case(status: 404, contentType: "text/html", isValid: false, codes: [.unacceptableStatus]),
        Case(status: 404, contentType: "application/json", url: nil, isValid: false, codes: [.unacceptableStatus]),
        Case(status: 304, isEmpty: true, isValid: false, codes: [.unacceptableStatus]),
    ])
    func strict(expected: Case) {
        let verdict = ResponseValidation.strict.validate(
            expected.head,
            bodyIsEmpty: expected.isEmpty,
            serializerTypes: expected.types
        )
        #expect(verdict.isValid == expected.isValid)
        #expect(verdict.error.map(codes) ?? [] == expected.codes)
        #expect(verdict.mayDecode == expected.isValid)
    }

    @Test func everyStatus() {
        for rules in [ResponseValidation.strict, .afnetworking] {
            for status in 100...599 {
                let head = Case(status: status, contentType: "application/json").head
                let verdict = rules.validate(head, bodyIsEmpty: false, serializerTypes: Self.json)
                #expect(verdict.isValid == (200...299).contains(status))
                #expect(verdict.error?.code == (verdict.isValid ? nil : .unacceptableStatus))
            }
        }
    }

    @Test func whatIsNoHTTPResponseIsNotAsked() {
        for validation in [ResponseValidation.strict, .afnetworking] {
            let verdict = validation.validate(nil, bodyIsEmpty: false, serializerTypes: Self.json)
            #expect(verdict.isValid && verdict.error == nil && verdict.mayDecode)
        }
    }

    @Test func settings() {
        var validation = ResponseValidation(statusCodes: [404...404], contentTypes: .ranges(["image/*", "*/*+json"]))
        func isValid(_ expected: Case) -> Bool {
            validation.validate(expected.head, bodyIsEmpty: false, serializerTypes: Self.json).isValid
        }
        #expect(isValid(Case(status: 404, contentType: "image/png")))
        #expect(isValid(Case(status: 404, contentType: "application/problem+json")))
        #expect(!isValid(Case(status: 404, contentType: "application/json")))
        #expect(!isValid(Case(status: 200, contentType: "image/png")))
        validation.contentTypes = .any
        #expect(isValid(Case(status: 404)))
        validation = .none
        #expect(isValid(Case(status: 599, contentType: "x/y")))
    }

    @Test func theStatusErrorSaysWhat() throws {
        let error = try #require(ResponseValidation.strict.statusError(Case(status: 404).head))
        #expect(error.message == "Request failed: unacceptable status 404 (Not Found).")
        #expect(error.remedy == "What the server says about it is in the error's body.")
        #expect(error.head?.status == 404)
        let unknown = try #require(ResponseValidation.strict.statusError(Case(status: 799).head))
        #expect(unknown.message == "Request failed: unacceptable status 799.")
        #expect(ResponseValidation.strict.statusError(Case().head) == nil)
    }

    /// AFNetworking's case 40, the last part: the acceptable types are listed sorted.
    @Test func theContentTypeErrorListsTheAcceptableTypes() throws {
        let html = Case(contentType: "text/html; charset=\"secret\"").head
        let verdict = ResponseValidation.strict.validate(html, bodyIsEmpty: false, serializerTypes: Self.json)
        let error = try #require(verdict.error)
        let message = "Request failed: unacceptable content type: text/html. Acceptable: application/json, text/json."
        #expect(error.message == message)
        #expect(error.remedy != nil)
        #expect(error.head == html)
        let missing = ResponseValidation.strict.validate(Case().head, bodyIsEmpty: false, serializerTypes: [])
        #expect(missing.error?.message == "Request failed: unacceptable content type: none. Acceptable: none.")
    }

    @Test func aFailureToDecodeAndOneOfValidation() throws {
        let decoding = SerializationError(.syntax, "Bad JSON.", underlying: [SerializationError(.truncated, "Inner.")])
        let status = try #require(ResponseValidation.strict.statusError(Case(status: 502).head))
        let compatible = ResponseValidation.afnetworking.combining(decoding, after: status)
        #expect(codes(compatible) == [.syntax, .truncated, .unacceptableStatus])
        #expect(codes(ResponseValidation.strict.combining(decoding, after: status)) == [.unacceptableStatus, .syntax])
        #expect(codes(ResponseValidation.afnetworking.combining(decoding, after: nil)) == [.syntax, .truncated])
    }

    private func codes(_ error: SerializationError) -> [SerializationError.Code] {
        [error.code] + error.underlying.compactMap { ($0 as? SerializationError)?.code }
    }
}

extension ResponseValidationTests.Case {
    var head: ResponseHead {
        ResponseHead(status: status, fields: contentType.map { ["Content-Type": $0] } ?? [:], url: url)
    }
}
