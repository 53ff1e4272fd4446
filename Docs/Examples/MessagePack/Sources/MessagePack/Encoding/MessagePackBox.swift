#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A value that is being encoded. Containers say how many values they have before these come, so all of it is kept until the
/// end.
final class MessagePackBox {
    /// What was encoded.
    enum Content {
        /// Nothing yet, which is an empty map in the end: what a type without members is.
        case nothing
        /// The bytes of a value that is no container.
        case bytes([UInt8])
        case array([MessagePackBox])
        case map([(key: String, value: MessagePackBox)])
    }

    /// The deepest nesting of what is encoded; a value that refers to itself ends there.
    static let depth = 512

    var content = Content.nothing
    /// Where in a map each key is.
    private var indices: [String: Int] = [:]

    init() {}

    init(_ bytes: [UInt8]) { content = .bytes(bytes) }

    /// Encodes a value in place, with the types that the format has forms of its own for.
    func encode(_ value: some Encodable, path: [any CodingKey], depth: Int) throws {
        switch value {
        case let data as Data: content = .bytes(MessagePackBytes.binary([UInt8](data)))
        case let date as Date: content = .bytes(try MessagePackBytes.timestamp(date, path))
        default:
            guard depth < Self.depth else {
                throw EncodingError.invalidValue(
                    value,
                    EncodingError.Context(
                        codingPath: path,
                        debugDescription: "The value is nested more than \(Self.depth) deep."
                    )
                )
            }
            try value.encode(to: MessagePackEncoder(self, path: path, depth: depth))
        }
    }

    /// Puts a member into a map; one with the same key takes its place.
    func setMember(_ key: String, _ value: MessagePackBox) {
        var members: [(key: String, value: MessagePackBox)] = []
        if case .map(let present) = content { members = present }
        // So that no second copy is made of the list.
        content = .nothing
        if let index = indices[key] {
            members[index].value = value
        } else {
            indices[key] = members.count
            members.append((key, value))
        }
        content = .map(members)
    }

    /// Puts an element behind the others.
    func append(_ value: MessagePackBox) {
        var elements: [MessagePackBox] = []
        if case .array(let present) = content { elements = present }
        content = .nothing
        elements.append(value)
        content = .array(elements)
    }

    /// The number of elements.
    var count: Int {
        if case .array(let elements) = content { elements.count } else { 0 }
    }

    /// Appends the bytes of the value. It is no deeper than what was encoded may be.
    func write(to bytes: inout [UInt8]) {
        switch content {
        case .nothing: bytes.append(0x80)
        case .bytes(let value): bytes += value
        case .array(let elements):
            bytes += MessagePackBytes.head(elements.count, small: 0x90, 16, 0xDC)
            for element in elements { element.write(to: &bytes) }
        case .map(let members):
            bytes += MessagePackBytes.head(members.count, small: 0x80, 16, 0xDE)
            for (key, value) in members {
                bytes += MessagePackBytes.text(key)
                value.write(to: &bytes)
            }
        }
    }
}
