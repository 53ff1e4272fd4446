import MimeographJSON
import MimeographXML

private struct Search: Codable, Sendable {
    var q: String
    var page: Int
}
private struct Results: Codable, Sendable {}
private struct Entry: Codable, Sendable {}
private func finish<Value>(_ value: Value) {}
