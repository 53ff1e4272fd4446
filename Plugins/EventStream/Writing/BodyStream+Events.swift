public import Mimeograph

extension BodyStream {
    /// Creates a body of events that are written while they arrive, for the response of a server.
    ///
    /// ```swift
    /// let body = BodyStream(events: { prices.updates() })
    /// return ResponseMessage(fields: ["Content-Type": "text/event-stream"], body: .stream(body))
    /// ```
    /// The length of the body is not known. Reading it throws the errors of the events and of
    /// ``EventStreamWriter/write(_:into:)``.
    ///
    /// - Parameter events: Creates a new sequence of events each time the body is started.
    public init<Events: AsyncSequence & Sendable>(
        events: @escaping @Sendable () -> Events
    ) where Events.Element == ServerSentEvent {
        self.init(chunks: { WrittenEvents(events()) })
    }
}

/// A sequence of the bytes of events, written while the events arrive, for a server to send.
///
/// ```swift
/// for try await chunk in WrittenEvents(prices) { try await connection.send(chunk) }
/// ```
/// Each event is one chunk. Each loop starts with a new writer.
public struct WrittenEvents<Events: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Events.Element == ServerSentEvent {
    private let events: Events

    /// Creates the sequence.
    public init(_ events: Events) { self.events = events }

    /// Creates an iterator that starts with the first event.
    public func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

    /// An iterator over the bytes of the events.
    public struct Iterator: AsyncIteratorProtocol {
        private var events: Events.AsyncIterator
        private var writer = EventStreamWriter()

        init(events: Events.AsyncIterator) { self.events = events }

        /// Returns the bytes of the next event, or nil after the last one.
        public mutating func next() async throws -> [UInt8]? { try await next(isolation: #isolation) }

        /// Returns the bytes of the next event, or nil after the last one.
        ///
        /// - Throws: The errors of the events and of ``EventStreamWriter/write(_:into:)``.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
            guard let event = try await events.next(isolation: actor) else { return nil }
            return try writer.bytes(of: event)
        }
    }
}
