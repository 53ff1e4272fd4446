import Mimeograph

/// The members of an object.
struct TreeKeyedDecoding<Key: CodingKey>: TreeKeyedReading {
    /// The position of the object, as ``TreeDecodingContext/object(at:)`` returns it.
    let position: TreeDecodingPosition

    @inline(__always)
    func find(_ key: some CodingKey) -> Int? { position.context.find(key, of: position) }

    @inline(__always)
    func isNull(at index: Int) -> Bool { position.context.isNull(at: index) }

    @inline(__always)
    func isNil<T>(at index: Int, for type: T.Type) -> Bool { position.context.isNil(at: index, for: type) }

    @inline(__always)
    func scalar<T>(_ type: T.Type, at index: Int) -> T? { position.context.scalar(type, at: index) }

    @inline(__always)
    func nested<T: Decodable>(_ type: T.Type, at index: Int, _ key: Key) throws -> T {
        try position.context.nested(type, at: index, key, of: position)
    }
}

/// The members of an object, in a container that is reused; see ``KeyedContainers``.
@safe
struct KeptKeyedDecoding<Key: CodingKey>: TreeKeyedReading {
    private let context: Unmanaged<TreeDecodingContext>
    private let number: Int

    init(_ context: TreeDecodingContext, number: Int) {
        // SAFETY: the context lives as long as the content of its containers; see ``KeptContexts``.
        unsafe self.context = .passUnretained(context)
        self.number = number
    }

    var position: TreeDecodingPosition {
        with { TreeDecodingPosition(context: $0, index: $1.value, depth: $1.depth) }
    }

    @inline(__always)
    private func with<Result>(
        _ body: (TreeDecodingContext, KeyedContainers.Place) throws -> Result
    ) rethrows -> Result {
        try unsafe context._withUnsafeGuaranteedRef { try body($0, $0.place(number)) }
    }

    @inline(__always)
    func find(_ key: some CodingKey) -> Int? { with { $0.find(key, at: $1) } }

    @inline(__always)
    func isNull(at index: Int) -> Bool { with { context, _ in context.isNull(at: index) } }

    @inline(__always)
    func isNil<T>(at index: Int, for type: T.Type) -> Bool {
        with { context, _ in context.isNil(at: index, for: type) }
    }

    @inline(__always)
    func scalar<T>(_ type: T.Type, at index: Int) -> T? { with { context, _ in context.scalar(type, at: index) } }

    @inline(__always)
    func nested<T: Decodable>(_ type: T.Type, at index: Int, _ key: Key) throws -> T {
        try with { try $0.nested(type, at: index, key, in: $1) }
    }
}

/// The methods of a keyed container, on top of one property and five methods.
///
/// It is a protocol because the compiler then reads the position in place. Methods of the structure would count a reference to
/// the context for each member.
protocol TreeKeyedReading: KeyedDecodingContainerProtocol {
    var position: TreeDecodingPosition { get }

    /// Returns the index of the member's value, or nil.
    func find(_ key: some CodingKey) -> Int?
    func isNull(at index: Int) -> Bool
    func isNil<T>(at index: Int, for type: T.Type) -> Bool
    func scalar<T>(_ type: T.Type, at index: Int) -> T?
    func nested<T: Decodable>(_ type: T.Type, at index: Int, _ key: Key) throws -> T

    /// Called before a member is read, and before anything else is asked.
    ///
    /// - Parameter ifPresent: Whether it is an optional whose key may be missing.
    func willDecode<T>(_ type: T.Type, _ key: Key, ifPresent: Bool)
    func willBranch()
}

extension TreeKeyedReading {
    @inline(__always)
    func willDecode<T>(_ type: T.Type, _ key: Key, ifPresent: Bool) {}
    @inline(__always)
    func willBranch() {}

    var codingPath: [any CodingKey] { position.codingPath }
    var allKeys: [Key] {
        willBranch()
        return position.context.keys(of: position)
    }

    @inline(__always)
    private func index(of key: Key) throws -> Int {
        if let index = find(key) { return index }
        throw missing(key)
    }

