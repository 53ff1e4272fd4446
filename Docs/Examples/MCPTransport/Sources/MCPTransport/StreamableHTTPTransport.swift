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
    /// The ID of the session that the server has assigned, or nil.
    public private(set) var sessionID: String?
    /// The negotiated version of the protocol, or nil before the initialization.
    public private(set) var protocolVersion: String?

    private let api: HTTPSessionManager
    private let path: String
    private let reconnection: EventSource.Reconnection
    private let received: AsyncThrowingStream<Data, any Error>
    private let client: AsyncThrowingStream<Data, any Error>.Continuation
    private var isConnected: Bool?
    private var end: SessionError?
    private var exchanges: Set<Task<Void, any Error>> = []
    private var listener: Task<Void, Never>?

    /// Creates a transport for one connection of a client.
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
        (received, client) = AsyncThrowingStream.makeStream(bufferingPolicy: .bufferingOldest(64))
    }

    deinit { listener?.cancel() }

    /// Marks the transport as connected, only once. It sends nothing: the client sends the first request.
    public func connect() throws {
        guard isConnected == nil else { throw MCPError.connectionClosed }
        isConnected = true
    }

    /// Ends all exchanges, and asks the server to end the session, for at most ten seconds.
    public func disconnect() async {
        guard isConnected == true else { return }
        isConnected = false
        listener?.cancel()
        for exchange in exchanges { exchange.cancel() }
        client.finish()
        guard sessionID != nil, let fields = try? fields() else { return }
        // A task of its own, because the caller may be cancelled. A server may keep its sessions, with status 405.
        let end = Task { [api, path] in _ = try? await api.delete(path, headers: fields) }
        let clock = Self.after(.seconds(10)) { end.cancel() }
        await end.value
        clock.cancel()
    }

    /// Returns the messages of the server. At most 64 are buffered; then the streams wait for the client.
    public func receive() -> AsyncThrowingStream<Data, any Error> { received }

    /// Sends a message, and returns when its response has been delivered.
    ///
    /// - Throws: `SessionError`, with status 404 if the server no longer knows the session; `CancellationError`; `MCPError` if the
    ///   transport is not connected, and for a batch of messages.
    public func send(_ data: Data) async throws {
        guard isConnected == true else { throw MCPError.connectionClosed }
        if data.first == UInt8(ascii: "[") { throw MCPError.invalidRequest("This transport sends no batches.") }
        let message = Envelope(data)
        let exchange = Task { do { try await self.exchange(data, message) } catch { throw noted(error) } }
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

extension StreamableHTTPTransport {
    private func fields() throws -> HeaderFields {
        if let end { throw end }
        var fields = HeaderFields()
        fields["MCP-Session-Id"] = sessionID
        fields["MCP-Protocol-Version"] = protocolVersion
        return fields
    }

    private func exchange(_ data: Data, _ message: Envelope) async throws {
        var request = try api.request(.post, path, headers: fields())
        request.fields["Content-Type"] = "application/json"
        request.fields["Accept"] = "application/json, text/event-stream"
        request.fields["Accept-Encoding"] = "identity"
        request.body = .bytes(Array(data))
        let response = try await api.response(for: request)
        let (head, limit) = (response.head, api.serializers.limits.inputBytes)
        var error = SessionError(.unacceptableStatus, "The server rejected the message.")
        error.head = head
        guard (200...299).contains(head.status) else {
            error.body = await response.body.collectError(atMost: limit)
            throw error
        }
        if let id = head.fields["MCP-Session-Id"] { sessionID = id }
        let isCoded = head.fields["Content-Encoding"].map { $0.lowercased() != "identity" } ?? false
        let type = isCoded ? nil : head.fields.contentType?.essence
        // Notifications and responses are accepted without a message.
        guard message.isRequest else { return _ = await response.body.collectError(atMost: limit) }
        if type == "text/event-stream" { return try await read(response.body, for: message) }
        let body = try await response.body.collect(atMost: limit)
        guard type == "application/json", try await deliver(Data(body), for: message) else {
            (error.code, error.body) = (.invalidResponse, body)
            error.message = "The response is neither a stream nor the result in JSON."
            throw error
        }
    }

    /// Reads a stream until it has delivered the response, and resumes it as needed.
    private func read(_ body: SessionBody, for message: Envelope) async throws {
        var parser = EventStreamParser(limits: api.serializers.limits)
        var isComplete = false
        var clock: Task<Void, any Error>?
        defer { clock?.cancel() }
        do {
            for try await chunk in body {
                var events: [ServerSentEvent] = []
                try parser.consume(chunk.span, into: &events)
                for event in events where try await deliver(Data(event.data.utf8), for: message) { isComplete = true }
                // The server ends the stream after the response. If it does not, the connection is closed.
                if isComplete, clock == nil { clock = Self.after(.seconds(1)) { body.cancel() } }
            }
        } catch let error as SessionError where isComplete || reconnection.codes.contains(error.code) {
            logger.debug("A stream broke off: \(error.code)")
            guard isComplete || !parser.lastEventID.isEmpty else { throw error }
        }
        try Task.checkCancellation()
        if isComplete { return }
        guard !parser.lastEventID.isEmpty else {
            throw SessionError(.connectionLost, "The stream ended without a response and without an event id.")
        }
        // A server may end a stream, and ask the client to return later.
        var rules = reconnection
        let delay = parser.reconnectionTime.map { Duration.milliseconds($0) }
        try await Task.sleep(for: min(max(rules.minimumDelay, delay ?? .zero), rules.maximumDelay))
        rules.initialDelay = delay ?? rules.initialDelay
        let source = try EventSource(api, path, headers: fields(), lastEventID: parser.lastEventID, reconnection: rules)
        for try await event in source.events() {
            if try await deliver(Data(event.data.utf8), for: message) { return }
        }
        throw SessionError(.connectionLost, "The server ended the resumed stream before the response.")
    }

    /// Receives the messages that the server sends outside of responses.
    private func listen() {
        guard listener == nil, isConnected == true, let fields = try? fields() else { return }
        var rules = reconnection
        rules.limit = nil  // A server may be silent for hours.
        let source = EventSource(api, path, headers: fields, reconnection: rules)
        listener = Task { [client, logger] in
            do {
                for try await event in source.events() where !event.data.isEmpty {
                    try await Self.push(Data(event.data.utf8), to: client)
                }
            } catch {
                if Task.isCancelled { return }
                // A server without such a stream answers 405.
                let level = (error as? SessionError)?.status == 405 ? Logger.Level.debug : .error
                logger.log(level: level, "The stream for messages of the server ended: \(error)")
            }
        }
    }

    /// Forgets the session if the server no longer knows it, and says so.
    private func noted(_ error: any Error) -> any Error {
        if let error = error as? SerializationError { return SessionError(error) }
        guard sessionID != nil || end != nil, var error = error as? SessionError, error.status == 404 else {
            return error
        }
        error.message = "The session has ended. Connect a new client with a new transport."
        (sessionID, end) = (nil, error)
        return error
    }

    /// Calls a closure later, unless the task is cancelled before.
    private static func after(_ time: Duration, _ body: @escaping @Sendable () -> Void) -> Task<Void, any Error> {
        Task {
            try await Task.sleep(for: time)
            body()
        }
    }

    /// Delivers a message to the client. Returns whether it is the response to the request.
    private func deliver(_ data: Data, for request: Envelope) async throws -> Bool {
        if data.isEmpty { return false }
        let message = Envelope(data)
        let isResponse = message.method == nil && message.id != nil && message.id == request.id
        // The client tells the version only to the SDK's own transport.
        if isResponse, request.method == "initialize" { protocolVersion = Envelope.protocolVersion(in: data) }
        try await Self.push(data, to: client)
        return isResponse
    }

    /// Passes a message to the client, once there is room for it.
    private static func push(_ data: Data, to client: AsyncThrowingStream<Data, any Error>.Continuation) async throws {
        while case .dropped = client.yield(data) { try await Task.sleep(for: .milliseconds(10)) }
    }
}
