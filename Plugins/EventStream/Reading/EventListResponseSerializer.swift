public import Mimeograph

/// Reads all events of a body that has ended, such as one that was recorded.
///
/// See ``EventStreamParser`` for the rules.
public struct EventListResponseSerializer: ResponseSerialization, Hashable {
    /// Makes a serializer.
    public init() {}

    /// `text/event-stream`.
    public var acceptedTypes: [MediaRange] { ["text/event-stream"] }

    /// Reads the events; a body without a complete one has none.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded`` for more than `inputBytes`, and for more lines of data, or events,
    ///   than `elements`.
    public func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> [ServerSentEvent] {
        try limits.check(.inputBytes, body.count)
        var reader = EventStreamReader(limits: limits)
        var events: [ServerSentEvent] = []
        try reader.consume(body) { (found) throws(SerializationError) in
            try limits.check(.elements, events.count + 1, at: found.place)
            events.append(found.event)
        }
        return events
    }
}
