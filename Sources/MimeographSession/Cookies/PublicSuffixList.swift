import Mimeograph
import MimeographFiles

/// Mozilla's public suffix list: the domains under which different owners may have names, such as `co.uk` and `github.io`.
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
    /// The names after `*.`. Each of them is public, and so is every name directly under it.
    private var wildcards: Set<ByteEqualString> = []
    private var exceptions: Set<ByteEqualString> = []

    /// The list of the system; nil if the system has no list. It is read once, on first use.
    public static let system: PublicSuffixList? = {
        let paths = [
            "/usr/share/publicsuffix/public_suffix_list.dat", "/usr/share/publicsuffix/effective_tld_names.dat",
        ]
        return paths.lazy.compactMap { try? PublicSuffixList(file: $0) }.first
    }()

    private static let mostBytes = 16 << 20

    /// Reads a list.
    ///
    /// - Throws: ``SessionError/Code/fileNotWritable`` if the file cannot be read or has more than 16 MiB.
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

    /// Parses the text of a list.
    public init(_ text: String) {
        for line in text.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            // A rule ends at the first space.
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

    /// Returns whether different owners may have names under a domain in lower case.
    ///
    /// This is true for every domain of one label, and for a domain whose subdomains the list covers with a wildcard.
    public func contains(_ domain: String) -> Bool {
        let labels = domain.parts(at: ".", most: 1)
        guard labels.count == 2 else { return true }
        // A name that ends with a dot is only another spelling. It counts as public, so that it shares no cookies.
        if domain.parts(at: ".").contains(where: \.isEmpty) { return true }
        let name = ByteEqualString(domain)
        if exceptions.contains(name) { return false }
        return names.contains(name) || wildcards.contains(name)
            || wildcards.contains(ByteEqualString(String(labels[1])))
    }
}

/// An encoder that writes the labels of domain names in ASCII.
///
/// Source: RFC 3492 §6.3, with the parameters of §5.
enum Punycode {
    /// Returns the domain with each non-ASCII label as `xn--…`. Its letters must already be in lower case.
    static func encoded(domain: String) -> String {
        guard !domain.utf8.allSatisfy({ $0 < 0x80 }) else { return domain }
        return domain.parts(at: ".").map { label in
            guard !label.utf8.allSatisfy({ $0 < 0x80 }), let encoded = encoded(label) else { return String(label) }
            return "xn--\(encoded)"
        }.joined(separator: ".")
    }

    /// Returns nil for a label that is too long for a domain name.
    private static func encoded(_ label: Substring) -> String? {
        let scalars = label.unicodeScalars.map(\.value)
        // With at most 63 scalars, none of the sums below can overflow.
        guard scalars.count <= 63 else { return nil }
        var output = scalars.filter { $0 < 0x80 }.map { UInt8(truncatingIfNeeded: $0) }
        var handled = output.count
        let basicCount = handled
        if basicCount > 0 { output.append(UInt8(ascii: "-")) }
        var (next, delta, bias) = (UInt32(128), UInt32(0), UInt32(72))
        while handled < scalars.count, let smallest = scalars.filter({ $0 >= next }).min() {
            delta += (smallest - next) * UInt32(handled + 1)
            next = smallest
            for scalar in scalars {
                if scalar < next { delta += 1 }
                guard scalar == next else { continue }
                append(delta, bias, to: &output)
                bias = adapted(delta, UInt32(handled + 1), isFirst: handled == basicCount)
                delta = 0
                handled += 1
            }
            delta += 1
            next += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func append(_ delta: UInt32, _ bias: UInt32, to output: inout [UInt8]) {
        var rest = delta
        var base: UInt32 = 36
        while true {
            let threshold = base <= bias ? 1 : min(26, base - bias)
            if rest < threshold { break }
            output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
            rest = (rest - threshold) / (36 - threshold)
            base += 36
        }
        output.append(digit(rest))
    }

    private static func digit(_ value: UInt32) -> UInt8 {
        UInt8(truncatingIfNeeded: value < 26 ? 97 + value : 22 + value)
    }

    private static func adapted(_ delta: UInt32, _ count: UInt32, isFirst: Bool) -> UInt32 {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var bias: UInt32 = 0
        while delta > 455 {
            delta /= 35
            bias += 36
        }
        return bias + 36 * delta / (delta + 38)
    }
}
