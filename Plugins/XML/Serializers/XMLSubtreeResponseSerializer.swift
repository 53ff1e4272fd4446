public import Mimeograph

/// Reads some elements of an XML body, each as a document of its own, while the body arrives.
///
/// ``XMLParserResponseSerializer/subtrees(named:namespace:)`` makes one. A document has the declarations of namespaces that
/// are in scope around its element, and lines as in the body; XPath, canonical forms and decoding work on it as on any.
public struct XMLSubtreeResponseSerializer: StreamingResponseSerialization {
    let parser: XMLParserResponseSerializer
    let path: XMLSubtreePath
    /// The media ranges it claims; those of the parser that it was made of.
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
