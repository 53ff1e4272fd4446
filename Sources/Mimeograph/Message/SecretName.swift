/// Which names are those of something secret: of fields, of parameters, of members of JSON.
///
/// What has such a name is not shown, and is not sent to another origin than the one it was meant for. A name that is taken for
/// one without need costs a reader a value, or a server elsewhere a field; one that is missed costs a password. So the ends of
/// words count too.
package enum SecretName {
    /// Whether the name is one of something secret.
    package static func matches(_ name: some StringProtocol) -> Bool {
        let words = words(name)
        // Not `firstRange(of:)`: it would bring the library of regular expressions, 1 MB, into every program.
        let letters = Array(words.joined())
        let isInside = parts.contains { part in
            letters.indices.contains { letters[$0...].starts(with: part.utf8) }
        }
        if isInside { return true }
        return words.contains { word in
            ends.contains { word.reversed().starts(with: $0.utf8.reversed()) }
                || wholes.contains { word.elementsEqual($0.utf8) }
        }
    }

    /// Whether it is one in a query or a form, where an authorization code is secret as well.
    package static func matchesParameter(_ name: some StringProtocol) -> Bool {
        matches(name) || Array(words(name).joined()).elementsEqual("code".utf8)
    }

    /// What stands anywhere, whatever separates words.
    private static let parts = [
        "authorization", "authentication", "cookie", "token", "secret", "password", "passwd", "passphrase", "apikey",
        "accesskey", "privatekey", "signature", "credential", "session", "sessid", "assertion", "passcode",
        "codeverifier", "creditcard", "cardnumber",
    ]
    /// What words end with: `X-Auth`, `OAuth`, `Ocp-Apim-Subscription-Key`.
    private static let ends = ["auth", "key"]
    private static let wholes = [
        "sid", "sig", "pwd", "pass", "jwt", "otp", "hmac", "csrf", "xsrf", "pin", "ssn", "cvv", "cvc", "totp",
    ]

    /// The words in small letters: they end where there is no letter or digit, and before a capital behind a small letter.
    private static func words(_ name: some StringProtocol) -> [[UInt8]] {
        var words: [[UInt8]] = [[]]
        var wasSmall = false
        for byte in name.utf8 {
            let isCapital = (0x41...0x5A).contains(byte)
            let isSmall = (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte >= 0x80
            if isCapital && wasSmall || !isCapital && !isSmall { words.append([]) }
            if isCapital || isSmall { words[words.count - 1].append(isCapital ? byte | 0x20 : byte) }
            wasSmall = isSmall
        }
        return words
    }
}
