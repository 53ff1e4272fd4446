/// An error of a ``Transport`` that could not complete an exchange.
public struct TransportError: Error, Sendable {
    /// The kind of failure. Branch only on this property.
    public let code: Code
    /// One sentence that says what went wrong. It contains no part of a body, and no header field except a Content-Length or
    /// Transfer-Encoding that the response must not have.
    public let message: String
    /// One line that says what the reader can do about it.
    public let remedy: String?
    /// The error number of the underlying library, for example libcurl's `CURLcode`.
    public let libraryCode: Int?
    /// The error that led to this one, for example from a body that could not be produced.
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

    /// Makes a TLS error that each retry would repeat.
    init(permanentTLSFailure message: String, remedy: String, libraryCode: Int) {
        self.init(.tlsFailed, message, remedy: remedy, libraryCode: libraryCode)
        mayPass = false
    }

    /// The reason why a policy rejected the server. Nil for other errors, and if the system's library itself rejected the server.
    public var trust: TrustFailure? { underlying as? TrustFailure }

    /// A kind of failure. The set is open: a `switch` needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name, in lower camel case.
        public let rawValue: String
        /// Makes a code with that name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The code's name.
        public var description: String { rawValue }

        /// The task was cancelled, the body was dropped or the transport was invalidated.
        public static let cancelled = Code(rawValue: "cancelled")
        /// The URL or a field cannot be sent.
        public static let invalidRequest = Code(rawValue: "invalidRequest")
        /// The name of the host, or of the proxy, has no address.
        public static let hostNotFound = Code(rawValue: "hostNotFound")
        /// No connection could be made.
        public static let cannotConnect = Code(rawValue: "cannotConnect")
        /// The connection was lost before the response had ended.
        public static let connectionLost = Code(rawValue: "connectionLost")
        /// A time limit was reached.
        public static let timedOut = Code(rawValue: "timedOut")
        /// The TLS handshake failed for a reason other than trust.
        public static let tlsFailed = Code(rawValue: "tlsFailed")
        /// The policy does not trust the server; see ``TransportError/trust``.
        public static let untrustedServer = Code(rawValue: "untrustedServer")
        /// The policy pins a key or a certificate, which needs `https`, but the URL uses `http`; see ``TransportError/trust``.
        public static let notEncrypted = Code(rawValue: "notEncrypted")
        /// The proxy rejected the connection.
        public static let proxyFailed = Code(rawValue: "proxyFailed")
        /// The response is not valid HTTP.
        public static let invalidResponse = Code(rawValue: "invalidResponse")
        /// The head of the response is larger than the transport accepts; the message names the limit.
        public static let limitExceeded = Code(rawValue: "limitExceeded")
        /// The body to send could not be produced; see ``TransportError/underlying``.
        public static let bodyFailed = Code(rawValue: "bodyFailed")
        /// The transport cannot do what the request asks for, and fails rather than ignore it.
        public static let unsupported = Code(rawValue: "unsupported")
        /// The transport accepts no more requests.
        public static let invalidated = Code(rawValue: "invalidated")
        /// Any other error.
        public static let other = Code(rawValue: "other")
    }
}

extension TransportError {
    /// The error of a cancelled task.
    package static var cancelledByCaller: TransportError { TransportError(.cancelled, "The request was cancelled.") }
}

extension TransportError: CustomStringConvertible {
    /// The code, the message and the remedy in one line.
    public var description: String {
        "\(code): \(message)" + (remedy.map { " \($0)" } ?? "")
    }
}
