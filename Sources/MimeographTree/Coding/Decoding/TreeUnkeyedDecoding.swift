import Mimeograph

/// The elements of an array, one after the other.
@usableFromInline
package protocol TreeUnkeyedDecoding: UnkeyedDecodingContainer {
    associatedtype Position: TreeDecodingPosition

    var cursor: TreeArrayCursor<Position> { get set }

    // The same as the context's at the next element, which a getter of this protocol would retain for each of them.
    func isNull() -> Bool
    func scalar<T>(_ type: T.Type) -> T?
    func nested<T: Decodable>(_ type: T.Type) throws -> T
    /// The type that an error names where there is no more element to decode a superclass from.
    static var superDecoderType: any Any.Type { get }
}

/// Where an unkeyed container stands.
@usableFromInline
package struct TreeArrayCursor<Position: TreeDecodingPosition> {
    /// The position of the array.
    @usableFromInline
    package let position: Position
    @usableFromInline let view: Position.Context.View
    @usableFromInline let end: Int
    /// The index of the next element, which may lead to another one.
    @usableFromInline var current: Int
    /// The number of the next element.
    @usableFromInline var number = 0

    /// Nil where there is no array.
    @inlinable
    @inline(__always)
    package init?(position: Position) {
        let view = position.context.view
        guard let array = view.array(at: position.index) else { return nil }
        self.position = position
        self.view = view
        end = array.end
        current = position.index + 1
    }

    @inlinable
    @inline(__always)
    package var isAtEnd: Bool { current >= end }

    /// The index of the next element's value.
    @inlinable
    @inline(__always)
    package var element: Int { view.resolved(current) }

    @inlinable
    @inline(__always)
    package var step: CodingStep { .index(number) }

    @usableFromInline
    package var path: [CodingStep] { position.steps + [.index(number)] }

    @inlinable
    @inline(__always)
    package mutating func advance() {
        current = view.index(after: current)
        number += 1
    }

    @inlinable
    @inline(__always)
    package func checkNotAtEnd(_ type: any Any.Type) throws {
        if isAtEnd { throw noElement(type) }
    }

    @usableFromInline
    package func noElement(_ type: any Any.Type) -> DecodingError {
        position.context.atEnd(type, of: position.index, path: path)
    }

    @usableFromInline
    package func unreadable<T>(_ type: T.Type) -> DecodingError {
        position.context.scalarFailure(type, at: element, path: path)
    }

    @inlinable
    @inline(__always)
    package var decoder: Position.Context.ValueDecoder { position.below(step, at: element).decoder }
}

extension TreeUnkeyedDecoding {
    @usableFromInline
    package var codingPath: [any CodingKey] { cursor.position.codingPath }

    @inlinable
    @inline(__always)
    package var isAtEnd: Bool { cursor.isAtEnd }

    @inlinable
    @inline(__always)
    package var currentIndex: Int { cursor.number }

    @usableFromInline
    package var count: Int? {
        guard let array = cursor.view.array(at: cursor.position.index) else { return nil }
        if array.count < array.mostCounted { return array.count }
        var rest = cursor
        while !rest.isAtEnd { rest.advance() }
        return rest.number
    }

    @inlinable
    @inline(__always)
    package mutating func decodeNil() throws -> Bool {
        try cursor.checkNotAtEnd(Never.self)
        guard isNull() else { return false }
        cursor.advance()
        return true
    }

    @inlinable
    @inline(__always)
    package mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if CodingScalar.includes(type) { return try decodeScalar(type) }
        try cursor.checkNotAtEnd(type)
        let value = try nested(type)
        cursor.advance()
        return value
    }

    // The standard library has defaults for these two, which refuse.
    @inlinable
    @inline(__always)
    package mutating func decode(_ type: Int128.Type) throws -> Int128 { try decodeScalar(type) }
    @inlinable
    @inline(__always)
    package mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try decodeScalar(type) }

    @inlinable
    @inline(__always)
    package mutating func decodeScalar<T>(_ type: T.Type) throws -> T {
        try cursor.checkNotAtEnd(type)
        guard let value = scalar(type) else { throw cursor.unreadable(type) }
        cursor.advance()
        return value
    }

    @inlinable
    @inline(__always)
    package mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try cursor.checkNotAtEnd(KeyedDecodingContainer<NestedKey>.self)
        let container = try cursor.decoder.container(keyedBy: type)
        cursor.advance()
        return container
    }

    @inlinable
    @inline(__always)
    package mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try cursor.checkNotAtEnd((any UnkeyedDecodingContainer).self)
        let container = try cursor.decoder.unkeyedContainer()
        cursor.advance()
        return container
    }

    @inlinable
    @inline(__always)
    package mutating func superDecoder() throws -> any Decoder {
        try cursor.checkNotAtEnd(Self.superDecoderType)
        let decoder = cursor.decoder
        cursor.advance()
        return decoder
    }
}
