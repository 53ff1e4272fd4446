public import Mimeograph

/// A challenge in WWW-Authenticate, with which a server asks for a credential.
public struct AuthenticationChallenge: Hashable, Sendable {
    /// The scheme in lower case: `basic`, `digest`, `bearer` or another.
    public let scheme: String
    /// The parameters, with names in lower case.
    public let parameters: [String: String]

    /// The server's description of the protected area.
    public var realm: String { parameters["realm"]?.legible ?? "" }

    /// Returns all challenges of a response, in order.
    ///
    /// Ignores a line with control characters, because a credential would send it back.
    ///
    /// Source: RFC 9110 §11.6.1, §11.2, §5.5.
    public static func challenges(in fields: HeaderFields) -> [AuthenticationChallenge] {
        fields.values(of: "WWW-Authenticate")
            .filter(\.isFieldContent)
            .flatMap { parse($0) }
    }

    /// Parses the challenges in one field. Commas separate both the challenges and their parameters: a name before an equals sign
    /// is a parameter, and any other name begins a challenge.
    static func parse(_ text: String) -> [AuthenticationChallenge] {
        var challenges: [AuthenticationChallenge] = []
        var scanner = FieldScanner(text)
        var scheme: String?
        var parameters: [String: String] = [:]
        func finish() {
            if let scheme { challenges.append(AuthenticationChallenge(scheme: scheme, parameters: parameters)) }
            parameters = [:]
        }
        while true {
            scanner.skipToElement()
            guard let name = scanner.token() else { break }
            var after = scanner
            after.skipSpaces()
            if scheme != nil, after.skip("=") {
                scanner = after
                scanner.skipSpaces()
                let key = name.lowercased()
                let value = scanner.value()
                // The first of two values counts, because an attacker may have added the second.
                if parameters[key] == nil { parameters[key] = value }
                continue
            }
            finish()
            scheme = name.lowercased()
            scanner.skipSpaces()
            skipToken68(&scanner)
        }
        finish()
        return challenges
    }

    /// Skips the single value that some schemes have instead of parameters. Source: RFC 9110 §11.2 `token68`.
    private static func skipToken68(_ scanner: inout FieldScanner) {
        var ahead = scanner
        let isPart = { (byte: UInt8) in FieldSyntax.isToken(byte) || byte == UInt8(ascii: "/") }
        guard ahead.run(while: isPart) != nil else { return }
        _ = ahead.run { $0 == UInt8(ascii: "=") }
        ahead.skipSpaces()
        if ahead.isAtEnd || ahead.next == UInt8(ascii: ",") { scanner = ahead }
    }
}

/// A Digest challenge and the computation of its answers.
///
/// It supports `MD5`, `MD5-sess`, `SHA-256` and `SHA-256-sess`, with the quality of protection `auth` or none. It does not
/// support a challenge that requires a digest of the body (`auth-int` only).
///
/// Source: RFC 7616 §3.3, §3.4.
struct DigestChallenge: Hashable, Sendable {
    let realm: ByteEqualString
    private(set) var nonce: ByteEqualString
    let opaque: ByteEqualString?
    /// The algorithm's name as the server wrote it; nil if it is missing, which means MD5.
    let algorithmName: ByteEqualString?
    let usesSHA256: Bool
    let isSession: Bool
    let hasQuality: Bool
    let isStale: Bool
    let hashesUser: Bool
    let takesUTF8: Bool

    init?(_ challenge: AuthenticationChallenge) {
        guard challenge.scheme.hasSameBytes(as: "digest"), let nonce = challenge.parameters["nonce"] else { return nil }
        func word(_ name: String) -> ByteEqualString? { challenge.parameters[name].map { Self.lowercased($0[...]) } }
        algorithmName = challenge.parameters["algorithm"].map { ByteEqualString($0) }
        switch word("algorithm") ?? "md5" {
        case "md5": (usesSHA256, isSession) = (false, false)
        case "md5-sess": (usesSHA256, isSession) = (false, true)
        case "sha-256": (usesSHA256, isSession) = (true, false)
        case "sha-256-sess": (usesSHA256, isSession) = (true, true)
        default: return nil
        }
        if let quality = challenge.parameters["qop"] {
            let offered = quality.utf8.split(whereSeparator: { $0 == UInt8(ascii: ",") || $0 == 0x20 || $0 == 0x09 })
            guard offered.contains(where: { Self.lowercased(Substring($0)) == "auth" }) else { return nil }
            hasQuality = true
        } else {
            hasQuality = false
        }
        self.nonce = ByteEqualString(nonce)
        realm = ByteEqualString(challenge.parameters["realm"] ?? "")
        opaque = challenge.parameters["opaque"].map { ByteEqualString($0) }
        isStale = word("stale") == "true"
        hashesUser = word("userhash") == "true"
        takesUTF8 = word("charset") == "utf-8"
    }

