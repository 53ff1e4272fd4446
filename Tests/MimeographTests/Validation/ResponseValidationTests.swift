import Mimeograph
import Testing

@Suite struct ResponseValidationTests {
    static let json: [MediaRange] = ["text/json", "application/json"]

    /// A response and the code of its error.
    struct Case: CustomTestStringConvertible, Sendable {
        var status = 200
        var contentType: String?
        var isEmpty = false
        var url: String? = "https://example.com/"
        var types: [MediaRange]? = ResponseValidationTests.json
        var code: SerializationError.Code?
        var testDescription: String { "\(status) \(contentType ?? "no type") empty: \(isEmpty) url: \(url ?? "none")" }
    }

    @Test(arguments: [
        Case(contentType: "application/json"),
        Case(contentType: "application/json", url: nil),
        Case(isEmpty: true),
        Case(contentType: "text/html", isEmpty: true),
        Case(contentType: "text/html", types: nil),
        Case(types: nil),
        Case(contentType: "text/html", code: .unacceptableContentType),
        Case(contentType: "text/html", url: nil, code: .unacceptableContentType),
        Case(code: .unacceptableContentType),
        Case(status: 404, contentType: "application/json", code: .unacceptableStatus),
        Case(status: 404, contentType: "text/html", code: .unacceptableStatus),
        Case(status: 404, contentType: "application/json", url: nil, code: .unacceptableStatus),
        Case(status: 304, isEmpty: true, code: .unacceptableStatus),
    ])
    func strict(expected: Case) {
        let validation = ResponseValidation(contentTypes: expected.types.map { .ranges($0) } ?? .ofSerializer)
        #expect(validation.failure(of: expected.head, bodyIsEmpty: expected.isEmpty)?.code == expected.code)
    }

    @Test func everyStatus() {
        for status in 100...599 {
            let head = Case(status: status, contentType: "application/json").head
            let failure = ResponseValidation.strict.failure(of: head, bodyIsEmpty: false)
            #expect(failure?.code == ((200...299).contains(status) ? nil : .unacceptableStatus))
        }
    }

    @Test func settings() {
        var validation = ResponseValidation(statusCodes: [404...404], contentTypes: .ranges(["image/*", "*/*+json"]))
        func isValid(_ expected: Case) -> Bool {
            validation.failure(of: expected.head, bodyIsEmpty: false) == nil
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
        #expect(error.remedy == "Read the server's explanation in the error's body.")
        #expect(error.head?.status == 404)
        let unknown = try #require(ResponseValidation.strict.statusError(Case(status: 799).head))
        #expect(unknown.message == "Request failed: unacceptable status 799.")
        #expect(ResponseValidation.strict.statusError(Case().head) == nil)
    }

    /// AFNetworking's case 40, last part: the error lists the acceptable types in sorted order.
    @Test func theContentTypeErrorListsTheAcceptableTypes() throws {
        let html = Case(contentType: "text/html; charset=\"secret\"").head
        let validation = ResponseValidation.strict
        let error = try #require(validation.contentTypeError(html, serializerTypes: Self.json))
        let message = "Request failed: unacceptable content type: text/html. Acceptable: application/json, text/json."
        #expect(error.message == message)
        #expect(error.remedy != nil)
        #expect(error.head == html)
        let missing = validation.contentTypeError(Case().head, serializerTypes: [])
        #expect(missing?.message == "Request failed: unacceptable content type: none. Acceptable: none.")
    }
}

extension ResponseValidationTests.Case {
    var head: ResponseHead {
        ResponseHead(status: status, fields: contentType.map { ["Content-Type": $0] } ?? [:], url: url)
    }
}
