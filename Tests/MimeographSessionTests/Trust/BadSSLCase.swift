#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographSession
    import Testing

    /// A server of `badssl.py`, and the verdict of a policy whose anchor is the root of its certificates.
    struct BadSSLCase: CustomTestStringConvertible, Sendable {
        enum Verdict: Sendable {
            case accepted
            /// The policy rejects the server: the rule, the code of OpenSSL, and a part of the message.
            case rejected(TrustFailure.Rule, Int?, String)
            /// TLS itself fails, before or after the certificates: a part of the message.
            case failed(String)
        }

        let server: String
        let verdict: Verdict
        /// The host of the request; nil for `localhost`.
        var host = "localhost"
        /// The name of the case at badssl.com; nil if it has none.
        var name: String?

        var testDescription: String { "\(server) as \(host)" }
        var isAccepted: Bool { if case .accepted = verdict { true } else { false } }

        init(_ server: String, _ verdict: Verdict, host: String = "localhost", name: String? = nil) {
            (self.server, self.verdict, self.host, self.name) = (server, verdict, host, name)
        }

        static let all = certificates + keys + names + constraints + protocols

        private static let certificates: [Self] = [
            Self("good", .accepted, name: "ecc256"),
            Self("expired", .chain(10, "(CN=expired) expired on {until}."), name: "expired"),
            Self("notYetValid", .chain(9, "(CN=notYetValid) is valid from {from}.")),
            Self("selfSigned", .chain(18, "server's certificate (CN=selfSigned) is signed"), name: "self-signed"),
            Self("untrustedRoot", .chain(19, "authority's certificate (CN=Other root) is"), name: "untrusted-root"),
            Self("incompleteChain", .chain(20, "(CN=good) is signed by CN=inter"), name: "incomplete-chain"),
            Self("reversedChain", .accepted, name: "reversed-chain"),
            Self("noCommonName", .accepted, name: "no-common-name"),
            Self("noSubject", .accepted, name: "no-subject"),
            Self("noSAN", .rejected(.wrongHost, nil, "common name does not count"), name: "no-san"),
            Self("sha1", .chain(68, "(CN=sha1) is signed with a weak digest"), name: "sha1-2017"),
            Self("sha1Intermediate", .chain(68, "(CN=sha1Authority) is signed with"), name: "sha1-intermediate"),
            Self("sha384", .accepted, name: "sha384"),
            Self("sha512", .accepted, name: "sha512"),
            Self("belowExpired", .chain(10, "authority's certificate (CN=oldIntermediate) expired on {until}.")),
            Self("pathTooLong", .chain(25, "(CN=shortPath) does not allow so many authorities below it.")),
            Self("notAnAuthority", .chain(79, "(CN=serverWithKey) is not an authority's")),
            Self("authorityMayNotSign", .chain(79, "(CN=withoutSigning) is not an authority's")),
            Self("clientOnly", .chain(26, "(CN=clientOnly) may not be used for a server")),
            Self("wrongKeyUsage", .chain(26, "(CN=wrongKeyUsage) may not be used for a server")),
            Self("unknownExtension", .chain(34, "(CN=unknownExtension) has a critical extension")),
        ]

        private static let keys: [Self] = [
            Self("ecc384", .accepted, name: "ecc384"), Self("rsa2048", .accepted, name: "rsa2048"),
            Self("rsa4096", .accepted, name: "rsa4096"), Self("rsa8192", .accepted, name: "rsa8192"),
            Self("rsa1024", .chain(66, "(CN=rsa1024) has a key that is too short.")),
            Self("rsa512", .chain(66, "(CN=rsa512) has a key that is too short.")),
        ]

        private static let names: [Self] = [
            Self("wrongHost", .names("a.example, b.example, c.example and 1 more."), name: "wrong.host"),
            Self("names1000", .accepted, name: "1000-sans"),
            Self("names10000", .failed("more than 100 KiB"), name: "10000-sans"),
            Self("nullByte", .names("localhost\\u{0}.evil.example.")),
            Self("nullByte", .names("localhost\\u{0}.evil.example."), host: "evil.example"),
            Self("wildcard", .accepted, host: "a.wild.localhost"),
            Self("wildcard", .names("*.wild.localhost."), host: "wild.localhost"),
            Self("wildcard", .names("*.wild.localhost."), host: "a.b.wild.localhost"),
            Self("wildcardOfTop", .names("*.localhost."), host: "a.localhost"),
            Self("wildcardOfTop", .names("*.localhost.")),
            Self("wildcardAlone", .names("*.")),
            Self("wildcardInPart", .names("w*.wild.localhost"), host: "www.wild.localhost"),
            Self("wildcardInMiddle", .names("a.*.wild.localhost."), host: "a.b.wild.localhost"),
            Self("wildcardTwice", .names("*.*.wild.localhost."), host: "a.b.wild.localhost"),
            Self("wildcardForAddress", .names("*.0.0.1."), host: "127.0.0.1"),
            Self("address", .accepted, host: "127.0.0.1"), Self("address", .accepted, host: "[::1]"),
            Self("address", .names("127.0.0.1, ::1.")),
            Self("address", .names("127.0.0.1, ::1."), host: "[::2]"),
            Self("addressAsName", .names("127.0.0.1."), host: "127.0.0.1"),
            Self("upperCase", .accepted),
            Self("international", .accepted, host: "xn--bcher-kva.localhost", name: "xn--n1aae7f7o"),
            Self("internationalInPart", .names("xn--*.wild.localhost."), host: "xn--bcher-kva.wild.localhost"),
        ]

        private static let constraints: [Self] = [
            Self("permittedName", .accepted),
            Self("otherPermittedName", .chain(47, "(CN=otherPermittedName) has a name outside")),
            Self("excludedName", .chain(48, "(CN=excludedName) has a name that an authority may not sign.")),
            Self("permittedAddress", .accepted, host: "127.0.0.1"),
            Self("otherPermittedAddress", .chain(47, "has a name outside"), host: "127.0.0.1"),
            Self("excludedAddress", .chain(48, "has a name that an authority may not sign."), host: "127.0.0.1"),
        ]

        private static let protocols: [Self] = [
            Self("tls10", .failed("no version of TLS that is allowed"), name: "tls-v1-0"),
            Self("tls11", .failed("no version of TLS that is allowed"), name: "tls-v1-1"),
            Self("tls12", .accepted, name: "tls-v1-2"),
            Self("dh1024", .failed("Diffie-Hellman"), name: "dh1024"),
            Self("dh2048", .accepted, name: "dh2048"),
            Self("nullCipher", .failed("no cipher"), name: "null"),
            Self("anonymous", .failed("no cipher")),
            Self("cbc", .accepted, name: "cbc"),
            Self("staticRSA", .accepted, name: "static-rsa"),
            Self("mutual", .failed("requires one and received none"), name: "client-cert-missing"),
        ]
    }

    extension BadSSLCase.Verdict {
        fileprivate static func chain(_ code: Int, _ text: String) -> Self { .rejected(.invalidChain, code, text) }
        fileprivate static func names(_ text: String) -> Self { .rejected(.wrongHost, nil, "It is for \(text)") }
    }
#endif
