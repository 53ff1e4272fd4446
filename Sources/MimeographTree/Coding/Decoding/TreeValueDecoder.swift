import Mimeograph

/// The decoder for one value of a document, and its single-value container.
@usableFromInline
package protocol TreeValueDecoder: Decoder, SingleValueDecodingContainer {
    associatedtype Place: TreeDecodingPlace where Place.Context.ValueDecoder == Self

    var place: Place { get }

    // The same as the context's, which a getter of this protocol would retain for each of them.
    func isNull() -> Bool
    func scalar<T>(_ type: T.Type) -> T?
    func value<T: Decodable>(_ type: T.Type) throws -> T

    init(place: Place)
}

extension TreeValueDecoder {
    @usableFromInline
    package var codingPath: [any CodingKey] { place.codingPath }
    @usableFromInline
    package var userInfo: [CodingUserInfoKey: Any] { place.context.userInfo }

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
        place.context.scalarFailure(type, at: place.index, path: place.steps)
    }
}
