/// A check for names of secrets: of fields, parameters and JSON members.
///
/// The values of such names are hidden, and are not sent to another origin. A false match hides a harmless value, but a missed
/// one leaks a password. So the ends of words count too.
package enum SecretName {
    /// Whether the name is a secret's.
    package static func matches(_ name: some StringProtocol) -> Bool {
        let words = words(name)
        // `firstRange(of:)` would link the regular expression library, 1 MB, into every program.
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

    /// Whether the name is a secret's in a query or a form, where an authorization code is secret as well.
    package static func matchesParameter(_ name: some StringProtocol) -> Bool {
        matches(name) || Array(words(name).joined()).elementsEqual("code".utf8)
    }

    /// Texts that count anywhere in a name, even across words.
    private static let parts = [
        "authorization", "authentication", "cookie", "token", "secret", "password", "passwd", "passphrase", "apikey",
        "accesskey", "privatekey", "signature", "credential", "session", "sessid", "assertion", "passcode",
        "codeverifier", "creditcard", "cardnumber",
    ]
    /// Endings of words: `X-Auth`, `OAuth`, `Ocp-Apim-Subscription-Key`.
    private static let ends = ["auth", "key"]
    private static let wholes = [
        "sid", "sig", "pwd", "pass", "jwt", "otp", "hmac", "csrf", "xsrf", "pin", "ssn", "cvv", "cvc", "totp",
    ]

    /// Splits a name into words in lower case, at other characters than letters and digits and before a capital that follows
    /// none.
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
