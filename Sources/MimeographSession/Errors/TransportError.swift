/// Why a ``Transport`` could not carry an exchange.
public struct TransportError: Error, Sendable {
    /// What callers branch on.
    public let code: Code
    /// One sentence that says what went wrong; it holds no header field and no part of a body.
    public let message: String
    /// One line that says what the reader can do about it.
    public let remedy: String?
    /// The library's own number for it, for example libcurl's `CURLcode`.
    public let libraryCode: Int?
    /// What led to it: the error of a body that could not be produced, for example.
    public let underlying: (any Error)?
    /// Whether the same request may succeed later.
    package private(set) var mayPass = true

    /// Makes an error.
    public init(
        _ code: Code,
        _ message: String,
        remedy: String? = nil,
        libraryCode: Int? = nil,
        underlying: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.remedy = remedy
        self.libraryCode = libraryCode
        self.underlying = underlying
    }

    /// Makes an error of TLS that comes again with each try.
    init(permanentTLSFailure message: String, remedy: String, libraryCode: Int) {
        self.init(.tlsFailed, message, remedy: remedy, libraryCode: libraryCode)
        mayPass = false
    }

    /// Why a policy has refused the server, where one did; nil also where the system's library did so by itself.
    public var trust: TrustFailure? { underlying as? TrustFailure }

    /// What kind of failure it is. The set is open: a `switch` needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name, in lower camel case.
        public let rawValue: String
        /// Makes a code of that name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The code's name.
        public var description: String { rawValue }

        /// The task was cancelled, the body dropped or the transport invalidated.
        public static let cancelled = Code(rawValue: "cancelled")
        /// The URL or a field cannot be sent.
        public static let invalidRequest = Code(rawValue: "invalidRequest")
        /// The name of the host, or of the proxy, has no address.
        public static let hostNotFound = Code(rawValue: "hostNotFound")
        /// No connection could be made.
        public static let cannotConnect = Code(rawValue: "cannotConnect")
        /// The connection was lost before the response had ended.
        public static let connectionLost = Code(rawValue: "connectionLost")
        /// A limit on time was reached.
        public static let timedOut = Code(rawValue: "timedOut")
        /// The TLS handshake failed, other than over trust.
        public static let tlsFailed = Code(rawValue: "tlsFailed")
        /// The policy does not trust the server; see ``TransportError/trust``.
        public static let untrustedServer = Code(rawValue: "untrustedServer")
        /// The policy pins, which needs `https`, and the URL is one of `http`; see ``TransportError/trust``.
        public static let notEncrypted = Code(rawValue: "notEncrypted")
        /// The proxy refused.
        public static let proxyFailed = Code(rawValue: "proxyFailed")
        /// What came is not HTTP.
        public static let invalidResponse = Code(rawValue: "invalidResponse")
        /// The head of the response is larger than a transport takes; the message names the limit.
        public static let limitExceeded = Code(rawValue: "limitExceeded")
        /// The body to send could not be produced; see ``TransportError/underlying``.
        public static let bodyFailed = Code(rawValue: "bodyFailed")
        /// What was asked for cannot be done by this transport, and is refused rather than left out.
        public static let unsupported = Code(rawValue: "unsupported")
        /// The transport takes no requests any more.
        public static let invalidated = Code(rawValue: "invalidated")
        /// None of the others.
        public static let other = Code(rawValue: "other")
    }
}

extension TransportError {
    /// What a cancelled task gets.
    package static var cancelledByCaller: TransportError { TransportError(.cancelled, "The request was cancelled.") }
}

extension TransportError: CustomStringConvertible {
    /// The code, the message and the remedy in one line.
    public var description: String {
        "\(code): \(message)" + (remedy.map { " \($0)" } ?? "")
    }
}
