import Mimeograph
import MimeographTree

/// The encoder for one value, and its single-value container: a frame of a context.
struct JSONValueEncoder: TreeValueEncoder {
    let context: JSONEncodingContext
    let frame: Int
    let serial: Int

    @inline(__always)
    func checkInTurn<T>(_ value: @autoclosure () -> T) throws {
        guard frame + 1 == context.frames.count, context.frames[frame].serial == serial else {
            throw outOfTurn(value())
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(JSONKeyedEncoding<Key>(encoder: opening(.keyed)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { JSONUnkeyedEncoding(encoder: opening(.unkeyed)) }

    /// An encoder with a context of its own at the end of the text, hanging on this frame.
    func branch(_ step: CodingStep) -> Self {
        let branch = JSONEncodingContext(
            settings: context.settings,
            path: steps + [step],
            level: context.openContainers,
            outerDepth: context.outerDepth + context.frames.count,
            capacity: 64
        )
        context.branches.append(
            JSONEncodingContext.Branch(
                index: context.frames[frame].count - 1,
                offset: context.text.count,
                context: branch
            )
        )
        return branch.branchEncoder()
    }
}

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

/// Writes the elements of an array.
struct JSONUnkeyedEncoding: TreeUnkeyedEncoding {
    let encoder: JSONValueEncoder
}
