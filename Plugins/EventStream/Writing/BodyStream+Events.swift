public import Mimeograph

extension BodyStream {
    /// A body of events that are written while they come: the body of a server's response.
    ///
    /// ```swift
    /// let body = BodyStream(events: { prices.updates() })
    /// return ResponseMessage(fields: ["Content-Type": "text/event-stream"], body: .stream(body))
    /// ```
    /// Its length is not known. Reading it throws what the events throw, and what ``EventStreamWriter/write(_:into:)`` does.
    ///
    /// - Parameter events: Makes a fresh sequence of events, each time that the body is started.
    public init<Events: AsyncSequence & Sendable>(
        events: @escaping @Sendable () -> Events
    ) where Events.Element == ServerSentEvent {
        self.init {
            let chunks = EventChunks(WrittenEvents(events()))
            return AsyncThrowingStream { try await chunks.next() }
        }
    }
}

/// Pulls the bytes of events, one event when one is asked for.
private actor EventChunks<Events: AsyncSequence & Sendable> where Events.Element == ServerSentEvent {
    private var chunks: WrittenEvents<Events>.Iterator

    init(_ events: WrittenEvents<Events>) { chunks = events.makeAsyncIterator() }

    func next() async throws -> [UInt8]? {
        // An actor's property cannot be changed across a wait; no other code calls this in the meantime.
        var iterator = chunks
        let chunk = try await iterator.next(isolation: self)
        chunks = iterator
        return chunk
    }
}

/// The bytes of events, written while they come: the body that a server sends.
///
/// ```swift
/// for try await chunk in WrittenEvents(prices) { try await connection.send(chunk) }
/// ```
/// Each event is one chunk. Each loop begins with a writer of its own.
public struct WrittenEvents<Events: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Events.Element == ServerSentEvent {
    private let events: Events

    /// Makes the sequence.
    public init(_ events: Events) { self.events = events }

    /// Starts with the first event.
    public func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

    /// Gives the bytes of one event after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private var events: Events.AsyncIterator
        private var writer = EventStreamWriter()

        init(events: Events.AsyncIterator) { self.events = events }

        /// The bytes of the next event, or nil after the last one.
        public mutating func next() async throws -> [UInt8]? { try await next(isolation: #isolation) }

        /// The bytes of the next event, or nil after the last one.
        ///
        /// - Throws: What the events throw, and what ``EventStreamWriter/write(_:into:)`` does.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
            guard let event = try await events.next(isolation: actor) else { return nil }
            return try writer.bytes(of: event)
        }
    }
}
