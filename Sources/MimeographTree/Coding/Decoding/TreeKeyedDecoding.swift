public import Mimeograph

/// The members of an object; see ``TreeDecodingContext`` for why the formats have types of their own for it.
@usableFromInline
package protocol TreeKeyedDecoding: KeyedDecodingContainerProtocol {
    associatedtype Position: TreeDecodingPosition

    /// The position of the object.
    var position: Position { get }

    // The same as the context's, which a getter of this protocol would retain for each of them.
    /// The index of the member's value, or nil.
    func find(_ key: some CodingKey) -> Int?
    func isNull(at index: Int) -> Bool
    func scalar<T>(_ type: T.Type, at index: Int) -> T?
    func nested<T: Decodable>(_ type: T.Type, at index: Int, step: CodingStep) throws -> T
}

extension TreeKeyedDecoding {
    @inlinable
    @inline(__always)
    package func index(of key: Key) throws -> Int {
        if let index = find(key) { return index }
        throw missing(key)
    }

    @usableFromInline
    package func missing(_ key: Key) -> DecodingError {
        position.context.keyNotFound(key, in: position.index, path: position.steps)
    }

    @usableFromInline
    package func unreadable<T>(_ type: T.Type, at index: Int, _ key: Key) -> DecodingError {
        position.context.scalarFailure(type, at: index, path: position.steps + [.key(key)])
    }

    @inlinable
    @inline(__always)
    package func decoder(at index: Int, _ key: some CodingKey) -> Position.Context.ValueDecoder {
        position.below(.key(key), at: index).decoder
    }
}

extension TreeKeyedDecoding {
    @usableFromInline
    package var codingPath: [any CodingKey] { position.codingPath }
    @usableFromInline
    package var allKeys: [Key] { position.context.keys(of: position) }

    @inlinable
    @inline(__always)
    package func contains(_ key: Key) -> Bool { find(key) != nil }

    @inlinable
    @inline(__always)
    package func decodeNil(forKey key: Key) throws -> Bool { isNull(at: try index(of: key)) }

    @inlinable
    @inline(__always)
    package func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try nested(type, at: try index(of: key), step: .key(key))
    }

    @inlinable
    @inline(__always)
    package func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let index = find(key), !isNull(at: index) else { return nil }
        return try nested(type, at: index, step: .key(key))
    }

    @inlinable
    @inline(__always)
    package func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder(at: index(of: key), key).container(keyedBy: type)
    }

    @inlinable
    @inline(__always)
    package func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(at: index(of: key), key).unkeyedContainer()
    }

    @inlinable
    @inline(__always)
    package func superDecoder() throws -> any Decoder {
        decoder(at: find(PlainCodingKey.super) ?? Position.Context.absent, PlainCodingKey.super)
    }

    @inlinable
    @inline(__always)
    package func superDecoder(forKey key: Key) throws -> any Decoder {
        decoder(at: find(key) ?? Position.Context.absent, key)
    }
}

/// Where in an object the look-up for the next member begins.
///
/// Types ask for their keys in the order in which their values were written, most of the time. So a look-up begins
/// after the member that was found last and goes round once. That finds the right one of two members with one name only
/// where there are no two, which is checked once, when a container is made. Objects that fail the check, large ones, and
/// all objects under a strategy that changes keys get an index instead.
///
/// For `{"id":1,"name":"Ada","tags":[]}`: `id` is the first member, `name` the next, `tags` the next: three comparisons.
/// Had the type asked for `tags` first, that would have been the third comparison, and `id` then the fourth.
@usableFromInline
package struct MemberHint {
    /// The index of the object, and below it that of the member after the one that was found last; 0 where none was.
    @usableFromInline package let bits: UInt64

    @inlinable @inline(__always)
    package init(bits: UInt64) { self.bits = bits }

    @inlinable @inline(__always)
    package init(object: Int, next: Int) {
        bits = UInt64(truncatingIfNeeded: object) &<< 32 | UInt64(truncatingIfNeeded: next)
    }

    /// Where to begin in an object.
    @inlinable @inline(__always)
    package func start(in object: Int) -> Int {
        let next = Int(truncatingIfNeeded: bits & 0xFFFF_FFFF)
        return bits &>> 32 == UInt64(truncatingIfNeeded: object) && next != 0 ? next : object &+ 1
    }
}

// Each scalar type by name: a generic method would be one unspecialized function for all, because the compiler does not
// specialize it while `Key` is open. The standard library's defaults for the second kind would look a key up three times.

extension TreeKeyedDecoding {
    @inlinable
    @inline(__always)
    package func required<T>(_ type: T.Type, _ key: Key) throws -> T {
        let index = try index(of: key)
        if let value = scalar(type, at: index) { return value }
        throw unreadable(type, at: index, key)
    }

    @inlinable @inline(__always)
    package func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try required(type, key) }
    @inlinable @inline(__always)
    package func decode(_ type: String.Type, forKey key: Key) throws -> String { try required(type, key) }
    @inlinable @inline(__always)
    package func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try required(type, key) }
    @inlinable @inline(__always)
    package func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try required(type, key) }
    @inlinable @inline(__always)
    package func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try required(type, key) }
    @inlinable @inline(__always)
    package func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try required(type, key) }
    @inlinable @inline(__always)
    package func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try required(type, key) }
    @inlinable @inline(__always)
    package func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try required(type, key) }
    @inlinable @inline(__always)
    package func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try required(type, key) }
    @inlinable @inline(__always)
    package func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try required(type, key) }
    @inlinable @inline(__always)
    package func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try required(type, key) }
    @inlinable @inline(__always)
    package func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try required(type, key) }
    @inlinable @inline(__always)
    package func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try required(type, key) }
    @inlinable @inline(__always)
    package func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try required(type, key) }
    @inlinable @inline(__always)
    package func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try required(type, key) }
    @inlinable @inline(__always)
    package func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try required(type, key) }
}

extension TreeKeyedDecoding {
    @inlinable
    @inline(__always)
    package func optional<T>(_ type: T.Type, _ key: Key) throws -> T? {
        guard let index = find(key), !isNull(at: index) else { return nil }
        if let value = scalar(type, at: index) { return value }
        throw unreadable(type, at: index, key)
    }

    @inlinable @inline(__always)
    package func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optional(type, key) }
    @inlinable @inline(__always)
    package func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try optional(type, key) }
    @inlinable @inline(__always)
    package func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try optional(type, key) }
    @inlinable @inline(__always)
    package func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try optional(type, key) }
    @inlinable @inline(__always)
    package func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional(type, key) }
    @inlinable @inline(__always)
    package func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try optional(type, key) }
    @inlinable @inline(__always)
    package func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try optional(type, key) }
    @inlinable @inline(__always)
    package func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try optional(type, key) }
    @inlinable @inline(__always)
    package func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optional(type, key) }
    @inlinable @inline(__always)
    package func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try optional(type, key) }
    @inlinable @inline(__always)
    package func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try optional(type, key) }
    @inlinable @inline(__always)
    package func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try optional(type, key) }
    @inlinable @inline(__always)
    package func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try optional(type, key) }
    @inlinable @inline(__always)
    package func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try optional(type, key) }
    @inlinable @inline(__always)
    package func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try optional(type, key) }
    @inlinable @inline(__always)
    package func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try optional(type, key) }
}
