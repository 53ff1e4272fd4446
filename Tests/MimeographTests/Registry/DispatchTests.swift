import Mimeograph
import TestSupport
import Testing

/// The worked examples of dispatch: json, hal, xml, svg, png, images, github-v3 requiring `version=3`, bytes.
@Suite struct DispatchTests {
    let registry: SerializerRegistry

    init() throws {
        registry = try SerializerRegistry {
            StubPlugin<ModuleA> { registry throws(RegistryError) in
                try registry.register(format: StubFormat.json)
                try registry.register(
                    StubSerializer<HALKind>(name: "hal", acceptedTypes: ["application/hal+json"]),
                    options: .init(id: "hal")
                )
                try registry.register(
                    format: StubFormat(
                        name: "github-v3",
                        contentType: "application/vnd.github+json",
                        acceptedTypes: ["application/vnd.github+json; version=3"]
                    ),
                    options: .init(id: "github-v3")
                )
            }
            StubPlugin<ModuleB> { registry throws(RegistryError) in
                try registry.register(
                    StubSerializer<XMLKind>(name: "xml", acceptedTypes: ["application/xml", "text/xml", "*/*+xml"]),
                    options: .init(id: "xml")
                )
                try registry.register(format: StubFormat.xml, options: .init(id: "xml-format"))
                try registry.register(
                    StubSerializer<SVGKind>(name: "svg", acceptedTypes: ["image/svg+xml"]),
                    options: .init(id: "svg")
                )
            }
            StubPlugin<ModuleC> { registry throws(RegistryError) in
                try registry.register(
                    StubSerializer<ImageKind>(name: "png", acceptedTypes: ["image/png"]),
                    options: .init(id: "png", signatures: [.png])
                )
                try registry.register(
                    StubSerializer<ImageKind>(
                        name: "images",
                        acceptedTypes: ["image/*"],
                        declines: { $0 == UInt8(ascii: "<") ? "no image begins with <" : nil }
                    ),
                    options: .init(id: "images")
                )
            }
            BytesPlugin()
        }
    }

    @Test(arguments: [
        ("Application/JSON", "json"),
        ("application/problem+json", "json"),
        ("application/hal+json", "json"),
        ("application/vnd.github+json; version=3", "github-v3"),
        ("application/vnd.github+json; version=4", "json"),
        (#"application/vnd.api+json; ext="https://x.test/a;b=c""#, "json"),
        ("application/json; charset=UTF-8", "json"),
        ("text/json", "json"),
        ("application/x+json+xml", "xml"),
        ("text/xml;charset=iso-8859-1", "xml"),
    ])
    func codable(contentType: String, chosen: String) throws {
        let user: User = try registry.read(from: "x".utf8, head: head(contentType))
        #expect(user.name == chosen)
    }

    @Test func byWantedType() throws {
        let hal: HALDocument = try registry.read(from: "x".utf8, head: head("application/hal+json"))
        #expect(hal.by == "hal")
        let svg: SVGImage = try registry.read(from: "<svg/>".utf8, head: head("image/svg+xml"))
        #expect(svg.by == "svg")
        let xml: XMLTree = try registry.read(from: "<svg/>".utf8, head: head("image/svg+xml"))
        #expect(xml.by == "xml")
        let bytes: [UInt8] = try registry.read(from: "abc".utf8, head: head("application/json-seq"))
        #expect(bytes == Array("abc".utf8))
        let optional: HALDocument? = try registry.read(from: "x".utf8, head: head("application/hal+json"))
        #expect(optional?.by == "hal")
    }

    @Test func imagesDeclineWhatIsNone() throws {
        let error = try #require(throws: SerializationError.self) {
            let _: Picture = try registry.read(from: "<svg/>".utf8, head: head("image/svg+xml"))
        }
        #expect(error.code == .unsupportedMediaType)
        let images = try #require(error.trace?.candidates.first { $0.id == "images" })
        #expect(images.verdict == .declined(reason: "no image begins with <"))
    }