    /// Returns the text with its ASCII letters in lower case, for comparing bytes.
    private static func lowercased(_ text: Substring) -> ByteEqualString {
        ByteEqualString(String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self))
    }

    /// Returns the challenge with the server's nonce for the next request.
    func replacing(nonce: String) -> DigestChallenge {
        var next = self
        next.nonce = ByteEqualString(nonce)
        return next
    }

    /// Returns the value of the Authorization field.
    ///
    /// - Parameters:
    ///   - uri: The request target: path and query.
    ///   - nonceCount: The number of answers to this nonce, including this one.
    ///   - clientNonce: Random text.
    /// - Returns: Nil if the name or the password cannot be sent, or the system does not support the algorithm.
    func authorization(
        _ credential: Credential,
        method: String,
        uri: String,
        nonceCount: Int,
        clientNonce: String
    ) -> String? {
        let hasControls = "\(credential.username)\(credential.password)".utf8.contains { $0 < 0x20 || $0 == 0x7F }
        let digest = usesSHA256 ? MessageDigest.sha256 : .md5
        guard !hasControls,
            var secret = digest.hexadecimal(of: "\(credential.username):\(realm.text):\(credential.password)"),
            let message = digest.hexadecimal(of: "\(method):\(uri)")
        else { return nil }
        if isSession { secret = digest.hexadecimal(of: "\(secret):\(nonce.text):\(clientNonce)") ?? secret }
        let digits = String(nonceCount, radix: 16)
        let count = String(repeating: "0", count: max(0, 8 - digits.utf8.count)) + digits
        let middle = hasQuality ? "\(count):\(clientNonce):auth:" : ""
        guard let response = digest.hexadecimal(of: "\(secret):\(nonce.text):\(middle)\(message)") else { return nil }
        var parts = [user(credential.username, digest), "realm=\(FieldScanner.quoted(realm.text))"]
        parts.append("uri=\(FieldScanner.quoted(uri))")
        if let algorithmName { parts.append("algorithm=\(algorithmName.text)") }
        parts.append("nonce=\(FieldScanner.quoted(nonce.text))")
        if hasQuality {
            parts += ["nc=\(count)", "cnonce=\(FieldScanner.quoted(clientNonce))", "qop=auth"]
        } else if isSession {
            parts.append("cnonce=\(FieldScanner.quoted(clientNonce))")
        }
        parts.append("response=\"\(response)\"")
        if let opaque { parts.append("opaque=\(FieldScanner.quoted(opaque.text))") }
        if hashesUser { parts.append("userhash=true") }
        return "Digest \(parts.joined(separator: ", "))"
    }

    /// Source: RFC 7616 §3.4, §3.4.4; RFC 8187 §3.2 for a name outside of ASCII.
    private func user(_ name: String, _ digest: MessageDigest) -> String {
        if hashesUser, let hash = digest.hexadecimal(of: "\(name):\(realm.text)") { return "username=\"\(hash)\"" }
        guard takesUTF8, !name.utf8.allSatisfy({ $0 < 0x80 }) else { return "username=\(FieldScanner.quoted(name))" }
        var bytes: [UInt8] = []
        for byte in name.utf8 {
            let mayStand =
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
                || "!#$&+-.^_`|~".utf8.contains(byte)
            if mayStand { bytes.append(byte) } else { PercentEncoding.append(byte, to: &bytes) }
        }
        return "username*=UTF-8''\(String(decoding: bytes, as: UTF8.self))"
    }
}
