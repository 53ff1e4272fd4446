public import Mimeograph
public import MimeographForm
import MimeographSupport

/// Talks with a web service: URLs are relative to a base, bodies are values.
///
/// ```swift
/// let api = try HTTPSessionManager(baseURL: "https://api.example.com/v1/", serializers: serializers)
///
/// let user: User = try await api.get("users/7")
/// try await api.post("users", .value(User(name: "Ada")))
/// for try await row: Reading in try await api.stream("readings.ndjson") { … }
/// ```
/// What goes out is written by the registry's first writer for the type, or by the one for the media type that is named; what comes
/// is read by the serializer for its content type and the type that is wanted. A response of an unacceptable status is a
/// ``SessionError`` with the body, decoded where an `ErrorBodyRule` is registered for it.
///
/// It is a value: a copy may have other serializers, fields or policies, and shares the session. What a request needs is fixed when
/// it is made.
/// ```swift
/// var admin = api
/// admin.requestSerializer.fields["X-Role"] = "admin"
/// admin.configuration.interceptors = [RetryPolicy()]
/// ```
public struct HTTPSessionManager: Sendable {
    /// The URL that paths are relative to; its path ends with a slash. Nil if every request names a whole URL.
    public var baseURL: RequestURL? { settings.value.base?.url }
    /// Sends the requests, and owns what is under way; copies share it.
    public var session: SessionManager { settings.value.session }
    /// The fields that every request gets, and how parameters become text.
    public var requestSerializer: HTTPRequestSerializer {
        get { settings.value.requestSerializer }
        set { change { $0.requestSerializer = newValue } }
    }
    /// The serializers that read and write bodies.
    public var serializers: SerializerRegistry {
        get { settings.value.serializers }
        set { change { $0.serializers = newValue } }
    }
    /// How requests are sent. Its `codings` are those of the registry.
    public var configuration: SessionConfiguration {
        get { settings.value.configuration }
        set { change { $0.configuration = newValue } }
    }
    /// Origins besides that of the base URL that get what is secret here. Default none.
    ///
    /// A request may name a whole URL, or one such as `//host/path`. If that is of another origin than the base, another
    /// scheme or port included, what a redirect would take out is left out of it, unless it is given with this very request: the
    /// fields of ``requestSerializer`` and of ``configuration`` that are secret by their names, `Authorization`, `Cookie` and
    /// `X-Api-Key` among them, `Host`, the token of an ``AuthenticationInterceptor``, and the ``SecurityPolicy/clientIdentity``. Without a base URL nothing is left out.
    public var allowedOrigins: AllowedOrigins {
        get { settings.value.allowedOrigins }
        set { change { $0.allowedOrigins = newValue } }
    }

    /// A manager is one reference wide, since each call of a verb copies it.
    private var settings: ManagerSettings.Shared

    /// The ``baseURL``.
    var base: ParsedURL? { settings.value.base }
    var home: HomeOrigins? { settings.value.home }
    var serializerCache: SerializerCache { settings.value.serializerCache }
    /// The configuration for the next request.
    var snapshot: ConfigurationSnapshot { settings.value.snapshot }

    /// Makes a manager.
    ///
    /// - Parameters:
    ///   - baseURL: What paths are relative to; a slash is added where its path does not end with one. Nil for none.
    ///   - serializers: What bodies are read and written with.
    ///   - requestSerializer: The fields that every request gets, and how parameters become text.
    ///   - configuration: How requests are sent.
    ///   - transport: What carries them; by default that of the platform.
    /// - Throws: ``SessionError/Code/invalidURL``; ``SessionError/Code/notEncrypted`` where the security policy pins and the base is
    ///   not of `https`; ``SessionError/Code/untrustedServer`` where the policy refuses the base's host by its name.
    public init(
        baseURL: String? = nil,
        serializers: SerializerRegistry,
        requestSerializer: HTTPRequestSerializer = HTTPRequestSerializer(),
        configuration: SessionConfiguration = SessionConfiguration(),
        transport: any Transport = PlatformTransport.make()
    ) throws(SessionError) {
        let session = SessionManager(configuration: configuration, transport: transport)
        try self.init(
            baseURL: baseURL,
            serializers: serializers,
            requestSerializer: requestSerializer,
            session: session
        )
    }

