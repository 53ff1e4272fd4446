@testable import LoopbackServer
import Foundation
import Mimeograph
import MimeographEventSource
import MimeographEventStream
import MimeographJSON
import MimeographSession
import MimeographSupport
import Synchronization

/// A server on the loopback interface. A closure handles each connection on a thread of its own.
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

    /// The requests received, in order.
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

    /// Returns a manager for the server that ignores the environment.
    func manager(_ configure: (inout SessionConfiguration) -> Void = { _ in }) throws -> HTTPSessionManager {
        try .forTests(baseURL: url, configure)
    }
}

/// A connection to a ``StreamServer`` with one request.
struct StreamConnection: Sendable {
    let socket: Socket
    let request: ServedRequest
    /// The number of the connection, 1 for the first one of the server.
    let number: Int

    /// Sends the head of a stream.
    func open(_ type: String = "text/event-stream") {
        write("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nTransfer-Encoding: chunked\r\n\r\n")
    }

    /// Sends a piece of the stream. Returns false if the client has closed the connection.
    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        socket.write(Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [13, 10])
    }

    /// Sends the pieces one by one.
    func send(pieces: [[UInt8]]) {
        for piece in pieces where !piece.isEmpty { send(piece) }
    }

    /// Ends the stream regularly.
    func end() { write("0\r\n\r\n") }

    /// Sends a response that is not a stream.
    func respond(_ status: Int, _ fields: [String] = [], _ body: String = "") {
        let length = status == 204 ? [] : ["Content-Length: \(body.utf8.count)"]
        let lines = ["HTTP/1.1 \(status) Something"] + fields + length + ["Connection: close", "", body]
        write(lines.joined(separator: "\r\n"))
    }

    /// Waits until the client has closed the connection. Returns false if it does not do so within 10 s.
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
    /// Connects at once after a stream that had an event, and after a short delay otherwise.
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
    /// Reads `count` events.
    func read(_ count: Int) async throws -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for try await event in self.events() {
            events.append(event)
            if events.count == count { break }
        }
        return events
    }
}

/// A clock that stands still. Sleeping returns at once, and the durations are recorded.
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

/// Returns the error that an operation throws.
func failure(_ operation: () async throws -> Void) async -> SessionError? {
    do {
        try await operation()
        return nil
    } catch {
        return error as? SessionError
    }
}
