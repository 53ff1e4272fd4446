public import Mimeograph

/// Reads the events of a body while it arrives.
///
/// ```swift
/// for try await event in EventStreamResponseSerializer().elements(in: chunks, head: head) {
///     print(event.type, event.data)
/// }
/// ```
/// See ``EventStreamParser`` for the rules, and ``EventStream`` for events whose data is decoded.
public struct EventStreamResponseSerializer: StreamingResponseSerialization, Hashable {
    /// Makes a serializer.
    public init() {}

    /// `text/event-stream`.
    public var acceptedTypes: [MediaRange] { ["text/event-stream"] }

    /// Makes a parser for one body.
    ///
    /// - Throws: Nothing. The parser throws ``SerializationError/Code/limitExceeded``.
    public func makeParser(
        for head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<ServerSentEvent> {
        EventStreamParser(limits: limits)
    }
}
