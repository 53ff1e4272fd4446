import Mimeograph
import MimeographTree

/// The decoder for one value of a document, and its single-value container.
struct JSONValueDecoder: TreeValueDecoder {
    let position: JSONDecodingPosition

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(JSONKeyedDecoding(position: try position.context.object(at: position)))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let cursor = TreeArrayCursor(position: position) else {
            throw position.context.noArray(at: position.index, path: position.steps)
        }
        return JSONUnkeyedDecoding(cursor: cursor)
    }

    @inline(__always)
    func isNull() -> Bool { position.context.isNull(at: position.index) }

    @inline(__always)
    func scalar<T>(_ type: T.Type) -> T? { position.context.scalar(type, at: position.index) }

    @inline(__always)
    func value<T: Decodable>(_ type: T.Type) throws -> T { try position.context.value(type, at: position) }
}

/// The members of an object.
struct JSONKeyedDecoding<Key: CodingKey>: TreeKeyedDecoding {
    /// The position of the object, as ``JSONDecodingContext/object(at:)`` gives it.
    let position: JSONDecodingPosition

    @inline(__always)
    func find(_ key: some CodingKey) -> Int? { position.context.member(key.stringValue, of: position) }

    @inline(__always)
    func isNull(at index: Int) -> Bool { position.context.isNull(at: index) }

    @inline(__always)
    func scalar<T>(_ type: T.Type, at index: Int) -> T? { position.context.scalar(type, at: index) }

    @inline(__always)
    func nested<T: Decodable>(_ type: T.Type, at index: Int, step: CodingStep) throws -> T {
        try position.context.nested(type, at: index, step: step, of: position)
    }
}

/// The elements of an array, one after the other.
struct JSONUnkeyedDecoding: TreeUnkeyedDecoding {
    var cursor: TreeArrayCursor<JSONDecodingPosition>

    static var superDecoderType: any Any.Type { (any Decoder).self }

    @inline(__always)
    func isNull() -> Bool { cursor.position.context.isNull(at: cursor.element) }

    @inline(__always)
    func scalar<T>(_ type: T.Type) -> T? { cursor.position.context.scalar(type, at: cursor.element) }

    @inline(__always)
    func nested<T: Decodable>(_ type: T.Type) throws -> T {
        try cursor.position.context.nested(type, at: cursor.element, step: cursor.step, of: cursor.position)
    }
}

/// Where a decoder or container stands in a decoding: at a value, and as deep in the context's path as it is.
///
/// Two words and one reference, because the standard library copies a container for each call. What few positions need, a
/// path or an index of members of their own, is in a context of their own; see
/// ``JSONDecodingContext/init(branchOf:steps:index:)``.
struct JSONDecodingPosition: TreeDecodingPosition {
    let context: JSONDecodingContext
    private let shortIndex: UInt32
    private let shortDepth: UInt32

    @inline(__always)
    init(context: JSONDecodingContext, index: Int, depth: Int) {
        self.context = context
        // Indices fit the lower half of a word; the absent value's is the one that no value has.
        shortIndex = UInt32(truncatingIfNeeded: index)
        shortDepth = UInt32(truncatingIfNeeded: depth)
    }

    /// The index of the value.
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

    /// A position one step below, for a container or decoder that may be used when the context's path has moved on.
    func below(_ step: CodingStep, at index: Int) -> JSONDecodingPosition {
        let steps = steps + [step]
        return JSONDecodingPosition(
            context: JSONDecodingContext(branchOf: context, steps: steps, index: nil),
            index: index,
            depth: steps.count
        )
    }

    /// The same position, with an index of the members there.
    func with(_ memberIndices: [ByteEqualString: Int]) -> JSONDecodingPosition {
        let context = JSONDecodingContext(branchOf: context, steps: steps, index: (index, memberIndices))
        return JSONDecodingPosition(context: context, index: index, depth: depth)
    }
}
