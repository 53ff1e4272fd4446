import Mimeograph
import MimeographTree

/// Writes the members of a dictionary.
struct PropertyListKeyedEncoding<Key: CodingKey>: TreeKeyedEncoding {
    let encoder: PropertyListValueEncoder

    @inline(__always)
    private var context: PropertyListEncodingContext { encoder.context }

    func encodeNil(forKey key: Key) throws {
        try encoder.checkInTurn(nil as Bool?)
        context.beginMember(key.stringValue, of: encoder.frame)
        context.appendNull()
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try encoder.checkInTurn(value)
        try context.member(value, named: key.stringValue, key, of: encoder.frame)
    }

    @inline(__always)
    func append<T>(scalar value: T, _ key: Key) throws {
        try encoder.checkInTurn(value)
        guard context.isWritable(value) else { throw context.unwritable(value, below: .key(key)) }
        context.beginMember(key.stringValue, of: encoder.frame)
        _ = context.scalar(value)
    }

    func branch(_ key: some CodingKey, _ container: CodingContainer) -> PropertyListValueEncoder {
        guard encoder.isInnermost else { return encoder.spentBranch() }
        let name = key.stringValue
        if container != .none, let branch = context.branch(named: name, container, of: encoder.frame) { return branch }
        context.beginMember(name, of: encoder.frame)
        return encoder.branch(.key(key))
    }
}
