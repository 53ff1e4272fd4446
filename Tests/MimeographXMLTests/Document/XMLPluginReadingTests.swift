import Mimeograph
import MimeographXML
import Testing

@Suite struct XMLPluginReadingTests {
    private func head(_ type: String, status: Int = 200) -> ResponseHead {
        ResponseHead(status: status, fields: ["Content-Type": type])
    }

    @Test(arguments: [
        "application/xml", "text/xml; charset=utf-8", "application/atom+xml", "image/svg+xml", "application/soap+xml",
    ])
    func everyXMLType(type: String) throws {
        let registry = try SerializerRegistry { .xml }
        let document = try registry.read(XML.Document.self, from: "<a>b</a>".utf8, head: head(type))
        #expect(document.root.stringValue == "b")
        #expect(try registry.anyValue(from: "<a/>".utf8, head: head(type)) is XML.Document)
    }

    /// AFNetworking's own tests: `<foo` is an error, and so is a type that is none of XML; a 404 is still decoded.
    @Test func asAFNetworking() throws {
        var registry = SerializerRegistry()
        registry.validation = .afnetworking
        try registry.register(XMLDocumentResponseSerializer.afnetworking)
        func outcome(_ body: String, _ type: String, status: Int = 200) -> (String?, [SerializationError.Code]) {
            var head = head(type, status: status)
            head.url = "https://example.com/"
            let outcome = registry.outcome(XML.Document.self, from: body.utf8, head: head)
            let inner = outcome.error?.underlying.compactMap { ($0 as? SerializationError)?.code } ?? []
            return (outcome.value?.root.name, (outcome.error.map { [$0.code] } ?? []) + inner)
        }
        for type in ["application/xml", "text/xml"] {
            #expect(outcome("<foo/>", type) == ("foo", []))
            #expect(outcome("<foo", type) == (nil, [.truncated]))
            #expect(outcome("<foo/>", type, status: 404) == ("foo", [.unacceptableStatus]))
            #expect(outcome("<foo", type, status: 500) == (nil, [.truncated, .unacceptableStatus]))
        }
        #expect(outcome("<foo/>", "nonstandard/xml") == (nil, [.unacceptableContentType]))
    }

    @Test func nothing() throws {
        let error = try #require(throws: SerializationError.self) {
            try XMLDocumentResponseSerializer().read([UInt8]())
        }
        #expect(error.code == .emptyBody)
        let registry = try SerializerRegistry { .xml }
        #expect(
            try registry.read(XML.Document?.self, from: [UInt8](), head: head("text/xml", status: 204))?.root == nil
        )
    }
}
