public import Mimeograph

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The one error that a session throws.
///
/// Branch on ``code``. The cause is in ``transport`` if no usable response arrived. It is in ``serialization`` if the request
/// could not be encoded or the response was not acceptable, and otherwise in ``underlying``.
///
/// ```swift
/// do {
///     let user: User = try await api.get("users/7")
/// } catch where error.status == 404 {
///     …
/// } catch {
///     print(error)                      // no body, no secrets
///     // ProblemDetails needs import MimeographServer.
///     if let problem = error.decodedBody as? ProblemDetails { … }
/// }
/// ```
/// The type is one pointer wide.
public struct SessionError: Error, Sendable {
    private indirect enum Box: Sendable { case details(Details) }
    private var box: Box

    struct Details: Sendable {
        var code: Code
        var message: String
        var remedy: String?
        var method: HTTPMethod?
        var url: String?
        var head: ResponseHead?
        var body: [UInt8]?
        var serialization: SerializationError?
        var transport: TransportError?
        var underlying: [any Error] = []
        var metrics: ExchangeMetrics?
        var resumption: DownloadResumption?
        var uploadResumption: UploadResumption?
        var isOfInterceptor = false
    }

    private var details: Details {
        get {
            switch box {
            case .details(let details): details
            }
        }
        set { box = .details(newValue) }
    }

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: One sentence that says what went wrong. It must contain no secret and no part of a body.
    ///   - remedy: One line that says what the reader can do about it.
    ///   - underlying: The errors that led to this one.
    public init(_ code: Code, _ message: String, remedy: String? = nil, underlying: [any Error] = []) {
        box = .details(Details(code: code, message: message, remedy: remedy, underlying: underlying))
    }

    /// The kind of failure. Branch only on this property.
    public var code: Code {
        get { details.code }
        set { details.code = newValue }
    }

    /// One sentence that says what went wrong.
    public var message: String {
        get { details.message }
        set { details.message = newValue }
    }

    /// One line that says what the reader can do about it.
    public var remedy: String? {
        get { details.remedy }
        set { details.remedy = newValue }
    }

    /// The method of the request.
    public var method: HTTPMethod? {
        get { details.method }
        set { details.method = newValue }
    }

    /// The URL of the request, without user, password, query and fragment.
    public var url: String? {
        get { details.url }
        set { details.url = newValue }
    }

    /// The head of the response, if one arrived.
    public var head: ResponseHead? {
        get { details.head ?? details.serialization?.head }
        set { details.head = newValue }
    }

    /// The status of the response, if one arrived.
    public var status: Int? { head?.status }

    /// The raw body of the response, if it was read. ``description`` never includes it.
    public var body: [UInt8]? {
        get { details.body ?? details.serialization?.body }
        set { details.body = newValue }
    }

    /// The value that an `ErrorBodyRule` of the registry decoded from the body. ``description`` never includes it.
    public var decodedBody: (any Sendable)? { details.serialization?.decodedBody }

    /// Why the response is not acceptable, or why the request could not be encoded.
    public var serialization: SerializationError? {
        get { details.serialization }
        set { details.serialization = newValue }
    }

    /// Why the transport could not complete the exchange.
    public var transport: TransportError? {
        get { details.transport }
        set { details.transport = newValue }
    }

    /// Why the security policy rejected the server: the rule, the host and the certificates. Nil for other failures.
    public var trust: TrustFailure? { transport?.trust }

    /// The errors that led to this one, nearest first.
    public var underlying: [any Error] {
        get { details.underlying }
        set { details.underlying = newValue }
    }

    /// The metrics of the request up to the failure.
    public var metrics: ExchangeMetrics? {
        get { details.metrics }
        set { details.metrics = newValue }
    }

    /// The state to resume an interrupted download from; nil if it cannot be resumed.
    public var resumption: DownloadResumption? {
        get { details.resumption }
        set { details.resumption = newValue }
    }

    /// The state to resume an interrupted upload from; nil if it cannot be resumed.
    public var uploadResumption: UploadResumption? {
        get { details.uploadResumption }
        set { details.uploadResumption = newValue }
    }
}

extension SessionError {
    /// Whether an interceptor chose this error for the request. If so, no interceptor is asked about it again.
    var isOfInterceptor: Bool {
        get { details.isOfInterceptor }
        set { details.isOfInterceptor = newValue }
    }

    /// Makes an error from a transport error. It has the same code.
    public init(_ error: TransportError) {
        self.init(Code(rawValue: error.code.rawValue), error.message, remedy: error.remedy)
        transport = error
    }

