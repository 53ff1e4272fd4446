import Mimeograph

/// Functions that decide which hosts a cookie's domain covers, and which domains accept no cookies.
enum CookieDomain {
    /// Returns whether a host is the domain or a subdomain. Source: draft-ietf-httpbis-rfc6265bis §5.1.3.
    static func matches(_ host: String, _ domain: String) -> Bool {
        let (count, length) = (host.utf8.count, domain.utf8.count)
        guard count > length else { return host.hasSameBytes(as: domain) }
        let end = host.utf8.dropFirst(count - length - 1)
        return end.first == UInt8(ascii: ".") && end.dropFirst().elementsEqual(domain.utf8) && !isAddress(host)
    }

    /// Returns whether the host is an IP address, which has no subdomains.
    static func isAddress(_ host: String) -> Bool { URLHost.isAddress(host) }

    /// Returns the domain in the canonical form of hosts. A text that is not a host is only lowercased, and matches no host.
    static func canonical(_ domain: String) -> String { (try? URLHost.canonical(domain[...])) ?? lowercased(domain) }

    /// Returns a name with its ASCII letters in lower case. Other letters do not change, so none of them becomes an ASCII letter.
    static func lowercased(_ name: some StringProtocol) -> String {
        String(decoding: name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Returns the host and the domains above it, from the longest to the shortest. For an address, or a name that is too long
    /// for the DNS, returns only the host.
    static func domains(of host: String) -> [String] {
        guard host.utf8.count <= mostBytes, !isAddress(host) else { return [host] }
        let dots = host.utf8.indices.filter { host.utf8[$0] == UInt8(ascii: ".") }
        return [host] + dots.map { String(host[host.utf8.index(after: $0)...]) }
    }

    /// Source: RFC 1035 §2.3.4, without the byte for the root.
    private static let mostBytes = 254

    /// Returns whether a host may set cookies for its own domain, or one above it, and for all subdomains. The domain must be
    /// longer than the host's longest public suffix.
    ///
    /// It is not enough that the domain itself is not public. If `s3.amazonaws.com` is public, its subdomains may not set cookies
    /// for `amazonaws.com`, even if that has a single owner.
    ///
    /// Source: draft-ietf-httpbis-rfc6265bis §5.7; publicsuffix.org, "Algorithm".
    static func mayShare(_ domain: String, _ host: String, isPublicSuffix: (String) -> Bool) -> Bool {
        guard matches(host, domain), host.utf8.count <= mostBytes else { return false }
        return !domains(of: host).contains { $0.utf8.count >= domain.utf8.count && isPublicSuffix($0) }
    }

    /// Returns the longest public suffix of a host with one more label. A public host or an address is returned unchanged.
    ///
    /// Source: draft-ietf-httpbis-rfc6265bis §5.2; URL §3.2, "registrable domain".
    static func registrable(_ host: String, isPublicSuffix: (String) -> Bool) -> String {
        if isAddress(host) { return host }
        let domains = domains(of: host)
        guard let index = domains.firstIndex(where: isPublicSuffix), index > 0 else { return host }
        return domains[index - 1]
    }

    /// Returns whether different owners may have names under the domain, by the system's public suffix list or by a guess.
    @Sendable static func isPublic(_ domain: String) -> Bool {
        PublicSuffixList.system?.contains(domain) ?? looksPublic(domain)
    }

    /// Guesses whether different owners may have names under the domain, without the public suffix list, which changes weekly.
    /// Domains of one label count, and so do typical second levels of a registry, such as `co.uk`.
    ///
    /// A wrong guess can cost a site the cookies that its hosts share. A caller that has the list can pass it: see
    /// ``CookieStorage/init(isPublicSuffix:)``.
    @Sendable static func looksPublic(_ domain: String) -> Bool {
        let labels = domain.parts(at: ".")
        if labels.count <= 1 || labels.contains(where: \.isEmpty) || hosts.contains(ByteEqualString(domain)) {
            return true
        }
        guard labels.count == 2, labels[1].utf8.count == 2 else { return false }
        return secondLevels.contains(ByteEqualString(String(labels[0])))
    }

    /// Domains under which different owners have sites: the largest that their owners have put on the public suffix list.
    private static let hosts: Set<ByteEqualString> = [
        "amazonaws.com", "appspot.com", "azurewebsites.net", "blogspot.com", "cloudfront.net", "firebaseapp.com",
        "fly.dev",
        "github.io", "gitlab.io", "herokuapp.com", "netlify.app", "onrender.com", "pages.dev", "vercel.app", "web.app",
        "workers.dev",
    ]

    /// The second levels under which country registries let anyone register names.
    private static let secondLevels: Set<ByteEqualString> = [
        "ac", "co", "com", "ed", "edu", "go", "gob", "gouv", "gov", "govt", "id", "info", "ltd", "me", "mil", "ne",
        "net",
        "nom", "nhs", "or", "org", "plc", "police", "sch", "school",
    ]
}
