import Mimeograph
import MimeographText
import TestSupport
import Testing

@Suite struct EmptyBodyTests {
    struct Nothing: EmptyRepresentable, Sendable, Equatable {
        static var emptyValue: Nothing { Nothing() }
    }

    let registry: SerializerRegistry

    init() throws {
        registry = try SerializerRegistry {
            StubPlugin<ModuleA> { registry throws(RegistryError) in try registry.register(format: StubFormat.json) }
            TextPlugin()
            BytesPlugin()
        }
    }

    /// Status, method, body, and whether the body is read.
    static let cases: [(status: Int, method: HTTPMethod, body: String, isThere: Bool)] = [
        (200, .get, "x", true), (200, .get, "", false), (200, .head, "x", false), (204, .get, "x", false),
        (205, .get, "", false), (204, .delete, "", false), (201, .post, "x", true),
    ]

    @Test(arguments: cases)
    func byStatusAndMethod(status: Int, method: HTTPMethod, body: String, isThere: Bool) throws {
        let head = head("application/json", status: status, method: method)
        let optional: User? = try registry.read(from: body.utf8, head: head)
        #expect((optional != nil) == isThere)
        try registry.read(Void.self, from: body.utf8, head: head)
        if isThere {
            let user: User = try registry.read(from: body.utf8, head: head)
            #expect(user.name == "json")
        } else {
            #expect(try registry.read(Nothing.self, from: body.utf8, head: head) == Nothing())
            let error = try #require(throws: SerializationError.self) {
                let _: User = try registry.read(from: body.utf8, head: head)
            }
            #expect(error.code == .emptyBody)
            #expect(error.remedy != nil)
        }
    }

    @Test func aSerializerThatTakesNothingIsCalledOn200Only() throws {
        #expect(try registry.read(String.self, from: "".utf8, head: head("text/plain")) == "")
        #expect(try registry.read([UInt8].self, from: "".utf8, head: head("image/png")) == [])
        #expect(try registry.read([UInt8].self, from: "".utf8, head: head(nil)) == [])
        for status in [204, 205] {
            #expect(throws: SerializationError.self) {
                try registry.read(String.self, from: "".utf8, head: head("text/plain", status: status))
            }
        }
    }

    @Test func voidIgnoresTheBodyAndNotTheStatus() throws {
        try registry.read(Void.self, from: "\0".utf8, head: head("image/png"))
        #expect(throws: SerializationError.self) {
            try registry.read(Void.self, from: "".utf8, head: head(nil, status: 500))
        }
    }
}
