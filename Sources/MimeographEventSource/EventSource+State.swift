public import Mimeograph
public import MimeographSession
import MimeographSupport

extension EventSource {
    /// The state of a source.
    public enum State: Sendable {
        /// No loop has requested an event yet.
        case idle
        /// A request has been sent, and no response has arrived.
        ///
        /// - Parameter attempt: 1 for the first connection and for the one after a stream that had an event. It grows by 1 with
        ///   each connection lost without an event.
        case connecting(attempt: Int)
        /// Events are read.
        ///
        /// - Parameter head: The head of the response.
        case open(_ head: ResponseHead)
        /// The connection is lost, and the source waits before it connects again.
        case waiting(Wait)
        /// The source reads no more events, until another loop begins.
        case closed(ClosingReason)

        var isClosed: Bool {
            if case .closed = self { return true }
            return false
        }
    }

    /// The time until the next connection.
    public struct Wait: Sendable {
        /// The number of consecutive connections lost without an event, including this one. 1 after a stream that had an event.
        public let attempt: Int
        /// The delay before the next connection.
        public let delay: Duration
        /// The error by which the connection was lost, or nil if the stream ended regularly.
        public let cause: SessionError?
    }

    /// The reason why a source is closed.
    public enum ClosingReason: Sendable {
        /// The server has no more events: it sent status 204.
        case noContent
        /// The event with the terminator arrived.
        case terminator
        /// The stream ended, and the request must not be repeated.
        case streamEnded
        /// The loop was left, or its task was cancelled.
        case byReader
        /// ``EventSource/close()`` was called.
        case byCaller
        /// The loop threw this error.
        case failed(SessionError)
    }
}

extension EventSource.State: CustomStringConvertible {
    /// The state in a few words, without secrets.
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

// MARK: - State shared by the loop and its observers

extension EventSource {
    enum Interruption { case close, reconnect }

    struct Shared {
        var state = State.idle
        var lastEventID: String
        /// The reconnection time in milliseconds, or nil if the server has not sent one.
        var reconnectionTime: Int?
        var isRead = false
        /// The interruption that was requested but not performed yet. ``Interruption/close`` stays.
        var interruption: Interruption?
        /// Cancels the work that the loop waits for.
        var interrupt: (@Sendable () -> Void)?
        var listeners: [Int: AsyncStream<State>.Continuation] = [:]
        var nextListener = 0

        init(lastEventID: String) { self.lastEventID = lastEventID }
    }

    /// - Parameter also: Changes to make under the same lock.
    func change(to state: State, _ also: (inout Shared) -> Void = { _ in }) {
        let listeners = shared.withLock { shared in
            also(&shared)
            shared.state = state
            defer { if state.isClosed { shared.listeners = [:] } }
            return shared.listeners
        }
        // After the lock is released: resuming a task may take the task's own lock, which a cancellation handler of it may hold.
        for listener in listeners.values {
            listener.yield(state)
            if state.isClosed { listener.finish() }
        }
    }

    /// - Returns: Whether no other loop reads the source.
    func beginReading() -> Bool {
        shared.withLock { shared in
            if shared.isRead { return false }
            shared.isRead = true
            return true
        }
    }

    func endReading(_ reason: ClosingReason) {
        // In one step. Otherwise another loop might begin before the end of this one is reported.
        change(to: .closed(reason)) { shared in
            shared.isRead = false
            shared.interrupt = nil
            if shared.interruption == .reconnect { shared.interruption = nil }
        }
    }

    /// Sets the function that cancels the work that the loop waits for; nil if there is none.
    func onInterruption(_ interrupt: (@Sendable () -> Void)?) {
        let isDue = shared.withLock { shared in
            shared.interrupt = interrupt
            return shared.interruption != nil
        }
        if isDue { interrupt?() }
    }

    /// Returns the requested interruption, which the caller performs.
    func takeInterruption() -> Interruption? {
        shared.withLock { shared in
            defer { if shared.interruption == .reconnect { shared.interruption = nil } }
            return shared.interruption
        }
    }

    /// Records the id and the time for the next connection.
    ///
    /// - Returns: Whether the source is not closed.
    func record(_ lastEventID: String, _ reconnectionTime: Int?) -> Bool {
        shared.withLock { shared in
            if shared.interruption == .close { return false }
            // Most streams have no ids or short ones, so comparing them is cheap.
            if !shared.lastEventID.hasSameBytes(as: lastEventID) { shared.lastEventID = lastEventID }
            shared.reconnectionTime = reconnectionTime
            return true
        }
    }
}