    /// Makes an error for a response that is not acceptable, or for a request that cannot be encoded.
    public init(_ error: SerializationError) {
        let code: Code =
            switch error.code {
            case .unacceptableStatus: .unacceptableStatus
            case .unacceptableContentType: .unacceptableContentType
            case .limitExceeded: .limitExceeded
            default: .serialization
            }
        self.init(code, error.message, remedy: error.remedy)
        serialization = error
    }

    /// Makes an error from another one. Session, transport and serialization errors and cancellations convert directly; any other
    /// error becomes the cause of an error with the given code.
    public init(wrapping error: any Error, as code: Code, _ message: String, remedy: String? = nil) {
        switch error {
        case let error as SessionError: self = error
        case let error as TransportError: self.init(error)
        case let error as SerializationError: self.init(error)
        case is CancellationError: self = .cancelled
        default: self.init(code, message, remedy: remedy, underlying: [error])
        }
    }

    /// The error of a cancelled task.
    static var cancelled: SessionError { SessionError(.cancelled, "The request was cancelled.") }

    /// Returns the error with the method and the URL of its request, unless it already names a URL.
    func about(_ method: HTTPMethod, _ url: String) -> SessionError {
        guard self.url == nil else { return self }
        var error = self
        error.method = method
        error.url = RequestURL.redacted(url)
        return error
    }
}

extension SessionError: CustomStringConvertible {
    /// The error in at most six lines: the failure, the request, the cause and the remedy. For an untrusted server it includes
    /// the server's own certificate. It contains no body and no secret. ``debugDescription`` says more.
    public var description: String {
        let request = method.flatMap { method in url.map { "in \(method) \($0)" } }
        if let serialization {
            let subject = head.map { "in \($0.summary)" } ?? request
            return (["\(code): \(message)"] + serialization.briefLines(of: subject)).joined(separator: "\n")
        }
        let status = head.map { "answered with status \($0.status)" }
        var lines = ["\(code): \(message)"]
        if request != nil || status != nil {
            lines.append("  \([request, status].compactMap { $0 }.joined(separator: ", "))")
        }
        if let trust { lines += trust.chainLines(atMost: 1) }
        let room = 6 - lines.count - (remedy == nil ? 0 : 1)
        if underlying.count > room {
            lines.append("  because of \(underlying.count) errors: see debugDescription")
        } else {
            lines += underlying.map(Self.sentence)
        }
        if let remedy { lines.append(remedy) }
        return lines.joined(separator: "\n")
    }

    /// Returns a line about a cause. Text of a foreign error may quote private data, so the line names only its type.
    private static func sentence(of error: any Error) -> String {
        switch error {
        case let error as SessionError: "  because \(error.code): \(error.message)"
        case let error as TransportError: "  because \(error.code): \(error.message)"
        case let error as SerializationError: "  because \(error.code): \(error.message)"
        default: "  because of an error of type \(type(of: error))"
        }
    }
}

extension SessionError: CustomDebugStringConvertible {
    /// All details except bodies and secrets. It adds the serializers that were considered, up to eight certificates of an
    /// untrusted server, and up to eight errors that led to this one.
    public var debugDescription: String {
        var lines = ["\(code): \(message)"]
        // If a response arrived, the serialization error names the request.
        if let method, let url, serialization?.head == nil { lines.append("  in \(method) \(url)") }
        if let head, serialization == nil { lines.append("  answered with status \(head.status)") }
        if let serialization {
            lines += serialization.debugDescription.split(separator: "\n").dropFirst().map(String.init)
        } else if let remedy {
            lines.append(remedy)
        }
        if let trust { lines += trust.chainLines(atMost: 8) }
        lines += underlying.prefix(8).map(Self.sentence)
        return lines.joined(separator: "\n")
    }
}

extension SessionError: LocalizedError {
    /// The text that `print` shows, so that `error.localizedDescription` shows it too.
    public var errorDescription: String? { description }
    /// One sentence that says what went wrong.
    public var failureReason: String? { message }
    /// One line that says what the reader can do about it.
    public var recoverySuggestion: String? { serialization?.remedy ?? remedy }
}

extension SessionError {
    /// A kind of failure. The set is open: a `switch` needs a `default`.
    ///
    /// The error for a ``TransportError`` has a code of the same name.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name, in lower camel case.
        public let rawValue: String
        /// Makes a code with that name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The code's name.
        public var description: String { rawValue }

