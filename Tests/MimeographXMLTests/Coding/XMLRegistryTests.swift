import Mimeograph
import MimeographXML
import Testing

/// Tests of XML in a registry.
@Suite struct XMLRegistryTests {
    private func head(_ type: String) -> ResponseHead { ResponseHead(status: 200, fields: ["Content-Type": type]) }

    @Test(arguments: ["application/xml", "text/xml; charset=utf-8", "application/atom+xml", "image/svg+xml"])
    func readsAndWrites(_ type: String) throws {
        let registry = try SerializerRegistry { XMLPlugin(writing: XMLWritingOptions(declaration: false)) }
        let body = Array("<Author><name>Ada</name><isAlive>0</isAlive></Author>".utf8)
        let ada = Author(name: "Ada")
        #expect(try registry.read(Author.self, from: body, head: head(type)) == ada)
        #expect(try registry.anyValue(from: body, head: head(type)) is XML.Document)
        #expect(try registry.read(XML.Document.self, from: body, head: head(type)).root["name"]?.stringValue == "Ada")
        let (written, bytes) = try registry.encode(ada)
        #expect(written == "application/xml")
        #expect(String(decoding: bytes, as: UTF8.self) == "<Author><name>Ada</name><isAlive>false</isAlive></Author>")
        var message = RequestMessage(method: .post, url: "/")
        try registry.write(XML.Element("a"), into: &message)
        #expect(message.fields["Content-Type"] == "application/xml")
    }

    /// The charset parameter has precedence over the declaration. Source: RFC 7303 §3.
    @Test func charsets() throws {
        let latin: [UInt8] = Array("<a><b>Gr".utf8) + [0xFC, 0xDF] + Array("e</b></a>".utf8)
        let format = XMLFormat()
        let type: MediaType = "text/xml; charset=iso-8859-1"
        #expect(try format.decode([String: String].self, from: latin, as: type) == ["b": "Grüße"])
        #expect(throws: SerializationError.self) { try format.decode([String: String].self, from: latin) }
    }

    /// The limits apply before a value is decoded.
    @Test func limits() throws {
        var limits = DecodingLimits.standard
        limits.depth = 3
        let body = "<a><b><c><d/></c></b></a>".utf8
        #expect { try XMLFormat().decode([String: Author].self, from: body, limits: limits) } throws: {
            ($0 as? SerializationError)?.code == .limitExceeded
        }
    }
}
