import Mimeograph
import MimeographCompound
import MimeographJSON
import MimeographXML
import TestSupport
import Testing

/// AFNetworking's table, end to end: what a registry returns for a response by its rules.
@Suite struct AFNetworkingRegistryTests {
    let registry: SerializerRegistry

    init() throws {
        registry = try SerializerRegistry {
            StubPlugin<ModuleA> { registry throws(RegistryError) in
                try registry.register(format: StubFormat.json, options: .init(id: "json"))
            }
        }
    }

    /// A type that no body can be decoded as.
    struct Refusing: Decodable, Sendable {
        init(from decoder: any Decoder) throws {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: ""))
        }
    }

    struct Case: CustomTestStringConvertible, Sendable {
        var status = 200
        var type: String? = "application/json"
        var body = "x"
        var url: String? = "https://example.com/"
        var hasValue = false
        /// The code of the outer error, then that of the underlying one.
        var codes: [SerializationError.Code] = []
        var testDescription: String { "\(status) \(type ?? "no type") \"\(body)\" url: \(url ?? "none")" }

        var head: ResponseHead {
            ResponseHead(status: status, fields: type.map { ["Content-Type": $0] } ?? [:], url: url)
        }
    }

    @Test(arguments: [
        Case(hasValue: true),
        // An unacceptable status does not prevent decoding.
        Case(status: 404, hasValue: true, codes: [.unacceptableStatus]),
        Case(status: 404, url: nil, hasValue: true),
        // An unacceptable type does. If both fail, the status is the outer error.
        Case(type: "text/html", codes: [.unacceptableContentType]),
        Case(type: nil, codes: [.unacceptableContentType]),
        Case(status: 404, type: "text/html", codes: [.unacceptableStatus, .unacceptableContentType]),
        // An empty body yields no value and adds no error, whatever its type.
        Case(body: ""),
        Case(type: "text/html", body: ""),
        Case(type: nil, body: ""),
        Case(status: 204),
        Case(status: 404, body: "", codes: [.unacceptableStatus]),
        Case(status: 404, type: "text/html", body: "", codes: [.unacceptableStatus]),
    ])
    func valueAndError(expected: Case) {
        let outcome = registry.outcome(User.self, from: expected.body.utf8, head: expected.head)
        #expect(outcome.value == (expected.hasValue ? User(name: "json") : nil))
        #expect(outcome.codes == expected.codes)
        #expect(outcome.error?.decodedBody as? User == (expected.codes.isEmpty ? nil : outcome.value))
        if let error = outcome.error { #expect(error.head == expected.head) }
    }

    @Test func untypedOutcomesFollowTheSameRules() throws {
        var registry = registry
        try registry.register(TestSupport.StubSerializer<HALKind>(name: "hal", acceptedTypes: ["application/hal+json"]))
        let failed = registry.outcome(from: "x".utf8, head: Case(status: 404, type: "application/hal+json").head)
        #expect(failed.value as? HALDocument == HALDocument(by: "hal"))
        #expect(failed.error?.code == .unacceptableStatus)
        let wrong = registry.outcome(from: "x".utf8, head: Case(type: "text/html").head)
        #expect(wrong.value == nil && wrong.error?.code == .unacceptableContentType)
        let empty = registry.outcome(from: "".utf8, head: Case(type: "text/html", body: "").head)
        #expect(empty.value == nil && empty.error == nil)
    }

    @Test func aFailureToDecodeWrapsTheStatus() throws {
        let outcome = registry.outcome(Refusing.self, from: "x".utf8, head: Case(status: 404).head)
        let error = try #require(outcome.error)
        #expect(error.code == .dataShape)
        #expect((error.underlying.last as? SerializationError)?.code == .unacceptableStatus)
    }

    @Test func errorBodiesAreTriedIfNothingElseWasDecoded() throws {
        struct Failure: Decodable, Sendable, Equatable { var name: String }
        var registry = registry
        try registry.register(errorBody: ErrorBodyRule(Failure.self, for: ["application/problem+json"]))
        let head = Case(status: 404, type: "application/problem+json").head
        let outcome = registry.outcome(Refusing.self, from: "x".utf8, head: head)
        #expect(outcome.value == nil)
        #expect(outcome.error?.decodedBody as? Failure == Failure(name: "json"))
    }

    @Test func anOutcomeThrowsItsError() throws {
        let failed = registry.outcome(User.self, from: "x".utf8, head: Case(status: 404).head)
        let error = try #require(throws: SerializationError.self) { try failed.get() }
        #expect(error.code == .unacceptableStatus)
        #expect(error.decodedBody as? User == User(name: "json"))
        let empty = registry.outcome(User.self, from: "".utf8, head: Case(body: "").head)
        #expect(try #require(throws: SerializationError.self) { try empty.get() }.code == .emptyBody)
        #expect(registry.outcome(User?.self, from: "".utf8, head: Case(body: "").head).value == .some(nil))
    }

    /// AFNetworking's JSON serializer in a registry: a single space yields neither a value nor an error.
    @Test func json() throws {
        var registry = SerializerRegistry()
        try registry.register(JSONResponseSerializer.afnetworking, options: .init(acceptsEmptyInput: true))
        func outcome(_ body: String, _ type: String, status: Int = 200) -> (JSON?, [SerializationError.Code]) {
            let outcome = registry.outcome(JSON.self, from: body.utf8, head: Case(status: status, type: type).head)
            return (outcome.value, outcome.codes)
        }
        #expect(outcome(#"{"a":1}"#, "text/javascript") == (["a": 1], []))
        #expect(outcome(#"{"a":1}"#, "text/json", status: 404) == (["a": 1], [.unacceptableStatus]))
        #expect(outcome("{invalid}", "application/json", status: 500) == (nil, [.syntax, .unacceptableStatus]))
        #expect(outcome("{}", "nonstandard/json") == (nil, [.unacceptableContentType]))
        #expect(outcome(" ", "application/json") == (.null, []))
        #expect(outcome("", "application/json") == (.null, []))
        #expect(outcome("", "text/html") == (nil, []))
    }

    /// AFNetworking's own tests: `<foo` is an error, and so is a type that is not XML; a 404 is still decoded.
    @Test func xml() throws {
        var registry = SerializerRegistry()
        try registry.register(XMLDocumentResponseSerializer.afnetworking)
        func outcome(_ body: String, _ type: String, status: Int = 200) -> (String?, [SerializationError.Code]) {
            let outcome = registry.outcome(
                XML.Document.self,
                from: body.utf8,
                head: Case(status: status, type: type).head
            )
            return (outcome.value?.root.name, outcome.codes)
        }
        for type in ["application/xml", "text/xml"] {
            #expect(outcome("<foo/>", type) == ("foo", []))
            #expect(outcome("<foo", type) == (nil, [.truncated]))
            #expect(outcome("<foo/>", type, status: 404) == ("foo", [.unacceptableStatus]))
            #expect(outcome("<foo", type, status: 500) == (nil, [.truncated, .unacceptableStatus]))
        }
        #expect(outcome("<foo/>", "nonstandard/xml") == (nil, [.unacceptableContentType]))
    }
}

extension SerializationOutcome {
    /// The code of the outer error, then the codes of the underlying errors.
    fileprivate var codes: [SerializationError.Code] {
        error.map { [$0.code] + $0.underlying.compactMap { ($0 as? SerializationError)?.code } } ?? []
    }
}
