import Mimeograph
import MimeographSession

/// What the program tells the shell.
///
/// Source: the numbers of BSD's `sysexits.h`.
public enum Outcome: Int32, Sendable {
    /// All went well.
    case success = 0
    /// The command cannot be understood.
    case usage = 64
    /// The service refuses what was sent.
    case refused = 65
    /// There is no such item.
    case notFound = 66
    /// The service cannot be reached, or failed.
    case unavailable = 69
    /// Anything else that should not happen.
    case failure = 70
    /// It may work later.
    case tryAgain = 75
    /// What the service says cannot be understood.
    case misunderstood = 76
    /// The key is missing or not taken.
    case notPermitted = 77
}

extension Outcome {
    /// What became of a request that failed.
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
