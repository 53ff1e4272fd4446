// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Stub of the Security framework.
//
// Source: developer.apple.com/documentation/security, the pages of each name.
import AppleCore

public final class SecCertificate {}
public final class SecPolicy {}
public final class SecTrust {}

public var errSecSuccess: OSStatus { 0 }

public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? { nil }

public func SecPolicyCreateSSL(_ server: Bool, _ hostname: CFString?) -> SecPolicy { SecPolicy() }
public func SecPolicyCreateBasicX509() -> SecPolicy { SecPolicy() }

public func SecTrustCreateWithCertificates(
    _ certificates: CFTypeRef,
    _ policies: CFTypeRef?,
    _ trust: UnsafeMutablePointer<SecTrust?>
) -> OSStatus { 0 }
public func SecTrustSetAnchorCertificates(_ trust: SecTrust, _ anchorCertificates: CFArray?) -> OSStatus { 0 }
public func SecTrustSetAnchorCertificatesOnly(_ trust: SecTrust, _ anchorCertificatesOnly: Bool) -> OSStatus { 0 }
public func SecTrustSetNetworkFetchAllowed(_ trust: SecTrust, _ allowFetch: Bool) -> OSStatus { 0 }
public func SecTrustSetVerifyDate(_ trust: SecTrust, _ verifyDate: CFDate) -> OSStatus { 0 }
public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?) -> Bool { false }
@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? { nil }

public func SecCertificateCreateWithData(_ allocator: CFAllocator?, _ data: CFData) -> SecCertificate? { nil }
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData { CFData() }
public func SecCertificateCopySubjectSummary(_ certificate: SecCertificate) -> CFString? { nil }
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
public func SecCertificateCopyNotValidBeforeDate(_ certificate: SecCertificate) -> CFDate? { nil }
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
public func SecCertificateCopyNotValidAfterDate(_ certificate: SecCertificate) -> CFDate? { nil }

public final class SecIdentity {}
public var kSecImportExportPassphrase: CFString { "" }
public var kSecImportItemIdentity: CFString { "" }
public var kSecImportItemCertChain: CFString { "" }
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
public var kSecImportToMemoryOnly: CFString { "" }
public func SecPKCS12Import(
    _ pkcs12_data: CFData,
    _ options: CFDictionary,
    _ items: UnsafeMutablePointer<CFArray?>
) -> OSStatus { 0 }

public enum tls_protocol_version_t: UInt16, Sendable {
    case TLSv10 = 0x0301
    case TLSv11 = 0x0302
    case TLSv12 = 0x0303
    case TLSv13 = 0x0304
}
