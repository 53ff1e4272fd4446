import Mimeograph

/// Which hosts a cookie's domain covers, and for which domains none may be set.
enum CookieDomain {
    /// Whether a host is the domain or under it. Source: draft-ietf-httpbis-rfc6265bis §5.1.3.
    static func matches(_ host: String, _ domain: String) -> Bool {
        let (count, length) = (host.utf8.count, domain.utf8.count)
        guard count > length else { return host.hasSameBytes(as: domain) }
        let end = host.utf8.dropFirst(count - length - 1)
        return end.first == UInt8(ascii: ".") && end.dropFirst().elementsEqual(domain.utf8) && !isAddress(host)
    }

    /// Whether the host is an IP address, under which there is nothing.
    static func isAddress(_ host: String) -> Bool { URLHost.isAddress(host) }

    /// The domain in the one form that hosts have; what is no host stays as it is, in lower case, and no host has it.
    static func canonical(_ domain: String) -> String { (try? URLHost.canonical(domain[...])) ?? lowercased(domain) }

    /// A name with its ASCII letters in lower case. What is beyond ASCII stays as it is: no other letter is taken for one of
    /// them.
    static func lowercased(_ name: some StringProtocol) -> String {
        String(decoding: name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// The host, and the domains above it, from the longest to the shortest; of an address, or of what is longer than any name in
    /// the DNS, the host alone.
    static func domains(of host: String) -> [String] {
        guard host.utf8.count <= mostBytes, !isAddress(host) else { return [host] }
        let dots = host.utf8.indices.filter { host.utf8[$0] == UInt8(ascii: ".") }
        return [host] + dots.map { String(host[host.utf8.index(after: $0)...]) }
    }

    /// Source: RFC 1035 §2.3.4, without the byte for the root.
    private static let mostBytes = 254

    /// Whether a host may set cookies for a domain above it, or its own, and all that is below: the domain must be longer than
    /// what is public of the host.
    ///
    /// It is not enough that the domain itself is not public: where `s3.amazonaws.com` is, `amazonaws.com` is no domain for what
    /// is below the former, even if one owner has the latter.
    ///
    /// Source: draft-ietf-httpbis-rfc6265bis §5.7; publicsuffix.org, "Algorithm".
    static func mayShare(_ domain: String, _ host: String, isPublicSuffix: (String) -> Bool) -> Bool {
        guard matches(host, domain), host.utf8.count <= mostBytes else { return false }
        return !domains(of: host).contains { $0.utf8.count >= domain.utf8.count && isPublicSuffix($0) }
    }

    /// The domain that one owner has of a host: what is one label longer than all that is public of it. A host that is public, or an
    /// address, is its own.
    ///
    /// Source: draft-ietf-httpbis-rfc6265bis §5.2; URL §3.2, "registrable domain".
    static func registrable(_ host: String, isPublicSuffix: (String) -> Bool) -> String {
        if isAddress(host) { return host }
        let domains = domains(of: host)
        guard let index = domains.firstIndex(where: isPublicSuffix), index > 0 else { return host }
        return domains[index - 1]
    }

    /// Whether others than one owner may have names under the domain: by the system's public suffix list, else as it looks.
    @Sendable static func isPublic(_ domain: String) -> Bool {
        PublicSuffixList.system?.contains(domain) ?? looksPublic(domain)
    }

    /// Whether others than one owner may have names under the domain, as far as can be told without the public suffix list,
    /// which changes weekly: a domain of one label, or what looks like a registry's second level, such as `co.uk`.
    ///
    /// A false alarm costs a site the cookies that it shares among its hosts; a caller that has the list can hand it over, see
    /// ``CookieStorage/init(isPublicSuffix:)``.
    @Sendable static func looksPublic(_ domain: String) -> Bool {
        let labels = domain.parts(at: ".")
        if labels.count <= 1 || labels.contains(where: \.isEmpty) || hosts.contains(ByteEqualString(domain)) {
            return true
        }
        guard labels.count == 2, labels[1].utf8.count == 2 else { return false }
        return secondLevels.contains(ByteEqualString(String(labels[0])))
    }

    /// Where different owners have sites: the largest of those that their owners have put on the public suffix list.
    private static let hosts: Set<ByteEqualString> = [
        "amazonaws.com", "appspot.com", "azurewebsites.net", "blogspot.com", "cloudfront.net", "firebaseapp.com",
        "fly.dev",
        "github.io", "gitlab.io", "herokuapp.com", "netlify.app", "onrender.com", "pages.dev", "vercel.app", "web.app",
        "workers.dev",
    ]

    /// Second levels that registries of countries use for all comers.
    private static let secondLevels: Set<ByteEqualString> = [
        "ac", "co", "com", "ed", "edu", "go", "gob", "gouv", "gov", "govt", "id", "info", "ltd", "me", "mil", "ne",
        "net",
        "nom", "nhs", "or", "org", "plc", "police", "sch", "school",
    ]
}
