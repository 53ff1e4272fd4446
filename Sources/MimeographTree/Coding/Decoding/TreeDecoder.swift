import Mimeograph

/// The decoder for one value of a document, and its single-value container.
package struct TreeDecoder: Decoder, SingleValueDecodingContainer {
    let position: TreeDecodingPosition

    package var codingPath: [any CodingKey] { position.codingPath }
    package var userInfo: [CodingUserInfoKey: Any] { position.context.userInfo }

    /// The document, and where the value is in it; nil where the format is another, or where there is no value.
    package func value(in format: TreeFormat) -> (document: TapeDocument, index: Int)? {
        guard position.context.format === format else { return nil }
        return (position.context.document, position.index)
    }

    @inline(__always)
    package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard position.context.isPlainObject(at: position.index) else {
            return KeyedDecodingContainer(TreeKeyedDecoding(position: try position.context.object(at: position)))
        }
        // SAFETY: what is kept for these keys is such a container.
        if let kept = unsafe position.context.container(ObjectIdentifier(type), at: position.index, position.depth) {
            return unsafe KeptContainer<KeyedDecodingContainer<Key>>.copy(at: kept)
        }
        return newContainer()
    }

    @inline(never)
    private func newContainer<Key: CodingKey>() -> KeyedDecodingContainer<Key> {
        guard let number = position.context.newNumber(ObjectIdentifier(Key.self), at: position) else {
            return KeyedDecodingContainer(TreeKeyedDecoding(position: position))
        }
        return keptContainer(number)
    }

    /// A container that is kept. Not inlined, because a variable of its type takes a look-up.
    @inline(never)
    private func keptContainer<Key: CodingKey>(_ number: Int) -> KeyedDecodingContainer<Key> {
        let container = KeyedDecodingContainer(KeptKeyedDecoding<Key>(position.context, number: number))
        position.context.keep(KeptContainer(container), number: number)
        return container
    }

    @inline(__always)
    package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let container = TreeUnkeyedDecoding(position: position) else {
            throw position.context.noArray(at: position.index, path: position.steps)
        }
        return container
    }

    @inline(__always)
    package func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    @inline(__always)
    package func decodeNil() -> Bool { position.context.isNull(at: position.index) }

    @inline(__always)
    package func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if CodingScalar.includes(type) { return try decodeScalar(type) }
        return try position.context.value(type, at: position)
    }

    // The standard library has defaults for these two, which refuse.
    @inline(__always)
    package func decode(_ type: Int128.Type) throws -> Int128 { try decodeScalar(type) }
    @inline(__always)
    package func decode(_ type: UInt128.Type) throws -> UInt128 { try decodeScalar(type) }

    @inline(__always)
    private func decodeScalar<T>(_ type: T.Type) throws -> T {
        if let value = position.context.scalar(type, at: position.index) { return value }
        throw position.context.scalarFailure(type, at: position.index, path: position.steps)
    }
}

/// Where a decoder or container stands in a decoding: at a value, and as deep in the context's path as it is.
///
/// Two words and one reference, because the standard library copies a container for each call. What few positions need, a
/// path or an index of members of their own, is in a context of their own; see
/// ``TreeDecodingContext/init(branchOf:steps:index:)``.
struct TreeDecodingPosition {
    let context: TreeDecodingContext
    private let shortIndex: UInt32
    private let shortDepth: UInt32

    @inline(__always)
    init(context: TreeDecodingContext, index: Int, depth: Int) {
        self.context = context
        // Indices fit the lower half of a word; the absent value's is the one that no value has.
        shortIndex = UInt32(truncatingIfNeeded: index)
        shortDepth = UInt32(truncatingIfNeeded: depth)
    }

    /// The index of the value, which is never a shared word's.
    @inline(__always)
    var index: Int { Int(shortIndex) }

    /// How many steps of the path lead to it.
    @inline(__always)
    var depth: Int { Int(shortDepth) }

    /// Whether the context's path, as it stands, leads here.
    @inline(__always)
    var isTop: Bool { depth == context.path.count }

