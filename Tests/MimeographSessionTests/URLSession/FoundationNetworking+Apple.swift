import Foundation
import FoundationNetworking

@testable import MimeographSession

// What `URLSessionTransport` uses of Apple's Foundation, and FoundationNetworking lacks. Certificates are not checked on Linux, so what is
// about them is never called.

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
