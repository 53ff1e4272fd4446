import Mimeograph
import MimeographText
import TestSupport
import Testing

@Suite struct BuiltInSerializerTests {
    private func head(_ contentType: String?, status: Int = 200) -> ResponseHead {
        ResponseHead(status: status, fields: contentType.map { ["Content-Type": $0] } ?? [:])
    }

    @Test(
        arguments: [
            (nil, [0xC3, 0xA9], "é"), ("text/plain", [0xC3, 0xA9], "é"), ("text/plain; charset=latin1", [0xE9], "é"),
            ("text/plain; charset=\"UTF-16\"", [0xE9, 0x00], "é"),
            ("text/csv;charset=utf-8", [0xEF, 0xBB, 0xBF, 0x61], "a"),
            ("text/html", [], ""),
        ] as [(String?, [UInt8], String)]
    )
    func text(contentType: String?, body: [UInt8], text: String) throws {
        #expect(try TextResponseSerializer().read(body, head: head(contentType)) == text)
    }

    @Test func textOptions() throws {
        #expect(try TextResponseSerializer(defaultEncoding: .windows1252).read([0xE9], head: head(nil)) == "é")
        #expect(try TextResponseSerializer(onInvalid: .replace).read([0xE9], head: head(nil)) == "\u{FFFD}")
        let invalid = try #require(throws: SerializationError.self) { try TextResponseSerializer().read([0x61, 0xE9]) }
        #expect(invalid.code == .invalidText)
        #expect(invalid.location?.offset == 1)
        let charset = try #require(throws: SerializationError.self) {
            try TextResponseSerializer().read([0x61], head: head("text/plain;charset=big5"))
        }
        #expect(charset.code == .unsupportedCharset)
        let limit = try #require(throws: SerializationError.self) {
            try TextResponseSerializer().read("abc".utf8, limits: DecodingLimits(inputBytes: 2))
        }
        #expect(limit.limit == LimitExcess(.inputBytes, allowed: 2, actual: 3))
        #expect(TextResponseSerializer().acceptedTypes == ["text/*"])
    }

    @Test func bytes() throws {
        #expect(try BytesResponseSerializer().read([1, 2, 255]) == [1, 2, 255])
        #expect(BytesResponseSerializer().acceptedTypes == ["*/*"])
        #expect(throws: SerializationError.self) {
            try BytesResponseSerializer().read([1, 2], limits: DecodingLimits(inputBytes: 1))
        }
    }

    @Test func nothing() throws {
        #expect(try EmptyResponseSerializer().read([1, 2], limits: DecodingLimits(inputBytes: 0)) == EmptyResponse())
        #expect(EmptyResponse.emptyValue == EmptyResponse())
    }

    @Test func leadingDots() throws {
        func read<Output>(_ serializer: some ResponseSerialization<Output>) throws -> Output {
            try serializer.read("a".utf8)
        }
        #expect(try read(.text) == "a")
        let bytes: [UInt8] = try read(.bytes)
        #expect(bytes == [0x61])
        #expect(try read(.empty) == EmptyResponse())
    }

    /// U+FEFF at the start is a byte order mark; one that belongs to the text survives a round trip.
    @Test(arguments: ["\u{FEFF}", "\u{FEFF}a", "\u{FEFF}\u{FEFF}", "a\u{FEFF}"])
    func textThatBeginsWithAMark(text: String) throws {
        var message = RequestMessage(method: .post)
        try TextRequestSerializer().write(text, into: &message)
        let bytes = try #require(message.bodyBytes)
        #expect(try Array(TextResponseSerializer().read(bytes).unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test func writing() throws {
        var message = RequestMessage(method: .post)
        try TextRequestSerializer().write("é", into: &message)
        #expect(message.fields["Content-Type"] == "text/plain;charset=utf-8")
        #expect(message.bodyBytes == [0xC3, 0xA9])
        try BytesRequestSerializer().write([1], into: &message)
        #expect(message.fields["Content-Type"] == "text/plain;charset=utf-8")
        #expect(message.bodyBytes == [1])
        var other = RequestMessage()
        try BytesRequestSerializer(contentType: "image/png").write([2], into: &other)
        #expect(other.fields["Content-Type"] == "image/png")
        func contentType(_ serializer: some RequestSerialization) -> MediaType { serializer.contentType }
        #expect(contentType(.bytes) == "application/octet-stream")
        #expect(contentType(.text) == "text/plain;charset=utf-8")
    }

    @Test func textIsNotWrittenUnderAnotherCharset() throws {
        for (field, isFine) in [
            ("text/plain;charset=UTF8", true), ("text/markdown", true), ("text/plain;charset=latin1", false),
        ] {
            var message = RequestMessage(fields: ["Content-Type": field])
            if isFine {
                try TextRequestSerializer().write("é", into: &message)
                #expect(message.fields["Content-Type"] == field)
            } else {
                let error = try #require(throws: SerializationError.self) {
                    try TextRequestSerializer().write("é", into: &message)
                }
                #expect(error.code == .unencodableValue)
                #expect(message.bodyBytes == nil)
            }
        }
    }

    @Test func aTransformKeepsWhatItsSerializerAcceptsAndDeclines() throws {
        let serializer: any ResponseSerialization<Int> = Picky().map { $0.count }
        #expect(serializer.acceptedTypes == ["text/picky"])
        let no: [UInt8] = [0x6E], yes: [UInt8] = [0x79]
        #expect(serializer.inspect(no.span, head: head(nil)) == .decline(reason: "no y"))
        #expect(serializer.inspect(yes.span, head: head(nil)) == .accept)
        #expect(try serializer.read("yes".utf8) == 3)
    }

    @Test func aTransformMayThrow() throws {
        let strict = TextResponseSerializer().map { text throws(SerializationError) in
            guard let number = Int(text) else { throw SerializationError(.dataShape, "No number.") }
            return number
        }
        #expect(try strict.read("7".utf8) == 7)
        let error = #expect(throws: SerializationError.self) { try strict.read("x".utf8) }
        #expect(error?.code == .dataShape)
    }

    @Test func preprocessorsAreBoundedAndAskedOnlyAboutBytes() throws {
        struct Doubling: BodyPreprocessing {
            func preprocess(
                _ body: Span<UInt8>,
                head: ResponseHead,
                limits: DecodingLimits
            ) throws(SerializationError) -> [UInt8] {
                if body.isEmpty { throw SerializationError(.syntax, "Asked about nothing.") }
                return [UInt8](body) + [UInt8](body)
            }
        }
        let serializer = TextResponseSerializer().preprocessed(by: Doubling())
        #expect(try serializer.read("ab".utf8) == "abab")
        #expect(try serializer.read("".utf8) == "")
        let error = try #require(throws: SerializationError.self) {
            try serializer.read("ab".utf8, limits: DecodingLimits(outputBytes: 3))
        }
        #expect(error.limit?.limit == .outputBytes)
        let picky = Picky().preprocessed(by: Doubling())
        let no: [UInt8] = [0x6E]
        #expect(picky.inspect(no.span, head: head(nil)) == .accept)
        let declined = try #require(throws: SerializationError.self) { try picky.read("n".utf8) }
        #expect(declined.code == .declined)
    }

    @Test(arguments: [
        (200, "GET", true), (404, "GET", true), (200, "HEAD", false), (204, "GET", false), (205, "POST", false),
        (304, "GET", false), (100, "GET", false), (199, "GET", false), (200, "CONNECT", false), (407, "CONNECT", true),
        (206, "GET", true), (200, "head", true),
    ])
    func whoMayHaveABody(status: Int, method: String, may: Bool) {
        let head = ResponseHead(status: status, requestMethod: HTTPMethod(rawValue: method))
        #expect(head.mayHaveBody == may)
        #expect(head.hasBody(byteCount: 1) == may)
        #expect(!head.hasBody(byteCount: 0))
    }
}

/// Accepts only bodies that begin with `y`.
private struct Picky: ResponseSerialization {
    var acceptedTypes: [MediaRange] { ["text/picky"] }

    func inspect(_ prefix: Span<UInt8>, head: ResponseHead) -> Inspection {
        !prefix.isEmpty && prefix[0] == 0x79 ? .accept : .decline(reason: "no y")
    }

    func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) throws(SerializationError) -> String {
        String(decoding: [UInt8](body), as: UTF8.self)
    }
}

extension RequestMessage {
    fileprivate var bodyBytes: [UInt8]? {
        if case .bytes(let bytes) = body { bytes } else { nil }
    }
}
