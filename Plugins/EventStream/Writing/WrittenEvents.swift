import Mimeograph

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
