public import Mimeograph
public import MimeographForm
public import MimeographSession
import MimeographSupport

/// A client of an event stream that connects again when the stream ends, and continues after the last event.
///
/// ```swift
/// let source = EventSource(api, "prices")
/// for try await price: Price in source.events() { … }
///
/// // The response of a language model. A POST is sent only once, unless `reconnection` allows repeating it.
/// let answer = EventSource(api, "chat", method: .post, .value(prompt), terminator: "[DONE]")
/// for try await piece: Piece in answer.events() { … }
/// ```
/// The source uses the settings of the manager: the base URL, the serializers, interceptors, cookies, redirects, time limits and
/// the security policy. If a stream is silent for `TransportOptions.idleTimeout`, 60 s by default, it counts as lost.
///
/// One loop at a time can read a source. The first event that the loop requests opens the connection. A chunk is requested after
/// the events before it have been read. Leaving the loop, or cancelling its task, ends the exchange. Another loop connects again,
/// and continues after the last event that was read.
///
/// A loop ends with status 204, the terminator or ``close()``. It throws for permanent errors, such as a status other than 200 or
/// a type other than `text/event-stream`, and for more reconnections than ``Reconnection/limit``. In all other cases the source
/// connects again, after the delay of ``Reconnection``. An event that is not complete when the stream ends is discarded.
///
/// A source does not read from the session's cache, does not buffer events while nothing reads them, and does not remember
/// redirects. Each connection starts at the URL of the source, so fields for its server are not sent to another one.
///
/// Source: WHATWG HTML §9.2.
public final class EventSource: Sendable {
    /// The rules for connecting again.
    public let reconnection: Reconnection
    let manager: HTTPSessionManager
    let request: SourceRequest
    let clock: any Clock<Duration>
    let shared: Locked<Shared>

    /// Creates a source. Nothing is sent before a loop requests the first event.
    ///
    /// - Parameters:
    ///   - manager: The manager that sends the request and reads the data.
    ///   - path: A path relative to the base, or a whole URL.
    ///   - method: The method.
    ///   - content: The content of the request. It is written once, and its body is sent again with each connection.
    ///   - query: Parameters that are added to the URL.
    ///   - headers: Fields of the request. Each replaces the default field of the same name, even Accept, Accept-Encoding and
    ///     Cache-Control.
    ///   - lastEventID: The id of the last event of an earlier source to continue after, or an empty string.
    ///   - terminator: The data with which the server ends the stream, such as `[DONE]` (non-standard). Default nil, for none.
    ///   - reconnection: The rules for connecting again.
    ///   - clock: The clock that measures the delay.
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

    /// The current state.
    public var state: State { shared.withLock { $0.state } }

    /// The last id that was read, with an event or without one, or an empty string. The next connection sends it as
    /// `Last-Event-ID`.
    public var lastEventID: String { shared.withLock { $0.lastEventID } }

    /// A sequence of states: first the current ``state``, then each change, until the source is closed.
    ///
    /// A reader that falls far behind misses the oldest states.
    public var states: AsyncStream<State> {
        let (stream, continuation) = AsyncStream.makeStream(of: State.self, bufferingPolicy: .bufferingNewest(256))
        let (id, state) = shared.withLock { shared in
            shared.nextListener += 1
            if !shared.state.isClosed { shared.listeners[shared.nextListener] = continuation }
            // Under the lock, so no later state comes before it. No task waits for the stream yet.
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

    /// Closes the source permanently. The loop that reads it ends without an error, and each later loop does the same.
    public func close() {
        let (interrupt, isRead) = shared.withLock { shared in
            shared.interruption = .close
            return (shared.interrupt, shared.isRead)
        }
        interrupt?()
        // If a loop reads the source, it reports its end itself.
        if !isRead { change(to: .closed(.byCaller)) }
    }

    /// Drops the connection and connects again at once, for example after a change of network.
    ///
    /// It also ends the delay before the next connection. If no loop reads the source, it does nothing.
    public func reconnect() {
        let interrupt: (@Sendable () -> Void)? = shared.withLock { shared in
            guard shared.isRead, shared.interruption == nil else { return nil }
            shared.interruption = .reconnect
            return shared.interrupt
        }
        interrupt?()
    }
}

/// The request that each connection of a source sends.
struct SourceRequest: Sendable {
    let method: HTTPMethod
    let path: String
    let content: RequestContent
    let query: QueryValue
    let headers: HeaderFields
    let terminator: String?
}
