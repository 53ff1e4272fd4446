import Mimeograph
import Testing

/// AFNetworking's table, end to end: what a registry gives for a response under its rules.
@Suite struct RegistryValidationTests {
    let registry: SerializerRegistry

    init() throws {
        var registry = try SerializerRegistry {
            StubPlugin<ModuleA> { registry throws(RegistryError) in
                try registry.register(format: StubFormat.json, options: .init(id: "json"))
            }
        }
        registry.validation = .afnetworking
        self.registry = registry
    }

    /// A type that no body has the shape of.
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
        /// The outer error's code, then the underlying one's.
        var codes: [SerializationError.Code] = []
        var testDescription: String { "\(status) \(type ?? "no type") \"\(body)\" url: \(url ?? "none")" }

        var head: ResponseHead {
            ResponseHead(status: status, fields: type.map { ["Content-Type": $0] } ?? [:], url: url)
        }
    }

    @Test(arguments: [
        Case(hasValue: true),
        // An unacceptable status does not keep the body from being decoded.
        Case(status: 404, hasValue: true, codes: [.unacceptableStatus]),
        Case(status: 404, url: nil, hasValue: true),
        // An unacceptable type does; where both fail the status is the outer error.
        Case(type: "text/html", codes: [.unacceptableContentType]),
        Case(type: nil, codes: [.unacceptableContentType]),
        Case(status: 404, type: "text/html", codes: [.unacceptableStatus, .unacceptableContentType]),
        // An empty body gives no value and adds no error, whatever its label.
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
        let codes = outcome.error.map { [$0.code] + $0.underlying.compactMap { ($0 as? SerializationError)?.code } }
        #expect(codes ?? [] == expected.codes)
        #expect(outcome.error?.decodedBody as? User == (expected.codes.isEmpty ? nil : outcome.value))
        if let error = outcome.error { #expect(error.head == expected.head) }
    }

    @Test func whateverItIsFollowsTheSameRules() throws {
        var registry = registry
        try registry.register(StubSerializer<HALKind>(name: "hal", acceptedTypes: ["application/hal+json"]))
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

    @Test func readThrowsWhereThereIsNoValue() throws {
        let failed = try #require(throws: SerializationError.self) {
            try registry.read(User.self, from: "x".utf8, head: Case(status: 404).head)
        }
        #expect(failed.code == .unacceptableStatus)
        #expect(failed.decodedBody as? User == User(name: "json"))
        let empty = try #require(throws: SerializationError.self) {
            try registry.read(User.self, from: "".utf8, head: Case(body: "").head)
        }
        #expect(empty.code == .emptyBody)
        #expect(empty.head == Case().head)
        #expect(try registry.read(User?.self, from: "".utf8, head: Case(body: "").head) == nil)
        try registry.read(Void.self, from: "".utf8, head: Case(body: "").head)
    }

    @Test func errorBodiesAreTriedWhereNothingElseWasDecoded() throws {
        struct Failure: Decodable, Sendable, Equatable { var name: String }
        var registry = registry
        try registry.register(errorBody: ErrorBodyRule(Failure.self, for: ["application/problem+json"]))
        for validation in [ResponseValidation.strict, .afnetworking] {
            let outcome = registry.validating(validation).outcome(
                Refusing.self,
                from: "x".utf8,
                head: Case(status: 404, type: "application/problem+json").head
            )
            #expect(outcome.value == nil)
            #expect(outcome.error?.decodedBody as? Failure == Failure(name: "json"))
        }
    }

    /// What is far larger than anything that would be read is not copied into the error.
    @Test func aBodyBeyondTheLimitsIsNotKept() throws {
        let registry = registry.validating(.strict).limiting(DecodingLimits(inputBytes: 10))
        let large = [UInt8](repeating: 0, count: 11)
        for status in [200, 500] {
            let outcome = registry.outcome(User.self, from: large, head: Case(status: status).head)
            #expect(outcome.error?.code == (status == 200 ? .limitExceeded : .unacceptableStatus))
            #expect(outcome.error?.body == nil)
            let small = registry.outcome(Refusing.self, from: large.dropLast(), head: Case(status: status).head)
            #expect(small.error?.body?.count == 10)
            let raised = registry.outcome(
                Refusing.self,
                from: large,
                head: Case(status: status).head,
                limits: DecodingLimits(inputBytes: 11)
            )
            #expect(raised.error?.body?.count == 11)
        }
    }
}
