public import Mimeograph

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The one error that a session throws.
///
/// Callers branch on ``code``. What led to it is in ``transport`` where nothing usable came back, in ``serialization`` where a
/// response came and was not what was wanted, else in ``underlying``.
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
/// It is one pointer wide.
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
    ///   - code: What callers branch on.
    ///   - message: One sentence that says what went wrong; it holds no secret and no part of a body.
    ///   - remedy: One line that says what the reader can do about it.
    ///   - underlying: The errors that led to this one.
    public init(_ code: Code, _ message: String, remedy: String? = nil, underlying: [any Error] = []) {
        box = .details(Details(code: code, message: message, remedy: remedy, underlying: underlying))
    }

    /// What kind of failure this is; the only property to branch on.
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

    /// The head of the response, where one came.
    public var head: ResponseHead? {
        get { details.head ?? details.serialization?.head }
        set { details.head = newValue }
    }

    /// The status of the response, where one came.
    public var status: Int? { head?.status }

    /// The raw body of the response, where one was read. Never printed by ``description``.
    public var body: [UInt8]? {
        get { details.body ?? details.serialization?.body }
        set { details.body = newValue }
    }

    /// What an `ErrorBodyRule` of the registry made of the body. Never printed by ``description``.
    public var decodedBody: (any Sendable)? { details.serialization?.decodedBody }

    /// What the serializers have against the response, or why the request could not be written.
    public var serialization: SerializationError? {
        get { details.serialization }
        set { details.serialization = newValue }
    }

    /// Why the transport could not carry the exchange.
    public var transport: TransportError? {
        get { details.transport }
        set { details.transport = newValue }
    }

    /// Why the security policy has refused the server, where it did: the rule, the host and what the server has shown.
    public var trust: TrustFailure? { transport?.trust }

    /// Other errors that led to this one, nearest first.
    public var underlying: [any Error] {
        get { details.underlying }
        set { details.underlying = newValue }
    }

    /// How the exchange went until it failed.
    public var metrics: ExchangeMetrics? {
        get { details.metrics }
        set { details.metrics = newValue }
    }

    /// What is needed to go on with a download that broke off, where it can be gone on with.
    public var resumption: DownloadResumption? {
        get { details.resumption }
        set { details.resumption = newValue }
    }

    /// What is needed to go on with an upload that broke off, where it can be gone on with.
    public var uploadResumption: UploadResumption? {
        get { details.uploadResumption }
        set { details.uploadResumption = newValue }
    }
}

extension SessionError {
    /// Whether an interceptor has said that the request fails with it, so that none is asked again.
    var isOfInterceptor: Bool {
        get { details.isOfInterceptor }
        set { details.isOfInterceptor = newValue }
    }

    /// The error for what a transport could not do; it has the same code where the session has one of that name.
    public init(_ error: TransportError) {
        self.init(Code(rawValue: error.code.rawValue), error.message, remedy: error.remedy)
        transport = error
    }

    /// The error for a response that is not what was wanted, or a request that cannot be written.
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

    /// The error itself where it is one of ours, else one of that code with it as the cause.
    public init(wrapping error: any Error, as code: Code, _ message: String, remedy: String? = nil) {
        switch error {
        case let error as SessionError: self = error
        case let error as TransportError: self.init(error)
        case let error as SerializationError: self.init(error)
        case is CancellationError: self = .cancelled
        default: self.init(code, message, remedy: remedy, underlying: [error])
        }
    }

    /// The error of a task that was cancelled.
    static var cancelled: SessionError { SessionError(.cancelled, "The request was cancelled.") }

    /// The same error, which says what request it is about unless it does so already.
    func about(_ method: HTTPMethod, _ url: String) -> SessionError {
        guard self.url == nil else { return self }
        var error = self
        error.method = method
        error.url = RequestURL.redacted(url)
        return error
    }
}

extension SessionError: CustomStringConvertible {
    /// The error in at most six lines: what went wrong, with which request, the cause, and last what can be done about it; of
    /// a server that is not trusted its own certificate. It holds no body and no secret. ``debugDescription`` says more.
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

    /// Errors of others may quote what they failed at: of those only the type is told.
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
    /// All that is known but bodies and secrets: also which serializers were considered, all certificates of a server that is not
    /// trusted, and more of the errors that led to this one.
    public var debugDescription: String {
        var lines = ["\(code): \(message)"]
        // Where a response came, the other error says to what.
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
    /// What `print` shows, so that `error.localizedDescription` in a log says as much.
    public var errorDescription: String? { description }
    /// One sentence that says what went wrong.
    public var failureReason: String? { message }
    /// One line that says what the reader can do about it.
    public var recoverySuggestion: String? { serialization?.remedy ?? remedy }
}

extension SessionError {
    /// What kind of failure it is. The set is open: a `switch` needs a `default`.
    ///
    /// A ``TransportError`` gives a code of the same name as its own.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name, in lower camel case.
        public let rawValue: String
        /// Makes a code of that name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The code's name.
        public var description: String { rawValue }

