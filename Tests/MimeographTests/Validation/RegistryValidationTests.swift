import Mimeograph
import TestSupport
import Testing

/// A registry's handling of unacceptable responses and their bodies.
@Suite struct RegistryValidationTests {
    let registry: SerializerRegistry

    init() throws {
        registry = try SerializerRegistry {
            StubPlugin<ModuleA> { registry throws(RegistryError) in
                try registry.register(format: StubFormat.json, options: .init(id: "json"))
            }
        }
    }

    /// A type that cannot be decoded from any body.
    struct Refusing: Decodable, Sendable {
        init(from decoder: any Decoder) throws {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: ""))
        }
    }

    private func head(_ status: Int, _ type: String = "application/json") -> ResponseHead {
        ResponseHead(status: status, fields: ["Content-Type": type], url: "https://example.com/")
    }

    @Test func theErrorOfAnEmptyBodyHasTheHead() throws {
        let empty = try #require(throws: SerializationError.self) {
            try registry.read(User.self, from: "".utf8, head: head(200))
        }
        #expect(empty.code == .emptyBody)
        #expect(empty.head == head(200))
        #expect(try registry.read(User?.self, from: "".utf8, head: head(200)) == nil)
        try registry.read(Void.self, from: "".utf8, head: head(200))
    }

    @Test func errorBodiesAreDecoded() throws {
        struct Failure: Decodable, Sendable, Equatable { var name: String }
        var registry = registry
        try registry.register(errorBody: ErrorBodyRule(Failure.self, for: ["application/problem+json"]))
        let error = try #require(throws: SerializationError.self) {
            try registry.read(Refusing.self, from: "x".utf8, head: head(404, "application/problem+json"))
        }
        #expect(error.decodedBody as? Failure == Failure(name: "json"))
    }

    /// A body far above the limits is not copied into the error.
    @Test func aBodyBeyondTheLimitsIsNotKept() throws {
        let registry = registry.limiting(DecodingLimits(inputBytes: 10))
        let large = [UInt8](repeating: 0, count: 11)
        for status in [200, 500] {
            func error<Value: Decodable & Sendable>(
                _ type: Value.Type,
                _ body: some Collection<UInt8>,
                limits: DecodingLimits? = nil
            ) throws -> SerializationError {
                try #require(throws: SerializationError.self) {
                    try registry.read(type, from: body, head: head(status), limits: limits)
                }
            }
            let tooLarge = try error(User.self, large)
            #expect(tooLarge.code == (status == 200 ? .limitExceeded : .unacceptableStatus))
            #expect(tooLarge.body == nil)
            #expect(try error(Refusing.self, large.dropLast()).body?.count == 10)
            #expect(try error(Refusing.self, large, limits: DecodingLimits(inputBytes: 11)).body?.count == 11)
        }
    }
}
