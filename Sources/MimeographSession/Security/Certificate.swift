import MimeographFiles

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A certificate of X.509.
///
/// ```swift
/// let pinned = try Certificate.read(path: "api.pem")          // one file, or all of a folder
/// let sameCertificate = try Certificate(der: bytes)
/// print(pinned[0].subject, pinned[0].validUntil ?? .now, pinned[0].pin)
/// ```
/// Two are equal if their encodings are. Names have no character that a terminal would act on: those stand there as escapes.
/// The system's library parses it; what it cannot read is refused.
public struct Certificate: Sendable {
    /// The encoding by the Distinguished Encoding Rules.
    public let der: [UInt8]
    /// The digest of its public key, for ``SecurityPolicy/pinnedKeys``.
    public let pin: KeyPin
    let parsed: ParsedCertificate

    /// Reads a certificate of one encoding, with nothing behind it.
    ///
    /// - Throws: ``SessionError/Code/invalidSecurityPolicy``.
    public init(der: [UInt8]) throws(SessionError) {
        guard let parsed = ParsedCertificate(der: der), let certificate = Certificate(parsed), certificate.der == der
        else {
            throw .invalidSecurityPolicy(
                "These bytes are no certificate in DER form.",
                remedy: "Convert it: openssl x509 -in FILE -outform DER."
            )
        }
        self = certificate
    }

    init?(_ parsed: ParsedCertificate) {
        guard let der = parsed.der, let digest = parsed.keyDigest else { return nil }
        self.der = der
        self.parsed = parsed
        pin = KeyPin(computed: digest)
    }

    /// The name that it is for, as a list of names such as `C=SE, O=Example, CN=example.com`.
    public var subject: String { VisibleName.text(parsed.subject) }
    /// Who signed it.
    public var issuer: String { VisibleName.text(parsed.issuer) }
    /// The names of hosts and the addresses that it is for (subjectAltName).
    public var hostNames: [String] { parsed.hostNames.map(VisibleName.text) }
    /// The first moment at which it is valid; nil where that cannot be read.
    public var validFrom: Date? { parsed.validity?.from }
    /// The last moment at which it is valid; nil where that cannot be read.
    public var validUntil: Date? { parsed.validity?.until }
}

extension Certificate: Hashable {
    /// Whether the encodings are the same.
    public static func == (one: Certificate, two: Certificate) -> Bool { one.der == two.der }
    /// Takes in the encoding.
    public func hash(into hasher: inout Hasher) { hasher.combine(der) }
}

extension Certificate: CustomStringConvertible {
    /// One line with subject, issuer, validity and pin.
    public var description: String {
        "\(subject), signed by \(issuer), valid \(validity), \(pin)"
    }

    /// The days of validity in UTC: `2026-11-21 to 2027-02-19`.
    package var validity: String { "\(Self.day(validFrom)) to \(Self.day(validUntil))" }

    private static func day(_ date: Date?) -> String {
        date?.formatted(.iso8601.year().month().day()) ?? "?"
    }
}

// MARK: - Reading

extension Certificate {
    /// Reads one certificate in DER form, or any number in PEM form.
    ///
    /// Text between PEM's blocks, and blocks of other kinds, such as keys, are skipped. A block that should hold a certificate and does
    /// not is an error.
    ///
    /// - Returns: At least one certificate.
    /// - Throws: ``SessionError/Code/invalidSecurityPolicy``.
    public static func read(_ bytes: [UInt8]) throws(SessionError) -> [Certificate] {
        let blocks = try PEMBlocks(bytes)
        if blocks.isEmpty { return [try Certificate(der: bytes)] }
        let certificates = try blocks.certificates.map { der throws(SessionError) in try Certificate(der: der) }
        if certificates.isEmpty {
            throw .invalidSecurityPolicy(
                "The PEM data contains no certificate.",
                remedy: "It begins with -----BEGIN CERTIFICATE-----."
            )
        }
        return certificates
    }

    /// Reads a file in DER or PEM form; of a folder all files whose names end in `.cer`, `.crt`, `.der` or `.pem`, in the order of
    /// their names. Only a path that is given here may be a pipe, which is read to its end.
    ///
    /// - Returns: At least one certificate.
    /// - Throws: ``SessionError/Code/invalidSecurityPolicy`` where one cannot be read, or there is none.
    public static func read(path: String) throws(SessionError) -> [Certificate] {
        guard isFolder(path) else { return try inFile(path, isNamed: true) }
        let names: [String]
        do throws(SystemError) {
            names = try SystemFile.names(inDirectory: path)
        } catch {
            throw unreadable(path, error)
        }
        var certificates: [Certificate] = []
        for name in names.sorted() where [".cer", ".crt", ".der", ".pem"].contains(String(name.suffix(4)).lowercased())
        {
            if !isFolder("\(path)/\(name)") { certificates += try inFile("\(path)/\(name)", isNamed: false) }
        }
        if certificates.isEmpty {
            throw .invalidSecurityPolicy(
                "There is no certificate in the folder \(path).",
                remedy: "The names of its files end in .cer, .crt, .der or .pem."
            )
        }
        return certificates
    }

    private static func isFolder(_ path: String) -> Bool {
        // A pipe must not be opened twice.
        if case .directory? = SystemFile.kind(ofPath: path) { true } else { false }
    }

    private static func inFile(_ path: String, isNamed: Bool) throws(SessionError) -> [Certificate] {
        do {
            return try read(SecurityFile.contents(of: path, isNamed: isNamed))
        } catch {
            throw .invalidSecurityPolicy("\(error.message) (\(path))", remedy: error.remedy ?? "")
        }
    }

    private static func unreadable(_ path: String, _ error: SystemError) -> SessionError {
        .invalidSecurityPolicy("\(path) cannot be read: \(error.reason).", remedy: "Check its path and permissions.")
    }
}

/// A name out of a certificate, as it may be shown: the author of the certificate chose it.
enum VisibleName {
    /// The text with what a terminal would act on as escapes, and cut after 1,000 characters.
    static func text(_ name: String) -> String {
        var shown = ""
        for scalar in name.unicodeScalars.prefix(1000) {
            if isHidden(scalar) {
                shown += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return name.unicodeScalars.count > 1000 ? shown + "…" : shown
    }

    /// Controls, and marks that turn the direction of writing or separate lines.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }
}
