public import Mimeograph

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

    /// The media ranges it claims.
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
            (document, place) throws(SerializationError) in
            do throws(SerializationError) { return try format.decode(V.self, from: document.root) } catch {
                var located = error
                if located.location == nil { located.location = place }
                throw located
            }
        }
    }
}
