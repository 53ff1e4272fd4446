import Mimeograph
import TestSupport
import Testing

@Suite struct RegisteredFormatTests {
    private let registry: SerializerRegistry

    init() throws {
        var registry = SerializerRegistry()
        try registry.register(format: StubFormat.json)
        try registry.register(format: StubFormat.xml)
        try registry.register(StubSerializer<HALKind>(name: "hal", acceptedTypes: ["application/hal+json"]))
        self.registry = registry
    }

    @Test func decodesAndEncodesAsTheRegistryDoes() throws {
        let format = registry.format(for: "application/problem+xml")
        #expect(try format.decode(User.self, from: "x".utf8).name == "xml")
        #expect(try format.decode(User.self, from: "x".utf8, as: .json).name == "xml")
        #expect(try registry.format(for: .json).encode(User(name: "")) == Array("json".utf8))
        #expect(format.acceptedTypes == ["application/problem+xml"])
        let treating = registry.treating("text/plain", as: .json).format(for: .textPlain)
        #expect(try treating.decode(User.self, from: "x".utf8).name == "json")
    }

    @Test func whatNothingReadsIsToldWithATrace() throws {
        let error = try #require(throws: SerializationError.self) {
            try registry.format(for: "text/plain").decode(User.self, from: "{".utf8)
        }
        #expect(error.code == .unsupportedMediaType)
        #expect(error.trace?.contentType == "text/plain")
        #expect("\(error)".contains("looks like JSON"))
        let large = try #require(throws: SerializationError.self) {
            try registry.format(for: .json).decode(User.self, from: "12".utf8, limits: DecodingLimits(inputBytes: 1))
        }
        #expect(large.limit?.limit == .inputBytes)
    }

    @Test func serializersOfOneType() throws {
        let serializer = StubFormat.json.serializer(of: User.self)
        #expect(serializer.acceptedTypes == StubFormat.json.acceptedTypes)
        #expect(try serializer.read("x".utf8) == User(name: "json"))
    }

    /// Mapped elements precede an error, and an error of the transform ends the stream.
    @Test func mappedStreams() throws {
        let lines = StreamDispatchTests.LineStream().map { (line) throws(SerializationError) -> Int in
            guard let number = Int(String(decoding: line, as: UTF8.self)) else {
                throw SerializationError(.dataShape, "no number")
            }
            return number
        }
        #expect(lines.acceptedTypes == ["text/lines"])
        for (text, numbers, code) in [
            ("1\n2\n", [1, 2], nil), ("1\n2", [1], .truncated), ("1\nx\n3\n", [1], .dataShape),
        ] as [(String, [Int], SerializationError.Code?)] {
            var parser = try lines.makeParser(for: head(nil), limits: .standard)
            var elements: [Int] = []
            var failure: SerializationError.Code?
            do throws(SerializationError) {
                try parser.consume(Array(text.utf8).span, into: &elements)
                try parser.finish(into: &elements)
            } catch {
                failure = error.code
            }
            #expect(elements == numbers)
            #expect(failure == code)
        }
    }
}
