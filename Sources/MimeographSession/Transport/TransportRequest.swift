public import Mimeograph

/// What a ``Transport`` sends.
public struct TransportRequest: Sendable {
    /// The method.
    public var method: HTTPMethod
    /// The absolute URL as text, with the scheme `http` or `https`, without a fragment.
    public var url: String {
        didSet { isOfSession = false }
    }
    /// The header fields, sent as they are. A transport adds Host, and what frames the body: Content-Length or
    /// Transfer-Encoding. It adds no other field: no Content-Type, no Accept, no User-Agent, no Expect.
    public var fields: HeaderFields
    /// The body.
    public var body: MessageBody
    /// The fields that follow the body, which is then sent in chunks of HTTP/1.1. A transport that cannot send them refuses the
    /// request with ``TransportError/Code/unsupported``.
    public var trailers: RequestTrailers?
    /// How to connect and how long to wait.
    public var options: TransportOptions {
        didSet { isOfSession = false }
    }
    /// Told how many bytes of the body have been handed to the connection so far, from any thread, in order.
    public var onBytesSent: (@Sendable (_ total: Int64) -> Void)? {
        didSet { isOfSession = false }
    }
    /// Told of each interim response (1xx) when it comes, from any thread, in order.
    ///
    /// Source: RFC 9110 §15.2.
    public var onInterimResponse: (@Sendable (ResponseHead) -> Void)? {
        didSet { isOfSession = false }
    }

    /// The state of the request's task, for a transport that waits itself while it is suspended.
    var transferState: TransferState?

    /// Whether a session made the request as it is: the host of the URL is in its one form, the security policy allows to connect
    /// (``checkPolicy()``), and the observers are the session's own, which return at once.
    var isOfSession = false

    /// Makes a request.
    public init(
        method: HTTPMethod = .get,
        url: String,
        fields: HeaderFields = [:],
        body: MessageBody = .none,
        trailers: RequestTrailers? = nil,
        options: TransportOptions = TransportOptions(),
        onBytesSent: (@Sendable (_ total: Int64) -> Void)? = nil,
        onInterimResponse: (@Sendable (ResponseHead) -> Void)? = nil
    ) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
        self.trailers = trailers
        self.options = options
        self.onBytesSent = onBytesSent
        self.onInterimResponse = onInterimResponse
    }
}

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
        /// libcurl tells from 8.0 to 8.23, as Debian 13 and Ubuntu 24.04 have it; Debian 12 has 7.88. By such a version many exchanges
        /// share one connection from 8.13 on.
        case automatic
        /// HTTP/1.1 only.
        case http1
        /// HTTP/2 where TLS negotiates it (ALPN), whatever the library is, else HTTP/1.1.
        ///
        /// With a libcurl before 8.0, or one of 8.3 or later that was built without messages, a body of HTTP/2 that has no
        /// Content-Length ends with ``TransportError/Code/unsupported``: it may have been cut. The same goes for
        /// ``http2PriorKnowledge``.
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

extension TransportOptions.Proxy: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The URL without what may be secret, and the user's name; the password is not shown.
    public var description: String {
        RequestURL.redacted(url) + (username.map { " as \($0) (password hidden)" } ?? "")
    }
    /// The same.
    public var debugDescription: String { description }
    /// Shows no password.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension TransportRequest {
    /// Waits while the task of the request is suspended, or until the calling task is cancelled.
    ///
    /// A transport whose ``Transport/waitsForSuspendedTasks`` is true calls it before it reads more of the body. In others it returns at
    /// once.
    public func waitWhileSuspended() async { await transferState?.waitWhileSuspended() }

    /// Has the observers called where other exchanges do not wait for them.
    ///
    /// - Returns: What calls them; nil if there are none that may take long.
    mutating func queueObservers() -> CallbackQueue? {
        if isOfSession || onBytesSent == nil && onInterimResponse == nil { return nil }
        let queue = CallbackQueue()
        if let observer = onBytesSent {
            onBytesSent = { total in queue.call(figure: .sending) { observer(total) } }
        }
        if let observer = onInterimResponse {
            onInterimResponse = { head in queue.call { observer(head) } }
        }
        return queue
    }

    /// The request without what is of no use once its exchange has ended.
    var afterEnd: TransportRequest {
        var request = self
        (request.body, request.trailers) = (.none, nil)
        (request.onBytesSent, request.onInterimResponse, request.transferState) = (nil, nil, nil)
        return request
    }

    /// The request with the hosts of its URL and of its proxy in their one form, so that what is connected to is what policies,
    /// cookies and exceptions of proxies were asked about.
    ///
    /// Names are left to the transport, also those outside of ASCII.
    ///
    /// - Throws: ``TransportError/Code/invalidRequest`` for an address that is none.
    func withCanonicalHosts() throws(TransportError) -> TransportRequest {
        var request = self
        if let proxy = options.proxy { request.options.proxy?.url = proxy.canonicalURL }
        if !isOfSession, Self.mayBeAddress(url) { request.url = try parsedURL().text }
        // The hosts are the same.
        request.isOfSession = isOfSession
        return request
    }

    /// Refuses a request that its security policy forbids to connect, unless the session has checked that.
    ///
    /// - Throws: As ``SecurityPolicy/checkConnection(to:proxy:)``; ``TransportError/Code/invalidRequest``.
    func checkPolicy() throws(TransportError) {
        let policy = options.securityPolicy
        if isOfSession || policy.storage.isStandard { return }
        try policy.checkConnection(to: parsedURL(), proxy: options.proxy)
    }

    /// The URL, read.
    ///
    /// - Throws: ``TransportError/Code/invalidRequest``.
    func parsedURL() throws(TransportError) -> RequestURL {
        do throws(SessionError) {
            return try RequestURL(url)
        } catch {
            throw TransportError(.invalidRequest, error.message, remedy: error.remedy)
        }
    }

    /// Whether a label of the host begins with a digit, or it has brackets; hardly any does. A name outside of ASCII is the
    /// transport's.
    private static func mayBeAddress(_ url: String) -> Bool {
        var slashes = 0
        var isStart = false
        var mayBe = false
        for byte in url.utf8 {
            switch byte {
            case UInt8(ascii: "/"):
                slashes += 1
                if slashes > 2 { return mayBe }
            case UInt8(ascii: "?"), UInt8(ascii: "#"): return mayBe
            case 0x80...: return false
            case 0x30...0x39 where isStart, UInt8(ascii: "[") where slashes == 2: mayBe = true
            default: break
            }
            isStart = slashes == 2 && (byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/"))
        }
        return mayBe
    }
}
