import Mimeograph

/// Writes the elements of an array.
struct JSONUnkeyedEncoding {
    let encoder: JSONValueEncoder

    @inline(__always)
    private var context: JSONEncodingContext { encoder.context }

    /// Runs `write` after the separator; where it throws, the text is as it was before.
    @inline(__always)
    private func append<T>(_ value: @autoclosure () -> T, _ write: (CodingStep) throws -> Void) throws {
        try encoder.checkInTurn(value())
        let mark = context.mark()
        context.separate(encoder.frame)
        do {
            try write(.index(mark.count))
        } catch {
            context.restore(mark)
            throw error
        }
    }

    private func branch() -> JSONValueEncoder {
        // A closed container's branch goes nowhere; the misuse is remembered.
        guard encoder.isOpen, encoder.frame + 1 == context.frames.count else { return encoder.spentBranch() }
        context.separate(encoder.frame)
        return encoder.branch(.index(count - 1)).branchEncoder()
    }
}

extension JSONUnkeyedEncoding: UnkeyedEncodingContainer {
    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.isOpen ? context.frames[encoder.frame].count : 0 }

    func encodeNil() throws {
        try append(nil as Bool?) { _ in context.text.appendNull() }
    }

    func encode<T: Encodable>(_ value: T) throws {
        try append(value) { step in
            if CodingScalar.includes(T.self) {
                if !context.scalar(value) { throw context.unwritable(value, below: step) }
                return
            }
            context.path.append(step)
            defer { context.path.removeLast() }
            try context.element(value)
        }
    }

    // The standard library has defaults for these two, which refuse.
    func encode(_ value: Int128) throws { try append(value) { _ in context.text.appendInteger(value) } }
    func encode(_ value: UInt128) throws { try append(value) { _ in context.text.appendInteger(value) } }

    func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        branch().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { branch().unkeyedContainer() }

    func superEncoder() -> any Encoder { branch() }
}
