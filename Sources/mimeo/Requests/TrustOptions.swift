import Mimeograph
import MimeographSession

/// The options that say which servers are trusted, and who the client is.
enum TrustOptions {
    /// What certificates lead to.
    static let anchors = OptionDeclaration(
        "anchors",
        .required("PATH"),
        help: "A file or folder of certificates that are trusted instead of the system's."
    )

    /// All of them.
    static let all = [
        anchors,
        OptionDeclaration(
            "pin",
            .repeated("PIN"),
            help: "Refuses servers that show none of these keys; `mimeo trust` prints them as sha256/…"
        ),
        OptionDeclaration(
            "certificate",
            .required("FILE[:PASSWORD]"),
            isSecret: true,
            help: "Shows this certificate to servers that ask for one: PEM, or PKCS #12 in .p12 or .pfx."
        ),
        OptionDeclaration(
            "key",
            .required("FILE"),
            help: "The key of --certificate, where it is not in the same file."
        ),
        OptionDeclaration(
            "stapled-status",
            help: "Refuses servers that staple no good status to their certificate (OCSP)."
        ),
    ]

    /// The policy that the options make.
    ///
    /// - Parameter opensIdentity: Whether the client's certificate is opened, which may ask for a password.
    /// - Throws: ``UsageError`` for a value that makes no sense, ``FileError`` for a file that holds no certificate or no key.
    static func policy(_ arguments: Arguments, _ console: Console, opensIdentity: Bool) throws -> SecurityPolicy {
        var policy = SecurityPolicy()
        if let pins = arguments.lists["pin"], !pins.isEmpty {
            do throws(SessionError) {
                policy = .pinning(keys: try pins.map { (pin) throws(SessionError) in try KeyPin(pin) })
            } catch {
                throw UsageError("--pin: \(error.message) `mimeo trust HOST` prints those of a server.")
            }
        }
        if let path = arguments.values["anchors"] { policy.anchors = try anchors(path) }
        if arguments.has("stapled-status") { policy.stapledStatus = .required }
        if let certificate = arguments.values["certificate"] {
            if opensIdentity { policy.clientIdentity = try identity(certificate, arguments.values["key"], console) }
        } else if arguments.has("key") {
            throw UsageError("--key is that of a certificate: name it with --certificate FILE")
        }
        return policy
    }

    /// The certificates of a file or folder, as the only ones that are trusted.
    ///
    /// - Throws: ``FileError``.
    static func anchors(_ path: String) throws(FileError) -> SecurityPolicy.Anchors {
        do throws(SessionError) { return .only(try Certificate.read(path: path)) } catch {
            throw FileError(path: path, reason: error.message)
        }
    }

    /// The file of a certificate, and the password behind it, where there is one.
    static func parts(ofCertificate text: String) -> (path: String, password: String?) {
        let parts = text.parts(at: ":", most: 1).map(String.init)
        return (parts[0], parts.count == 2 ? parts[1] : nil)
    }

    /// Whether a file is an archive of PKCS #12, by its name.
    static func isArchive(_ path: String) -> Bool {
        [".p12", ".pfx"].contains { path.lowercased().hasSuffix($0) }
    }

    /// Whether a file holds a key in PEM form that a password opens. A pipe can be read once, and is not looked into.
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
                password = console.readPassword("Password of \(VisibleText(key ?? path)): ")
            }
            do throws(SessionError) {
                guard isArchive(path) else {
                    return try ClientIdentity(certificatePath: path, keyPath: key ?? path, password: password)
                }
            } catch {
                throw FileError(path: path, reason: error.message)
            }
            if key != nil { throw UsageError("--key is not needed: \(path) holds the key, too") }
            guard let password = password ?? console.readPassword("Password of \(VisibleText(path)): ") else {
                throw UsageError(
                    "--certificate has no password, and there is no terminal to ask for it: --certificate FILE:PASSWORD"
                )
            }
            do throws(SessionError) { return try ClientIdentity(pkcs12Path: path, password: password) } catch {
                throw FileError(path: path, reason: error.message)
            }
        #else
            throw UsageError("--certificate works on Linux only, so far")
        #endif
    }
}
