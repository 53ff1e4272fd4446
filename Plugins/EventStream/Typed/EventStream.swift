public import Mimeograph

/// A serializer that streams events and decodes their data as values of one type.
///
/// ```swift
/// let stream = EventStream<Message>(data: JSONFormat())
/// for try await event in stream.elements(in: chunks, head: head) {
///     print(event.type, event.value.text, event.lastEventID)
/// }
/// ```
/// Servers mix events of several kinds. ``EventStreamFormat/types`` selects the events to decode. The others are skipped, but
/// their ids count.
public struct EventStream<Value: Decodable & Sendable>: StreamingResponseSerialization {
    /// An event with its value.
    public struct Event: Sendable {
        /// The type, by which a web page listens for the event. It is `message` if the server sends no type.
        public let type: String
        /// The value decoded from its data.
        public let value: Value
        /// The last `id` that the server sent with this event or before it, or an empty string.
        public let lastEventID: String
        /// The last `retry` that the server sent, in milliseconds, or nil.
        public let retry: Int?

        /// Creates an event from one that another reader has found.
        package init(_ event: ServerSentEvent, _ value: Value) {
            (type, lastEventID, retry) = (event.type, event.lastEventID, event.retry)
            self.value = value
        }
    }

    /// The format of the data, and the events that it decodes.
    public var format: EventStreamFormat

    /// Creates a serializer.
    ///
    /// - Parameters:
    ///   - data: The format of the data, such as `JSONFormat()`, or `registry.format(for:)`.
    ///   - types: The types of the events to decode, or nil for all.
    ///   - terminator: The data with which the server ends the stream, such as `[DONE]` (non-standard).
    public init(data: some CodableFormat, types: Set<String>? = nil, terminator: String? = nil) {
        format = EventStreamFormat(data: data, types: types, terminator: terminator)
    }

    /// `text/event-stream`.
    public var acceptedTypes: [MediaRange] { format.acceptedTypes }

    /// Creates a parser for one body.
    ///
    /// - Throws: Nothing. The parser throws ``SerializationError/Code/limitExceeded``, and the errors of the format with the
    ///   location of the data.
    public func makeParser(
        for head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<Event> {
        DecodedEventParser(format: format, of: Value.self, limits: limits) { event, value in
            Event(event, value)
        }
    }
}

extension EventStream.Event: Equatable where Value: Equatable {
    /// Whether all properties are equal. The type and the id are compared by their bytes.
    public static func == (one: EventStream.Event, other: EventStream.Event) -> Bool {
        one.retry == other.retry && one.type.hasSameBytes(as: other.type)
            && one.lastEventID.hasSameBytes(as: other.lastEventID) && one.value == other.value
    }
}

extension EventStream.Event: Hashable where Value: Hashable {
    /// Hashes all properties, the type and the id by their bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(type.utf8Key)
        hasher.combine(value)
        hasher.combine(lastEventID.utf8Key)
        hasher.combine(retry)
    }
}

/// A format that decodes the data of each event of a stream as any `Decodable` type.
///
/// The elements are the values alone; ``EventStream`` returns the type and the id, too.
public struct EventStreamFormat: CodableStreamFormat {
    /// The format of the data.
    public var data: any CodableFormat
    /// The types of the events to decode; the others are skipped. Nil, the default, decodes all of them. The types and the
    /// ``terminator`` are compared by their bytes.
    public var types: Set<String>?
    /// The data with which the server ends the stream, such as `[DONE]` (non-standard). Everything after it is ignored. Default
    /// nil, for none.
    public var terminator: String?

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - data: The format of the data, such as `JSONFormat()`.
    ///   - types: The types of the events to decode, or nil for all.
    ///   - terminator: The data with which the server ends the stream (non-standard).
    public init(data: some CodableFormat, types: Set<String>? = nil, terminator: String? = nil) {
        self.data = data
        self.types = types
        self.terminator = terminator
    }

    /// `text/event-stream`.
    public var acceptedTypes: [MediaRange] { ["text/event-stream"] }

    /// Creates a parser that decodes the data of each event.
    ///
    /// - Throws: Nothing. The parser throws ``SerializationError/Code/limitExceeded``, and the errors of the format with the
    ///   location of the data.
    public func makeParser<V: Decodable & Sendable>(
        of type: V.Type,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<V> {
        DecodedEventParser(format: self, of: type, limits: limits) { _, value in value }
    }
}
