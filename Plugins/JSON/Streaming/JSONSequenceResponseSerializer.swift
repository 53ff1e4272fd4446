public import Mimeograph

/// Reads a ``JSON`` value from each text of a JSON text sequence, while it arrives. See ``JSONSequenceFormat`` for the rules.
///
/// A value keeps the document in memory that it is a part of: a few texts together, of 16 KiB or little more.
public struct JSONSequenceResponseSerializer: StreamingResponseSerialization {
    /// What is accepted, and what happens to nulls and duplicate keys.
    public var options: JSONReadingOptions
    /// What happens where a text cannot be read. Default: the stream ends with the error.
    public var invalidElements: JSONInvalidElements
    /// The media ranges it claims: `application/json-seq`, and every type with the suffix `+json-seq`.
    public var acceptedTypes: [MediaRange] = ["application/json-seq", "*/*+json-seq"]

    /// Makes a serializer.
    public init(options: JSONReadingOptions = .standard, invalidElements: JSONInvalidElements = .stop) {
        self.options = options
        self.invalidElements = invalidElements
    }

    /// Makes a parser that reads each text.
    ///
    /// - Throws: Nothing. The parser throws ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``,
    ///   ``SerializationError/Code/invalidText`` and ``SerializationError/Code/limitExceeded``.
    public func makeParser(
        for head: ResponseHead,
        budget: DecodeBudget
    ) throws(SerializationError) -> any IncrementalParser<JSON> {
        JSONStreamParser(
            JSONSequenceReader(
                JSONStreamRules(options: options, budget: budget, stopsAtInvalidElements: invalidElements == .stop)
            ),
            JSONValueSink()
        )
    }

    /// Makes a parser that gives a failure for each text that cannot be read, and goes on behind it.
    ///
    /// Only an exceeded limit still ends the stream. ``invalidElements`` does not matter.
    public func makeResultParser(
        budget: DecodeBudget = .standard
    ) -> any IncrementalParser<Result<JSON, SerializationError>> {
        JSONStreamParser(
            JSONSequenceReader(JSONStreamRules(options: options, budget: budget, stopsAtInvalidElements: false)),
            JSONResultSink(JSONValueSink())
        )
    }
}