        /// Returns whether an error has that code, as in `catch .timedOut`.
        public static func ~= (code: Code, error: SessionError) -> Bool { code == error.code }

        // MARK: From the transport

        /// The task was cancelled.
        public static let cancelled = Code(rawValue: "cancelled")
        /// A time limit was reached: of connecting, of waiting for data or of the whole exchange.
        public static let timedOut = Code(rawValue: "timedOut")
        /// The request cannot be sent as it is.
        public static let invalidRequest = Code(rawValue: "invalidRequest")
        /// The name of the host, or of the proxy, has no address.
        public static let hostNotFound = Code(rawValue: "hostNotFound")
        /// No connection could be made.
        public static let cannotConnect = Code(rawValue: "cannotConnect")
        /// The connection was lost before the response had ended.
        public static let connectionLost = Code(rawValue: "connectionLost")
        /// The TLS handshake failed for a reason other than trust.
        public static let tlsFailed = Code(rawValue: "tlsFailed")
        /// The security policy does not trust the server; see ``SessionError/trust``.
        public static let untrustedServer = Code(rawValue: "untrustedServer")
        /// The security policy pins, which needs `https`, but the URL uses `http`; see ``SessionError/trust``.
        public static let notEncrypted = Code(rawValue: "notEncrypted")
        /// The response is not valid HTTP.
        public static let invalidResponse = Code(rawValue: "invalidResponse")
        /// The body to send could not be produced.
        public static let bodyFailed = Code(rawValue: "bodyFailed")
        /// The session accepts no more requests.
        public static let invalidated = Code(rawValue: "invalidated")

        // MARK: From the session

        /// A certificate, a key, a pin or a name in a ``SecurityPolicy`` cannot be used.
        public static let invalidSecurityPolicy = Code(rawValue: "invalidSecurityPolicy")
        /// A URL cannot be parsed, or is not an HTTP URL.
        public static let invalidURL = Code(rawValue: "invalidURL")
        /// A setting that names a proxy, or the hosts that need none, cannot be parsed; see ``ProxyRules``.
        public static let invalidProxy = Code(rawValue: "invalidProxy")
        /// The server sent more redirects in a row than the policy allows.
        public static let tooManyRedirects = Code(rawValue: "tooManyRedirects")
        /// The policy rejects a redirect, for example from `https` to `http`.
        public static let redirectRefused = Code(rawValue: "redirectRefused")
        /// The validation rejects the status; see ``SessionError/serialization``.
        public static let unacceptableStatus = Code(rawValue: "unacceptableStatus")
        /// The validation rejects the content type; see ``SessionError/serialization``.
        public static let unacceptableContentType = Code(rawValue: "unacceptableContentType")
        /// A body is larger, deeper or longer than the limits allow (see ``SessionError/serialization``), or a head is larger
        /// than the transport accepts (see ``SessionError/transport``).
        public static let limitExceeded = Code(rawValue: "limitExceeded")
        /// A value could not be encoded or decoded for another reason; see ``SessionError/serialization``.
        public static let serialization = Code(rawValue: "serialization")
        /// An interceptor failed; see ``SessionError/underlying``.
        public static let interceptorFailed = Code(rawValue: "interceptorFailed")
        /// A request needs a credential, but none is set.
        public static let missingCredential = Code(rawValue: "missingCredential")
        /// The credential was refreshed too often in a short time.
        public static let excessiveRefresh = Code(rawValue: "excessiveRefresh")
        /// The file of a download cannot be written.
        public static let fileNotWritable = Code(rawValue: "fileNotWritable")
        /// A file exists at the destination of a download and may not be replaced.
        public static let destinationExists = Code(rawValue: "destinationExists")
        /// The destination of a download does not resolve to a path.
        public static let invalidDestination = Code(rawValue: "invalidDestination")
        /// The downloaded file could not be moved to its destination.
        public static let downloadMoveFailed = Code(rawValue: "downloadMoveFailed")
        /// A body does not match its digest; see ``DigestPolicy``.
        public static let digestMismatch = Code(rawValue: "digestMismatch")
        /// A body has no digest that can be verified, but the ``DigestPolicy`` requires one.
        public static let digestMissing = Code(rawValue: "digestMissing")
        /// The server's file differs from the one that the download began with, or another program has changed the partial file.
        public static let resumptionFailed = Code(rawValue: "resumptionFailed")
        /// An upload cannot be resumed: the server no longer has it, or reports an impossible state.
        public static let uploadResumptionFailed = Code(rawValue: "uploadResumptionFailed")
    }
}
