import Mimeograph
import MimeographServer
import TestSupport
import Testing

@Suite struct ErrorBodyRuleTests {
    @Test(
        arguments: [
            (404, "application/problem+json", true), (503, "application/problem+xml;charset=utf-8", true),
            (300, "Application/Problem+JSON", true), (200, "application/problem+json", false),
            (404, "application/json", false), (404, nil, false), (600, "application/problem+json", false),
        ] as [(Int, String?, Bool)]
    )
    func problemDetails(status: Int, contentType: String?, applies: Bool) {
        let head = ResponseHead(status: status, fields: contentType.map { ["Content-Type": $0] } ?? [:])
        #expect(ErrorBodyRule.problemDetails.applies(to: head) == applies)
    }

    @Test func aRuleOfOnesOwn() throws {
        struct Failure: Decodable, Sendable, Equatable { var code: Int }
        let rule = ErrorBodyRule(Failure.self, for: ["application/*"], statuses: [422...422])
        #expect(ObjectIdentifier(rule.type) == ObjectIdentifier(Failure.self))
        let head = ResponseHead(status: 422, fields: ["Content-Type": "application/json"])
        #expect(rule.applies(to: head))
    }

    @Test func aRuleOfOnesOwnGoesBeforeAPlugins() throws {
        var registry = try SerializerRegistry { ProblemDetailsPlugin() }
        let own = ErrorBodyRule(User.self, for: ["application/problem+json"])
        try registry.register(errorBody: own)
        try registry.register(errorBody: ErrorBodyRule(Int.self, for: ["application/json"]))
        try registry.install(ProblemDetailsPlugin())
        let types = registry.errorBodies.map { "\($0.type)" }
        #expect(types == ["User", "Int", "ProblemDetails", "ProblemDetails"])
    }

    @Test func aRuleForNoMediaRangeIsRefused() throws {
        var registry = SerializerRegistry()
        #expect(throws: RegistryError.self) {
            try registry.register(errorBody: ErrorBodyRule(User.self, for: ["*/*+json", "*/json"]))
        }
        #expect(registry.errorBodies.isEmpty)
        try registry.register(errorBody: ErrorBodyRule(User.self, for: ["*/*+json"]))
        #expect(registry.errorBodies.count == 1)
    }
}
