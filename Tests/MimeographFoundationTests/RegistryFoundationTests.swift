import Foundation
import Mimeograph
import MimeographFoundation
import MimeographJSON
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct RegistryFoundationTests {
    struct User: Codable, Sendable, Equatable { var name: String }

    let registry: SerializerRegistry
    let url: URL

    init() throws {
        registry = try SerializerRegistry { JSONPlugin() }
        url = try #require(URL(string: "https://example.com/users/7"))
    }

    private func response(_ status: Int, _ type: String?) throws -> HTTPURLResponse {
        let fields = type.map { ["content-type": $0] }
        return try #require(HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: fields))
    }

    @Test func readsWhatURLSessionGave() throws {
        let data = Data(#"{"name":"Ada"}"#.utf8)
        let answer = try response(200, "application/vnd.api+json; charset=utf-8")
        #expect(try registry.read(User.self, from: data, answer) == User(name: "Ada"))
        #expect(try registry.read(User?.self, from: Data(), answer) == nil)
        #expect(try registry.read(User?.self, from: data, answer, requestMethod: .head) == nil)
        let json: JSON = try registry.read(from: data, answer)
        #expect(json["name"].string == "Ada")
    }

    /// URLSession decodes content codings, but keeps the field.
    @Test func theCodingIsAlreadyUndone() throws {
        let answer = try #require(
            HTTPURLResponse(
                url: url,
                statusCode: 200,
                httpVersion: nil,
                headerFields: ["Content-Type": "application/json", "Content-Encoding": "gzip"]
            )
        )
        #expect(try registry.read(User.self, from: Data(#"{"name":"Ada"}"#.utf8), answer) == User(name: "Ada"))
    }

    @Test func errorsCarryTheHead() throws {
        let error = try #require(throws: SerializationError.self) {
            let _: User = try registry.read(from: Data("<p>".utf8), try response(503, "text/html"))
        }
        #expect(error.code == .unacceptableStatus)
        #expect(error.head?.url == url.absoluteString)
        #expect(error.body == Array("<p>".utf8))
    }

    @Test func writesIntoARequest() throws {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        try registry.write(User(name: "Ada"), into: &request)
        #expect(request.httpBody == Data(#"{"name":"Ada"}"#.utf8))
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/json")
        request.setValue("application/merge-patch+json", forHTTPHeaderField: "Content-Type")
        try registry.write(User(name: "Eve"), into: &request)
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/merge-patch+json")
        request.setValue("image/png", forHTTPHeaderField: "Content-Type")
        let before = request
        #expect(throws: SerializationError.self) { try registry.write(User(name: "Bob"), into: &request) }
        #expect(request == before)
    }
}
