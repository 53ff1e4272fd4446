/// Which hosts a cookie's domain covers, and which domains nobody may set one for.
enum CookieDomain {
    /// Whether a host is the domain or under it. Source: RFC 6265 §5.1.3.
    static func matches(_ host: String, _ domain: String) -> Bool {
        if host == domain { return true }
        return host.hasSuffix(".\(domain)") && !isAddress(host)
    }

    /// Whether the host is an IP address, under which there is nothing.
    static func isAddress(_ host: String) -> Bool {
        host.utf8.first == UInt8(ascii: "[") || host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
    }

    /// Whether others than one owner may have names under the domain: by the system's public suffix list, else as it looks.
    @Sendable static func isPublic(_ domain: String) -> Bool {
        PublicSuffixList.system?.contains(domain) ?? looksPublic(domain)
    }

    /// Whether others than one owner may have names under the domain, as far as can be told without the public suffix list,
    /// which changes weekly: a domain of one label, or what looks like a registry's second level, such as `co.uk`.
    ///
    /// A false alarm costs a site the cookies that it shares among its hosts; whoever has the list can hand it over, see
    /// ``CookieStorage/init(isPublicSuffix:)``.
    static func looksPublic(_ domain: String) -> Bool {
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        if labels.count <= 1 || labels.contains("") || hosts.contains(domain) { return true }
        guard labels.count == 2, labels[1].utf8.count == 2 else { return false }
        return secondLevels.contains(String(labels[0]))
    }

    /// Where everybody may have a site: the largest of those that their owners have put on the public suffix list.
    private static let hosts: Set<String> = [
        "appspot.com", "azurewebsites.net", "blogspot.com", "cloudfront.net", "firebaseapp.com", "fly.dev", "github.io",
        "gitlab.io", "herokuapp.com", "netlify.app", "onrender.com", "pages.dev", "vercel.app", "web.app",
        "workers.dev",
    ]

    /// Second levels that registries of countries use for all comers.
    private static let secondLevels: Set<String> = [
        "ac", "co", "com", "ed", "edu", "go", "gob", "gouv", "gov", "govt", "id", "info", "ltd", "me", "mil", "ne",
        "net",
        "nom", "nhs", "or", "org", "plc", "police", "sch", "school",
    ]
}
