/// How one exchange went. What is not known, or has not happened yet, is nil.
public struct TransportMetrics: Hashable, Sendable {
    /// From the start until the host's name was resolved.
    public var nameResolved: Duration?
    /// From the start until the connection was made.
    public var connected: Duration?
    /// From the start until the TLS handshake was done.
    public var secured: Duration?
    /// From the start until the first byte of the response.
    public var firstByte: Duration?
    /// From the start until the last byte.
    public var total: Duration?
    /// The bytes of the body that were sent.
    public var bytesSent: Int64
    /// The bytes of the body that were received, content codings not undone.
    public var bytesReceived: Int64
    /// Whether the connection had been used before.
    public var connectionWasReused: Bool?
    /// The version of HTTP: `1.0`, `1.1` or `2`.
    public var protocolVersion: String?
    /// The address of the peer, for example `127.0.0.1` or `::1`.
    public var remoteAddress: String?

    /// Makes metrics of an exchange that has not started.
    public init(
        nameResolved: Duration? = nil,
        connected: Duration? = nil,
        secured: Duration? = nil,
        firstByte: Duration? = nil,
        total: Duration? = nil,
        bytesSent: Int64 = 0,
        bytesReceived: Int64 = 0,
        connectionWasReused: Bool? = nil,
        protocolVersion: String? = nil,
        remoteAddress: String? = nil
    ) {
        self.nameResolved = nameResolved
        self.connected = connected
        self.secured = secured
        self.firstByte = firstByte
        self.total = total
        self.bytesSent = bytesSent
        self.bytesReceived = bytesReceived
        self.connectionWasReused = connectionWasReused
        self.protocolVersion = protocolVersion
        self.remoteAddress = remoteAddress
    }
}
