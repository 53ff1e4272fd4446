import Mimeograph

/// A value and all that is in it, as a list of nodes in the order of the bytes.
///
/// It is flat, so that nothing recurses with the depth of a body: what comes after a node is known from its `end`.
struct MessagePackDocument: Sendable {
    /// The body.
    let bytes: [UInt8]
    /// Where the body's first byte is in all that was received.
    let origin: Int
    /// The nodes; the first is the root.
    var nodes: [Node] = []

    /// One value.
    struct Node: Sendable {
        /// What it is.
        var kind: Kind
        /// Where its first byte is.
        var offset: Int
        /// The index of the node after it and all that is in it.
        var end: Int
    }

    /// What a value is.
    enum Kind: Sendable {
        case null
        case bool(Bool)
        case integer(Int64)
        /// One beyond those of `Int64`.
        case unsigned(UInt64)
        case float(Float)
        case double(Double)
        /// A text that is valid UTF-8, as a range of the body.
        case text(Range<Int>)
        case binary(Range<Int>)
        case array(count: Int)
        /// So many pairs of nodes.
        case map(count: Int)
        case fileExtension(type: Int8, Range<Int>)
    }

    /// The text in a range of the body.
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The indices of the nodes that are directly in a container.
    func children(of index: Int) -> [Int] {
        var children: [Int] = []
        var child = index + 1
        while child < nodes[index].end {
            children.append(child)
            child = nodes[child].end
        }
        return children
    }

    /// Decodes the root.
    func decode<V: Decodable>(_ type: V.Type) throws(SerializationError) -> V {
        do {
            return try MessagePackDecoder(document: self, index: 0, path: []).decode(type)
        } catch {
            throw failure(error, wanted: "\(type)")
        }
    }

    private func failure(_ error: any Error, wanted: String) -> SerializationError {
        if let error = error as? SerializationError { return error }
        let context: DecodingError.Context? =
            switch error {
            case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
                DecodingError.dataCorrupted(let context):
                context
            case DecodingError.keyNotFound(let key, let context):
                DecodingError.Context(
                    codingPath: context.codingPath + [key],
                    debugDescription: "there is no such key"
                )
            default: nil
            }
        return SerializationError(
            .dataShape,
            "The body does not have the shape of \(wanted)\(context.map { ": \($0.debugDescription)" } ?? "").",
            codingPath: context?.codingPath ?? [],
            underlying: [error]
        )
    }
}
