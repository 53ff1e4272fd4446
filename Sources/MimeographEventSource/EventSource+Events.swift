import Mimeograph
public import MimeographEventStream
public import MimeographSession

extension EventSource {
    /// Returns the events without decoding their data.
    ///
    /// ```swift
    /// for try await event in source.events() { print(event.type, event.data, event.lastEventID) }
    /// ```
    /// - Returns: A sequence that throws `SessionError`.
    public func events() -> Events<ServerSentEvent> {
        Events(source: self) {
            EventReader { (found) throws(SerializationError) in .value(found.event) }
        }
    }

    /// Returns the values decoded from the data of the events.
    ///
    /// ```swift
    /// for try await price: Price in source.events() { … }
    /// let prices = source.events(of: Price.self, by: EventStreamFormat(data: JSONFormat(), types: ["price"]))
    /// ```
    /// - Parameters:
    ///   - type: The type of a value.
    ///   - format: The format of the data, and the events that it decodes. Nil uses the format of the registry's
    ///     `EventStreamPlugin(data:)`, else its format for `application/json`.
    /// - Returns: A sequence that throws `SessionError`. If data cannot be decoded, the error has its location in the stream.
    public func events<Value: Decodable & Sendable>(
        of type: Value.Type = Value.self,
        by format: EventStreamFormat? = nil
    ) -> Events<Value> {
        Events(source: self) { [serializers = manager.serializers] in
            EventReader(Self.decoding(by: format, serializers)) { (_, value: Value) in value }
        }
    }

    /// Returns the events with the values decoded from their data.
    ///
    /// ```swift
    /// for try await event in source.typedEvents(of: Price.self) { print(event.type, event.value, event.lastEventID) }
    /// ```
    /// - Parameters:
    ///   - type: The type of a value.
    ///   - format: The format of the data, and the events that it decodes; see ``events(of:by:)``.
    /// - Returns: A sequence that throws `SessionError`.
    public func typedEvents<Value: Decodable & Sendable>(
        of type: Value.Type = Value.self,
        by format: EventStreamFormat? = nil
    ) -> Events<EventStream<Value>.Event> {
        Events(source: self) { [serializers = manager.serializers] in
            EventReader(Self.decoding(by: format, serializers)) { EventStream<Value>.Event($0, $1) }
        }
    }

    private static func decoding<Value: Decodable & Sendable>(
        by format: EventStreamFormat?,
        _ serializers: SerializerRegistry
    ) -> EventDecoding<Value> {
        guard let format else { return EventDecoding(by: serializers) }
        return EventDecoding(format: format, limits: serializers.limits)
    }
}

extension EventSource {
    /// The elements read from a source; see ``EventSource/events()`` and ``EventSource/events(of:by:)``.
    public struct Events<Element: Sendable>: AsyncSequence, Sendable {
        let source: EventSource
        let makeReader: @Sendable () -> EventReader<Element>

        /// Creates an iterator that starts with the next event; see ``EventSource`` about a second loop.
        public func makeAsyncIterator() -> Iterator {
            Iterator(cursor: EventCursor(source), reader: makeReader())
        }

        /// An iterator that returns one element after another, and connects again in between.
        public struct Iterator: AsyncIteratorProtocol {
            let cursor: EventCursor
            let reader: EventReader<Element>

            /// Returns the next element, or nil if the stream has ended.
            ///
            /// - Throws: `SessionError`. After it, the iterator returns nil.
            public mutating func next() async throws(SessionError) -> Element? { try await next(isolation: nil) }

            /// Returns the next element, or nil if the stream has ended.
            ///
            /// - Throws: `SessionError`. After it, the iterator returns nil.
            public mutating func next(isolation actor: isolated (any Actor)?) async throws(SessionError) -> Element? {
                while let found = try await cursor.next(isolation: actor) {
                    do throws(SerializationError) {
                        switch try reader.read(found) {
                        case .value(let element): return element
                        case .skipped: continue
                        case .terminator:
                            cursor.finish(.terminator)
                            return nil
                        }
                    } catch {
                        throw cursor.failed(SessionError(error))
                    }
                }
                return nil
            }
        }
    }
}

/// A function that makes an element of each event.
struct EventReader<Element: Sendable>: Sendable {
    let read: @Sendable (FoundEvent) throws(SerializationError) -> EventReading<Element>

    init(_ read: @escaping @Sendable (FoundEvent) throws(SerializationError) -> EventReading<Element>) {
        self.read = read
    }

    init<Value>(
        _ decoding: EventDecoding<Value>,
        _ make: @escaping @Sendable (ServerSentEvent, Value) -> Element
    ) {
        read = { (found) throws(SerializationError) in
            switch try decoding.read(found) {
            case .value(let value): .value(make(found.event, value))
            case .skipped: .skipped
            case .terminator: .terminator
            }
        }
    }
}
