public import Mimeograph

/// Reads the elements of a body that is one array as ``JSON`` values, each as it completes. See
/// ``JSONArrayElementsFormat`` for the rules.
///
/// A value keeps the document in memory that it is a part of: a few elements together, of 16 KiB or little more.
public struct JSONArrayElementsResponseSerializer: StreamingResponseSerialization {
    /// What is accepted, and what happens to nulls and duplicate keys.
    public var options: JSONReadingOptions
    /// The media ranges it claims: those of ``JSONResponseSerializer``.
    public var acceptedTypes: [MediaRange] = JSONResponseSerializer().acceptedTypes

    /// Makes a serializer.
    public init(options: JSONReadingOptions = .standard) { self.options = options }

    /// Makes a parser that reads each element.
    ///
    /// - Throws: Nothing. The parser throws ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``,
    ///   ``SerializationError/Code/invalidText``, ``SerializationError/Code/emptyBody``,
    ///   ``SerializationError/Code/dataShape`` for a body that is no array,
    ///   ``SerializationError/Code/unsupportedCharset`` and ``SerializationError/Code/limitExceeded``.
    public func makeParser(
        for head: ResponseHead,
        budget: DecodeBudget
    ) throws(SerializationError) -> any IncrementalParser<JSON> {
        JSONStreamParser(
            JSONArrayReader(JSONStreamRules(elementsOf: options, budget: budget)),
            JSONValueSink()
        )
    }
}
