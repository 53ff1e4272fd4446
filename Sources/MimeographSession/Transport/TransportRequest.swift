public import Mimeograph

/// A request that a ``Transport`` sends.
public struct TransportRequest: Sendable {
    /// The method.
    public var method: HTTPMethod
    /// The absolute URL as text, with the scheme `http` or `https`, without a fragment.
    public var url: String {
        didSet { isOfSession = false }
    }
    /// The header fields, sent as they are. A transport adds Host and the field that frames the body: Content-Length or
    /// Transfer-Encoding. It adds no other field: no Content-Type, no Accept, no User-Agent, no Expect.
    public var fields: HeaderFields
    /// The body.
    public var body: MessageBody
    /// The fields that follow the body. The body is then sent in HTTP/1.1 chunks. A transport that cannot send trailers rejects
    /// the request with ``TransportError/Code/unsupported``.
    public var trailers: RequestTrailers?
    /// How to connect and how long to wait.
    public var options: TransportOptions {
        didSet { isOfSession = false }
    }
    /// A closure that receives the number of body bytes handed to the connection so far. It is called from any thread, in order.
    public var onBytesSent: (@Sendable (_ total: Int64) -> Void)? {
        didSet { isOfSession = false }
    }
    /// A closure that receives each interim response (1xx) as it arrives. It is called from any thread, in order.
    ///
    /// Source: RFC 9110 §15.2.
    public var onInterimResponse: (@Sendable (ResponseHead) -> Void)? {
        didSet { isOfSession = false }
    }

    /// The state of the request's task, for a transport that waits itself while the task is suspended.
    var transferState: TransferState?

    /// Whether the request is unchanged since a session made it. If so, the host of the URL is in canonical form, the security
    /// policy allows the connection (``checkPolicy()``), and the observers belong to the session and return at once.
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

/// The options of one exchange: how a ``Transport`` connects and how long it waits.
public struct TransportOptions: Hashable, Sendable {
    /// The time limit for a connection. It covers waiting for a free connection to the host, resolving, connecting and the TLS
    /// handshake. Nil sets no limit. The default is 30 s.
    public var connectTimeout: Duration?
    /// The longest time in which no data moves in either direction while the transport waits for the peer. Time in which the
    /// transport waits for the reader of the response or the source of the request's body does not count. Nil sets no limit. The
    /// default is 60 s.
    public var idleTimeout: Duration?
    /// The proxy; nil connects directly. A transport never reads the environment.
    public var proxy: Proxy?
    /// The path of a Unix-domain socket to connect to instead of the URL's host and port.
    public var unixSocketPath: String?
    /// The versions of HTTP to use.
    public var version: Version
    /// The priority among waiting requests, if the transport supports priorities; 0 to 1, default 0.5.
    public var priority: Double
    /// The policy that decides which servers are trusted. By default it uses the system's authorities, checks the host's name and
    /// pins nothing.
    public var securityPolicy: SecurityPolicy

    /// Makes options.
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

    /// The versions of HTTP that an exchange may use.
    public enum Version: Hashable, Sendable {
        /// HTTP/2 if TLS negotiates it (ALPN) and the library can tell a complete body from a truncated one; otherwise HTTP/1.1.
        ///
        /// libcurl can tell from 8.0 to 8.23; Debian 13 and Ubuntu 24.04 ship such a version, Debian 12 ships 7.88. From 8.13 on,
        /// many exchanges share one connection.
        case automatic
        /// HTTP/1.1 only.
        case http1
        /// HTTP/2 if TLS negotiates it (ALPN), with any version of the library; otherwise HTTP/1.1.
        ///
        /// With a libcurl before 8.0, or with 8.3 or later built without verbose messages, an HTTP/2 body without Content-Length
        /// ends with ``TransportError/Code/unsupported``, because it may be truncated. The same holds for
        /// ``http2PriorKnowledge``.
        case http2
        /// HTTP/2 over plain text from the first byte (prior knowledge).
        case http2PriorKnowledge
    }

    /// A proxy and the credentials for it.
    public struct Proxy: Hashable, Sendable {
        /// The proxy's URL: `http://host:port`, `https://…` or `socks5h://…`.
        public var url: String
        /// The user name, if the proxy requires one (Basic).
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
    /// The URL without its secret parts, and the user name. The password is not shown.
    public var description: String {
        RequestURL.redacted(url) + (username.map { " as \($0) (password hidden)" } ?? "")
    }
    /// The same text as ``description``.
    public var debugDescription: String { description }
    /// A mirror that does not show the password.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension TransportRequest {
    /// Waits while the task of the request is suspended, or until the calling task is cancelled.
    ///
    /// A transport whose ``Transport/waitsForSuspendedTasks`` is true calls this method before it reads more of the body. In
    /// other transports it returns at once.
    public func waitWhileSuspended() async { await transferState?.waitWhileSuspended() }

    /// Moves the calls of the observers to a queue, so that other exchanges do not wait for them.
    ///
    /// - Returns: The queue, or nil if no observer may take long.
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

    /// The request without the parts that are useless after its exchange has ended.
    var afterEnd: TransportRequest {
        var request = self
        (request.body, request.trailers) = (.none, nil)
        (request.onBytesSent, request.onInterimResponse, request.transferState) = (nil, nil, nil)
        return request
    }

    /// Returns the request with canonical hosts in its URL and its proxy. The transport then connects to the same host that
    /// policies, cookies and proxy exceptions were checked for.
    ///
    /// Domain names in ASCII stay as they are.
    ///
    /// - Throws: ``TransportError/Code/invalidRequest`` for an invalid address, and for a name that cannot be converted to ASCII.
    func withCanonicalHosts() throws(TransportError) -> TransportRequest {
        var request = self
        if let proxy = options.proxy { request.options.proxy?.url = proxy.canonicalURL }
        if !isOfSession, Self.needsParsing(url) { request.url = try parsedURL().text }
        // The hosts are the same.
        request.isOfSession = isOfSession
        return request
    }

    /// Rejects a request to which its security policy forbids to connect, unless the session has checked that.
    ///
    /// - Throws: As ``SecurityPolicy/checkConnection(to:proxy:)``; ``TransportError/Code/invalidRequest``.
    func checkPolicy() throws(TransportError) {
        let policy = options.securityPolicy
        if isOfSession || policy.storage.isStandard { return }
        try policy.checkConnection(to: parsedURL(), proxy: options.proxy)
    }

    /// Parses the URL.
    ///
    /// - Throws: ``TransportError/Code/invalidRequest``.
    func parsedURL() throws(TransportError) -> RequestURL {
        do throws(SessionError) {
            return try RequestURL(url)
        } catch {
            throw TransportError(.invalidRequest, error.message, remedy: error.remedy)
        }
    }

    /// Whether the host may be an address or has characters outside ASCII: it has brackets or such a character, or one of its
    /// labels begins with a digit.
    private static func needsParsing(_ url: String) -> Bool {
        var slashes = 0
        var isStart = false
        var mayBe = false
        for byte in url.utf8 {
            switch byte {
            case UInt8(ascii: "/"):
                slashes += 1
                if slashes > 2 { return mayBe }
            case UInt8(ascii: "?"), UInt8(ascii: "#"): return mayBe
            case 0x80...: mayBe = true
            case 0x30...0x39 where isStart, UInt8(ascii: "[") where slashes == 2: mayBe = true
            default: break
            }
            isStart = slashes == 2 && (byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/"))
        }
        return mayBe
    }
}
