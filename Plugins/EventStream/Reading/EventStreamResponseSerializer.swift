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
            try limits.check(.elements, events.count + 1, at: found.location)
            events.append(found.event)
        }
        return events
    }
}

/// Reads the events of an event stream from chunks of any size.
///
/// It follows the standard to the letter: a byte order mark is passed over; CR, LF and CRLF end a line, wherever a chunk is
/// cut; comments and unknown fields are passed over; `data` fields of one event are parted by LF, an `id` with a zero byte
/// does not count, nor does a `retry` with anything but digits; an event without data is none; one that is not complete when
/// the body ends is dropped. The encoding is UTF-8, whatever a charset parameter says, and invalid bytes are replaced.
///
/// ```swift
/// var parser = EventStreamParser()
/// var events: [ServerSentEvent] = []
/// try parser.consume(chunk.span, into: &events)
/// ```
/// The limits count for each event: `inputBytes` for what is kept of it, which is its data, its type and its id; `elements`
/// for its lines of data. What is passed over is not kept and may be of any length, and the number of events has no limit.
///
/// Source: WHATWG HTML §9.2.5, §9.2.6.
public struct EventStreamParser: IncrementalParser {
    private var reader: EventStreamReader

    /// Makes a parser for one body.
    ///
    /// - Parameter limits: What each event may cost.
    public init(limits: DecodingLimits = .standard) { reader = EventStreamReader(limits: limits) }

    /// The last `id`, which a client sends as `Last-Event-ID` when it connects again; empty where there was none.
    ///
    /// It may come without an event, in a block of lines that has no data.
    public var lastEventID: String { reader.lastEventID }

    /// How many milliseconds to wait before connecting again; nil where the server does not say.
    ///
    /// It counts from its line on, before the event that it came with is complete.
    public var reconnectionTime: Int? { reader.reconnectionTime }

    /// Takes the next bytes, and appends the events that they complete.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded`` with the location in the whole body. Nothing else is an error.
    public mutating func consume(
        _ chunk: Span<UInt8>,
        into elements: inout [ServerSentEvent]
    ) throws(SerializationError) {
        try reader.consume(chunk) { (found) throws(SerializationError) in elements.append(found.event) }
    }

    /// Says that no bytes follow; an event that is not complete is dropped.
    ///
    /// - Throws: Nothing.
    public mutating func finish(into elements: inout [ServerSentEvent]) throws(SerializationError) {}
}
