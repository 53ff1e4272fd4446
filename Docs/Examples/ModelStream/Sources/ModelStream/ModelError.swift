public import MimeographSession

/// The error of a request to a language model.
public struct ModelError: Error, Sendable {
    /// The kind of failure.
    public enum Code: String, Sendable {
        /// The service rejects the key.
        case notPermitted
        /// The service has too many requests, or is down. A later request may succeed.
        case busy
        /// The service rejects the conversation.
        case rejected
        /// The service cannot be reached, or its certificate is not trusted.
        case unreachable
        /// The connection was lost before the answer was complete.
        case interrupted
        /// The service reported an error after the answer began.
        case modelFailed
        /// The model stopped because the answer became too long.
        case tooLong
        /// The service withheld a part of the answer.
        case withheld
        /// The response is not a stream of events in the expected form, or exceeds a limit.
        case invalidAnswer
        /// The task was cancelled.
        case cancelled
    }

    /// The kind of failure. Branch only on this property.
    public let code: Code
    /// One sentence that says what went wrong: the service's reason, if it gave one.
    public let message: String
    /// The error of the session, if it is the cause.
    public let cause: SessionError?

    init(_ code: Code, _ message: String, cause: SessionError? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    init(_ error: SessionError) {
        let reason = (error.decodedBody as? ServiceError)?.error.message
        self.init(Self.code(of: error), reason ?? error.message, cause: error)
    }

    private static func code(of error: SessionError) -> Code {
        switch error.code {
        case .cancelled: .cancelled
        case .hostNotFound, .cannotConnect, .tlsFailed, .untrustedServer: .unreachable
        case .invalidRequest: .rejected
        case .connectionLost, .timedOut: .interrupted
        case .unacceptableStatus:
            switch error.status ?? 0 {
            case 401, 403: .notPermitted
            case 408, 429, 500...: .busy
            default: .rejected
            }
        default: .invalidAnswer
        }
    }
}
