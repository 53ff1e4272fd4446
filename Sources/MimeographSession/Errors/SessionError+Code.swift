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
        /// The downloaded file could not be moved to its destination; see ``SessionError/underlying``.
        public static let downloadMoveFailed = Code(rawValue: "downloadMoveFailed")
        /// The server's file is not the one that a download began with.
        public static let resumptionFailed = Code(rawValue: "resumptionFailed")
    }
}
