import Mimeograph
import MimeographXML
import Testing

@Suite struct XMLRequestSerializerTests {
    private func body(_ message: RequestMessage) -> String? {
        if case .bytes(let bytes) = message.body { String(decoding: bytes, as: UTF8.self) } else { nil }
    }

    @Test func writes() throws {
        var message = RequestMessage(method: .post, url: "/")
        try XMLRequestSerializer().write(XML.Element("a") { "é" }, into: &message)
        #expect(message.fields["Content-Type"] == "application/xml")
        #expect(body(message) == #"<?xml version="1.0" encoding="UTF-8"?><a>é</a>"#)
    }

    @Test func contentTypes() throws {
        var message = RequestMessage(method: .post, url: "/")
        try XMLRequestSerializer(contentType: "application/soap+xml; charset=utf-8").write(
            XML.Element("a"),
            into: &message
        )
        #expect(message.fields["Content-Type"] == "application/soap+xml;charset=utf-8")
        message.fields["Content-Type"] = "text/xml"
        try XMLRequestSerializer().write(XML.Element("b"), into: &message)
        #expect(message.fields["Content-Type"] == "text/xml")
        #expect(body(message)?.hasSuffix("<b/>") == true)
    }

    @Test func documents() throws {
        let document = try XML.Document(parsing: "<!DOCTYPE a [<!ENTITY e 'x'>]><a b='&e;'><b><c/></b></a>".utf8)
        var message = RequestMessage(method: .post, url: "/")
        try XMLDocumentRequestSerializer().write(document, into: &message)
        #expect(message.fields["Content-Type"] == "application/xml")
        let text = try #require(body(message))
        #expect(text.hasPrefix(#"<?xml version="1.0" encoding="UTF-8"?>"#))
        #expect(try XML.Document(parsing: text.utf8).root[attribute: "b"] == "x")
        var pretty = RequestMessage(fields: ["Content-Type": "application/atom+xml"])
        let serializer = XMLDocumentRequestSerializer(options: XMLWritingOptions(pretty: true, declaration: false))
        try serializer.write(document, into: &pretty)
        #expect(body(pretty)?.contains("\n  <b>\n    <c/>\n  </b>\n") == true)
        #expect(pretty.fields["Content-Type"] == "application/atom+xml")
        var latin = RequestMessage(fields: ["Content-Type": "text/xml; charset=latin1"])
        #expect(throws: SerializationError.self) { try serializer.write(document, into: &latin) }
        #expect(body(latin) == nil)
    }

    @Test(arguments: [(XML.Element("a b"), "text/xml"), (XML.Element("a"), "text/xml; charset=iso-8859-1")])
    func leavesTheMessageOnFailure(_ element: XML.Element, _ type: String) throws {
        var message = RequestMessage(fields: ["Content-Type": type])
        #expect { try XMLRequestSerializer().write(element, into: &message) } throws: { error in
            (error as? SerializationError)?.code == .unencodableValue
        }
        #expect(message.fields["Content-Type"] == type)
        #expect(body(message) == nil)
    }
}
