public import Mimeograph
public import MimeographSession
import MimeographSupport

extension EventSource {
    /// What a source does.
    public enum State: Sendable {
        /// No loop has asked for an event yet.
        case idle
        /// A request is under way, and no response has come.
        ///
        /// - Parameter attempt: 1 for the first connection, and for the one after a stream that had an event, more for those after
        ///   connections without one.
        case connecting(attempt: Int)
        /// Events are read.
        ///
        /// - Parameter head: The head of the response.
        case open(_ head: ResponseHead)
        /// The connection is lost, and another one is made after a time.
        case waiting(Wait)
        /// Nothing is read any more, until another loop begins.
        case closed(ClosingReason)

        var isClosed: Bool {
            if case .closed = self { return true }
            return false
        }
    }

    /// The time until the next connection.
    public struct Wait: Sendable {
        /// How many connections were lost without an event, this one included: 1 after a stream that had one.
        public let attempt: Int
        /// How long it waits.
        public let delay: Duration
        /// Why the connection was lost; nil where the stream came to its end.
        public let cause: SessionError?
    }

    /// Why a source is closed.
    public enum ClosingReason: Sendable {
        /// The server has said that there is nothing more, by status 204.
        case noContent
        /// The event came that says that nothing more comes.
        case terminator
        /// The stream came to its end, and the request is not to be repeated.
        case streamEnded
        /// The loop was left, or its task was cancelled.
        case byReader
        /// ``EventSource/close()`` was called.
        case byCaller
        /// The loop has thrown this error.
        case failed(SessionError)
    }
}

extension EventSource.State: CustomStringConvertible {
    /// The state in a few words, without anything secret.
    public var description: String {
        switch self {
        case .idle: "idle"
        case .connecting(let attempt): attempt == 1 ? "connecting" : "connecting, attempt \(attempt)"
        case .open: "open"
        case .waiting(let wait):
            "waiting \(wait.delay) to connect again: " + (wait.cause.map { "\($0.code)" } ?? "the stream ended")
        case .closed(.noContent): "closed: the server has nothing more"
        case .closed(.terminator): "closed: the last event came"
        case .closed(.streamEnded): "closed: the stream ended"
        case .closed(.byReader): "closed: its reader has left"
        case .closed(.byCaller): "closed"
        case .closed(.failed(let error)): "closed: \(error.code)"
        }
    }
}

// MARK: - What the loop and its watchers share

extension EventSource {
    enum Interruption { case close, reconnect }

    struct Shared {
        var state = State.idle
        var lastEventID: String
        /// In milliseconds; nil where the server has not said it.
        var reconnectionTime: Int?
        /// Whether a loop reads the source.
        var isRead = false
        /// What was asked for and is not done yet; ``Interruption/close`` stays.
        var interruption: Interruption?
        /// Ends what the loop waits for.
        var interrupt: (@Sendable () -> Void)?
        var listeners: [Int: AsyncStream<State>.Continuation] = [:]
        var nextListener = 0

        init(lastEventID: String) { self.lastEventID = lastEventID }
    }

    /// - Parameter also: What changes at the same moment.
    func change(to state: State, _ also: (inout Shared) -> Void = { _ in }) {
        let listeners = shared.withLock { shared in
            also(&shared)
            shared.state = state
            defer { if state.isClosed { shared.listeners = [:] } }
            return shared.listeners
        }
        // After the lock is free: to resume a task may take the task's own lock, which a handler of its cancellation holds.
        for listener in listeners.values {
            listener.yield(state)
            if state.isClosed { listener.finish() }
        }
    }

    /// - Returns: Whether no other loop reads it.
    func beginReading() -> Bool {
        shared.withLock { shared in
            if shared.isRead { return false }
            shared.isRead = true
            return true
        }
    }

    func endReading(_ reason: ClosingReason) {
        // At once, or another loop might begin before this one is said to be over.
        change(to: .closed(reason)) { shared in
            shared.isRead = false
            shared.interrupt = nil
            if shared.interruption == .reconnect { shared.interruption = nil }
        }
    }

    /// Says how what the loop waits for is ended; nil where it waits for nothing.
    func onInterruption(_ interrupt: (@Sendable () -> Void)?) {
        let isDue = shared.withLock { shared in
            shared.interrupt = interrupt
            return shared.interruption != nil
        }
        if isDue { interrupt?() }
    }

    /// What was asked for, so that it is done now.
    func takeInterruption() -> Interruption? {
        shared.withLock { shared in
            defer { if shared.interruption == .reconnect { shared.interruption = nil } }
            return shared.interruption
        }
    }

    /// Records what the next connection has to know.
    ///
    /// - Returns: Whether the source is not closed.
    func record(_ lastEventID: String, _ reconnectionTime: Int?) -> Bool {
        shared.withLock { shared in
            if shared.interruption == .close { return false }
            // Most streams have no ids, or short ones, which are compared in a moment.
            if !shared.lastEventID.hasSameBytes(as: lastEventID) { shared.lastEventID = lastEventID }
            shared.reconnectionTime = reconnectionTime
            return true
        }
    }
}
