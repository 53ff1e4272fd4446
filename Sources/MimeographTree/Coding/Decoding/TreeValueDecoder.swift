import Mimeograph

/// The decoder for one value of a document, and its single-value container.
@usableFromInline
package protocol TreeValueDecoder: Decoder, SingleValueDecodingContainer {
    associatedtype Position: TreeDecodingPosition where Position.Context.ValueDecoder == Self

    var position: Position { get }

    // The same as the context's, which a getter of this protocol would retain for each of them.
    func isNull() -> Bool
    func scalar<T>(_ type: T.Type) -> T?
    func value<T: Decodable>(_ type: T.Type) throws -> T

    init(position: Position)
}

extension TreeValueDecoder {
    @usableFromInline
    package var codingPath: [any CodingKey] { position.codingPath }
    @usableFromInline
    package var userInfo: [CodingUserInfoKey: Any] { position.context.userInfo }

    @inlinable
    @inline(__always)
    package func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    @inlinable
    @inline(__always)
    package func decodeNil() -> Bool { isNull() }

    @inlinable
    @inline(__always)
    package func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if CodingScalar.includes(type) { return try decodeScalar(type) }
        return try value(type)
    }

    // The standard library has defaults for these two, which refuse.
    @inlinable
    @inline(__always)
    package func decode(_ type: Int128.Type) throws -> Int128 { try decodeScalar(type) }
    @inlinable
    @inline(__always)
    package func decode(_ type: UInt128.Type) throws -> UInt128 { try decodeScalar(type) }

    @inlinable
    @inline(__always)
    package func decodeScalar<T>(_ type: T.Type) throws -> T {
        if let value = scalar(type) { return value }
        throw unreadable(type)
    }

    @usableFromInline
    package func unreadable<T>(_ type: T.Type) -> DecodingError {
        position.context.scalarFailure(type, at: position.index, path: position.steps)
    }
}
