import MimeographFiles

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An X.509 certificate.
///
/// ```swift
/// let pinned = try Certificate.read(path: "api.pem")          // one file, or all of a folder
/// let sameCertificate = try Certificate(der: bytes)
/// print(pinned[0].subject, pinned[0].validUntil ?? .now, pinned[0].pin)
/// ```
/// Certificates are equal if their encodings are. Names contain no characters that a terminal would act on; they are escaped. The
/// system's library parses the certificate, and one that it cannot parse is rejected.
public struct Certificate: Sendable {
    /// The encoding in DER (Distinguished Encoding Rules).
    public let der: [UInt8]
    /// The digest of the public key, for ``SecurityPolicy/pinnedKeys``.
    public let pin: KeyPin
    let parsed: ParsedCertificate

    /// Parses one certificate in DER form, with nothing after it.
    ///
    /// - Throws: ``SessionError/Code/invalidSecurityPolicy``.
    public init(der: [UInt8]) throws(SessionError) {
        guard let parsed = ParsedCertificate(der: der), let certificate = Certificate(parsed), certificate.der == der
        else {
            throw .invalidSecurityPolicy(
                "The data is not a certificate in DER form.",
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

    /// The subject, as a list of names such as `C=SE, O=Example, CN=example.com`.
    public var subject: String { VisibleName.text(parsed.subject) }
    /// The authority that signed the certificate.
    public var issuer: String { VisibleName.text(parsed.issuer) }
    /// The host names and addresses that the certificate is for (subjectAltName).
    public var hostNames: [String] { parsed.hostNames.map(VisibleName.text) }
    /// The start of the validity period; nil if it cannot be parsed.
    public var validFrom: Date? { parsed.validity?.from }
    /// The end of the validity period; nil if it cannot be parsed.
    public var validUntil: Date? { parsed.validity?.until }
}

extension Certificate: Hashable {
    /// Whether the encodings are the same.
    public static func == (one: Certificate, two: Certificate) -> Bool { one.der == two.der }
    /// Hashes the encoding.
    public func hash(into hasher: inout Hasher) { hasher.combine(der) }
}

extension Certificate: CustomStringConvertible {
    /// One line with subject, issuer, validity and pin.
    public var description: String {
        "\(subject), signed by \(issuer), valid \(validity), \(pin)"
    }

    /// The days of the validity period in UTC: `2026-11-21 to 2027-02-19`.
    package var validity: String { "\(Self.day(validFrom)) to \(Self.day(validUntil))" }

    /// A day in UTC: `2026-11-21`.
    static func day(_ date: Date?) -> String {
        date?.formatted(.iso8601.year().month().day()) ?? "?"
    }
}

// MARK: - Reading

extension Certificate {
    /// Parses one certificate in DER form, or any number in PEM form.
    ///
    /// Text between PEM blocks, and blocks of other kinds, such as keys, are skipped. A damaged certificate block is an error.
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
                remedy: "Give a file that contains -----BEGIN CERTIFICATE-----."
            )
        }
        return certificates
    }

    /// Reads a file in DER or PEM form, or a folder: all its files whose names end in `.cer`, `.crt`, `.der` or `.pem`, sorted by
    /// name. Only the path itself may be a pipe, which is read to its end.
    ///
    /// - Returns: At least one certificate.
    /// - Throws: ``SessionError/Code/invalidSecurityPolicy`` if a certificate cannot be read, or if there are none.
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
                "The folder \(path) contains no certificate.",
                remedy: "Name certificate files with the ending .cer, .crt, .der or .pem."
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

/// A name from a certificate, made safe to show, because the author of the certificate chose it.
enum VisibleName {
    /// Returns the text with escapes for the characters that a terminal would act on, cut after 1,000 characters.
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

    /// Whether it is a control, or a mark that changes the writing direction or separates lines.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }
}
