import Mimeograph
import MimeographJSON
import MimeographSession
import MimeographSessionTesting
import Testing

/// Tests of callers that want the bytes of a body with an unknown Content-Encoding.
struct UnknownCodingTests {
    private static func transport(_ coding: String) -> ScriptedTransport {
        let transport = ScriptedTransport()
        transport.on("*/bytes", .init(fields: ["Content-Encoding": coding], body: "[1]"))
        transport.on("*", .init(fields: ["Content-Encoding": coding, "Content-Type": "application/json"], body: "[1]"))
        return transport
    }

    @Test(arguments: ["compress", "gzip", "x-unknown", "utf-8", "none", "aws-chunked"])
    func aCallerThatAcceptsNoCodingGetsTheBytes(_ coding: String) async throws {
        let transport = Self.transport(coding)
        let response = try await session(transport).data(for: RequestMessage(url: "http://h/"))
        #expect(response.value == Array("[1]".utf8) && !response.head.contentCodingsUndone)
        var configuration = SessionConfiguration()
        configuration.proxies = .none
        let api = try HTTPSessionManager(
            baseURL: "http://h/",
            serializers: try SerializerRegistry {
                BytesPlugin()
                JSONPlugin()
            },
            configuration: configuration,
            transport: transport
        )
        let bytes: [UInt8] = try await api.get("bytes")
        #expect(bytes == Array("[1]".utf8))
        // A value is decoded only from bytes that are known to be uncoded.
        let isCoding = ["compress", "gzip", "x-unknown"].contains(coding)
        let values = await code {
            let values: [Int] = try await api.get("a"); return values
        }
        #expect(values == (isCoding ? .serialization : nil))
    }

    @Test func aCallerThatAcceptsCodingsGetsADecodedBody() async throws {
        let transport = Self.transport("compress")
        var request = RequestMessage(url: "http://h/")
        request.fields["Accept-Encoding"] = "gzip"
        let error = try await #require(throws: SessionError.self) { try await session(transport).data(for: request) }
        #expect(error.serialization?.code == .unsupportedContentCoding)
        #expect(error.body == Array("[1]".utf8))
        #expect(error.remedy?.contains("SessionConfiguration.codings") == true)
    }
}
