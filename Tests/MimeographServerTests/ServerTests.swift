import Mimeograph
import MimeographServer
import TestSupport
import Testing

@Suite struct ServerTests {
    let registry: SerializerRegistry

    init() throws {
        registry = try SerializerRegistry {
            StubPlugin<ModuleA> { registry throws(RegistryError) in try registry.register(format: StubFormat.json) }
            StubPlugin<ModuleB> { registry throws(RegistryError) in
                try registry.register(
                    format: StubFormat.xml,
                    options: .init(weight: QualityValue(thousandths: 800) ?? .one)
                )
            }
        }
    }

    static let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

    @Test(
        arguments: [
            (nil, [], "application/json"),
            ("application/xml", [], "application/xml"),
            ("application/xml;q=0.5, application/json;q=0.4", [], "application/xml"),
            ("text/html, */*;q=0.1", [], "application/json"),
            (browser, [], "application/xml"),
            (browser, .multiplyWeights, "application/json"),
            ("application/json;q=0, */*", [], "application/xml"),
            (";;;", [], "application/json"),
        ] as [(String?, ContentNegotiation.Options, String)]
    )
    func negotiates(accept: String?, options: ContentNegotiation.Options, contentType: String) throws {
        var request = RequestHead()
        if let accept { request.fields["Accept"] = accept }
        let response = try registry.respond(with: User(name: "Ada"), to: request, options: options)
        #expect(response.status == 200)
        #expect(response.fields["Content-Type"] == contentType)
        #expect(response.fields["Vary"] == "Accept")
    }

