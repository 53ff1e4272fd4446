public import Mimeograph

/// A serializer that streams the events of a body while it arrives.
///
/// ```swift
/// for try await event in EventStreamResponseSerializer().elements(in: chunks, head: head) {
///     print(event.type, event.data)
/// }
/// ```
/// See ``EventStreamParser`` for the rules, and ``EventStream`` to decode the data of events.
public struct EventStreamResponseSerializer: StreamingResponseSerialization, Hashable {
    /// Creates a serializer.
    public init() {}

    /// `text/event-stream`.
    public var acceptedTypes: [MediaRange] { ["text/event-stream"] }

    /// Creates a parser for one body.
    ///
    /// - Throws: Nothing. The parser throws ``SerializationError/Code/limitExceeded``.
    public func makeParser(
        for head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<ServerSentEvent> {
        EventStreamParser(limits: limits)
    }
}

/// A serializer that reads all events of a complete body, such as a recording.
///
/// See ``EventStreamParser`` for the rules.
public struct EventListResponseSerializer: ResponseSerialization, Hashable {
    /// Creates a serializer.
    public init() {}

    /// `text/event-stream`.
    public var acceptedTypes: [MediaRange] { ["text/event-stream"] }

    /// Reads the events. Returns an empty array if the body contains no complete event.
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

/// A parser that reads the events of an event stream from chunks of any size.
///
/// It follows the standard exactly:
///
/// - A byte order mark, comments and unknown fields are skipped.
/// - CR, LF and CRLF end a line, however the chunks are split.
/// - The values of the `data` fields of an event are separated by LF.
/// - An `id` with a zero byte is ignored, and so is a `retry` that contains anything but digits.
/// - An event without data, or one that is not complete when the body ends, is discarded.
/// - The encoding is UTF-8, whatever a charset parameter says, and invalid bytes are replaced.
///
/// ```swift
/// var parser = EventStreamParser()
/// var events: [ServerSentEvent] = []
/// try parser.consume(chunk.span, into: &events)
/// ```
/// The limits apply to each event: `inputBytes` to its data, type and id together, `elements` to its lines of data. Skipped lines
/// are not kept and may be of any length. The number of events is not limited.
///
/// Source: WHATWG HTML §9.2.5, §9.2.6.
public struct EventStreamParser: IncrementalParser {
    private var reader: EventStreamReader

    /// Creates a parser for one body.
    ///
    /// - Parameter limits: The limits for each event.
    public init(limits: DecodingLimits = .standard) { reader = EventStreamReader(limits: limits) }

    /// The last `id`, which a client sends as `Last-Event-ID` when it connects again, or an empty string.
    ///
    /// The server may send an id without an event, in lines that contain no data.
    public var lastEventID: String { reader.lastEventID }

    /// The number of milliseconds to wait before connecting again, or nil if the server has not sent it.
    ///
    /// It changes as soon as a `retry` line has been read, before the event with that line is complete.
    public var reconnectionTime: Int? { reader.reconnectionTime }

    /// Reads the next bytes, and appends the events that they complete.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded`` with the location in the whole body. Throws no other errors.
    public mutating func consume(
        _ chunk: Span<UInt8>,
        into elements: inout [ServerSentEvent]
    ) throws(SerializationError) {
        try reader.consume(chunk) { (found) throws(SerializationError) in elements.append(found.event) }
    }

    /// Ends the body. An event that is not complete is discarded.
    ///
    /// - Throws: Nothing.
    public mutating func finish(into elements: inout [ServerSentEvent]) throws(SerializationError) {}
}
