public import Mimeograph
public import MimeographForm
public import MimeographSession
import MimeographSupport

/// Events of a server that stay: it connects again when the stream ends, and the server goes on where it was.
///
/// ```swift
/// let source = EventSource(api, "prices")
/// for try await price: Price in source.events() { … }
///
/// // The answer of a language model. A POST is sent once, unless `reconnection` says that it may be repeated.
/// let answer = EventSource(api, "chat", method: .post, .value(prompt), terminator: "[DONE]")
/// for try await piece: Piece in answer.events() { … }
/// ```
/// What the manager has, it has: the base URL, the serializers, interceptors, cookies, redirects, time limits and the security policy.
/// `TransportOptions.idleTimeout`, 60 s by default, is how long a stream may be silent before it counts as lost.
///
/// It is read by one loop at a time. The first event that the loop asks for opens the connection, each chunk is asked for when the
/// events before it were taken, and leaving the loop, or cancelling its task, ends the exchange. Another loop connects again, and
/// goes on behind the last event that was read.
///
/// What ends a loop: status 204, the terminator, ``close()``; an error that would come again, such as another status than 200 or
/// another type than `text/event-stream`; more reconnections than ``Reconnection/limit``. All else connects again, after the
/// time that ``Reconnection`` says. An event that is not complete when the stream ends is dropped.
///
/// What it will not do: read a stream from the session's cache, keep events while nothing reads them, or remember where a redirect
/// has led to. Each connection begins at the URL of the source, so that fields that are for its server go to no other.
///
/// Source: WHATWG HTML §9.2.
public final class EventSource: Sendable {
    /// When it connects again.
    public let reconnection: Reconnection
    let manager: HTTPSessionManager
    let request: SourceRequest
    let clock: any Clock<Duration>
    let shared: Locked<Shared>

    /// Makes a source. Nothing is sent before a loop asks for the first event.
    ///
    /// - Parameters:
    ///   - manager: What sends the request and reads the data.
    ///   - path: A path relative to the base, or a whole URL.
    ///   - method: The method.
    ///   - content: What the request carries; it is written once, and a body is sent again with each connection.
    ///   - query: Parameters that are added to the URL.
    ///   - headers: Fields of the request; each replaces one of that name, Accept, Accept-Encoding and Cache-Control too.
    ///   - lastEventID: The id to go on behind, of a source that was read before; empty for none.
    ///   - terminator: The data by which this server says that nothing more comes, such as `[DONE]` (non-standard). Nil, the
    ///     default, for none.
    ///   - reconnection: When it connects again.
    ///   - clock: What the time until then is waited with.
    public init(
        _ manager: HTTPSessionManager,
        _ path: String,
        method: HTTPMethod = .get,
        _ content: RequestContent = .none,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        lastEventID: String = "",
        terminator: String? = nil,
        reconnection: Reconnection = Reconnection(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.manager = manager
        self.reconnection = reconnection
        self.clock = clock
        request = SourceRequest(
            method: method,
            path: path,
            content: content,
            query: query,
            headers: headers,
            terminator: terminator
        )
        shared = Locked(Shared(lastEventID: lastEventID))
    }

    deinit {
        for listener in shared.withLock({ $0.listeners }).values { listener.finish() }
    }

    /// What it does now.
    public var state: State { shared.withLock { $0.state } }

    /// The id of the last event that was read, or of a block of lines without an event behind it; empty where there is none. The next
    /// connection sends it as `Last-Event-ID`.
    public var lastEventID: String { shared.withLock { $0.lastEventID } }

    /// What it does, from now on: first ``state``, then each change, until it is closed.
    ///
    /// A reader that falls far behind misses the oldest of what it has not read.
    public var states: AsyncStream<State> {
        let (stream, continuation) = AsyncStream.makeStream(of: State.self, bufferingPolicy: .bufferingNewest(256))
        let (id, state) = shared.withLock { shared in
            shared.nextListener += 1
            if !shared.state.isClosed { shared.listeners[shared.nextListener] = continuation }
            // Under the lock, so that no later state comes before it; no task waits at the stream yet.
            continuation.yield(shared.state)
            return (shared.nextListener, shared.state)
        }
        if state.isClosed {
            continuation.finish()
        } else {
            continuation.onTermination = { [weak self] _ in self?.shared.withLock { $0.listeners[id] = nil } }
        }
        return stream
    }

    /// Ends the exchange for good: a loop that reads the source ends without an error, and so does each later one.
    public func close() {
        let (interrupt, isRead) = shared.withLock { shared in
            shared.interruption = .close
            return (shared.interrupt, shared.isRead)
        }
        interrupt?()
        // A loop says it itself, when it comes to its end.
        if !isRead { change(to: .closed(.byCaller)) }
    }

    /// Drops the connection and connects again at once, for example because the network is another one.
    ///
    /// It also ends the waiting for the next connection. It does nothing where no loop reads the source.
    public func reconnect() {
        let interrupt: (@Sendable () -> Void)? = shared.withLock { shared in
            guard shared.isRead, shared.interruption == nil else { return nil }
            shared.interruption = .reconnect
            return shared.interrupt
        }
        interrupt?()
    }
}

/// What each connection of a source sends.
struct SourceRequest: Sendable {
    let method: HTTPMethod
    let path: String
    let content: RequestContent
    let query: QueryValue
    let headers: HeaderFields
    let terminator: String?
}
