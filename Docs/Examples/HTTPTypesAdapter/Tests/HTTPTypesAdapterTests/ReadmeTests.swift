import HTTPTypes
import HTTPTypesAdapter
import Mimeograph
import MimeographServer
import MimeographText
import Testing

/// The sample of the README.
@Test func theReadmesSampleWorks() throws {
    let serializers = try SerializerRegistry { TextPlugin() }
    let body = [UInt8]("Hello".utf8)
    let plain: HTTPFields = [.contentType: "text/plain"]
    let request = HTTPRequest(method: .post, scheme: "https", authority: "a.example", path: "/", headerFields: plain)
    let response = HTTPResponse(status: .ok, headerFields: plain)

    // A client: the response, with its request.
    let text = try serializers.read(String.self, from: body, head: ResponseHead(response, to: request))
    // A server: the request, and a response in a format that the request accepts.
    let question: String = try serializers.read(from: body, request: RequestHead(request))
    let answer = try HTTPResponse(serializers.respond(with: question, to: RequestHead(request)))

    #expect(text == "Hello")
    #expect(question == "Hello")
    #expect(answer.status == .ok)
    #expect(answer.headerFields[.contentType]?.hasPrefix("text/plain") == true)
}