    // Neither is inlined: if the context is used in more than one place, its references are counted.
    @inline(never)
    private func missing(_ key: Key) -> any Error {
        position.context.keyNotFound(key, in: position.index, path: position.steps)
    }

    @inline(never)
    private func unreadable<T>(_ type: T.Type, at index: Int, _ key: Key) -> any Error {
        position.context.scalarFailure(type, at: index, path: position.steps + [.key(key)])
    }

    @inline(__always)
    func contains(_ key: Key) -> Bool {
        willBranch()
        return find(key) != nil
    }

    @inline(__always)
    func decodeNil(forKey key: Key) throws -> Bool {
        willBranch()
        guard let index = find(key) else { return try nothing(Bool?.self, key) == nil }
        return isNull(at: index)
    }

    @inline(__always)
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        willDecode(type, key, ifPresent: false)
        guard let index = find(key) else { return try nothing(type, key) }
        return try nested(type, at: index, key)
    }

    /// Returns the empty value of a type for a missing name, or throws.
    @inline(never)
    private func nothing<T>(_ type: T.Type, _ key: Key) throws -> T {
        if let value = position.context.nothing(type) { return value }
        throw missing(key)
    }

    @inline(__always)
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        willDecode(T?.self, key, ifPresent: true)
        guard let index = find(key), !isNil(at: index, for: type) else { return nil }
        return try nested(type, at: index, key)
    }

    private func decoder(at index: Int, _ key: some CodingKey) -> TreeDecoder {
        willBranch()
        return position.below(.key(key), at: index).decoder
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder(at: index(of: key), key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        let isNested = position.context.textShape == .nested
        return try decoder(at: isNested ? indexIfAny(of: key) : index(of: key), key).unkeyedContainer()
    }

    /// Returns the index of a value that may be missing.
    private func indexIfAny(of key: some CodingKey) -> Int { find(key) ?? TreeDecodingContext.absent }

    func superDecoder() throws -> any Decoder {
        willBranch()
        // A superclass has its properties in the same row.
        if position.context.hasRows { return position.decoder }
        return decoder(at: indexIfAny(of: PlainCodingKey.super), PlainCodingKey.super)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        decoder(at: position.context.hasRows ? try index(of: key) : indexIfAny(of: key), key)
    }
}

// Each scalar type has its own method. The compiler would not specialize a generic method while `Key` is open. The standard
// library's defaults for `decodeIfPresent` would look up a key three times.

extension TreeKeyedReading {
    @inline(__always)
    private func required<T>(_ type: T.Type, _ key: Key) throws -> T {
        willDecode(type, key, ifPresent: false)
        let index = try index(of: key)
        if let value = scalar(type, at: index) { return value }
        throw unreadable(type, at: index, key)
    }

    @inline(__always)
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try required(type, key) }
    @inline(__always)
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try required(type, key) }
    @inline(__always)
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try required(type, key) }
    @inline(__always)
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try required(type, key) }
    @inline(__always)
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try required(type, key) }
    @inline(__always)
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try required(type, key) }
    @inline(__always)
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try required(type, key) }
    @inline(__always)
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try required(type, key) }
    @inline(__always)
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try required(type, key) }
    @inline(__always)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try required(type, key) }
    @inline(__always)
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try required(type, key) }
    @inline(__always)
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try required(type, key) }
    @inline(__always)
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try required(type, key) }
    @inline(__always)
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try required(type, key) }
    @inline(__always)
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try required(type, key) }
    @inline(__always)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try required(type, key) }
}

extension TreeKeyedReading {
    @inline(__always)
    private func optional<T>(_ type: T.Type, _ key: Key) throws -> T? {
        willDecode(T?.self, key, ifPresent: true)
        guard let index = find(key), !isNil(at: index, for: type) else { return nil }
        if let value = scalar(type, at: index) { return value }
        throw unreadable(type, at: index, key)
    }

    @inline(__always)
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try optional(type, key) }
}
