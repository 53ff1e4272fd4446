/// A key for digests that give no means to try guesses on them to one who has not got it: HMAC with SHA-256.
///
/// Source: RFC 2104.
struct DigestKey: Sendable {
    /// How many bytes it has.
    static let size = 32
    /// How many bytes SHA-256 reads at a time.
    private static let block = 64

    let bytes: [UInt8]

    /// Makes a new one.
    init() {
        var generator = SystemRandomNumberGenerator()
        bytes = (0..<Self.size).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// Reads one; nil where it has another number of bytes.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        self.bytes = bytes
    }

    /// The digest in lower-case hexadecimal digits; nil where the system's library refuses the algorithm.
    func digest(of message: [UInt8]) -> String? {
        let padded = bytes + [UInt8](repeating: 0, count: Self.block - Self.size)
        guard let inner = MessageDigest.sha256.digest(of: padded.map { $0 ^ 0x36 } + message) else { return nil }
        return MessageDigest.sha256.hexadecimal(of: padded.map { $0 ^ 0x5C } + inner)
    }

    func digest(of text: String) -> String? { digest(of: Array(text.utf8)) }
}
