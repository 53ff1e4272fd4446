public import Logging
public import MCP
import Mimeograph
public import MimeographEventSource
import MimeographEventStream
public import MimeographSession

public import struct Foundation.Data

/// A transport for clients of the Model Context Protocol over Streamable HTTP, with streams on every platform.
///
/// ```swift
/// let api = try HTTPSessionManager(baseURL: "https://tools.example/", serializers: SerializerRegistry {})
/// let client = Client(name: "assistant", version: "1.0.0")
/// try await client.connect(transport: StreamableHTTPTransport(api, "mcp"))
/// ```
/// A stream that breaks off before its response is resumed after its last event. After the initialization, an ``EventSource``
/// receives the messages that the server sends outside of responses. The transport uses all settings of the manager.
///
/// Source: Model Context Protocol 2025-11-25, "Transports", "Streamable HTTP".
public actor StreamableHTTPTransport: MCP.Transport {
    /// The logger of the transport, and of its client.
    public nonisolated let logger: Logger
    /// The session that the server has assigned, or nil.
    public private(set) var sessionID: String?
    /// The negotiated version of the protocol, or nil before the initialization.
    public private(set) var protocolVersion: String?

    private let api: HTTPSessionManager
    private let path: String
    private let reconnection: EventSource.Reconnection
    private let received: AsyncThrowingStream<Data, any Error>
    private let continuation: AsyncThrowingStream<Data, any Error>.Continuation
    private var isConnected = false
    private var exchanges: Set<Task<Void, any Error>> = []
    private var listener: Task<Void, Never>?

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - api: The manager that sends the requests.
    ///   - path: The endpoint, relative to the manager's base, or a whole URL.
    ///   - reconnection: The rules for resuming streams. The limit does not apply to the server's own stream.
    ///   - logger: The logger of the transport, and of its client.
    public init(
        _ api: HTTPSessionManager,
        _ path: String,
        reconnection: EventSource.Reconnection = .init(limit: 10, statuses: EventSource.Reconnection.passingStatuses),
        logger: Logger = Logger(label: "mcp.transport.http") { _ in SwiftLogNoOpLogHandler() }
    ) {
        self.api = api
        self.path = path
        self.reconnection = reconnection
        self.logger = logger
        (received, continuation) = AsyncThrowingStream.makeStream()
    }

    deinit { listener?.cancel() }

    /// Allows sending. The first request is the client's.
    public func connect() { isConnected = true }

    /// Ends all exchanges, and asks the server to end the session. A transport cannot be connected again.
    public func disconnect() async {
        guard isConnected else { return }
        isConnected = false
        listener?.cancel()
        for exchange in exchanges { exchange.cancel() }
        continuation.finish()
        // A server may keep its sessions, with status 405.
        if sessionID != nil { _ = try? await api.delete(path, headers: fields) }
    }

    /// Returns the messages of the server. They are buffered until the client reads them.
    public func receive() -> AsyncThrowingStream<Data, any Error> { received }

    /// Sends a message, and returns when its response has been delivered.
    ///
    /// - Throws: `SessionError`. If the server no longer knows the session, its status is 404.
    public func send(_ data: Data) async throws {
        guard isConnected else { throw MCPError.connectionClosed }
        let message = Envelope(data)
        let exchange = Task { try await self.exchange(data, message) }
        exchanges.insert(exchange)
        defer { exchanges.remove(exchange) }
        try await withTaskCancellationHandler {
            try await exchange.value
        } onCancel: {
            exchange.cancel()
        }
        if message.method == "notifications/initialized" { listen() }
    }
}

// MARK: - Exchanges

extension StreamableHTTPTransport {
    private var fields: HeaderFields {
        var fields = HeaderFields()
        fields["MCP-Session-Id"] = sessionID
        fields["MCP-Protocol-Version"] = protocolVersion
        return fields
    }

