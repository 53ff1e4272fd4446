import Mimeograph

/// The decoder for one value of a document, and its single-value container.
package struct TreeDecoder: Decoder, SingleValueDecodingContainer {
    let position: TreeDecodingPosition

    package var codingPath: [any CodingKey] { position.codingPath }
    package var userInfo: [CodingUserInfoKey: Any] { position.context.userInfo }

    /// Returns the document and the index of the value in it; nil if the decoder is for another format.
    package func value(in format: TreeFormat) -> (document: TapeDocument, index: Int)? {
        guard position.context.format === format else { return nil }
        return (position.context.document, position.index)
    }

    @inline(__always)
    package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        if let record = position.context.record, record.place == position.index { return try recorded(record) }
        guard position.context.isPlainObject(at: position.index) else {
            return KeyedDecodingContainer(TreeKeyedDecoding(position: try position.context.object(at: position)))
        }
        // SAFETY: the container that is kept for these keys has this type.
        if let kept = unsafe position.context.container(ObjectIdentifier(type), at: position.index, position.depth) {
            return unsafe KeptContainer<KeyedDecodingContainer<Key>>.copy(at: kept)
        }
        return newContainer()
    }

    @inline(never)
    private func recorded<Key: CodingKey>(_ record: CodingRecord) throws -> KeyedDecodingContainer<Key> {
        position.context.record = nil
        let isRow = position.context.isRow(at: position.index)
        let position = isRow ? position : try position.context.object(at: position)
        return KeyedDecodingContainer(RecordedKeyedDecoding(position: position, record: record))
    }

    @inline(never)
    private func newContainer<Key: CodingKey>() -> KeyedDecodingContainer<Key> {
        guard let number = position.context.newNumber(ObjectIdentifier(Key.self), at: position) else {
            return KeyedDecodingContainer(TreeKeyedDecoding(position: position))
        }
        return keptContainer(number)
    }

    /// Makes a container that is kept. Not inlined, because a variable of its type needs a metadata lookup.
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

    // The standard library's defaults for these two throw.
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

/// The position of a decoder or container: the index of a value, and the depth of its path.
///
/// It has two words with one reference, because the standard library copies a container on each call. The few positions that need
/// a path or an index of members of their own have their own context; see ``TreeDecodingContext/init(branchOf:steps:index:)``.
struct TreeDecodingPosition {
    let context: TreeDecodingContext
    private let shortIndex: UInt32
    private let shortDepth: UInt32

    @inline(__always)
    init(context: TreeDecodingContext, index: Int, depth: Int) {
        self.context = context
        // Indices fit in the lower half of a word. No value has the index of the absent value.
        shortIndex = UInt32(truncatingIfNeeded: index)
        shortDepth = UInt32(truncatingIfNeeded: depth)
    }

    /// The index of the value, which is never the index of a shared word.
    @inline(__always)
    var index: Int { Int(shortIndex) }

    /// The number of steps of the path that lead to the value.
    @inline(__always)
    var depth: Int { Int(shortDepth) }

    /// Whether the current path of the context leads here.
    @inline(__always)
    var isTop: Bool { depth == context.path.count }

    /// The steps. If a decoder is kept beyond the `init(from:)` that received it, the last of them may be lost.
    var steps: [CodingStep] { Array(context.path.steps.prefix(depth)) }

    var codingPath: [any CodingKey] { steps.codingPath }

    @inline(__always)
    var decoder: TreeDecoder { TreeDecoder(position: self) }

    /// Returns a position one step below, for a container or decoder that may be used after the context's path has changed.
    func below(_ step: CodingStep, at index: Int) -> TreeDecodingPosition {
        let steps = steps + [step]
        let context = TreeDecodingContext(branchOf: context, steps: steps, index: nil)
        // The caller requests a container or decoder here on purpose, so a text counts as a list of one.
        context.loneText = index
        return TreeDecodingPosition(context: context, index: index, depth: steps.count)
    }

    /// Returns the same position, with an index of its members.
    func with(_ memberIndices: [ByteEqualString: Int]) -> TreeDecodingPosition {
        let context = TreeDecodingContext(branchOf: context, steps: steps, index: (index, memberIndices))
        return TreeDecodingPosition(context: context, index: index, depth: depth)
    }
}

/// The elements of an array, one after the other.
struct TreeUnkeyedDecoding: UnkeyedDecodingContainer {
    private let position: TreeDecodingPosition
    private let end: Int
    /// The index of the next element's word, which may refer to a value elsewhere.
    private var current: Int
    private(set) var currentIndex = 0

    /// Returns nil if the value is not an array.
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

    // The standard library's defaults for these two throw.
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
