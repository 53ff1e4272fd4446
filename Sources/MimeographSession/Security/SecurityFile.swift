import MimeographFiles

/// Files of certificates and keys.
enum SecurityFile {
    /// The most bytes of a file: all authorities of a system are well below.
    private static let mostBytes = 16 << 20

    /// The bytes of a file.
    ///
    /// - Throws: ``SessionError/Code/invalidSecurityPolicy``.
    static func contents(of path: String) throws(SessionError) -> [UInt8] {
        do throws(SystemError) {
            if let bytes = try SystemFile.contents(of: path, atMost: mostBytes) { return bytes }
        } catch {
            throw .invalidSecurityPolicy(
                "It cannot be read: \(error.reason).",
                remedy: "Check its path and permissions."
            )
        }
        throw .invalidSecurityPolicy("It has more than 16 MiB.", remedy: "Give a file of certificates or a key.")
    }
}