        /// Whether an error is of that code, as in `catch .timedOut`.
        public static func ~= (code: Code, error: SessionError) -> Bool { code == error.code }

        // MARK: From the transport

        /// The task was cancelled.
        public static let cancelled = Code(rawValue: "cancelled")
        /// A limit on time was reached, that of the connection, of silence or of the whole.
        public static let timedOut = Code(rawValue: "timedOut")
        /// The request cannot be sent as it is.
        public static let invalidRequest = Code(rawValue: "invalidRequest")
        /// The name of the host, or of the proxy, has no address.
        public static let hostNotFound = Code(rawValue: "hostNotFound")
        /// No connection could be made.
        public static let cannotConnect = Code(rawValue: "cannotConnect")
        /// The connection was lost before the response had ended.
        public static let connectionLost = Code(rawValue: "connectionLost")
        /// The TLS handshake failed, other than over trust.
        public static let tlsFailed = Code(rawValue: "tlsFailed")
        /// The security policy does not trust the server; see ``SessionError/trust``.
        public static let untrustedServer = Code(rawValue: "untrustedServer")
        /// The security policy pins, which needs `https`, and the URL is one of `http`; see ``SessionError/trust``.
        public static let notEncrypted = Code(rawValue: "notEncrypted")
        /// What came is not HTTP.
        public static let invalidResponse = Code(rawValue: "invalidResponse")
        /// The body to send could not be produced.
        public static let bodyFailed = Code(rawValue: "bodyFailed")
        /// The session takes no requests any more.
        public static let invalidated = Code(rawValue: "invalidated")

        // MARK: From the session

        /// A certificate, a key, a pin or a name in a ``SecurityPolicy`` cannot be used.
        public static let invalidSecurityPolicy = Code(rawValue: "invalidSecurityPolicy")
        /// A URL cannot be understood, or is not one of HTTP.
        public static let invalidURL = Code(rawValue: "invalidURL")
        /// A setting that says which proxy a request goes through, or which goes through none, cannot be read; see
        /// ``ProxyRules``.
        public static let invalidProxy = Code(rawValue: "invalidProxy")
        /// More redirects followed each other than the policy allows.
        public static let tooManyRedirects = Code(rawValue: "tooManyRedirects")
        /// The policy does not let a redirect be followed, for example from `https` to `http`.
        public static let redirectRefused = Code(rawValue: "redirectRefused")
        /// The status is not one that the validation accepts; see ``SessionError/serialization``.
        public static let unacceptableStatus = Code(rawValue: "unacceptableStatus")
        /// The content type is not one that the validation accepts; see ``SessionError/serialization``.
        public static let unacceptableContentType = Code(rawValue: "unacceptableContentType")
        /// A body is larger, deeper or longer than the limits allow, see ``SessionError/serialization``, or a head is larger than a
        /// transport takes, see ``SessionError/transport``.
        public static let limitExceeded = Code(rawValue: "limitExceeded")
        /// A value could not be written or read for another reason; see ``SessionError/serialization``.
        public static let serialization = Code(rawValue: "serialization")
        /// An interceptor failed; see ``SessionError/underlying``.
        public static let interceptorFailed = Code(rawValue: "interceptorFailed")
        /// A request needs a credential and the authenticator has none.
        public static let missingCredential = Code(rawValue: "missingCredential")
        /// The credential was renewed too often in too short a time.
        public static let excessiveRefresh = Code(rawValue: "excessiveRefresh")
        /// The file of a download cannot be written.
        public static let fileNotWritable = Code(rawValue: "fileNotWritable")
        /// There is a file at the destination of a download, and it may not be replaced.
        public static let destinationExists = Code(rawValue: "destinationExists")
        /// The destination of a download leads to no path.
        public static let invalidDestination = Code(rawValue: "invalidDestination")
        /// What was downloaded could not be moved to its destination.
        public static let downloadMoveFailed = Code(rawValue: "downloadMoveFailed")
        /// A body is not the one that its digest names; see ``DigestPolicy``.
        public static let digestMismatch = Code(rawValue: "digestMismatch")
        /// A body has no digest that can be verified, where the ``DigestPolicy`` requires one.
        public static let digestMissing = Code(rawValue: "digestMissing")
        /// The server's file is not the one that a download began with, or another program has changed the part.
        public static let resumptionFailed = Code(rawValue: "resumptionFailed")
        /// An upload cannot go on: the server has it no more, or says of it what cannot be.
        public static let uploadResumptionFailed = Code(rawValue: "uploadResumptionFailed")
    }
}
