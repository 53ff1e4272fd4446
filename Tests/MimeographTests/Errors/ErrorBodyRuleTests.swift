import Foundation
import Mimeograph
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
        let body = Array(#"{"code":7}"#.utf8)
        let value = try rule.decode(body.span, head: head, with: FoundationJSON(), budget: .standard)
        #expect(value as? Failure == Failure(code: 7))
        let wrong = Array(#"{"code":"x"}"#.utf8)
        let error = #expect(throws: SerializationError.self) {
            try rule.decode(wrong.span, head: head, with: FoundationJSON(), budget: .standard)
        }
        #expect(error?.code == .dataShape)
    }
}

/// A format that is Foundation's, to test what is none of a format's business.
private struct FoundationJSON: CodableFormat {
    var contentType: MediaType { .json }
    var acceptedTypes: [MediaRange] { ["application/json"] }

    func decode<V: Decodable>(
        _ type: V.Type,
        from body: Span<UInt8>,
        head: ResponseHead,
        budget: DecodeBudget
    ) throws(SerializationError) -> V {
        do { return try JSONDecoder().decode(type, from: Data([UInt8](body))) } catch {
            throw SerializationError(.dataShape, "No.", underlying: [error])
        }
    }

    func encode<V: Encodable>(_ value: V) throws(SerializationError) -> [UInt8] { [] }
}
