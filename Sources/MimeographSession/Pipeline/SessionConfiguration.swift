public import Mimeograph

/// The settings by which a session sends requests and handles responses. A task keeps the configuration that it was made with.
///
/// ```swift
/// var configuration = SessionConfiguration()
/// configuration.interceptors = [RetryPolicy()]
/// configuration.resourceTimeout = .seconds(120)
/// configuration.cache = ResponseCache()
/// ```
public struct SessionConfiguration: Sendable {
    /// The options of connections and timeouts. A proxy that is set here is used for all requests.
    public var options: TransportOptions
    /// The longest time for a whole request. It includes redirects, challenges, retries, the body, suspension, and the code of
    /// interceptors and providers, which is then cancelled. Nil, the default, sets no limit.
    public var resourceTimeout: Duration?
    /// Fields that every request gets, unless it has a field of that name.
    public var fields: HeaderFields
    /// The policy for redirects.
    public var redirects: RedirectPolicy
    /// The provider of names and passwords for servers that ask for them. Nil, the default, answers no challenge.
    ///
    /// If the URL of a request names a user, only that user is used. The session keeps accepted credentials for further requests
    /// with this provider. Setting the provider, even to the same one, removes them, which logs a user out.
    public var credentials: (any CredentialProvider)? {
        didSet { credentialSource = credentials == nil ? nil : CredentialSource() }
    }
    /// The identity of the provider; nil without a provider.
    private(set) var credentialSource: CredentialSource?
    /// The storage of cookies; nil keeps and sends none. By default a storage in memory that only copies of this configuration
    /// share.
    public var cookies: CookieStorage?
    /// The initiator of requests, which decides whether cookies with `SameSite` are sent. The user by default.
    public var initiator: RequestInitiator
    /// The cache of responses; nil, the default, stores none. It also answers ranges and HEAD; see ``ResponseCache``.
    public var cache: ResponseCache?
    /// When the ``cache`` may return stale responses. The default, ``StaleResponses/whereAllowed``, follows the servers;
    /// ``StaleResponses/never`` forbids all stale responses.
    public var staleResponses: StaleResponses
    /// The rules that choose a proxy for each request. By default they come from the environment.
    public var proxies: ProxyRules
    /// The interceptors that change and retry requests, in order. None by default; see ``RetryPolicy``.
    public var interceptors: [any RequestInterceptor]
    /// A closure that receives each interim response (1xx) when it arrives, on any thread, such as the links of `103 Early
    /// Hints`. The head has the URL and the method of its request. Nil by default.
    ///
    /// Cookies of interim responses are not stored.
    ///
    /// Source: RFC 9110 §15.2; RFC 8297.
    public var onInterimResponse: (@Sendable (ResponseHead) -> Void)?
    /// An observer of each request and exchange, for tracing, metrics and logs. None by default.
    public var observer: (any RequestObserver)?
    /// The content codings that are requested and decoded. None by default; `HTTPSessionManager` uses its registry's.
    public var codings: ContentCodings {
        didSet { acceptEncoding = Self.acceptEncoding(codings) }
    }
    /// The value of Accept-Encoding; nil if no coding can be decoded.
    private(set) var acceptEncoding: String?
    /// The limits of a body in memory.
    public var limits: DecodingLimits
    /// The policy for the digests of responses. The default, ``DigestPolicy/verified``, costs next to nothing if there are none.
    public var digests: DigestPolicy
    /// The algorithm of the `Content-Digest` that request bodies get, unless they have one. Nil, the default, adds none.
    ///
    /// Bytes and files are read twice for it. A stream that cannot be read beforehand is sent in chunks, with the digest in a
    /// trailer. A transport that sends no trailers rejects the request with ``TransportError/Code/unsupported``.
    public var contentDigest: DigestAlgorithm?
    /// Whether a task starts when it is made, as by default. Otherwise it is suspended until `resume()`.
    public var startsTasks: Bool

    /// Makes a configuration with the defaults.
    public init() {
        options = TransportOptions()
        fields = [:]
        redirects = .standard
        staleResponses = .whereAllowed
        cookies = CookieStorage()
        initiator = .user
        proxies = .environment
        interceptors = []
        codings = ContentCodings()
        limits = .standard
        digests = .verified
        startsTasks = true
    }

    /// The policy in ``options`` for servers. By default it checks the system's authorities and the host's name, without pins.
    ///
    /// Connections are not shared between policies, and neither are the responses in a ``cache``.
    public var securityPolicy: SecurityPolicy {
        get { options.securityPolicy }
        set { options.securityPolicy = newValue }
    }

    private static func acceptEncoding(_ codings: ContentCodings) -> String? {
        let names = codings.names.filter { $0 != "identity" }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}

/// The configuration that a request was made with. Copying the reference is cheaper than copying each part of the value.
final class ConfigurationSnapshot: Sendable {
    let value: SessionConfiguration
    /// The origins that receive the configuration's secrets. Nil, without a base URL, means all origins.
    let home: HomeOrigins?

    init(_ value: SessionConfiguration, home: HomeOrigins?) {
        self.value = value
        self.home = home
    }

    convenience init(_ value: SessionConfiguration) { self.init(value, home: nil) }
}
