import Mimeograph

/// Policies by host.
struct HostPolicies: Hashable, Sendable {
    private let exact: [HostName: SecurityPolicy]
    /// Names with wildcards, the closest first.
    private let patterns: [Pattern]
    private var others: SecurityPolicy.UnknownHosts

    private struct Pattern: Hashable, Sendable {
        /// From the right; nil is a wildcard.
        let labels: [Substring?]
        let policy: SecurityPolicy

        func matches(_ name: [Substring]) -> Bool {
            labels.count == name.count && zip(labels, name.reversed()).allSatisfy { $0 == nil || $0 == $1 }
        }

        /// Where it has wildcards, from the right: what comes first among these has a label where the others have none.
        var wildcards: [Int] { labels.map { $0 == nil ? 1 : 0 } }
        var text: [Substring] { labels.map { $0 ?? "*" } }
    }

    init(_ policies: [String: SecurityPolicy], others: SecurityPolicy.UnknownHosts) throws(SessionError) {
        var exact: [HostName: SecurityPolicy] = [:]
        var patterns: [Pattern] = []
        for (text, policy) in policies {
            let name = HostName(text)
            guard name.isValid else {
                throw .invalidSecurityPolicy(
                    "A policy is for \(VisibleName.text(text)), which is no name of a host.",
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
                throw .invalidSecurityPolicy("Two policies are for \(name.text).", remedy: "Leave one of them out.")
            }
        }
        self.exact = exact
        // In an order that does not depend on that of the dictionary, so that equal policies are equal.
        self.patterns = patterns.sorted { one, two in
            one.wildcards == two.wildcards
                ? one.text.lexicographicallyPrecedes(two.text)
                : one.wildcards.lexicographicallyPrecedes(two.wildcards)
        }
        self.others = others
    }

    /// The policy for a host; nil where it is refused.
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

    /// Whether hosts that are not named are shown an identity.
    var hasGeneralIdentity: Bool {
        if case .policy(let policy) = others { policy.hasGeneralIdentity } else { false }
    }

    /// The same without that identity.
    var withoutGeneralIdentity: HostPolicies {
        var copy = self
        if case .policy(let policy) = others { copy.others = .policy(policy.withoutGeneralIdentity) }
        return copy
    }

    /// Whether any host's policy is one that something is asked about.
    func contains(where test: (SecurityPolicy) -> Bool) -> Bool {
        if case .policy(let policy) = others, test(policy) { return true }
        return exact.values.contains(where: test) || patterns.contains { test($0.policy) }
    }
}

/// A host as certificates and policies name it: in its one form, without brackets and final dot.
struct HostName: Hashable, Sendable {
    let text: String
    let isAddress: Bool
    /// Whether it is an address, or a name of labels as a certificate has them, of which some may be wildcards.
    ///
    /// Source: RFC 1035 §2.3.4; RFC 9525 §6.3.
    let isValid: Bool

    /// Takes the host of a URL, or a name that people wrote; an IPv6 address may have no brackets.
    init(_ host: String) {
        if let address = host.contains(ascii: ":") ? InternetAddress(host[...]) : nil {
            (text, isAddress, isValid) = (address.description, true, true)
            return
        }
        let isNumber = InternetAddress.endsInNumber(host)
        let canonical = isNumber ? InternetAddress(ipv4: host)?.description : nil
        // A peer's certificate has any bytes as a name: they are compared as bytes, with their letters of ASCII in lower case.
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

    /// The labels of a name; an address is one.
    var labels: [Substring] { isAddress ? [text[...]] : text.parts(at: ".") }

    /// The text of an address of 4 or 16 bytes, as it is in a certificate; of others a mark that they are none.
    static func text(ofAddress bytes: [UInt8]) -> String {
        InternetAddress(bytes).map(\.description) ?? "(no address)"
    }
}
