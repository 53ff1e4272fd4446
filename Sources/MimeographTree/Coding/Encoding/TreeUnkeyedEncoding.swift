import Mimeograph

/// Writes the elements of an array; see ``TreeDecodingContext`` for why the formats have types of their own for it.
@usableFromInline
package protocol TreeUnkeyedEncoding: UnkeyedEncodingContainer {
    associatedtype ValueEncoder: TreeValueEncoder

    var encoder: ValueEncoder { get }
}

extension TreeUnkeyedEncoding {
    @usableFromInline
    package var codingPath: [any CodingKey] { encoder.codingPath }
    @usableFromInline
    package var count: Int { encoder.isOpen ? encoder.context.count(ofFrame: encoder.frame) : 0 }

    @inlinable
    @inline(__always)
    package func encodeNil() throws {
        let encoder = encoder
        try encoder.checkInTurn(nil as Bool?)
        encoder.context.beginElement(of: encoder.frame)
        encoder.context.appendNull()
    }

    @inlinable
    @inline(__always)
    package func encode<T: Encodable>(_ value: T) throws { try append(value) }

    // The standard library has defaults for these two, which refuse.
    @inlinable
    @inline(__always)
    package func encode(_ value: Int128) throws { try append(value) }

    @inlinable
    @inline(__always)
    package func encode(_ value: UInt128) throws { try append(value) }

    @inlinable
    @inline(__always)
    package func append<T: Encodable>(_ value: T) throws {
        let encoder = encoder
        try encoder.checkInTurn(value)
        try encoder.context.append(value, to: encoder.frame)
    }

    @inlinable
    @inline(__always)
    package func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        branch().container(keyedBy: type)
    }

    @inlinable
    @inline(__always)
    package func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { branch().unkeyedContainer() }

    @inlinable
    @inline(__always)
    package func superEncoder() -> any Encoder { branch() }

    @inlinable
    @inline(__always)
    package func branch() -> ValueEncoder {
        let encoder = encoder
        guard encoder.isInnermost else { return encoder.spentBranch() }
        encoder.context.beginElement(of: encoder.frame)
        return encoder.branch(.index(encoder.context.count(ofFrame: encoder.frame) - 1))
    }
}
