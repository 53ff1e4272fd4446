public import Mimeograph

/// How a session sends requests and what it does with responses. A task keeps the one that it was made with.
///
/// ```swift
/// var configuration = SessionConfiguration()
/// configuration.interceptors = [RetryPolicy()]
/// configuration.resourceTimeout = .seconds(120)
/// configuration.cache = ResponseCache()
/// ```
public struct SessionConfiguration: Sendable {
    /// How to connect and how long to wait for the peer. A proxy that is named here is used for all requests.
    public var options: TransportOptions
    /// How long a request may take with everything: redirects, challenges, retries, the whole body, and the code of interceptors
    /// and providers, which is cancelled then. Nil, the default, sets no limit. Time in which a task is suspended counts.
    public var resourceTimeout: Duration?
    /// Fields that every request gets, unless it has one of that name.
    public var fields: HeaderFields
    /// What is done about redirects.
    public var redirects: RedirectPolicy
    /// Who knows the names and passwords that servers ask for; nil, the default, answers no challenge.
    ///
    /// A request whose URL names a user is sent with that user alone. The session keeps the credentials that servers have accepted
    /// for further requests with this provider. Setting the provider, even to the same one, removes them: this is how a program
    /// logs its user out.
    public var credentials: (any CredentialProvider)? {
        didSet { credentialSource = credentials == nil ? nil : CredentialSource() }
    }
    /// The provider's identity; nil where there is none.
    private(set) var credentialSource: CredentialSource?
    /// Where cookies are kept; nil keeps and sends none. Default a storage in memory, the configuration's own and that of its
    /// copies.
    public var cookies: CookieStorage?
    /// On whose behalf requests go out, by which cookies with `SameSite` go along or not. Default the user's.
    public var initiator: RequestInitiator
    /// Where responses are kept; nil, the default, keeps none. Ranges and HEAD are answered from there too; see ``ResponseCache``.
    public var cache: ResponseCache?
    /// When the ``cache`` gives responses that are not fresh any more. Default ``StaleResponses/whereAllowed``, as servers say;
    /// ``StaleResponses/never`` turns it off.
    public var staleResponses: StaleResponses
    /// Which requests go through which proxy. Default what the environment says.
    public var proxies: ProxyRules
    /// What changes and retries requests, in order. Default none; see ``RetryPolicy``.
    public var interceptors: [any RequestInterceptor]
    /// Told of each interim response (1xx) when it comes, from any thread: of `103 Early Hints` the links, for example. The head
    /// names the URL and the method of its request. Nil, the default, tells none.
    ///
    /// Cookies in an interim response are not kept.
    ///
    /// Source: RFC 9110 §15.2; RFC 8297.
    public var onInterimResponse: (@Sendable (ResponseHead) -> Void)?
    /// What sees each request and each exchange, for tracing, metrics and logs. Default none.
    public var observer: (any RequestObserver)?
    /// The content codings that are asked for and undone. Default none; `HTTPSessionManager` takes those of its registry.
    public var codings: ContentCodings {
        didSet { acceptEncoding = Self.acceptEncoding(codings) }
    }
    /// What Accept-Encoding says; nil where nothing can be undone.
    private(set) var acceptEncoding: String?
    /// What a body that is held in memory may cost.
    public var limits: DecodingLimits
    /// What is done about the digests of responses. Default ``DigestPolicy/verified``, which costs next to nothing where there is none.
    public var digests: DigestPolicy
    /// The algorithm of the `Content-Digest` that the bodies of requests get, unless they have one; nil, the default, gives none.
    ///
    /// Bytes and files are read twice for it. A stream that cannot be read before it is sent has it in a trailer, and is sent in chunks;
    /// a transport that sends no trailers refuses the request with ``TransportError/Code/unsupported``.
    public var contentDigest: DigestAlgorithm?
    /// Whether a task begins when it is made. Default true; else it waits, suspended, for `resume()`.
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

    /// Which servers are trusted: the policy of ``options``. Default the system's authorities and the host's name, nothing pinned.
    ///
    /// Connections that were made under one policy serve no other, and a ``cache`` gives what was received under one to no
    /// request with another.
    public var securityPolicy: SecurityPolicy {
        get { options.securityPolicy }
        set { options.securityPolicy = newValue }
    }

    private static func acceptEncoding(_ codings: ContentCodings) -> String? {
        let names = codings.names.filter { $0 != "identity" }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}

/// A configuration as a request was made with it: one object, where a copy of the value would be one of each of its parts.
final class ConfigurationSnapshot: Sendable {
    let value: SessionConfiguration
    /// The origins that get what is secret in the configuration; nil where no base URL says which they are, and all do.
    let home: HomeOrigins?

    init(_ value: SessionConfiguration, home: HomeOrigins?) {
        self.value = value
        self.home = home
    }

    convenience init(_ value: SessionConfiguration) { self.init(value, home: nil) }
}