    @Test func explainsTheChoice() throws {
        let request = RequestHead(fields: ["Accept": Self.browser])
        let trace = registry.explain(request, offering: User(name: "Ada"))
        #expect(trace.chosen == .xml)
        #expect(
            trace.description == """
                Accept: text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8
                  application/xml   q 0.9 by application/xml: chosen
                  application/json  q 0.8 by */*
                """
        )
        let none = RequestHead(fields: ["Accept": "image/png"])
        #expect(registry.explain(none, offering: User(name: "Ada")).chosen == nil)
        #expect("\(registry.explain(none, offering: User(name: "Ada")))".contains("application/xml   not acceptable"))
    }

    @Test func answers406WithWhatThereIs() throws {
        let request = RequestHead(fields: ["Accept": "image/png"])
        let response = try registry.respond(with: User(name: "Ada"), to: request)
        #expect(response.status == 406)
        #expect(response.fields["Vary"] == "Accept")
        guard case .bytes(let bytes) = response.body else {
            Issue.record("no body")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self).contains("application/json"))
    }

    @Test func aRouteThatPromisedWhatNothingWritesIsTheServersMistake() throws {
        let error = try #require(throws: SerializationError.self) {
            try registry.respond(with: HALDocument(by: ""), to: RequestHead())
        }
        #expect(error.code == .unsupportedMediaType)
        // Nothing is wrong with the request.
        #expect(error.suggestedStatus == 500)
    }

    /// A problem keeps its status even if no format writes it.
    @Test func aProblemWithoutAFormatIsText() throws {
        let problem = ProblemDetails(title: "Out of tea", status: 404, detail: "Coffee only.")
        let response = try SerializerRegistry().respond(with: problem, to: RequestHead())
        #expect(response.status == 404)
        #expect(response.fields["Content-Type"] == "text/plain; charset=utf-8")
        guard case .bytes(let bytes) = response.body else {
            Issue.record("There is no body.")
            return
        }
        #expect(bytes == Array("Coffee only.".utf8))
    }

    @Test func readsRequestsAndAnswersWhatItCannotRead() throws {
        let good = RequestHead(method: .post, fields: ["Content-Type": "application/json"])
        #expect(try registry.read(User.self, from: "x".utf8, request: good).name == "json")
        let bad = RequestHead(method: .post, fields: ["Content-Type": "text/csv"])
        let error = try #require(throws: SerializationError.self) {
            try registry.read(User.self, from: "x".utf8, request: bad)
        }
        let response = registry.respond(with: error, to: bad)
        #expect(response.status == 415)
        #expect(response.fields["Accept"] == "application/json, application/xml")
        #expect(response.fields["Content-Type"] == "application/problem+json")
        let coded = RequestHead(method: .post, fields: ["Content-Type": "application/json", "Content-Encoding": "br"])
        let coding = try #require(throws: SerializationError.self) {
            try registry.read(User.self, from: "x".utf8, request: coded)
        }
        #expect(coding.code == .unsupportedContentCoding)
        #expect(registry.respond(with: coding, to: coded).fields.contains("Accept-Encoding"))
    }

    @Test(arguments: [
        (SerializationError.Code.syntax, 400), (.truncated, 400), (.dataShape, 422), (.unsupportedMediaType, 415),
        (.unsupportedCharset, 415), (.notAcceptable, 406), (.unencodableValue, 500),
    ])
    func statuses(code: SerializationError.Code, status: Int) {
        #expect(SerializationError(code, "").suggestedStatus == status)
    }

    @Test func limitsAreTooLargeOrBad() {
        #expect(SerializationError.limitExceeded(.inputBytes, allowed: 1).suggestedStatus == 413)
        #expect(SerializationError.limitExceeded(.depth, allowed: 1).suggestedStatus == 400)
    }

    @Test func problemsAreToldInAnAcceptedForm() throws {
        let error = SerializationError(.dataShape, "No.")
        for (accept, type) in [
            (nil, "application/problem+json"), ("application/xml", "application/problem+xml"),
            ("application/problem+xml, application/json;q=0.1", "application/problem+xml"),
            ("application/json, */*;q=0.1", "application/problem+json"), ("image/png", "application/problem+json"),
        ] as [(String?, String)] {
            let request = RequestHead(method: .post, fields: accept.map { ["Accept": $0] } ?? [:])
            let response = registry.respond(with: error, to: request)
            #expect(response.status == 422)
            #expect(response.fields["Content-Type"] == type, "\(accept ?? "nothing")")
            #expect(response.fields["Vary"] == "Accept")
        }
    }

    @Test func a415NamesWhatIsReadForTheMethod() throws {
        let error = SerializationError(.unsupportedMediaType, "No.")
        let fieldsOfMethods: [(HTTPMethod, String)] = [
            (.post, "Accept-Post"), (.patch, "Accept-Patch"), (.query, "Accept-Query"), (.put, "Accept"),
        ]
        for (method, field) in fieldsOfMethods {
            let fields = registry.respond(with: error, to: RequestHead(method: method)).fields
            #expect(fields[field] == "application/json, application/xml")
            #expect(fields["Accept"] == fields[field])
        }
        // An empty Accept would mean that the server reads nothing.
        #expect(!SerializerRegistry().respond(with: error, to: RequestHead(method: .post)).fields.contains("Accept"))
    }

    /// A piece is read by its media type alone; the registry's validation of responses does not apply.
    @Test func aPieceIsReadByItsMediaType() throws {
        var registry = registry
        try registry.register(StubSerializer<HALKind>(name: "hal", acceptedTypes: ["application/hal+json"]))
        registry.validation.statusCodes = [201...201]
        let user: User = try registry.decode(from: "x".utf8, as: "application/problem+xml")
        #expect(user.name == "xml")
        #expect(try registry.decode(HALDocument.self, from: "x".utf8, as: "application/hal+json").by == "hal")
        #expect(try registry.anyValue(from: "x".utf8, as: "application/hal+json") is HALDocument)
        #expect(try registry.decode(User?.self, from: [], as: nil) == nil)
        let error = try #require(throws: SerializationError.self) {
            try registry.decode(User.self, from: "x".utf8, as: nil)
        }
        #expect(error.code == .missingContentType)
        #expect(error.head == nil && error.body == Array("x".utf8) && error.trace != nil)
        let treating = registry.treating("text/x-user", as: .json)
        #expect(try treating.decode(User.self, from: "x".utf8, as: "text/x-user;a=b").name == "json")
    }

    @Test func aRequestWithAMalformedTypeIsTold() throws {
        for (fields, note) in [
            ([:], "the Content-Type is missing"), (["Content-Type": "CSV"], "the Content-Type is malformed"),
        ] as [(HeaderFields, String)] {
            let error = try #require(throws: SerializationError.self) {
                try registry.read(User.self, from: "x".utf8, request: RequestHead(method: .post, fields: fields))
            }
            #expect(error.trace?.notes == [note])
        }
    }

    @Test func anErrorOfARequestHasNoResponsesHead() throws {
        let request = RequestHead(method: .put, fields: ["Content-Type": "text/csv"])
        let error = try #require(throws: SerializationError.self) {
            try registry.read(User.self, from: "x".utf8, request: request)
        }
        #expect(error.head == nil)
        #expect(!"\(error)".contains("200 OK"))
        #expect("\(error)".contains("text/csv"))
    }
}
