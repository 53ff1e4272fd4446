import AsyncHTTPClient
import MimeographSession
import NIOCore
import Synchronization

/// The clients of a transport, one for each set of request options. AsyncHTTPClient sets the connect timeout and the HTTP version
/// for a client, not for a request.
///
/// A client must be shut down before it is released. That happens after the transport is invalidated and the last exchange has
/// ended.
final class Clients: Sendable {
    /// The options that distinguish clients.
    private struct Settings: Hashable {
        let connectTimeout: Duration?
        let isHTTP1Only: Bool
    }

    /// An exchange in progress.
    struct Ticket: Sendable {
        let client: HTTPClient
        fileprivate let number: Int
    }

    private struct State {
        var clients: [Settings: HTTPClient] = [:]
        /// The functions that cancel the exchanges in progress.
        var open: [Int: @Sendable () -> Void] = [:]
        var count = 0
        var isInvalid = false
        var isCancelling = false

        mutating func takeIdleClients() -> [HTTPClient] {
            guard isInvalid, open.isEmpty else { return [] }
            defer { clients = [:] }
            return Array(clients.values)
        }
    }

    private let configuration: Mutex<HTTPClient.Configuration>
    private let state = Mutex(State())

    init(_ configuration: sending HTTPClient.Configuration) {
        var configuration = configuration
        configuration.redirectConfiguration = .disallow
        configuration.decompression = .disabled
        // The session retries; the client reports an error at once.
        configuration.connectionPool.retryConnectionEstablishment = false
        let ownInitializer = configuration.http1_1ConnectionDebugInitializer
        configuration.http1_1ConnectionDebugInitializer = { channel in
            let guarded = StatusGuard.install(in: channel)
            guard let ownInitializer else { return guarded }
            return guarded.flatMap { ownInitializer(channel) }
        }
        let ownStreamInitializer = configuration.http2StreamChannelDebugInitializer
        configuration.http2StreamChannelDebugInitializer = { channel in
            let guarded = StreamStatusGuard.install(in: channel)
            guard let ownStreamInitializer else { return guarded }
            return guarded.flatMap { ownStreamInitializer(channel) }
        }
        self.configuration = Mutex(configuration)
    }

    /// Begins an exchange.
    ///
    /// - Throws: `unsupported` for options that no client supports; `invalidated`.
    func enter(_ options: TransportOptions) throws(TransportError) -> Ticket {
        guard options.proxy == nil, options.unixSocketPath == nil, options.version != .http2PriorKnowledge else {
            throw TransportError(
                .unsupported,
                "This transport supports no proxies of single requests, Unix-domain sockets or plain-text HTTP/2.",
                remedy: "Set a proxy in the client's configuration, or use the platform's transport."
            )
        }
        let settings = Settings(
            connectTimeout: options.connectTimeout,
            isHTTP1Only: options.version == .http1
        )
        let ticket: Ticket? = state.withLock { state in
            guard !state.isInvalid else { return nil }
            let client = state.clients[settings] ?? makeClient(settings)
            state.clients[settings] = client
            state.count += 1
            state.open[state.count] = {}
            return Ticket(client: client, number: state.count)
        }
        guard let ticket else { throw TransportError(.invalidated, "The transport takes no requests any more.") }
        return ticket
    }

    func setCancellation(of ticket: Ticket, _ cancel: @escaping @Sendable () -> Void) {
        let isTooLate = state.withLock { state in
            if state.open[ticket.number] == nil || state.isCancelling { return true }
            state.open[ticket.number] = cancel
            return false
        }
        if isTooLate { cancel() }
    }

    /// Ends an exchange. A second call has no effect.
    func leave(_ ticket: Ticket) {
        let idle = state.withLock { state in
            state.open[ticket.number] = nil
            return state.takeIdleClients()
        }
        Self.shutDown(idle)
    }

    func invalidate(cancelling: Bool) {
        let (open, idle) = state.withLock { state in
            state.isInvalid = true
            state.isCancelling = state.isCancelling || cancelling
            return (cancelling ? Array(state.open.values) : [], state.takeIdleClients())
        }
        for cancel in open { cancel() }
        Self.shutDown(idle)
    }

    private func makeClient(_ settings: Settings) -> HTTPClient {
        var configuration = configuration.withLock { $0 }
        // One day at most, so that adding an infinite timeout cannot overflow.
        let limit = min(max(settings.connectTimeout ?? .seconds(86_400), .milliseconds(1)), .seconds(86_400))
        configuration.timeout = HTTPClient.Configuration.Timeout(connect: TimeAmount(limit))
        configuration.httpVersion = settings.isHTTP1Only ? .http1Only : .automatic
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    private static func shutDown(_ clients: [HTTPClient]) {
        // The client retains itself until the shutdown is complete.
        for client in clients { client.shutdown().whenComplete { _ in } }
    }
}
