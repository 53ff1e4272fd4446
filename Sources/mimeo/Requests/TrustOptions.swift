import Mimeograph
import MimeographSession

/// The options for trust in servers and for the client certificate.
enum TrustOptions {
    /// The option that names the trusted certificates.
    static let anchors = OptionDeclaration(
        "anchors",
        .required("PATH"),
        help: "A file or folder of certificates to trust instead of the system's."
    )

    /// All trust options.
    static let all = [
        anchors,
        OptionDeclaration(
            "pin",
            .repeated("PIN"),
            help: "Rejects servers that show none of these keys; `mimeo trust` prints them as sha256/…"
        ),
        OptionDeclaration(
            "certificate",
            .required("FILE[:PASSWORD]"),
            isSecret: true,
            help: "Presents this certificate to servers that request one: PEM, or PKCS #12 in .p12 or .pfx."
        ),
        OptionDeclaration(
            "key",
            .required("FILE"),
            help: "The key of --certificate, if it is in another file."
        ),
        OptionDeclaration(
            "stapled-status",
            help: "Rejects servers that staple no good status to their certificate (OCSP)."
        ),
    ]

    /// Returns the policy that the options describe.
    ///
    /// - Parameter opensIdentity: Whether to open the client certificate, which may ask for a password.
    /// - Throws: ``UsageError`` for an invalid value, ``FileError`` for a file without a certificate or key.
    static func policy(_ arguments: Arguments, _ console: Console, opensIdentity: Bool) throws -> SecurityPolicy {
        var policy = SecurityPolicy()
        if let pins = arguments.lists["pin"], !pins.isEmpty {
            do throws(SessionError) {
                policy = .pinning(keys: try pins.map { (pin) throws(SessionError) in try KeyPin(pin) })
            } catch {
                throw UsageError("--pin: \(error.message) `mimeo trust HOST` prints the pins of a server.")
            }
        }
        if let path = arguments.values["anchors"] { policy.anchors = try anchors(path) }
        if arguments.has("stapled-status") { policy.stapledStatus = .required }
        if let certificate = arguments.values["certificate"] {
            if opensIdentity { policy.clientIdentity = try identity(certificate, arguments.values["key"], console) }
        } else if arguments.has("key") {
            throw UsageError("--key needs a certificate; name it with --certificate FILE")
        }
        return policy
    }

    /// Reads the certificates of a file or folder as the only trusted ones.
    ///
    /// - Throws: ``FileError``.
    static func anchors(_ path: String) throws(FileError) -> SecurityPolicy.Anchors {
        do throws(SessionError) { return .only(try Certificate.read(path: path)) } catch {
            throw FileError(path: path, reason: error.message)
        }
    }

    /// Splits the value of `--certificate` into the file and the password, if there is one.
    static func parts(ofCertificate text: String) -> (path: String, password: String?) {
        let parts = text.parts(at: ":", most: 1).map(String.init)
        return (parts[0], parts.count == 2 ? parts[1] : nil)
    }

    /// Whether a file is a PKCS #12 archive, by its name.
    static func isArchive(_ path: String) -> Bool {
        [".p12", ".pfx"].contains { path.lowercased().hasSuffix($0) }
    }

    /// Whether a file holds an encrypted PEM key. A pipe is not inspected, because it can be read only once.
    private static func isEncrypted(_ path: String) -> Bool {
        guard FileReading.isRegular(path), let bytes = try? FileReading.read(path: path, atMost: 1 << 16) else {
            return false
        }
        return String(decoding: bytes, as: UTF8.self).index(ofBytes: "ENCRYPTED") != nil
    }

    private static func identity(_ text: String, _ key: String?, _ console: Console) throws -> ClientIdentity {
        var (path, password) = parts(ofCertificate: text)
        #if os(Linux)
            if password == nil, !isArchive(path), isEncrypted(key ?? path) {
                password = console.readPassword("Password for \(VisibleText(key ?? path)): ")
            }
            do throws(SessionError) {
                guard isArchive(path) else {
                    return try ClientIdentity(certificatePath: path, keyPath: key ?? path, password: password)
                }
            } catch {
                throw FileError(path: path, reason: error.message)
            }
            if key != nil { throw UsageError("omit --key: \(path) holds the key too") }
            guard let password = password ?? console.readPassword("Password for \(VisibleText(path)): ") else {
                throw UsageError(
                    "--certificate has no password, and no terminal can ask for it; use --certificate FILE:PASSWORD"
                )
            }
            do throws(SessionError) { return try ClientIdentity(pkcs12Path: path, password: password) } catch {
                throw FileError(path: path, reason: error.message)
            }
        #else
            throw UsageError("--certificate works only on Linux")
        #endif
    }
}
