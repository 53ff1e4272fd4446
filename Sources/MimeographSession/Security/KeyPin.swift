import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The digest of a public key that a server must show: `sha256/` and 44 characters of Base64.
///
/// The digest is the SHA-256 of the key's SubjectPublicKeyInfo, so it stays the same when a certificate is renewed with that key.
/// `mimeo trust HOST` prints a server's pins. Keep a second pin, for a key in another place, in case you lose the first.
///
/// Source: RFC 7469 §2.4 for the digested data; curl, Chromium and OkHttp use the same notation.
public struct KeyPin: Hashable, Sendable {
    /// The 32 bytes of the digest.
    public let digest: [UInt8]

    /// Makes a pin from a digest.
    ///
    /// - Throws: ``SessionError/Code/invalidSecurityPolicy`` if it does not have 32 bytes.
    public init(digest: [UInt8]) throws(SessionError) {
        guard digest.count == Self.size else {
            throw .invalidSecurityPolicy(
                "A SHA-256 digest has 32 bytes, but this one has \(digest.count).",
                remedy: "Take the digest of the whole SubjectPublicKeyInfo; `mimeo trust HOST` prints it."
            )
        }
        self.digest = digest
    }

    /// Parses a pin: `sha256/…`, or `sha256//…` as curl writes it, with 44 characters of Base64.
    ///
    /// - Throws: ``SessionError/Code/invalidSecurityPolicy``.
    public init(_ text: String) throws(SessionError) {
        let prefix = "sha256/"
        var rest = text[...]
        if rest.hasPrefix(prefix) { rest = rest.dropFirst(prefix.count) }
        // A digest may itself begin with a slash, so the length shows whether the second slash is curl's.
        if rest.utf8.count == 45, rest.utf8.first == UInt8(ascii: "/") { rest = rest.dropFirst() }
        guard text.hasPrefix(prefix), rest.utf8.count == 44, let data = Data(base64Encoded: String(rest)),
            data.count == Self.size
        else {
            throw .invalidSecurityPolicy(
                "A pin is not of the form sha256/ with 44 characters of Base64.",
                remedy: "Copy it from `mimeo trust HOST`."
            )
        }
        digest = Array(data)
    }

    /// Makes a pin from a digest that is known to have the right size.
    init(computed digest: [UInt8]) { self.digest = digest }

    static let size = 32
}

extension KeyPin: CustomStringConvertible {
    /// The pin in its usual notation: `sha256/…`.
    public var description: String { "sha256/" + Base64.text(of: digest) }
}

extension SessionError {
    static func invalidSecurityPolicy(_ message: String, remedy: String) -> SessionError {
        SessionError(.invalidSecurityPolicy, message, remedy: remedy)
    }
}