    /// The steps. A decoder kept beyond the `init(from:)` that received it may have lost the last of them.
    var steps: [CodingStep] { Array(context.path.steps.prefix(depth)) }

    var codingPath: [any CodingKey] { steps.codingPath }

    /// The decoder for the value.
    @inline(__always)
    var decoder: TreeDecoder { TreeDecoder(position: self) }

    /// A position one step below, for a container or decoder that may be used when the context's path has moved on.
    func below(_ step: CodingStep, at index: Int) -> TreeDecodingPosition {
        let steps = steps + [step]
        let context = TreeDecodingContext(branchOf: context, steps: steps, index: nil)
        // Elements that are asked for by a key are known to be wanted.
        context.loneText = index
        return TreeDecodingPosition(context: context, index: index, depth: steps.count)
    }

    /// The same position, with an index of the members there.
    func with(_ memberIndices: [ByteEqualString: Int]) -> TreeDecodingPosition {
        let context = TreeDecodingContext(branchOf: context, steps: steps, index: (index, memberIndices))
        return TreeDecodingPosition(context: context, index: index, depth: depth)
    }
}

/// The elements of an array, one after the other.
struct TreeUnkeyedDecoding: UnkeyedDecodingContainer {
    /// The position of the array.
    private let position: TreeDecodingPosition
    private let end: Int
    /// The index of the next element, which may lead to another one.
    private var current: Int
    /// The number of the next element.
    private(set) var currentIndex = 0

    /// Nil where there is no array.
    init?(position: TreeDecodingPosition) {
        let context = position.context
        guard let array = context.array(at: position.index, orText: context.loneText == position.index) else {
            return nil
        }
        self.position = position
        end = array.end
        current = array.start
    }

    var codingPath: [any CodingKey] { position.codingPath }

    var isAtEnd: Bool { current >= end }

    var count: Int? {
        guard let array = position.context.array(at: position.index) else { return nil }
        if array.count < TapeWord.maximumPayload { return array.count }
        var rest = self
        while !rest.isAtEnd { rest.advance() }
        return rest.currentIndex
    }

    /// The index of the next element's value.
    @inline(__always)
    private var element: Int { position.context.view.resolved(current) }

    @inline(__always)
    private mutating func advance() {
        current = position.context.view.index(after: current)
        currentIndex += 1
    }

    private var path: [CodingStep] { position.steps + [.index(currentIndex)] }

    @inline(__always)
    private func checkNotAtEnd(_ type: any Any.Type) throws {
        if isAtEnd { throw position.context.atEnd(type, of: position.index, path: path) }
    }

    @inline(__always)
    mutating func decodeNil() throws -> Bool {
        try checkNotAtEnd(Never.self)
        guard position.context.isNull(at: element) else { return false }
        advance()
        return true
    }

    @inline(__always)
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if CodingScalar.includes(type) { return try decodeScalar(type) }
        try checkNotAtEnd(type)
        let value = try position.context.nested(type, at: element, number: currentIndex, of: position)
        advance()
        return value
    }

    // The standard library has defaults for these two, which refuse.
    @inline(__always)
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try decodeScalar(type) }
    @inline(__always)
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try decodeScalar(type) }

    @inline(__always)
    private mutating func decodeScalar<T>(_ type: T.Type) throws -> T {
        try checkNotAtEnd(type)
        guard let value = position.context.scalar(type, at: element) else {
            throw position.context.scalarFailure(type, at: element, path: path)
        }
        advance()
        return value
    }

    private func decoder(_ missing: any Any.Type) throws -> TreeDecoder {
        try checkNotAtEnd(missing)
        return position.below(.index(currentIndex), at: element).decoder
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let container = try decoder(KeyedDecodingContainer<NestedKey>.self).container(keyedBy: type)
        advance()
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try decoder((any UnkeyedDecodingContainer).self).unkeyedContainer()
        advance()
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try decoder(position.context.format.missingSuper)
        advance()
        return decoder
    }
}
