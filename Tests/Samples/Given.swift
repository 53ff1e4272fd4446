import Mimeograph

// Declarations that the pages of the documentation assume: a received body and its head, and the reader's own types. This file
// belongs to no target; `.ci/check-samples` compiles it with the samples of each page.

private struct User: Codable, Sendable { var name: String }
private struct Reading: Codable, Sendable {
    var sensor: String
    var value: Double?
}
private struct Price: Codable, Sendable { var amount: Double }
private struct Order: Codable, Sendable { var item: String }
private struct Story: Codable, Sendable { var title: String }
private struct Report: Codable, Sendable { var title: String }

private let body: [UInt8] = []
private let head = ResponseHead(status: 200)
private let chunks = AsyncStream<[UInt8]> { $0.finish() }
private var serializers: SerializerRegistry {
    get { SerializerRegistry() }
    set {}
}
private var message: RequestMessage {
    get { RequestMessage(url: "https://example.com") }
    set {}
}
private var request: RequestMessage {
    get { RequestMessage(url: "https://example.com") }
    set {}
}
private func show<Value>(_ value: Value) {}
