import Mimeograph
import MimeographTree

/// Writes the members of an object.
struct JSONKeyedEncoding<Key: CodingKey>: TreeKeyedEncoding {
    let encoder: JSONValueEncoder

    @inline(__always)
    private var context: JSONEncodingContext { encoder.context }

    @inline(__always)
    private func name(of key: some CodingKey) -> String {
        if context.settings.keepsKeys { return key.stringValue }
        return context.settings.name(of: key, path: encoder.codingPath)
    }

    func encodeNil(forKey key: Key) throws {
        try encoder.checkInTurn(nil as Bool?)
        context.beginMember(name(of: key), of: encoder.frame)
        context.appendNull()
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try encoder.checkInTurn(value)
        try context.member(value, named: name(of: key), key, of: encoder.frame)
    }

    @inline(__always)
    func append<T>(scalar value: T, _ key: Key) throws {
        try encoder.checkInTurn(value)
        guard context.isWritable(value) else { throw context.unwritable(value, below: .key(key)) }
        context.beginMember(name(of: key), of: encoder.frame)
        _ = context.scalar(value)
    }

    func branch(_ key: some CodingKey, _ container: CodingContainer) -> JSONValueEncoder {
        guard encoder.isInnermost else { return encoder.spentBranch() }
        let name = name(of: key)
        if container != .none, let branch = context.branch(named: name, container, of: encoder.frame) { return branch }
        context.beginMember(name, of: encoder.frame)
        return encoder.branch(.key(key))
    }
}
