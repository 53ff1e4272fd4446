/// Turns a body into elements while it arrives.
public protocol StreamingResponseSerialization<Element>: Sendable {
    /// What it makes.
    associatedtype Element: Sendable

    /// The media ranges this serializer claims, most preferred first.
    var acceptedTypes: [MediaRange] { get }

    /// Makes a parser for one body.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - limits: What each element may cost; a stream as a whole has no size limit.
    func makeParser(
        for head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<Element>
}

/// A format whose bodies are sequences of any `Decodable`: NDJSON, json-seq, top-level arrays.
public protocol CodableStreamFormat: Sendable {
    /// The media ranges it reads, most preferred first.
    var acceptedTypes: [MediaRange] { get }

    /// Makes a parser that decodes each element of one body as `V`.
    ///
    /// - Parameters:
    ///   - type: The type of an element.
    ///   - mediaType: What the body is labelled as, for parameters such as `charset`; nil where nothing says it.
    ///   - limits: What each element may cost; a stream as a whole has no size limit.
    func makeParser<V: Decodable & Sendable>(
        of type: V.Type,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<V>
}
