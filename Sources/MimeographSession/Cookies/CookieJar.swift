import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Cookies by the domain that they are for, within the limits of ``CookieStorage``.
///
/// A request looks at those of its own host and of the domains above it, and at no others: what one server stores costs no
/// request to another.
struct CookieJar: Sendable {
    /// What cookies are kept under.
    private struct Site: Hashable, Sendable {
        let domain: ByteEqualString
        let socket: ByteEqualString?

        init(_ domain: String, _ socket: String?) {
            self.domain = ByteEqualString(domain)
            self.socket = socket.map { ByteEqualString($0) }
        }
    }

    private struct Stored: Sendable {
        var cookie: Cookie
        /// Counts up with each creation and use, so that cookies can be put in an order.
        var created: Int
        var used: Int
    }

    private var sites: [Site: [Stored]] = [:]
    private var count = 0
    private var counter = 0

    init() {}

    /// The last ones of many, as far as the limits go.
    init(_ cookies: [Cookie]) {
        for cookie in cookies { insert(cookie) }
        removeOldest(count - CookieStorage.most)
    }

    /// All of them, in the order in which they were set.
    var cookies: [Cookie] { sites.values.joined().sorted { $0.created < $1.created }.map(\.cookie) }

    /// What is sent to a URL, in order; it counts as used now.
    ///
    /// Source: RFC 6265 §5.4: longer paths first, among equals the older.
    mutating func cookies(for url: RequestURL, socket: String?, now: Date) -> [Cookie] {
        if sites.isEmpty { return [] }
        var chosen: [Stored] = []
        for domain in CookieDomain.domains(of: url.host) {
            let site = Site(domain, socket)
            for index in (sites[site] ?? []).indices {
                guard let cookie = sites[site]?[index].cookie, cookie.applies(to: url), !cookie.hasEnded(now) else {
                    continue
                }
                counter += 1
                sites[site]?[index].used = counter
                if let stored = sites[site]?[index] { chosen.append(stored) }
            }
        }
        chosen.sort { one, two in
            let (first, second) = (one.cookie.path.utf8.count, two.cookie.path.utf8.count)
            return first == second ? one.created < two.created : first > second
        }
        return chosen.map(\.cookie)
    }

    /// Keeps a cookie; one of the same name, domain and path goes, and so do others where there are too many.
    ///
    /// Source: RFC 6265 §5.3, §6.1: those that have ended first, then those of a domain with too many, then the others.
    mutating func put(_ cookie: Cookie, now: Date) {
        let site = Site(cookie.domain, cookie.unixSocketPath)
        if count >= CookieStorage.most || (sites[site]?.count ?? 0) >= CookieStorage.mostOfADomain {
            // The one that is replaced stays until then.
            remove { $0.hasEnded(now) && !$0.isSameCookie(as: cookie) }
        }
        insert(cookie)
        removeOldest(count - CookieStorage.most)
    }

    /// Removes the cookie whose slot this one would take.
    mutating func remove(_ cookie: Cookie) {
        let site = Site(cookie.domain, cookie.unixSocketPath)
        removeAll(of: site) { $0.cookie.isSameCookie(as: cookie) }
    }

    /// Removes those that a closure picks.
    mutating func remove(where isToGo: (Cookie) -> Bool) {
        for site in Array(sites.keys) { removeAll(of: site) { isToGo($0.cookie) } }
    }

    /// Whether an insecure origin would set a cookie that a server would take for one that a secure origin has set.
    ///
    /// Source: RFC 6265's successor (draft-ietf-httpbis-rfc6265bis) §5.7, "leave secure cookies alone".
    func hasSecureCookie(over cookie: Cookie) -> Bool {
        sites.contains { site, stored in
            // Domains first, which are short: names of other sites are not looked at.
            guard site.socket == cookie.unixSocketPath.map({ ByteEqualString($0) }),
                CookieDomain.matches(site.domain.text, cookie.domain)
                    || CookieDomain.matches(cookie.domain, site.domain.text)
            else { return false }
            return stored.contains { stored in
                let own = stored.cookie
                return own.isSecure && own.name.hasSameBytes(as: cookie.name)
                    && Cookie.path(cookie.path, matches: own.path)
            }
        }
    }

    private mutating func insert(_ cookie: Cookie) {
        counter += 1
        let site = Site(cookie.domain, cookie.unixSocketPath)
        // One that is replaced keeps its turn. Source: RFC 6265 §5.3 step 11.
        if let index = sites[site]?.firstIndex(where: { $0.cookie.isSameCookie(as: cookie) }) {
            sites[site]?[index].cookie = cookie
            sites[site]?[index].used = counter
            return
        }
        count += 1
        sites[site, default: []].append(Stored(cookie: cookie, created: counter, used: counter))
        guard let stored = sites[site], stored.count > CookieStorage.mostOfADomain,
            let oldest = stored.min(by: { $0.used < $1.used })
        else { return }
        removeAll(of: site) { $0.used == oldest.used }
    }

    private mutating func removeAll(of site: Site, where isToGo: (Stored) -> Bool) {
        guard let stored = sites[site], stored.contains(where: isToGo) else { return }
        let kept = stored.filter { !isToGo($0) }
        count -= stored.count - kept.count
        sites[site] = kept.isEmpty ? nil : kept
    }

    /// Removes so many of those that were used longest ago, in one pass.
    private mutating func removeOldest(_ excess: Int) {
        if excess <= 0 { return }
        let uses = sites.values.joined().map(\.used)
        let last = excess == 1 ? uses.min() : uses.sorted()[excess - 1]
        guard let last else { return }
        for site in Array(sites.keys) where sites[site]?.contains(where: { $0.used <= last }) == true {
            removeAll(of: site) { $0.used <= last }
        }
    }
}

extension Cookie {
    func hasEnded(_ now: Date) -> Bool { expires.map { $0 <= now } ?? false }
}
