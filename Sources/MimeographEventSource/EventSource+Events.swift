import Mimeograph
public import MimeographEventStream
public import MimeographSession

extension EventSource {
    /// The events as they are.
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

    /// The values that the data of the events stands for.
    ///
    /// ```swift
    /// for try await price: Price in source.events() { … }
    /// let prices = source.events(of: Price.self, by: EventStreamFormat(data: JSONFormat(), types: ["price"]))
    /// ```
    /// - Parameters:
    ///   - type: The type of a value.
    ///   - format: What decodes the data, and of which events; nil takes what the registry has, by `EventStreamPlugin(data:)`, else
    ///     what it reads `application/json` with.
    /// - Returns: A sequence that throws `SessionError`; data that cannot be decoded is one, with its location in the stream.
    public func events<Value: Decodable & Sendable>(
        of type: Value.Type = Value.self,
        by format: EventStreamFormat? = nil
    ) -> Events<Value> {
        Events(source: self) { [serializers = manager.serializers] in
            EventReader(Self.decoding(by: format, serializers)) { (_, value: Value) in value }
        }
    }

    /// The events with the values that their data stands for.
    ///
    /// ```swift
    /// for try await event in source.typedEvents(of: Price.self) { print(event.type, event.value, event.lastEventID) }
    /// ```
    /// - Parameters:
    ///   - type: The type of a value.
    ///   - format: What decodes the data, and of which events; see ``events(of:by:)``.
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
    /// What is read from a source; see ``EventSource/events()`` and ``EventSource/events(of:by:)``.
    public struct Events<Element: Sendable>: AsyncSequence, Sendable {
        let source: EventSource
        let makeReader: @Sendable () -> EventReader<Element>

        /// Starts with the next event; see ``EventSource`` for a second loop.
        public func makeAsyncIterator() -> Iterator {
            Iterator(cursor: EventCursor(source), reader: makeReader())
        }

        /// Gives one element after the other, and connects again in between.
        public struct Iterator: AsyncIteratorProtocol {
            let cursor: EventCursor
            let reader: EventReader<Element>

            /// The next element, or nil when nothing more comes.
            ///
            /// - Throws: `SessionError`; after it there are no more elements.
            public mutating func next() async throws(SessionError) -> Element? { try await next(isolation: nil) }

            /// The next element, or nil when nothing more comes.
            ///
            /// - Throws: `SessionError`; after it there are no more elements.
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

/// Makes an element of each event.
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
