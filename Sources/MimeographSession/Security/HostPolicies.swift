import Mimeograph

/// A security policy for each host.
struct HostPolicies: Hashable, Sendable {
    private let exact: [HostName: SecurityPolicy]
    /// The names with wildcards, the closest match first.
    private let patterns: [Pattern]
    private var others: SecurityPolicy.UnknownHosts

    private struct Pattern: Hashable, Sendable {
        /// The labels from right to left; nil is a wildcard.
        let labels: [Substring?]
        let policy: SecurityPolicy

        func matches(_ name: [Substring]) -> Bool {
            labels.count == name.count && zip(labels, name.reversed()).allSatisfy { $0 == nil || $0 == $1 }
        }

        /// The positions of wildcards from the right. Patterns are sorted so that a label comes before a wildcard.
        var wildcards: [Int] { labels.map { $0 == nil ? 1 : 0 } }
        var text: [Substring] { labels.map { $0 ?? "*" } }
    }

    init(_ policies: [String: SecurityPolicy], others: SecurityPolicy.UnknownHosts) throws(SessionError) {
        var exact: [HostName: SecurityPolicy] = [:]
        var patterns: [Pattern] = []
        for (text, policy) in policies {
            let name = HostName(Self.converted(text))
            guard name.isValid else {
                throw .invalidSecurityPolicy(
                    "A policy is for \(VisibleName.text(text)), which is not a host name.",
                    remedy: "Give names such as api.example.com, *.example.com or ::1, without scheme and port."
                )
            }
            let isNew: Bool
            if name.isAddress || !name.labels.contains("*") {
                isNew = exact.updateValue(policy, forKey: name) == nil
            } else {
                let labels = name.labels.reversed().map { $0 == "*" ? nil : $0 }
                isNew = !patterns.contains { $0.labels == labels }
                patterns.append(Pattern(labels: labels, policy: policy))
            }
            if !isNew {
                throw .invalidSecurityPolicy("There are two policies for \(name.text).", remedy: "Remove one of them.")
            }
        }
        self.exact = exact
        // The order must not depend on the dictionary, so that equal policies are equal.
        self.patterns = patterns.sorted { one, two in
            one.wildcards == two.wildcards
                ? one.text.lexicographicallyPrecedes(two.text)
                : one.wildcards.lexicographicallyPrecedes(two.wildcards)
        }
        self.others = others
    }

    /// Returns a name in ASCII. A name that cannot be converted stays as it is, and is rejected.
    private static func converted(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 >= 0x80 }) else { return name }
        let isPattern = name.beginsWithBytes(of: "*.")
        guard let host = try? URLHost.canonical(isPattern ? name.dropFirst(2) : name[...]) else { return name }
        return isPattern ? "*.\(host)" : host
    }

    /// Returns the policy for a host; nil if the host is rejected.
    func policy(for host: HostName) -> SecurityPolicy? {
        if let policy = exact[host] { return policy }
        if !host.isAddress, !patterns.isEmpty {
            let labels = host.labels
            if let pattern = patterns.first(where: { $0.matches(labels) }) { return pattern.policy }
        }
        return switch others {
        case .refused: nil
        case .policy(let policy): policy
        }
    }

    /// Whether hosts without a policy of their own receive a client identity.
    var hasGeneralIdentity: Bool {
        if case .policy(let policy) = others { policy.hasGeneralIdentity } else { false }
    }

    var withoutGeneralIdentity: HostPolicies {
        var copy = self
        if case .policy(let policy) = others { copy.others = .policy(policy.withoutGeneralIdentity) }
        return copy
    }

    /// Whether the policy of any host passes a test.
    func contains(where test: (SecurityPolicy) -> Bool) -> Bool {
        if case .policy(let policy) = others, test(policy) { return true }
        return exact.values.contains(where: test) || patterns.contains { test($0.policy) }
    }
}

/// A host as certificates and policies name it: in canonical form, without brackets and final dot.
struct HostName: Hashable, Sendable {
    let text: String
    let isAddress: Bool
    /// Whether the host is an address, or a name whose labels are valid in a certificate, some of which may be wildcards.
    ///
    /// Source: RFC 1035 §2.3.4; RFC 9525 §6.3.
    let isValid: Bool

    /// Makes a host from a URL's host, or from a name that a person wrote. An IPv6 address may have no brackets.
    init(_ host: String) {
        if let address = host.contains(ascii: ":") ? InternetAddress(URLHost.withoutZone(host)[...]) : nil {
            (text, isAddress, isValid) = (address.description, true, true)
            return
        }
        let isNumber = InternetAddress.endsInNumber(host)
        let canonical = isNumber ? InternetAddress(ipv4: host)?.description : nil
        // A peer's certificate may have any bytes as a name. Names are compared as bytes, with ASCII letters in lower case.
        var name =
            canonical ?? String(decoding: host.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
        if canonical == nil, name.utf8.last == UInt8(ascii: "."), name.utf8.count > 1 { name.removeLast() }
        (text, isAddress) = (name, canonical != nil)
        isValid = isNumber ? isAddress : name.utf8.count <= 253 && name.parts(at: ".").allSatisfy(Self.isLabel)
    }

    private static func isLabel(_ label: Substring) -> Bool {
        label == "*"
            || (1...63).contains(label.utf8.count)
                && label.utf8.allSatisfy {
                    (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F
                }
    }

    /// The labels of a name; an address is a single label.
    var labels: [Substring] { isAddress ? [text[...]] : text.parts(at: ".") }

    /// Returns the text of an address of 4 or 16 bytes in a certificate, and a mark for any other number of bytes.
    static func text(ofAddress bytes: [UInt8]) -> String {
        InternetAddress(bytes).map(\.description) ?? "(no address)"
    }
}
