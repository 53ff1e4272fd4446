import Mimeograph
import MimeographTree

/// The encoder for one value, and its single-value container: a frame of a context.
struct PropertyListValueEncoder: TreeValueEncoder {
    let context: PropertyListEncodingContext
    let frame: Int
    let serial: Int

    @inline(__always)
    func checkInTurn<T>(_ value: @autoclosure () -> T) throws {
        guard frame + 1 == context.frames.count, context.frames[frame].serial == serial else {
            throw outOfTurn(value())
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(PropertyListKeyedEncoding<Key>(encoder: opening(.keyed)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { PropertyListUnkeyedEncoding(encoder: opening(.unkeyed)) }

    /// An encoder with a context of its own at the end of the tape, hanging on this frame.
    func branch(_ step: CodingStep) -> Self {
        let branch = PropertyListEncodingContext(
            store: context.store,
            path: steps + [step],
            level: context.openContainers,
            outerDepth: context.outerDepth + context.frames.count
        )
        context.branches.append(PropertyListEncodingContext.Branch(index: context.words.count, context: branch))
        context.append(TapeWord(.null))
        return branch.branchEncoder()
    }
}

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

/// Writes the elements of an array.
struct PropertyListUnkeyedEncoding: TreeUnkeyedEncoding {
    let encoder: PropertyListValueEncoder
}

/// Contexts that hang on a frame of another one.
extension PropertyListEncodingContext {
    /// The words of a branch, its open frame closed; nothing more is written to it.
    func finish() throws -> [UInt64] {
        while frames.count > 0 { try pop() }
        if let misuse { throw misuse }
        return words
    }

    /// An encoder for a branch's only value.
    func branchEncoder() -> PropertyListValueEncoder {
        // A branch begins empty and its depth was checked with the frame it hangs on, unless that was the deepest.
        guard let frame = try? push() else {
            misuse = tooDeep
            return PropertyListValueEncoder(context: self, frame: 0, serial: -1)
        }
        return PropertyListValueEncoder(context: self, frame: frame, serial: frames[frame].serial)
    }

    /// The branch at the member of that name, where the frame has one that is a container of that kind already.
    func branch(named name: String, _ container: CodingContainer, of frame: Int) -> PropertyListValueEncoder? {
        for branch in branches[frames[frame].firstBranch...] {
            let context = branch.context
            guard let first = context.frames.first, first.container == container,
                store.areEqual(TapeWord(bits: words[branch.index - 1]), name)
            else { continue }
            return PropertyListValueEncoder(context: context, frame: 0, serial: first.serial)
        }
        return nil
    }
}
