public import Mimeograph

/// A serializer that reads some elements of an XML body as separate documents while the body arrives.
///
/// Use ``XMLParserResponseSerializer/subtrees(named:namespace:)`` to make one. Each document has the namespace declarations in
/// scope around its element, and the lines of the body. XPath, canonical forms and decoding work on it as on any document.
public struct XMLSubtreeResponseSerializer: StreamingResponseSerialization {
    let parser: XMLParserResponseSerializer
    let path: XMLSubtreePath
    /// The accepted media ranges, initially the ranges of the parser.
    public var acceptedTypes: [MediaRange]

    init(parser: XMLParserResponseSerializer, path: XMLSubtreePath) {
        self.parser = parser
        self.path = path
        acceptedTypes = parser.acceptedTypes
    }

    /// Makes a parser for one body.
    ///
    /// - Throws: Nothing. The parser throws the errors of the parser of ``XMLParserResponseSerializer``.
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

    /// Returns a format that decodes the same elements as values.
    ///
    /// ```swift
    /// let stories = XMLParserResponseSerializer().subtrees(named: "item").decoded()
    /// for try await story in stories.elements(of: Story.self, in: chunks, as: head.contentType) { … }
    /// ```
    /// - Parameter format: The format that decodes values.
    public func decoded(by format: XMLFormat = XMLFormat()) -> XMLSubtreeFormat {
        XMLSubtreeFormat(subtrees: self, format: format)
    }
}

/// A format that decodes some elements of an XML body while the body arrives.
///
/// Use ``XMLSubtreeResponseSerializer/decoded(by:)`` to make one.
public struct XMLSubtreeFormat: CodableStreamFormat {
    let subtrees: XMLSubtreeResponseSerializer
    /// The format that decodes values. Its ``XMLFormat/reading`` options are ignored; the options of the parser apply.
    public var format: XMLFormat

    init(subtrees: XMLSubtreeResponseSerializer, format: XMLFormat) {
        self.subtrees = subtrees
        self.format = format
    }

    /// The accepted media ranges.
    public var acceptedTypes: [MediaRange] { subtrees.acceptedTypes }

    /// Makes a parser that decodes each element.
    ///
    /// - Throws: Nothing. The parser throws the errors of the parser of ``XMLParserResponseSerializer``, and
    ///   ``SerializationError/Code/dataShape`` for an element that does not match the type.
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

/// A parser that extracts documents from a body in chunks, and converts each of them.
struct XMLSubtreeParser<Element: Sendable>: IncrementalParser {
    let reader: XMLStreamReader
    /// Converts a document that begins at a location.
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

/// The elements of a stream that become separate documents.
struct XMLSubtreePath: Hashable, Sendable {
    /// The names from the outermost element, or a single name that may be anywhere.
    var steps: [XML.Name]
    /// Whether the element may be at any depth. Matches inside a match are part of the outer one.
    var isAnywhere: Bool
}
