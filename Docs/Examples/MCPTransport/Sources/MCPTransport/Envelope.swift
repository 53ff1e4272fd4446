import Foundation
import MCP

/// The parts of a message that the transport uses.
struct Envelope: Decodable {
    struct Result: Decodable { var protocolVersion: String? }

    var id: ID?
    var method: String?
    var result: Result?

    var isRequest: Bool { id != nil && method != nil }

    /// Reads a message. If it has another form, all properties are nil.
    init(_ data: Data) {
        if let envelope = try? JSONDecoder().decode(Self.self, from: data) { self = envelope }
    }
}
