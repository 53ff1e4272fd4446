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
        let text = "<!DOCTYPE a [<!ENTITY e 'x'>]><?p i?><!--c--><a b='&e;'>\n<b/></a><!--d-->"
        let document = try XML.Document(parsing: text.utf8)
        var message = RequestMessage(method: .post, url: "/")
        try XMLDocumentRequestSerializer().write(document, into: &message)
        #expect(message.fields["Content-Type"] == "application/xml")
        #expect(
            body(message)
                == "<?xml version=\"1.0\" encoding=\"UTF-8\"?><?p i?><!--c--><a b=\"x\">\n<b/></a><!--d-->"
        )
        var pretty = RequestMessage(fields: ["Content-Type": "application/atom+xml"])
        let serializer = XMLDocumentRequestSerializer(options: XMLWritingOptions(pretty: true, declaration: false))
        try serializer.write(try XML.Document(parsing: "<!--c--><a><b><c/></b></a>".utf8), into: &pretty)
        #expect(body(pretty) == "<!--c-->\n<a>\n  <b>\n    <c/>\n  </b>\n</a>\n")
        #expect(pretty.fields["Content-Type"] == "application/atom+xml")
    }

    @Test func undeclaredPrefixesAreNotWritten() throws {
        let options = XMLReadingOptions(undeclaredPrefixes: .accept)
        let document = try XML.Document(parsing: "<p:a/>".utf8, options: options)
        var message = RequestMessage(method: .post, url: "/")
        #expect(throws: SerializationError.self) { try XMLDocumentRequestSerializer().write(document, into: &message) }
        #expect(body(message) == nil)
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
