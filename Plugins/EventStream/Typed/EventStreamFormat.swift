public import Mimeograph

/// Decodes the data of each event of a stream as any `Decodable` type.
///
/// The elements are the values alone; ``EventStream`` gives type and id beside them.
public struct EventStreamFormat: CodableStreamFormat {
    /// What decodes the data.
    public var data: any CodableFormat
    /// The types of the events that are decoded; the others are passed over. Nil, the default, for all. They are compared by their
    /// bytes, and so is ``terminator``.
    public var types: Set<String>?
    /// The data by which this server says that nothing more comes, such as `[DONE]`; what follows is not looked at
    /// (non-standard). Nil, the default, for none.
    public var terminator: String?

    /// Makes a format.
    ///
    /// - Parameters:
    ///   - data: What decodes the data, such as `JSONFormat()`.
    ///   - types: The types of the events that are decoded; nil for all.
    ///   - terminator: The data by which this server says that nothing more comes (non-standard).
    public init(data: some CodableFormat, types: Set<String>? = nil, terminator: String? = nil) {
        self.data = data
        self.types = types
        self.terminator = terminator
    }

    /// `text/event-stream`.
    public var acceptedTypes: [MediaRange] { ["text/event-stream"] }

    /// Makes a parser that decodes the data of each event.
    ///
    /// - Throws: Nothing. The parser throws ``SerializationError/Code/limitExceeded``, and what the format throws for data
    ///   that it cannot decode, at the place of the data.
    public func makeParser<V: Decodable & Sendable>(
        of type: V.Type,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<V> {
        DecodedEventParser(format: self, of: type, limits: limits) { _, value in value }
    }
}
