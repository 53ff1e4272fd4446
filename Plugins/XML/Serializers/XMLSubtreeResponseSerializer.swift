public import Mimeograph

/// Reads some elements of an XML body, each as a document of its own, while the body arrives.
///
/// ``XMLParserResponseSerializer/subtrees(named:namespace:)`` makes one. A document has the declarations of namespaces that
/// are in scope around its element, and lines as in the body; XPath, canonical forms and decoding work on it as on any.
public struct XMLSubtreeResponseSerializer: StreamingResponseSerialization {
    let parser: XMLParserResponseSerializer
    let path: XMLSubtreePath
    /// The media ranges that it accepts; those of the parser that it was made of.
    public var acceptedTypes: [MediaRange]

    init(parser: XMLParserResponseSerializer, path: XMLSubtreePath) {
        self.parser = parser
        self.path = path
        acceptedTypes = parser.acceptedTypes
    }

    /// Makes a parser for one body.
    ///
    /// - Throws: Nothing. The parser throws what that of ``XMLParserResponseSerializer`` throws.
    public func makeParser(
        for head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<XML.Document> {
        XMLSubtreeParser(reader: makeReader(charset: head.contentType?.charset, limits: limits)) {
            (document, _) throws(SerializationError) in
            document
        }
    }

    func makeReader(charset: String?, limits: DecodingLimits) -> XMLStreamReader {
        XMLStreamReader(
            charset: charset,
            options: parser.options,
            limits: limits,
            selecting: path
        )
    }

    /// The same elements, each decoded as a value.
    ///
    /// ```swift
    /// let stories = XMLParserResponseSerializer().subtrees(named: "item").decoded()
    /// for try await story in stories.elements(of: Story.self, in: chunks, as: head.contentType) { … }
    /// ```
    /// - Parameter format: How values are read.
    public func decoded(by format: XMLFormat = XMLFormat()) -> XMLSubtreeFormat {
        XMLSubtreeFormat(subtrees: self, format: format)
    }
}

/// Decodes some elements of an XML body, while the body arrives.
///
/// ``XMLSubtreeResponseSerializer/decoded(by:)`` makes one.
public struct XMLSubtreeFormat: CodableStreamFormat {
    let subtrees: XMLSubtreeResponseSerializer
    /// How values are read. What a document may be is up to the parser, not to ``XMLFormat/reading``.
    public var format: XMLFormat

    init(subtrees: XMLSubtreeResponseSerializer, format: XMLFormat) {
        self.subtrees = subtrees
        self.format = format
    }

    /// The media ranges that it accepts.
    public var acceptedTypes: [MediaRange] { subtrees.acceptedTypes }

    /// Makes a parser that decodes each element.
    ///
    /// - Throws: Nothing. The parser throws what that of ``XMLParserResponseSerializer`` throws, and
    ///   ``SerializationError/Code/dataShape`` at the element that has another shape.
    public func makeParser<V: Decodable & Sendable>(
        of type: V.Type,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<V> {
        let format = format
        return XMLSubtreeParser(reader: subtrees.makeReader(charset: mediaType?.charset, limits: limits)) {
            (document, location) throws(SerializationError) in
            do throws(SerializationError) { return try format.decode(V.self, from: document.root) } catch {
                var located = error
                if located.location == nil { located.location = location }
                throw located
            }
        }
    }
}

/// Cuts documents out of a body that arrives in chunks, and makes something of each.
struct XMLSubtreeParser<Element: Sendable>: IncrementalParser {
    let reader: XMLStreamReader
    /// What becomes of a document that begins at a location.
    let make: (XML.Document, SourceLocation) throws(SerializationError) -> Element

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [Element]) throws(SerializationError) {
        var made: [Element] = []
        swap(&made, &elements)
        defer { swap(&made, &elements) }
        try reader.consume(chunk) { (push) throws(SerializationError) in try receive(from: push, into: &made) }
    }

    mutating func finish(into elements: inout [Element]) throws(SerializationError) {
        var made: [Element] = []
        swap(&made, &elements)
        defer { swap(&made, &elements) }
        try reader.finish { (push) throws(SerializationError) in try receive(from: push, into: &made) }
    }

    private func receive(from push: XMLPush, into made: inout [Element]) throws(SerializationError) {
        try push.removeSubtrees { (tree, location) throws(SerializationError) in
            made.append(try make(XML.Document(tree), location))
        }
    }
}

/// Which elements of a stream become documents of their own.
struct XMLSubtreePath: Hashable, Sendable {
    /// The names from the outermost element on; or one, which may be anywhere.
    var steps: [XML.Name]
    /// Whether the element may be at any depth; inside of one that matches, others are parts of it.
    var isAnywhere: Bool
}
