import Foundation
import Mimeograph
import MimeographSession
import TestServers

/// A response whose body was read to its end.
struct WholeResponse {
    let head: ResponseHead
    let bytes: [UInt8]
    let chunks: Int
    let metrics: TransportMetrics
    let trailers: HeaderFields

    var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// A request as the odd server received it.
struct Echo: Decodable {
    let method: String
    let target: String
    let version: String
    let fields: [[String]]
    let trailers: [[String]]
    let length: Int
    let sha256: String
    let body: String
    let connection: Int
    let request: Int

    init(_ response: WholeResponse) throws {
        self = try JSONDecoder().decode(Echo.self, from: Data(response.bytes))
    }

    /// Returns the values of a field, in order.
    func values(_ name: String) -> [String] { fields.filter { $0[0].lowercased() == name.lowercased() }.map { $0[1] } }
}

extension Transport {
    /// Sends a request and reads all of the response.
    func whole(_ request: TransportRequest) async throws(TransportError) -> WholeResponse {
        let response = try await send(request)
        var bytes: [UInt8] = []
        var chunks = 0
        var iterator = response.body.makeAsyncIterator()
        while let chunk = try await iterator.next() {
            bytes += chunk
            chunks += 1
        }
        return WholeResponse(
            head: response.head,
            bytes: bytes,
            chunks: chunks,
            metrics: response.body.metrics,
            trailers: response.body.trailers
        )
    }

    /// Sends a GET request to a URL and reads all of the response.
    func whole(_ url: String) async throws(TransportError) -> WholeResponse {
        try await whole(TransportRequest(url: url))
    }
}

extension TestServer {
    /// A URL of the odd server.
    static func odd(_ path: String) throws -> String { "http://127.0.0.1:\(try odd().port("http"))\(path)" }

    /// A URL of the server for tests that measure time.
    static func calm(_ path: String) throws -> String { "http://127.0.0.1:\(try calm().port("http"))\(path)" }

    /// The bytes that the odd server sends as the body of most responses.
    ///
    /// They repeat after 251 bytes. Doubling them is fast without optimization, too.
    static func pattern(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](0..<251)
        while bytes.count < count { bytes += bytes }
        return Array(bytes.prefix(count))
    }
}
