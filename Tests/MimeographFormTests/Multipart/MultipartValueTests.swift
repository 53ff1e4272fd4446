import Mimeograph
import MimeographForm
import MimeographJSON
import MimeographPropertyList
import MimeographText
import Testing

@Suite struct MultipartValueTests {
    struct Reading: Codable, Hashable { var a: Int }

    private let head = ResponseHead(status: 200, fields: ["Content-Type": "multipart/mixed; boundary=B"])
    private let formats: SerializerRegistry

    init() throws {
        formats = try SerializerRegistry {
            JSONPlugin()
            PropertyListPlugin()
            TextPlugin()
        }
    }

    /// Returns a body of parts, each with a type and a content.
    private func body(_ parts: (type: String?, content: String)...) -> [UInt8] {
        var text = "preamble\r\n"
        for (type, content) in parts {
            text += "--B\r\n\(type.map { "Content-Type: \($0)\r\n" } ?? "")X-Place: here\r\n\r\n\(content)\r\n"
        }
        return Array((text + "--B--\r\n").utf8)
    }

    private func chunks(_ body: [UInt8], of size: Int) -> AsyncStream<[UInt8]> {
        AsyncStream { continuation in
            var start = 0
            while start < body.count {
                continuation.yield(Array(body[start..<min(body.count, start + size)]))
                start += size
            }
            continuation.finish()
        }
    }

    private let list = "<plist><dict><key>a</key><integer>2</integer></dict></plist>"

    /// The registry's serializer for its type reads each part.
    @Test(arguments: [1, 7, 10_000])
    func valuesOfOneType(_ size: Int) async throws {
        let body = body(
            ("application/hal+json", #"{"a":1}"#),
            ("application/x-plist", list),
            ("text/json", #"{"a":3}"#)
        )
        let serializers = try formats.adding(MultipartPlugin(parts: formats))
        var values: [Reading] = []
        for try await value in try serializers.stream(Reading.self, from: chunks(body, of: size), head: head) {
            values.append(value)
        }
        #expect(values == [1, 2, 3].map(Reading.init))

        var heads: [String?] = []
        let parts = MultipartValueSerializer(of: Reading.self, by: formats)
        for try await part in parts.elements(in: chunks(body, of: size), head: head) {
            heads.append(part.head.fields["X-Place"])
            #expect(part.value.a == heads.count)
        }
        #expect(heads == ["here", "here", "here"])
    }

    @Test func untypedParts() throws {
        let inner = "--C\r\n\r\ndeep\r\n--C--"
        let body = body(
            ("application/json", "[1]"),
            ("application/x-plist", list),
            (nil, "plain"),
            (nil, ""),
            ("multipart/mixed;boundary=C", inner)
        )
        var parser = try MultipartValueSerializer(by: formats.adding(MultipartPlugin())).makeParser(
            for: head,
            limits: .standard
        )
        let values = try parser.parseAll(body).map(\.value)
        #expect(values.count == 5)
        #expect(values.first as? JSON == [1])
        #expect(values.dropFirst().first is PropertyList)
        #expect(values.dropFirst(2).first as? String == "plain")
        #expect(values.dropFirst(3).first is EmptyResponse)
        #expect((values.last as? Multipart)?.parts.first?.text == "deep")
    }

    @Test func partsOfAWholeBody() throws {
        let whole = try formats.adding(MultipartPlugin()).read(
            Multipart.self,
            from: body(("application/json", #"{"a":1}"#), (nil, "x")),
            head: head
        )
        let first = try #require(whole.parts.first)
        #expect(try first.read(Reading.self, by: formats) == Reading(a: 1))
        #expect(try first.read(by: formats) as? JSON == ["a": 1])
        #expect(try whole.parts.last?.read(String.self, by: formats) == "x")
        let error = try #require(throws: SerializationError.self) {
            try whole.parts.last?.read(Reading.self, by: formats)
        }
        #expect(error.code == .unsupportedMediaType)
    }

    /// The parts before an invalid part are delivered, and the error names the part.
    @Test(arguments: [1, 10_000])
    func anErrorNamesItsPart(_ size: Int) async throws {
        let body = body(("application/json", #"{"a":1}"#), ("application/json", "{"), ("application/json", "{}"))
        var values: [Reading] = []
        let parts = MultipartValueSerializer(of: Reading.self, by: formats)
        let error = await #expect(throws: SerializationError.self) {
            for try await part in parts.elements(in: chunks(body, of: size), head: head) { values.append(part.value) }
        }
        #expect(values == [Reading(a: 1)])
        #expect(error?.code == .truncated)
        #expect(error?.message.hasPrefix("Part 2: ") == true)
        #expect(error?.body == Array("{".utf8))
    }

    @Test func aPartIsHeldToTheLimits() throws {
        let body = body((nil, "12345"), (nil, "123456"))
        for size in [1, 3, 1000] {
            let serializer = MultipartValueSerializer(
                of: String.self,
                by: formats,
                options: MultipartReadingOptions(chunkSize: size)
            )
            var parser = try serializer.makeParser(for: head, limits: DecodingLimits(inputBytes: 12))
            #expect(try parser.parseAll(body).map(\.value) == ["12345", "123456"])
            parser = try serializer.makeParser(for: head, limits: DecodingLimits(inputBytes: 10))
            var values: [MultipartValue<String>] = []
            // The preamble counts as one piece, like each part.
            try parser.consume(body.span, into: &values)
            parser = try serializer.makeParser(for: head, limits: DecodingLimits(inputBytes: 5))
            let error = #expect(throws: SerializationError.self) { try parser.consume(body.span, into: &values) }
            #expect(error?.limit?.limit == .inputBytes)
        }
    }

    /// The parts of a digest are messages unless they have another type. Source: RFC 2046 §5.1.5.
    @Test func defaultTypeOfAPart() throws {
        var registry = SerializerRegistry()
        try registry.register(TextResponseSerializer(), for: "message/rfc822")
        let digest = ResponseHead(status: 200, fields: ["Content-Type": "multipart/digest; boundary=B"])
        let serializer = MultipartValueSerializer(of: String.self, by: registry)
        var parser = try serializer.makeParser(for: digest, limits: .standard)
        #expect(try parser.parseAll(body((nil, "Subject: x"))).map(\.value) == ["Subject: x"])
        parser = try serializer.makeParser(for: head, limits: .standard)
        #expect(throws: SerializationError.self) { try parser.parseAll(body((nil, "x"))) }
    }
}
