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
        // An actor's property cannot be changed across a wait; nobody else calls this in the meantime.
        var iterator = chunks
        let chunk = try await iterator.next(isolation: self)
        chunks = iterator
        return chunk
    }
}
