public import Mimeograph

/// Reads the elements of a body that is one array, each as it completes, without waiting for the array's end.
///
/// ```swift
/// for try await user in JSONArrayElementsFormat().elements(of: User.self, in: chunks) { … }
/// ```
/// It accepts and refuses what ``JSONFormat`` does with an array, at the same offsets; a body that is anything but an
/// array is an error of the code ``SerializationError/Code/dataShape``. What came before an error is delivered before it.
///
/// The limits count for each element, and the array itself is no level of depth. The body must be UTF-8. Comments are
/// never read, whatever the options say.
///
/// A ``JSON`` value keeps the document in memory that it is a part of: a few elements together, of 16 KiB or little more.
public struct JSONArrayElementsFormat: CodableStreamFormat {
    /// How each element is read.
    public var format: JSONFormat

    /// Makes a format with the strategies of another.
    public init(format: JSONFormat = JSONFormat()) { self.format = format }

    /// `application/json`, `text/json` and every type with the suffix `+json`.
    public var acceptedTypes: [MediaRange] { format.acceptedTypes }

    /// Makes a parser that decodes each element.
    ///
    /// - Throws: Nothing. The parser throws what ``JSONFormat`` does, with offsets in the whole body.
    public func makeParser<V: Decodable & Sendable>(
        of type: V.Type,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<V> {
        JSONArrayReader(JSONStreamRules(elementsOf: format.reading, limits: limits)).parser(of: type, by: format)
    }
}
