import Mimeograph
import MimeographFiles

/// The domains under which anybody may have a name, such as `co.uk` and `github.io`, as Mozilla's public suffix list has them.
///
/// ```swift
/// let list = try PublicSuffixList(file: "/usr/share/publicsuffix/public_suffix_list.dat")
/// configuration.cookies = CookieStorage(isPublicSuffix: list.contains)
/// ```
/// The list changes weekly and is not part of this package; Debian has it in `publicsuffix`, Fedora in `publicsuffix-list`.
///
/// Source: publicsuffix.org, "Format".
public struct PublicSuffixList: Sendable {
    private var names: Set<ByteEqualString> = []
    /// What stands behind `*.`: it is public, and every name directly under it.
    private var wildcards: Set<ByteEqualString> = []
    private var exceptions: Set<ByteEqualString> = []

    /// The list that the system has; nil where it has none. It is read once, when it is asked for first.
    public static let system: PublicSuffixList? = {
        let paths = [
            "/usr/share/publicsuffix/public_suffix_list.dat", "/usr/share/publicsuffix/effective_tld_names.dat",
        ]
        return paths.lazy.compactMap { try? PublicSuffixList(file: $0) }.first
    }()

    private static let mostBytes = 16 << 20

    /// Reads a list.
    ///
    /// - Throws: ``SessionError/Code/fileNotWritable`` where the file cannot be read or has more than 16 MiB.
    public init(file path: String) throws(SessionError) {
        let bytes: [UInt8]?
        do throws(SystemError) {
            bytes = try SystemFile.contents(of: path, atMost: Self.mostBytes)
        } catch {
            throw SessionError(
                .fileNotWritable,
                "The public suffix list cannot be read: \(error.reason).",
                remedy: "Check its path and its permissions."
            )
        }
        guard let bytes else {
            throw SessionError(.fileNotWritable, "The public suffix list is larger than 16 MiB.")
        }
        self.init(String(decoding: bytes, as: UTF8.self))
    }

    /// Reads a list that is there as text.
    public init(_ text: String) {
        for line in text.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            // What follows a space is no part of the rule.
            let rule = String(Substring(line.prefix { $0 != 0x20 && $0 != 0x09 })).lowercased()
            if rule.isEmpty || rule.beginsWithBytes(of: "//") { continue }
            for rule in Set([rule, Punycode.encoded(domain: rule)].map { ByteEqualString($0) }).map(\.text) {
                if rule.beginsWithBytes(of: "!") {
                    exceptions.insert(ByteEqualString(String(rule.dropFirst())))
                } else if rule.beginsWithBytes(of: "*.") {
                    wildcards.insert(ByteEqualString(String(rule.dropFirst(2))))
                } else {
                    names.insert(ByteEqualString(rule))
                }
            }
        }
    }

    /// Whether a domain in lower case is one under which anybody may have a name.
    ///
    /// A domain of one label is, whether or not it is on the list, and so is one below which the list names all by a wildcard.
    public func contains(_ domain: String) -> Bool {
        let labels = domain.parts(at: ".", most: 1)
        guard labels.count == 2 else { return true }
        // A name that ends with a dot is another spelling of one without, and its cookies are not worth the trouble.
        if domain.parts(at: ".").contains(where: \.isEmpty) { return true }
        let name = ByteEqualString(domain)
        if exceptions.contains(name) { return false }
        return names.contains(name) || wildcards.contains(name)
            || wildcards.contains(ByteEqualString(String(labels[1])))
    }
}