    private func exchange(_ data: Data, _ message: Envelope) async throws {
        var request = try api.request(.post, path, headers: fields)
        request.fields["Content-Type"] = "application/json"
        request.fields["Accept"] = "application/json, text/event-stream"
        request.fields["Accept-Encoding"] = "identity"
        request.body = .bytes(Array(data))
        let response = try await api.session.response(for: request, configuration: api.configuration)
        let limit = api.serializers.limits.inputBytes
        let head = response.head
        guard (200...299).contains(head.status) else {
            var error = SessionError(.unacceptableStatus, "The server rejected the message.")
            if head.status == 404, sessionID != nil {
                sessionID = nil
                error.message = "The session has ended. Connect a new client."
            }
            error.head = head
            error.body = try? await response.body.collect(atMost: limit)
            throw error
        }
        if let id = head.fields["MCP-Session-Id"] { sessionID = id }
        switch head.fields.contentType?.essence {
        case "text/event-stream":
            try await readStream(of: response, for: message)
        case "application/json":
            _ = deliver(Data(try await response.body.collect(atMost: limit)), for: message)
        default:
            // Notifications and responses are accepted with an empty body.
            guard try await response.body.collect(atMost: limit).isEmpty, !message.isRequest else {
                throw SessionError(.unacceptableContentType, "The response is neither JSON nor a stream.")
            }
        }
    }

    private func readStream(of response: SessionResponse, for message: Envelope) async throws {
        var last: ServerSentEvent?
        var isComplete = !message.isRequest
        do {
            let serializer = EventStreamResponseSerializer()
            let events = serializer.elements(in: response.body, head: response.head, limits: api.serializers.limits)
            for try await event in events {
                last = event
                if deliver(Data(event.data.utf8), for: message) { isComplete = true }
            }
        } catch let error as SessionError where reconnection.codes.contains(error.code) {
            logger.debug("A stream broke off: \(error.code)")
            guard isComplete || last?.lastEventID.isEmpty == false else { throw error }
        }
        if isComplete { return }
        try Task.checkCancellation()
        guard let last, !last.lastEventID.isEmpty else {
            throw SessionError(.connectionLost, "The stream ended without a response and without an event id.")
        }
        // A server may end a stream, and ask the client to return later.
        let delay = max(reconnection.minimumDelay, last.retry.map { .milliseconds($0) } ?? .zero)
        try await Task.sleep(for: min(delay, reconnection.maximumDelay))
        let id = last.lastEventID
        let source = EventSource(api, path, headers: fields, lastEventID: id, reconnection: reconnection)
        for try await event in source.events() {
            if deliver(Data(event.data.utf8), for: message) { return }
        }
        throw SessionError(.connectionLost, "The server ended the resumed stream before the response.")
    }

    /// Receives the messages that the server sends outside of responses.
    private func listen() {
        guard listener == nil, isConnected else { return }
        // A server may be silent for hours.
        var rules = reconnection
        rules.limit = nil
        let source = EventSource(api, path, headers: fields, reconnection: rules)
        listener = Task { [continuation, logger] in
            do throws(SessionError) {
                for try await event in source.events() where !event.data.isEmpty {
                    continuation.yield(Data(event.data.utf8))
                }
            } catch {
                // A server without such a stream answers 405.
                let level = error.status == 405 || error.code == .cancelled ? Logger.Level.debug : .error
                logger.log(level: level, "The stream for messages of the server ended: \(error)")
            }
        }
    }

    /// Delivers a message to the client.
    ///
    /// - Returns: Whether it is the response to the request.
    private func deliver(_ data: Data, for request: Envelope) -> Bool {
        if data.isEmpty { return false }
        let message = Envelope(data)
        let isResponse = message.method == nil && message.id != nil && message.id == request.id
        // The client tells the version only to the SDK's own transport.
        if isResponse, request.method == "initialize" { protocolVersion = message.result?.protocolVersion }
        continuation.yield(data)
        return isResponse
    }
}
