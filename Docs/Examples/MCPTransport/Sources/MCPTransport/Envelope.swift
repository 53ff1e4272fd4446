import Foundation
import MCP

/// The parts of a message that the transport uses.
struct Envelope: Decodable {
    var id: ID?
    var method: String?
    var isRequest: Bool { id != nil && method != nil }

    /// Reads a message. If it has another form, all properties are nil.
    init(_ data: Data) {
        if let envelope = try? JSONDecoder().decode(Self.self, from: data) { self = envelope }
    }

    /// Returns the version in the response to an initialization.
    static func protocolVersion(in data: Data) -> String? {
        try? JSONDecoder().decode(Response<Initialize>.self, from: data).result.get().protocolVersion
    }
}
