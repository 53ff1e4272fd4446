import Mimeograph
import MimeographText
import TestSupport
import Testing

@Suite struct WritingTests {
    struct Opaque: Sendable {}
    struct OpaqueWriter: RequestSerialization {
        var contentType: MediaType { "application/x-opaque" }
        func write(_ input: Opaque, into message: inout RequestMessage) throws(SerializationError) {
            message.fields["X-Half"] = "written"
            throw SerializationError(.unencodableValue, "never")
        }
    }

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
            TextPlugin()
            BytesPlugin()
        }
    }

    /// The Content-Type of the message, the named type, the written body and its type.
    @Test(
        arguments: [
            (nil, nil, "json", "application/json"),
            (nil, "application/xml", "xml", "application/xml"),
            ("application/xml", nil, "xml", "application/xml"),
            ("application/xml; charset=utf-8", "application/json", "xml", "application/xml; charset=utf-8"),
            ("application/vnd.api+json", nil, "json", "application/vnd.api+json"),
            (nil, "image/svg+xml", "xml", "image/svg+xml"),
        ] as [(String?, MediaType?, String, String)]
    )
    func picksTheWriter(field: String?, type: MediaType?, body: String, contentType: String) throws {
        var message = RequestMessage(method: .post)
        if let field { message.fields["Content-Type"] = field }
        try registry.write(User(name: "Ada"), as: type, into: &message)
        guard case .bytes(let bytes) = message.body else {
            Issue.record("no bytes")
            return
        }
        #expect(bytes == Array(body.utf8))
        #expect(message.fields["Content-Type"] == contentType)
    }

    @Test func aTypeThatNothingWritesIsAnError() throws {
        var message = RequestMessage(method: .post, fields: ["Content-Type": "image/png"])
        let error = try #require(throws: SerializationError.self) { try registry.write(User(name: ""), into: &message) }
        #expect(error.code == .unsupportedMediaType)
        #expect(error.remedy?.contains("application/json") == true)
        let opaque = try #require(throws: SerializationError.self) { try registry.write(Opaque(), into: &message) }
        #expect(opaque.code == .unsupportedMediaType)
    }

    /// The core sets Content-Type for a body of bytes, and never replaces the caller's.
    @Test(arguments: [nil, "text/x-log", "application/x-number; a=b", "no media type"])
    func theCoreWritesTheContentType(_ field: String?) throws {
        struct Numbers: BodySerialization {
            var contentType: MediaType { "application/x-number" }
            func encode(_ input: Int) throws(SerializationError) -> [UInt8] {
                if input < 0 { throw SerializationError(.unencodableValue, "less than nothing") }
                return Array("\(input)".utf8)
            }
        }
        var message = RequestMessage(method: .post)
        message.fields["Content-Type"] = field
        #expect(throws: SerializationError.self) { try Numbers().write(-1, into: &message) }
        #expect(message.fields["Content-Type"] == field)
        #expect(message.body.knownLength == 0)
        try Numbers().write(12, into: &message)
        #expect(message.fields["Content-Type"] == field ?? "application/x-number")
        #expect(message.body.knownLength == 2)
        var registry = SerializerRegistry()
        try registry.register(writer: Numbers())
        let written = try registry.encode(12)
        #expect(written.contentType == "application/x-number" && written.bytes == Array("12".utf8))
        #expect(throws: SerializationError.self) { try registry.encode(-1) }
    }

    @Test func nothingIsHalfWritten() throws {
        var registry = registry
        try registry.register(writer: OpaqueWriter())
        var message = RequestMessage(method: .post)
        #expect(throws: SerializationError.self) { try registry.write(Opaque(), into: &message) }
        #expect(message.fields == [:])
    }

    @Test func textAndBytesHaveTheirOwnWriters() throws {
        #expect(try registry.encode("é", as: .textPlain).bytes == [0xC3, 0xA9])
        #expect(try registry.encode([1, 2] as [UInt8], as: .octetStream).bytes == [1, 2])
        // Without a media type, a string is written as Codable, since the format was registered first.
        #expect(try registry.encode("é").contentType == "application/json")
    }

    @Test func aContentTypeThatIsNoneIsNotOverwritten() throws {
        var message = RequestMessage(method: .post, fields: ["Content-Type": "CSV\u{9B}"])
        let error = try #require(throws: SerializationError.self) { try registry.write(User(name: ""), into: &message) }
        #expect(error.code == .unsupportedMediaType)
        #expect(error.message.contains("\"CSV?\""))
        #expect(message.fields["Content-Type"] == "CSV\u{9B}")
    }
}