    /// Makes a manager over a session that others use too: they have its connections, cookies and credentials in common.
    ///
    /// - Throws: ``SessionError/Code/invalidURL``, ``SessionError/Code/notEncrypted``.
    public init(
        baseURL: String? = nil,
        serializers: SerializerRegistry,
        requestSerializer: HTTPRequestSerializer = HTTPRequestSerializer(),
        session: SessionManager
    ) throws(SessionError) {
        let base = try baseURL.map { text throws(SessionError) in try RequestURL.base(named: text) }
        if let base { try session.configuration.securityPolicy.check(base) }
        settings = ManagerSettings.Shared(
            ManagerSettings(
                base: base.map(ParsedURL.init),
                session: session,
                requestSerializer: requestSerializer,
                serializers: serializers
            )
        )
    }

    /// Takes no further requests.
    ///
    /// - Parameter cancelling: Whether what is under way ends now; else it goes on to its end.
    public func invalidate(cancelling: Bool = false) { session.invalidate(cancelling: cancelling) }

    private mutating func change(_ body: (inout ManagerSettings) -> Void) {
        var changed = settings.value
        body(&changed)
        settings = ManagerSettings.Shared(changed)
    }
}

/// The settings of a manager, and what is made of them once for all requests.
private struct ManagerSettings: Sendable {
    /// Settings that copies of a manager share.
    final class Shared: Sendable {
        let value: ManagerSettings

        init(_ value: ManagerSettings) { self.value = value }
    }

    let base: ParsedURL?
    let session: SessionManager
    var requestSerializer: HTTPRequestSerializer
    var serializers: SerializerRegistry {
        didSet { serializersChanged() }
    }
    var configuration: SessionConfiguration {
        didSet { snapshot = ConfigurationSnapshot(configuration, home: home) }
    }
    var allowedOrigins = AllowedOrigins.none {
        didSet { snapshot = ConfigurationSnapshot(configuration, home: home) }
    }
    private(set) var serializerCache: SerializerCache
    private(set) var snapshot: ConfigurationSnapshot

    var home: HomeOrigins? { base.map { HomeOrigins(base: $0.url, others: allowedOrigins) } }

    init(
        base: ParsedURL?,
        session: SessionManager,
        requestSerializer: HTTPRequestSerializer,
        serializers: SerializerRegistry
    ) {
        self.base = base
        self.session = session
        self.requestSerializer = requestSerializer
        self.serializers = serializers
        configuration = session.configuration
        serializerCache = SerializerCache(serializers)
        snapshot = ConfigurationSnapshot(configuration)
        serializersChanged()
    }

    private mutating func serializersChanged() {
        configuration.codings = serializers.codings
        serializerCache = SerializerCache(serializers)
    }
}

/// What is asked of a registry for every request and does not change with it.
final class SerializerCache: Sendable {
    /// The most bytes that any serializer reads.
    let largestBody: Int
    private let accepts = Locked<[ObjectIdentifier: String]>([:])
    private let streamAccepts = Locked<[ObjectIdentifier: AcceptField]>([:])

    init(_ serializers: SerializerRegistry) {
        let own = serializers.registrations.compactMap(\.options.limits?.inputBytes)
        largestBody = ([serializers.limits.inputBytes] + own).max() ?? 0
    }

    /// What Accept says for a type; empty where nothing reads it.
    func accept<Value>(for type: Value.Type, in serializers: SerializerRegistry) -> String {
        let key = ObjectIdentifier(type)
        if let cached = accepts.withLock({ $0[key] }) { return cached }
        let field = serializers.accept(for: type).description
        accepts.withLock { $0[key] = field }
        return field
    }

    func accept<Element>(forElements type: Element.Type, in serializers: SerializerRegistry) -> AcceptField {
        let key = ObjectIdentifier(type)
        if let cached = streamAccepts.withLock({ $0[key] }) { return cached }
        let field = serializers.accept(forElements: type)
        streamAccepts.withLock { $0[key] = field }
        return field
    }
}
