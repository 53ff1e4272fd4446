public import Mimeograph
public import MimeographForm
import MimeographSupport

/// A client of a web service: URLs are relative to a base, and bodies are values.
///
/// ```swift
/// let api = try HTTPSessionManager(baseURL: "https://api.example.com/v1/", serializers: serializers)
///
/// let user: User = try await api.get("users/7")
/// try await api.post("users", .value(User(name: "Ada")))
/// for try await row: Reading in try await api.stream("readings.ndjson") { … }
/// ```
/// The registry writes a request body with the first writer for the type, or with the writer for the media type that you name. It
/// reads a response body with the serializer for its content type and the requested type. An unacceptable status throws a
/// ``SessionError`` with the body, which is decoded if an `ErrorBodyRule` is registered for it.
///
/// A manager is a value: a copy shares the session, but can have other serializers, fields or policies. A request keeps the
/// settings that it was made with.
/// ```swift
/// var admin = api
/// admin.requestSerializer.fields["X-Role"] = "admin"
/// admin.configuration.interceptors = [RetryPolicy()]
/// ```
public struct HTTPSessionManager: Sendable {
    /// The URL that paths are relative to; its path ends with a slash. Nil if every request has an absolute URL.
    public var baseURL: RequestURL? { settings.value.base?.url }
    /// The session that sends the requests and owns the requests under way. Copies share it.
    public var session: SessionManager { settings.value.session }
    /// The serializer that adds fields to every request and encodes parameters as text.
    public var requestSerializer: HTTPRequestSerializer {
        get { settings.value.requestSerializer }
        set { change { $0.requestSerializer = newValue } }
    }
    /// The serializers that read and write bodies.
    public var serializers: SerializerRegistry {
        get { settings.value.serializers }
        set { change { $0.serializers = newValue } }
    }
    /// The settings that requests are sent with. Its `codings` are the registry's.
    public var configuration: SessionConfiguration {
        get { settings.value.configuration }
        set { change { $0.configuration = newValue } }
    }
    /// Origins besides that of the base URL that receive the manager's secrets. None by default.
    ///
    /// A request may have an absolute URL, or one such as `//host/path`. A URL with another host, scheme or port than the base
    /// has another origin. The manager then leaves out everything that a redirect would remove. These are fields of
    /// ``requestSerializer`` and ``configuration`` with secret names (`Authorization`, `Cookie`, `X-Api-Key`), `Host`, the token
    /// of an ``AuthenticationInterceptor``, and the ``SecurityPolicy/clientIdentity``. Fields that you pass with the request
    /// itself are sent. Without a base URL nothing is left out.
    public var allowedOrigins: AllowedOrigins {
        get { settings.value.allowedOrigins }
        set { change { $0.allowedOrigins = newValue } }
    }

    /// A manager is one reference wide, because each call of a verb copies it.
    private var settings: ManagerSettings.Shared

    var base: ParsedURL? { settings.value.base }
    var home: HomeOrigins? { settings.value.home }
    var serializerCache: SerializerCache { settings.value.serializerCache }
    /// The configuration of the next request.
    var snapshot: ConfigurationSnapshot { settings.value.snapshot }

    /// Makes a manager.
    ///
    /// - Parameters:
    ///   - baseURL: The URL that paths are relative to, or nil. A slash is added if its path does not end with one.
    ///   - serializers: The serializers that read and write bodies.
    ///   - requestSerializer: The serializer that adds fields to every request and encodes parameters as text.
    ///   - configuration: The settings that requests are sent with.
    ///   - transport: The transport that sends requests; the platform's by default.
    /// - Throws: ``SessionError/Code/invalidURL``; ``SessionError/Code/notEncrypted`` if the security policy has pins and the
    ///   base is not `https`; ``SessionError/Code/untrustedServer`` if the policy rejects the base's host by its name.
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

    /// Makes a manager over a session that others use too. They share its connections, cookies and credentials.
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

    /// Closes the session to further requests.
    ///
    /// - Parameter cancelling: Whether requests under way end now. Otherwise they run to their end.
    public func invalidate(cancelling: Bool = false) { session.invalidate(cancelling: cancelling) }

    private mutating func change(_ body: (inout ManagerSettings) -> Void) {
        var changed = settings.value
        body(&changed)
        settings = ManagerSettings.Shared(changed)
    }
}

/// The settings of a manager, and values that are derived from them once for all requests.
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

/// A cache of a registry's results that every request needs.
final class SerializerCache: Sendable {
    /// The most bytes that any serializer reads.
    let largestBody: Int
    private let accepts = Locked<[ObjectIdentifier: String]>([:])
    private let streamAccepts = Locked<[ObjectIdentifier: AcceptField]>([:])

    init(_ serializers: SerializerRegistry) {
        let own = serializers.registrations.compactMap(\.options.limits?.inputBytes)
        largestBody = ([serializers.limits.inputBytes] + own).max() ?? 0
    }

    /// Returns the value of Accept for a type; empty if no serializer reads it.
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
