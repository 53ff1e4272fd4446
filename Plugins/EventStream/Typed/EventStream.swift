public import Mimeograph

/// Reads an event stream whose data is decoded: each event has a value of one type.
///
/// ```swift
/// let stream = EventStream<Message>(data: JSONFormat())
/// for try await event in stream.elements(in: chunks, head: head) {
///     print(event.type, event.value.text, event.lastEventID)
/// }
/// ```
/// Servers mix events of several kinds. ``EventStreamFormat/types`` picks those that are decoded; the others are passed over, and
/// their ids count.
public struct EventStream<Value: Decodable & Sendable>: StreamingResponseSerialization {
    /// An event with its value.
    public struct Event: Sendable {
        /// The name by which a page listens for it; `message` where the server names none.
        public let type: String
        /// What its data stands for.
        public let value: Value
        /// The last `id` that the server sent, with this event or before it; empty where there was none.
        public let lastEventID: String
        /// The last `retry` that the server sent, in milliseconds; nil where there was none.
        public let retry: Int?

        /// An event that another reader has found.
        package init(_ event: ServerSentEvent, _ value: Value) {
            (type, lastEventID, retry) = (event.type, event.lastEventID, event.retry)
            self.value = value
        }
    }

    /// What decodes the data of an event, and of which.
    public var format: EventStreamFormat

    /// Makes a serializer.
    ///
    /// - Parameters:
    ///   - data: What decodes the data, such as `JSONFormat()`; or `registry.format(for:)`.
    ///   - types: The types of the events that are decoded; nil for all.
    ///   - terminator: The data by which this server says that nothing more comes, such as `[DONE]` (non-standard).
    public init(data: some CodableFormat, types: Set<String>? = nil, terminator: String? = nil) {
        format = EventStreamFormat(data: data, types: types, terminator: terminator)
    }

    /// `text/event-stream`.
    public var acceptedTypes: [MediaRange] { format.acceptedTypes }

    /// Makes a parser for one body.
    ///
    /// - Throws: Nothing. The parser throws ``SerializationError/Code/limitExceeded``, and what the format throws for data
    ///   that it cannot decode, with the location of the data.
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
    /// Whether all properties are equal; type and id are compared by their bytes.
    public static func == (one: EventStream.Event, other: EventStream.Event) -> Bool {
        one.retry == other.retry && one.type.hasSameBytes(as: other.type)
            && one.lastEventID.hasSameBytes(as: other.lastEventID) && one.value == other.value
    }
}

extension EventStream.Event: Hashable where Value: Hashable {
    /// Feeds what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(type.utf8Key)
        hasher.combine(value)
        hasher.combine(lastEventID.utf8Key)
        hasher.combine(retry)
    }
}

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
    ///   that it cannot decode, with the location of the data.
    public func makeParser<V: Decodable & Sendable>(
        of type: V.Type,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<V> {
        DecodedEventParser(format: self, of: type, limits: limits) { _, value in value }
    }
}
