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
