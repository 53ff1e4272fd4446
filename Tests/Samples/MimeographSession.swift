import MimeographEventStream
import MimeographForm
import MimeographJSON
import MimeographXML

private struct Search: Codable, Sendable {
    var q: String
    var page: Int
}
private struct Results: Codable, Sendable {}
private struct Item: Codable, Sendable {}
private struct Found: Codable, Sendable {
    var items: [Item]
    var cursor: String?
}
private let page = 2
private let name = "tea"
private let limit: Int? = nil
private let etag: String? = nil
private let token = ""
private func renewed(_ token: String) async throws -> String { token }
private struct Entry: Codable, Sendable {}
private func finish<Value>(_ value: Value) {}
