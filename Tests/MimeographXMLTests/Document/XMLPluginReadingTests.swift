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
