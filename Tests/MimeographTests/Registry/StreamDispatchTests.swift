import Mimeograph
import TestSupport
import Testing

@Suite struct StreamDispatchTests {
    /// Makes an element of each line.
    struct Lines<Element: Sendable>: IncrementalParser {
        var pending: [UInt8] = []
        let make: @Sendable ([UInt8]) -> Element

        mutating func consume(_ chunk: Span<UInt8>, into elements: inout [Element]) throws(SerializationError) {
            for index in chunk.indices {
                if chunk[index] == 0x0A {
                    elements.append(make(pending))
                    pending = []
                } else {
                    pending.append(chunk[index])
                }
            }
        }

        mutating func finish(into elements: inout [Element]) throws(SerializationError) {
            if !pending.isEmpty { throw SerializationError(.truncated, "The last line has no end.") }
        }
    }

    struct LineStream: StreamingResponseSerialization {
        var acceptedTypes: [MediaRange] { ["text/lines"] }
        func makeParser(for head: ResponseHead, limits: DecodingLimits) -> any IncrementalParser<[UInt8]> {
            Lines { $0 }
        }
    }

    struct NameStream: CodableStreamFormat {
        var acceptedTypes: [MediaRange] { ["application/names", "*/*+names"] }
        func makeParser<V: Decodable & Sendable>(
            of type: V.Type,
            as mediaType: MediaType?,
            limits: DecodingLimits
        ) throws(SerializationError) -> any IncrementalParser<V> {
            let format = StubFormat.json
            let value = try format.decode(type, from: [], as: mediaType)
            return Lines { _ in value }
        }
    }

    let registry: SerializerRegistry

    init() throws {
        var registry = SerializerRegistry()
        try registry.register(stream: LineStream())
        try registry.register(stream: NameStream())
        try registry.register(format: StubFormat.json)
        self.registry = registry
    }

    private func chunks(_ texts: String...) -> AsyncStream<[UInt8]> {
        AsyncStream { continuation in
            for text in texts { continuation.yield(Array(text.utf8)) }
            continuation.finish()
        }
    }

    @Test func elementsOfOneType() async throws {
        var lines: [[UInt8]] = []
        for try await line in try registry.stream([UInt8].self, from: chunks("a\nb", "c\n"), head: head("text/lines")) {
            lines.append(line)
        }
        #expect(lines == [Array("a".utf8), Array("bc".utf8)])
    }

    @Test func elementsOfAnyDecodable() async throws {
        var users: [User] = []
        for try await user in try registry.stream(User.self, from: chunks("1\n2\n"), head: head("application/x+names"))
        {
            users.append(user)
        }
        #expect(users == [User(name: "json"), User(name: "json")])
    }

    @Test func whatIsNoStreamIsRefusedWithItsTrace() throws {
        for (type, code) in [
            ("application/json", SerializationError.Code.unsupportedMediaType), ("text/lines", .unsupportedMediaType),
            (nil, .missingContentType),
        ] as [(String?, SerializationError.Code)] {
            let error = try #require(throws: SerializationError.self) {
                try registry.parser(of: User.self, for: head(type))
            }
            #expect(error.code == code)
            #expect(error.trace?.candidates.count == 2)
        }
        let error = try #require(throws: SerializationError.self) {
            try registry.parser(of: [UInt8].self, for: head("text/lines", status: 500))
        }
        #expect(error.code == .unacceptableStatus)
    }

    @Test func aResponseWithoutABodyHasNoElements() async throws {
        for head in [head(nil, status: 204), head("text/lines", method: .head)] {
            for try await _ in try registry.stream([UInt8].self, from: chunks("a\n"), head: head) {
                Issue.record("an element")
            }
        }
    }

    @Test func codedChunksAreRefused() throws {
        var head = head("text/lines")
        _ = try registry.parser(of: [UInt8].self, for: head)
        for field in ["identity", "gzip", "br"] {
            head.fields["Content-Encoding"] = field
            head.contentCodingsUndone = true
            _ = try registry.parser(of: [UInt8].self, for: head)
            head.contentCodingsUndone = false
            if field == "identity" {
                _ = try registry.parser(of: [UInt8].self, for: head)
                continue
            }
            var registry = registry
            if field == "br" { try registry.register(coding: StubCoding()) }
            let error = try #require(throws: SerializationError.self) {
                try registry.parser(of: [UInt8].self, for: head)
            }
            #expect(error.code == .unsupportedContentCoding)
        }
    }

    private struct StubCoding: ContentCoding {
        var names: [String] { ["br"] }
        func decode(_ body: Span<UInt8>, limits: DecodingLimits) throws(SerializationError) -> [UInt8] { [] }
        func encode(_ body: Span<UInt8>) throws(SerializationError) -> [UInt8] { [] }
    }

    @Test func anOptionalElementIsNotAStreamsOwn() throws {
        let error = try #require(throws: SerializationError.self) {
            try registry.parser(of: [UInt8]?.self, for: head("text/plain"))
        }
        #expect(error.code == .unsupportedMediaType)
        let opaque = try #require(throws: SerializationError.self) {
            try registry.parser(of: HALDocument?.self, for: head("text/lines"))
        }
        #expect(opaque.message.hasPrefix("No serializer reads"))
    }
}
