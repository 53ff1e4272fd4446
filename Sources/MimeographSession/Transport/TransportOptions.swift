/// How a ``Transport`` connects for one exchange, and how long it waits.
public struct TransportOptions: Hashable, Sendable {
    /// How long it may take until there is a connection: waiting for one of the host's, where there may be no more of them, resolving,
    /// connecting, the TLS handshake. Nil sets no limit; default 30 s.
    public var connectTimeout: Duration?
    /// How long nothing may move, in either direction, while the peer is waited for. Time in which the reader of the body,
    /// or the source of the body that is sent, lets the transport wait does not count. Nil sets no limit; default 60 s.
    public var idleTimeout: Duration?
    /// The proxy; nil connects directly. A transport never looks into the environment.
    public var proxy: Proxy?
    /// The path of a Unix-domain socket to connect to instead of the URL's host and port.
    public var unixSocketPath: String?
    /// Which versions of HTTP to use.
    public var version: Version
    /// Which of several waiting requests goes first where a transport can tell; 0 to 1, default 0.5.
    public var priority: Double
    /// Which servers are trusted. Default the system's authorities and the host's name, nothing pinned.
    public var securityPolicy: SecurityPolicy

    /// Makes options; what is not given has its default.
    public init(
        connectTimeout: Duration? = .seconds(30),
        idleTimeout: Duration? = .seconds(60),
        proxy: Proxy? = nil,
        unixSocketPath: String? = nil,
        version: Version = .automatic,
        priority: Double = 0.5,
        securityPolicy: SecurityPolicy = SecurityPolicy()
    ) {
        self.connectTimeout = connectTimeout
        self.idleTimeout = idleTimeout
        self.proxy = proxy
        self.unixSocketPath = unixSocketPath
        self.version = version
        self.priority = priority
        self.securityPolicy = securityPolicy
    }

    /// Which versions of HTTP an exchange may use.
    public enum Version: Hashable, Sendable {
        /// HTTP/2 where TLS negotiates it (ALPN) and the library tells a whole body of it from one that was cut, else HTTP/1.1.
        ///
        /// libcurl tells from 8.0 on; Debian 12 has 7.88.
        case automatic
        /// HTTP/1.1 only.
        case http1
        /// HTTP/2 where TLS negotiates it (ALPN), whatever the library is, else HTTP/1.1.
        ///
        /// With a libcurl before 8.0, or of 8.3 or later, a body of HTTP/2 that has no Content-Length ends with
        /// ``TransportError/Code/unsupported``: it may have been cut. The same goes for ``http2PriorKnowledge``.
        case http2
        /// HTTP/2 over plain text from the first byte on (prior knowledge).
        case http2PriorKnowledge
    }

    /// A proxy and what it wants to know.
    public struct Proxy: Hashable, Sendable {
        /// The proxy's URL: `http://host:port`, `https://…` or `socks5h://…`.
        public var url: String
        /// The user's name, where the proxy asks for one (Basic).
        public var username: String?
        /// The password.
        public var password: String?

        /// Makes a proxy.
        public init(url: String, username: String? = nil, password: String? = nil) {
            self.url = url
            self.username = username
            self.password = password
        }
    }
}
