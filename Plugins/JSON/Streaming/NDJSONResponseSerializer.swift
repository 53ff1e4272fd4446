public import Mimeograph

/// Reads a ``JSON`` value from each line of a body, while it arrives. See ``NDJSONFormat`` for what a line is.
///
/// A value keeps the document in memory that it is a part of: a few lines together, of 16 KiB or little more.
public struct NDJSONResponseSerializer: StreamingResponseSerialization {
    /// What is accepted, and what happens to nulls and duplicate keys.
    public var options: JSONReadingOptions
    /// The media ranges it claims: the names that the format goes by, none of which is registered with IANA.
    public var acceptedTypes: [MediaRange] = [
        "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonl",
        "application/jsonlines",
        "application/x-jsonlines", "application/json-lines",
    ]

    /// Makes a serializer.
    public init(options: JSONReadingOptions = .standard) { self.options = options }

    /// Makes a parser that reads each line.
    ///
    /// - Throws: Nothing. The parser throws ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``,
    ///   ``SerializationError/Code/invalidText``, ``SerializationError/Code/unsupportedCharset`` and
    ///   ``SerializationError/Code/limitExceeded``.
    public func makeParser(
        for head: ResponseHead,
        budget: DecodeBudget
    ) throws(SerializationError) -> any IncrementalParser<JSON> {
        JSONStreamParser(
            JSONLinesReader(JSONStreamRules(options: options, budget: budget)),
            JSONValueSink()
        )
    }
}
