import HTTPTypes
import HTTPTypesAdapter
import Mimeograph
import MimeographText
import Testing

@Suite struct ResponseTests {
    @Test func asAClientGotIt() throws {
        let request = HTTPRequest(method: .head, scheme: "https", authority: "a.example", path: "/x")
        let response = HTTPResponse(status: .notFound, headerFields: [.contentType: "application/json"])
        let head = try ResponseHead(response, to: request)
        #expect(head.status == 404)
        #expect(head.contentType == "application/json")
        #expect(head.requestMethod == .head)
        #expect(head.url == "https://a.example/x")
        #expect(try ResponseHead(response).requestMethod == .get)
        #expect(try HTTPResponse(head) == response)
    }

    @Test func asAServerSendsIt() throws {
        let message = ResponseMessage(
            status: 201,
            fields: ["Content-Type": "text/plain", "Vary": "Accept"],
            body: .bytes([])
        )
        let response = try HTTPResponse(message)
        #expect(response.status == .created)
        #expect(response.headerFields[.vary] == "Accept")
    }

    @Test(arguments: [-1, 0, 99, 1000, .max])
    func statusesThatAreNone(status: Int) {
        let error = #expect(throws: SerializationError.self) { try HTTPResponse(ResponseMessage(status: status)) }
        #expect(error?.code == .invalidField)
    }

    @Test func aRegistryReadsWhatCame() throws {
        let response = HTTPResponse(status: .ok, headerFields: [.contentType: "text/plain; charset=iso-8859-1"])
        let serializers = try SerializerRegistry { TextPlugin() }
        #expect(try serializers.read(String.self, from: [0xFC], head: ResponseHead(response)) == "ü")
    }
}