    @Test(arguments: [
        "application/json-seq", "text/plain", "application/octet-stream", "application/jsonx", "x-application/json",
    ])
    func noneForCodable(contentType: String) throws {
        let error = try #require(throws: SerializationError.self) {
            let _: User = try registry.read(from: "x".utf8, head: head(contentType))
        }
        #expect(error.code == .unsupportedMediaType)
        #expect(error.body == Array("x".utf8))
        #expect(error.head == head(contentType))
    }

    @Test func bytesWinOverTheLabelWithinImages() throws {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]
        let picture: Picture = try registry.read(from: png, head: head("image/jpeg"))
        #expect(picture.by == "png")
        #expect(registry.explain(head("image/jpeg"), for: Picture.self, body: png).notes.count == 1)
        // Sniffing does not override a valid label that is not an image.
        #expect(throws: SerializationError.self) {
            let _: Picture = try registry.read(from: png, head: head("text/plain"))
        }
    }

    @Test func sniffsOnlyRegisteredSignatures() throws {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]
        let picture: Picture = try registry.read(from: png, head: head(nil))
        #expect(picture.by == "png")
        let malformed: Picture = try registry.read(from: png, head: head("PNG"))
        #expect(malformed.by == "png")
        var forbidden = head(nil)
        forbidden.fields["X-Content-Type-Options"] = "nosniff"
        #expect(throws: SerializationError.self) {
            let _: Picture = try registry.read(from: png, head: forbidden)
        }
        let error = try #require(throws: SerializationError.self) {
            let _: User = try registry.read(from: #"{"name":"Ada"}"#.utf8, head: head(nil))
        }
        #expect(error.code == .missingContentType)
        #expect("\(error)".contains("looks like JSON"))
        let bytes: [UInt8] = try registry.read(from: "abc".utf8, head: head("CSV"))
        #expect(bytes == Array("abc".utf8))
    }

    @Test func relabelsAndAssumes() throws {
        let treated: User = try registry.treating("text/plain", as: .json).read(
            from: "x".utf8,
            head: head("text/plain; charset=utf-8")
        )
        #expect(treated.name == "json")
        let assumed: User = try registry.assuming("application/xml").read(from: "x".utf8, head: head(nil))
        #expect(assumed.name == "xml")
    }

    /// Returns the Content-Type of the head.
    private struct HeadEcho: ResponseSerialization {
        var acceptedTypes: [MediaRange] { ["application/echo", "text/plain", "image/*"] }
        func inspect(_ prefix: Span<UInt8>, head: ResponseHead) -> Inspection {
            head.contentType?.essence == "text/csv" ? .decline(reason: "the label is text/csv") : .accept
        }
        func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) -> String {
            head.fields["Content-Type"] ?? "nothing"
        }
    }

    /// A serializer receives the resolved media type with the label's parameters; an error has the received head.
    @Test func aSerializerGetsTheHeadByWhichItWasChosen() throws {
        var registry = SerializerRegistry()
        try registry.register(HeadEcho(), options: RegistrationOptions(signatures: [.png]))
        func read(_ type: String?, from registry: SerializerRegistry, _ body: [UInt8] = [1]) throws -> String {
            try registry.read(String.self, from: body, head: head(type))
        }
        let treating = registry.treating("text/csv", as: "application/echo;a=1")
        #expect(try read("Text/Plain ; A=b", from: registry) == "Text/Plain ; A=b")
        #expect(try read("text/csv", from: treating) == "application/echo;a=1")
        #expect(try read("text/csv;a=2;boundary=\"x y\"", from: treating) == "application/echo;a=1;boundary=\"x y\"")
        #expect(try read(nil, from: registry.assuming("application/echo")) == "application/echo")
        #expect(
            try read("a/b;charset=utf-8", from: registry.assuming("application/echo"))
                == "application/echo;charset=utf-8"
        )
        #expect(try read("image/jpeg", from: registry, Signature.png.pattern) == "image/png")
        #expect(try treating.anyValue(from: [1], head: head("text/csv")) as? String == "application/echo;a=1")
        let error = try #require(throws: SerializationError.self) {
            try treating.read(Picture.self, from: [1], head: head("text/csv"))
        }
        #expect(error.head == head("text/csv"))
    }

    @Test func givesWhateverItIs() throws {
        #expect(
            try registry.anyValue(from: "x".utf8, head: head("application/hal+json")) as? HALDocument == Made(by: "hal")
        )
        #expect(try registry.anyValue(from: "x".utf8, head: head("text/xml")) as? XMLTree == Made(by: "xml"))
        #expect(try registry.anyValue(from: "x".utf8, head: head("font/woff")) as? [UInt8] == Array("x".utf8))
    }

    @Test func readsSlicesAndLazyCollections() throws {
        let padded = Array("__{}__".utf8)
        let slice: [UInt8] = try registry.read(from: padded[2..<4], head: head("font/woff"))
        #expect(slice == Array("{}".utf8))
        let lazy: [UInt8] = try registry.read(from: padded.lazy.filter { $0 != 0x5F }, head: head("font/woff"))
        #expect(lazy == Array("{}".utf8))
    }

    @Test(arguments: ["NoSniff", "nosniff, nosniff", "nosniff,x", "\tnosniff "])
    func nosniffInEveryForm(value: String) throws {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]
        var head = head(nil)
        head.fields["X-Content-Type-Options"] = value
        #expect(throws: SerializationError.self) { try registry.read(Picture.self, from: png, head: head) }
        head.fields["X-Content-Type-Options"] = "x, nosniff"
        #expect(try registry.read(Picture.self, from: png, head: head).by == "png")
    }

    /// A trace describes the actual decision, also without a label and after a serializer declined.
    @Test func tracesTellWhatHappened() throws {
        #expect(registry.explain(head(nil), for: [UInt8].self, body: "abc".utf8).chosen == "bytes")
        #expect(registry.explain(head(nil), for: [UInt8].self, body: "abc".utf8).headline.hasPrefix("A body without"))
        let wrongType = registry.explain(head(nil), for: User.self).candidates.first { $0.id == "bytes" }
        #expect(wrongType?.verdict == .wrongType(produces: "Array<UInt8>"))

        var registry = registry
        try registry.register(FailingSerializer(), options: .init(id: "failing"))
        let error = try #require(throws: SerializationError.self) {
            try registry.read(Picture.self, from: "<svg/>".utf8, head: head("image/svg+xml"))
        }
        #expect(error.code == .syntax)
        #expect(error.trace?.chosen == "failing")
        #expect(
            error.trace?.candidates.first { $0.id == "images" }?.verdict
                == .declined(reason: "no image begins with <")
        )
    }

    private struct FailingSerializer: ResponseSerialization {
        var acceptedTypes: [MediaRange] { ["*/*"] }
        func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) throws(SerializationError) -> Picture
        {
            throw SerializationError(.syntax, "No picture.")
        }
    }

    /// A peer may send a label of any length, or with control characters for a terminal.
    @Test(arguments: ["text/plain;a=\"", "a/"])
    func hugeLabelsMakeShortMessages(start: String) throws {
        let label = start + String(repeating: "a", count: 1_000_000)
        for wanted in [head(label), head(label, status: 500)] {
            let error = try #require(throws: SerializationError.self) {
                try registry.read(User.self, from: #"{"name":"Ada"}"#.utf8, head: wanted)
            }
            #expect("\(error)".utf8.count < 3000)
            #expect(error.message.utf8.count < 300)
            #expect((error.remedy ?? "").utf8.count < 600)
        }
        let treating = registry.treating(try MediaType(start.hasPrefix("a") ? label : "text/plain"), as: .json)
        #expect(treating.explain(head(label), for: User.self).description.utf8.count < 3000)
    }

    @Test func labelsCannotActOnATerminal() throws {
        let error = try #require(throws: SerializationError.self) {
            try registry.read(User.self, from: "x".utf8, head: head("text/plain;a=\"\u{9B}2J\""))
        }
        #expect(error.message.contains("a=\"?2J"))
        #expect(!"\(error)".unicodeScalars.contains("\u{9B}"))
    }
}

/// Makes a head with a content type.
func head(_ contentType: String?, status: Int = 200, method: HTTPMethod = .get) -> ResponseHead {
    var head = ResponseHead(status: status, requestMethod: method)
    if let contentType { head.fields["Content-Type"] = contentType }
    return head
}
