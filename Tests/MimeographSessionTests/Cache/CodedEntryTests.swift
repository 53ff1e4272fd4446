import Mimeograph
import MimeographSessionTesting
import Testing

@testable import MimeographSession

/// A stored encoded body is only for requests that accept its coding, even if the server sends no Vary.
struct CodedEntryTests {
    /// The stored Content-Encoding, the next request's Accept-Encoding, and whether the request gets the response.
    static let rows: [(stored: String, accepted: String?, isGiven: Bool)] = [
        ("gzip", nil, true), ("gzip", "gzip", true), ("gzip", "br, GZIP;q=0.5", true), ("gzip", "x-gzip", true),
        ("x-gzip", "gzip", true), ("gzip", "*", true), ("gzip", "identity, *;q=0.1", true), ("gzip", "identity", false),
        ("gzip", "", false), ("gzip", "br", false), ("gzip", "gzip;q=0", false), ("gzip", "gzip; q=0.000, *", false),
        ("gzip", "*;q=0", false), ("gzip, br", "gzip", false), ("gzip, br", "br, gzip", true),
        ("identity", "identity", true),
        ("", "identity", true), ("identity", "br", true),
    ]

    @Test(arguments: rows.indices)
    func aCodedBodyAnswersRequestsThatAcceptIt(_ index: Int) async throws {
        let row = Self.rows[index]
        let transport = ScriptedTransport()
        let fields: HeaderFields = ["Cache-Control": "max-age=60", "Content-Encoding": row.stored, "ETag": "\"v\""]
        transport.on("*", call: 1, .init(fields: fields, body: "coded"))
        transport.on("*", .init(body: "plain"))
        let session = session(transport) { $0.cache = ResponseCache() }
        var request = RequestMessage(url: "http://h/")
        var response = try await session.response(for: request)
        _ = try await response.body.collect()
        request.fields["Accept-Encoding"] = row.accepted
        response = try await session.response(for: request)
        let body = String(decoding: try await response.body.collect(), as: UTF8.self)
        #expect(body == (row.isGiven ? "coded" : "plain"))
        // A response that is not returned is not revalidated either, because it is another representation.
        #expect(transport.requests.last?.fields.contains("If-None-Match") == false)
    }

    @Test func aDownloadOfAStoredResponseIsNotCoded() async throws {
        let folder = TemporaryFolder()
        let transport = ScriptedTransport()
        transport.on("*") { request in
            let isCoded = request.fields["Accept-Encoding"] != "identity"
            var fields: HeaderFields = ["Cache-Control": "max-age=60"]
            if isCoded { fields["Content-Encoding"] = "gzip" }
            return .init(fields: fields, body: isCoded ? "coded" : "plain")
        }
        let session = session(transport) { $0.cache = ResponseCache() }
        _ = try await session.response(for: RequestMessage(url: "http://h/f")).body.collect()
        _ = try await session.download(RequestMessage(url: "http://h/f"), to: .file(folder.file("f")))
        #expect(folder.read("f") == Array("plain".utf8))
    }
}
