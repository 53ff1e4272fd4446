import Foundation
import FoundationNetworking

@testable import MimeographSession

// Parts of Apple's Foundation that `URLSessionTransport` uses and FoundationNetworking lacks. Certificates are not checked on Linux, so the
// functions for them are never called.

let NSURLAuthenticationMethodServerTrust = "NSURLAuthenticationMethodServerTrust"
let NSURLAuthenticationMethodClientCertificate = "NSURLAuthenticationMethodClientCertificate"

enum OldestTLSVersion {
    case TLSv12, TLSv13
}

extension URLSessionConfiguration {
    var tlsMinimumSupportedProtocolVersion: OldestTLSVersion {
        get { .TLSv12 }
        set {}
    }
}

extension URLProtectionSpace {
    func validated(by policy: SecurityPolicy) -> Result<URLCredential?, TrustFailure> { .success(nil) }
}

extension ClientIdentity {
    var credential: URLCredential? { nil }
}
