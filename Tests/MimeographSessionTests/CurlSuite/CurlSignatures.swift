import Foundation
import Mimeograph
import MimeographSession

@testable import MimeographSignatures

/// The signer that the options `--httpsig-…` ask for.
///
/// Source: curl(1), `--httpsig-key`; RFC 9421.
enum CurlSignatures {
    /// The keys of the suite's own tests, by path. Source: curl/curl at 5c61e168698a, tests/data.
    static let files = [
        "%SRCDIR/data/data-httpsig-ed25519.key": "9f8362f87a484a954e6e740c5b4c0e84229139a20aa8ab56ff66586f6a7d29c5\n",
        "%SRCDIR/data/data-httpsig-hmac-sha256.key":
            "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\n",
    ]

    /// Returns the signer for a group, or none.
    static func interceptors(_ group: CurlCommandLine.Group) throws -> [any RequestInterceptor] {
        guard let text = group.last("httpsig-key") else { return [] }
        let contents = text.hasPrefix("@") ? files[String(text.dropFirst())] : text
        guard let contents, let bytes = bytes(ofHexadecimal: contents.trimmingCharacters(in: .whitespacesAndNewlines))
        else { throw CurlBody.Failure(reason: "--httpsig-key: the key is not among the cases") }
        let key: SignatureKey
        switch group.last("httpsig-algo") ?? "ed25519" {
        case "ed25519": key = try SignatureKey(.ed25519, privateKey: pem(bytes))
        case "hmac-sha256": key = try SignatureKey(secret: bytes)
        case let name: throw CurlBody.Failure(reason: "--httpsig-algo: this runner does not know \(name)")
        }
        let names = group.last("httpsig-headers").map { $0.split(separator: " ").map(component) }
        func signer(_ components: [SignatureComponent]) -> MessageSigner {
            var signer = MessageSigner(
                key: key,
                keyID: group.last("httpsig-keyid"),
                components: names ?? components,
                label: "sig1",
                sendsAlgorithm: true
            )
            // The time that the suite sets.
            signer.now = { 0 }
            return signer
        }
        let components: [SignatureComponent] = [.method, .authority, .path]
        return [CurlSigner(plain: signer(components), ofQueries: signer(components + [.query]))]
    }

    /// Returns the component that a word such as `authority` or `content-type:` stands for.
    private static func component(_ word: Substring) -> SignatureComponent {
        word.hasSuffix(":") ? .field(String(word.dropLast())) : SignatureComponent("@\(word)")
    }

    /// Returns an Ed25519 key in PEM form. Source: RFC 8410 §7.
    private static func pem(_ seed: [UInt8]) -> String {
        let prefix: [UInt8] = [
            0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
        ]
        return """
            -----BEGIN PRIVATE KEY-----
            \(Data(prefix + seed).base64EncodedString())
            -----END PRIVATE KEY-----
            """
    }

    private static func bytes(ofHexadecimal text: String) -> [UInt8]? {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}

/// A signer that covers the query only if a request has one, as curl does.
private struct CurlSigner: ExchangeInterceptor {
    let plain: MessageSigner
    let ofQueries: MessageSigner

    func adapt(_ request: RequestMessage) async throws -> RequestMessage { try await plain.adapt(request) }

    var cacheIdentity: [UInt8] { plain.cacheIdentity }

    var addedNames: [String] { plain.addedNames }

    var requiresContentDigest: Bool { plain.requiresContentDigest }

    func applies(to url: RequestURL, isHome: Bool) -> Bool { plain.applies(to: url, isHome: isHome) }

    func prepare(_ request: inout RequestMessage) throws(SessionError) {
        try (request.url.contains("?") ? ofQueries : plain).prepare(&request)
    }
}
