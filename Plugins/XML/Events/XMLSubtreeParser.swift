import Mimeograph

/// Cuts documents out of a body that arrives in chunks, and makes something of each.
struct XMLSubtreeParser<Element: Sendable>: IncrementalParser {
    let reader: XMLStreamReader
    /// What becomes of a document that began at a place.
    let make: (XML.Document, SourceLocation) throws(SerializationError) -> Element

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [Element]) throws(SerializationError) {
        var made: [Element] = []
        swap(&made, &elements)
        defer { swap(&made, &elements) }
        try reader.consume(chunk) { (push) throws(SerializationError) in try take(from: push, into: &made) }
    }

    mutating func finish(into elements: inout [Element]) throws(SerializationError) {
        var made: [Element] = []
        swap(&made, &elements)
        defer { swap(&made, &elements) }
        try reader.finish { (push) throws(SerializationError) in try take(from: push, into: &made) }
    }

    private func take(from push: XMLPush, into made: inout [Element]) throws(SerializationError) {
        try push.takeSubtrees { (tree, place) throws(SerializationError) in
            made.append(try make(XML.Document(tree), place))
        }
    }
}
