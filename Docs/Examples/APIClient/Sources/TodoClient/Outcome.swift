import Mimeograph
import MimeographSession

/// The exit status of the program.
///
/// Source: the numbers of BSD's `sysexits.h`.
public enum Outcome: Int32, Sendable {
    /// The command succeeded.
    case success = 0
    /// The command is invalid.
    case usage = 64
    /// The service rejects the input.
    case refused = 65
    /// The item does not exist.
    case notFound = 66
    /// The service cannot be reached, or failed.
    case unavailable = 69
    /// Any other failure.
    case failure = 70
    /// A later attempt may succeed.
    case tryAgain = 75
    /// The response of the service is invalid.
    case misunderstood = 76
    /// The key is missing or rejected.
    case notPermitted = 77
}

extension Outcome {
    /// The outcome of a request that failed.
    init(_ error: SessionError) {
        switch (error.code, error.status) {
        case (.unacceptableStatus, let status?): self.init(status: status)
        case (.timedOut, _): self = .tryAgain
        case (.cannotConnect, _), (.hostNotFound, _), (.connectionLost, _), (.tlsFailed, _), (.untrustedServer, _):
            self = .unavailable
        case (.serialization, _), (.unacceptableContentType, _), (.limitExceeded, _), (.invalidResponse, _):
            self = .misunderstood
        case (.missingCredential, _), (.excessiveRefresh, _): self = .notPermitted
        case (.invalidURL, _), (.invalidRequest, _): self = .usage
        default: self = .failure
        }
    }

    private init(status: Int) {
        switch status {
        case 401, 403, 407: self = .notPermitted
        case 404, 410: self = .notFound
        case 408, 425, 429, 503, 504: self = .tryAgain
        case 400..<500: self = .refused
        case 500...: self = .unavailable
        default: self = .misunderstood
        }
    }
}
