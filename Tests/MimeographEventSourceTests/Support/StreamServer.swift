@testable import LoopbackServer
import Foundation
import Mimeograph
import MimeographEventSource
import MimeographEventStream
import MimeographJSON
import MimeographSession
import MimeographSupport
import Synchronization

/// A server on the loopback interface whose every connection is played by a closure, on a thread of its own.
///
/// ```swift
/// let server = try StreamServer { connection in
///     connection.open()
///     connection.send("data: \(connection.number)\n\n")       // and returns, which breaks the connection
/// }
/// ```
final class StreamServer: Sendable {
    let url: String
    private let state = Mutex(State())
    private let play: @Sendable (StreamConnection) -> Void

    private struct State {
        var requests: [ServedRequest] = []
        var isStopped = false
    }

    init(_ play: @escaping @Sendable (StreamConnection) -> Void) throws {
        let (listener, port) = try Socket.onLoopback()
        url = "http://127.0.0.1:\(port)/"
        self.play = play
        Thread.detachNewThread { [weak self] in
            defer { listener.close() }
            while let server = self, !server.state.withLock({ $0.isStopped }) {
                guard listener.waitUntilReadable(milliseconds: 20), let socket = listener.accept() else { continue }
                Thread.detachNewThread { server.serve(socket) }
            }
        }
    }

    deinit { state.withLock { $0.isStopped = true } }

    /// What came, in order.
    var requests: [ServedRequest] { state.withLock { $0.requests } }

    private func serve(_ socket: Socket) {
        defer { socket.close() }
        var reader = RequestReader(socket)
        guard let request = reader.next() else { return }
        let number = state.withLock { state in
            state.requests.append(request)
            return state.requests.count
        }
        play(StreamConnection(socket: socket, request: request, number: number))
    }

    /// A manager for the server, with nothing of the environment in it.
    func manager(_ configure: (inout SessionConfiguration) -> Void = { _ in }) throws -> HTTPSessionManager {
        try .forTests(baseURL: url, configure)
    }
}

/// One request that a ``StreamServer`` answers.
struct StreamConnection: Sendable {
    let socket: Socket
    let request: ServedRequest
    /// 1 for the first of the server.
    let number: Int

    /// Sends the head of a stream.
    func open(_ type: String = "text/event-stream") {
        write("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nTransfer-Encoding: chunked\r\n\r\n")
    }

    /// Sends a piece of the stream; false where the client is gone.
    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        socket.write(Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [13, 10])
    }

    /// Sends each piece by itself.
    func send(pieces: [[UInt8]]) {
        for piece in pieces where !piece.isEmpty { send(piece) }
    }

    /// Ends the stream as it should be.
    func end() { write("0\r\n\r\n") }

    /// Sends a response that is no stream.
    func respond(_ status: Int, _ fields: [String] = [], _ body: String = "") {
        let length = status == 204 ? [] : ["Content-Length: \(body.utf8.count)"]
        let lines = ["HTTP/1.1 \(status) Something"] + fields + length + ["Connection: close", "", body]
        write(lines.joined(separator: "\r\n"))
    }

    /// Waits until the client has closed the connection; false where it does not within 10 s.
    @discardableResult
    func waitForEnd() -> Bool {
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .seconds(10) {
            if socket.waitUntilReadable(milliseconds: 100), socket.read().isEmpty { return true }
        }
        return false
    }

    func write(_ text: String) { _ = socket.write(Array(text.utf8)) }
}

extension HTTPSessionManager {
    static func forTests(
        baseURL: String = "http://events.test/",
        transport: any Transport = PlatformTransport.make(),
        _ configure: (inout SessionConfiguration) -> Void = { _ in }
    ) throws -> HTTPSessionManager {
        var configuration = SessionConfiguration()
        configuration.proxies = .none
        configure(&configuration)
        return try HTTPSessionManager(
            baseURL: baseURL,
            serializers: SerializerRegistry {
                JSONPlugin()
                EventStreamPlugin(data: JSONFormat())
            },
            configuration: configuration,
            transport: transport
        )
    }
}

extension EventSource.Reconnection {
    /// At once after a stream that had an event, and not long after others.
    static var quick: EventSource.Reconnection {
        EventSource.Reconnection(
            initialDelay: .zero,
            minimumDelay: .zero,
            maximumDelay: .milliseconds(50),
            jitter: 0
        )
    }
}

extension EventSource {
    /// So many events.
    func read(_ count: Int) async throws -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for try await event in self.events() {
            events.append(event)
            if events.count == count { break }
        }
        return events
    }
}

/// A clock that stands still: sleeping returns at once, and how long it would have been is kept.
final class StandingClock: Clock {
    typealias Instant = ContinuousClock.Instant
    let now = ContinuousClock.now
    let minimumResolution = Duration.zero
    private let recorded = Mutex<[Duration]>([])

    var sleeps: [Duration] { recorded.withLock { $0 } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        recorded.withLock { $0.append(deadline - now) }
        try Task.checkCancellation()
        await Task.yield()
    }
}

/// The error that an operation throws.
func failure(_ operation: () async throws -> Void) async -> SessionError? {
    do {
        try await operation()
        return nil
    } catch {
        return error as? SessionError
    }
}
