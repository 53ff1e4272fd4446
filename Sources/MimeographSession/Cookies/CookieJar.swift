import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A collection of cookies by domain, within the limits of ``CookieStorage``.
///
/// A request looks only at the cookies of its own host and of the domains above it. Other cookies do not slow it down.
struct CookieJar: Sendable {
    /// The key of a group of cookies.
    private struct Slot: Hashable, Sendable {
        let domain: ByteEqualString
        let partition: ByteEqualString?
        let socket: ByteEqualString?

        init(_ domain: String, _ partition: String?, _ socket: String?) {
            self.domain = ByteEqualString(domain)
            self.partition = partition.map { ByteEqualString($0) }
            self.socket = socket.map { ByteEqualString($0) }
        }

        init(_ cookie: Cookie) { self.init(cookie.domain, cookie.partition, cookie.unixSocketPath) }
    }

    private struct Stored: Sendable {
        var cookie: Cookie
        /// Values of a counter that grows with each creation and use, to order the cookies.
        var created: Int
        var used: Int
    }

    private var slots: [Slot: [Stored]] = [:]
    private var count = 0
    private var partitionedCount = 0
    private var counter = 0

    init() {}

    /// Makes a jar with the last of the cookies, within the limits.
    init(_ cookies: [Cookie]) {
        for cookie in cookies { insert(cookie) }
        removeOldest(count - CookieStorage.most)
    }

    /// All cookies in the order in which they were set.
    var cookies: [Cookie] { slots.values.joined().sorted { $0.created < $1.created }.map(\.cookie) }

    /// Returns the cookies that a closure selects, in the order in which they were set. The byte limit favors those used last.
    func lastUsed(bytes: Int, where isWanted: (Cookie) -> Bool) -> [Cookie] {
        var wanted = slots.values.joined().filter { isWanted($0.cookie) }
        var left = bytes
        if wanted.reduce(0, { $0 + $1.cookie.size }) > bytes {
            wanted.sort { $0.used > $1.used }
            wanted = Array(
                wanted.prefix(while: { stored in
                    left -= stored.cookie.size
                    return left >= 0
                })
            )
        }
        return wanted.sorted { $0.created < $1.created }.map(\.cookie)
    }

    /// Whether the jar has cookies with a partition.
    var hasPartitions: Bool { partitionedCount > 0 }

    /// Returns the cookies for a URL in order, and marks them as used now.
    ///
    /// - Parameter partition: The site of the page that the request is a part of.
    /// Source: draft-ietf-httpbis-rfc6265bis §5.8.3: longer paths first, then older cookies.
    mutating func cookies(
        for url: RequestURL,
        socket: String?,
        context: CookieContext = .user,
        partition: String? = nil,
        now: Date
    ) -> [Cookie] {
        if slots.isEmpty { return [] }
        var chosen: [Stored] = []
        for domain in CookieDomain.domains(of: url.host) {
            choose(Slot(domain, nil, socket), url, context, now, into: &chosen)
            if let partition { choose(Slot(domain, partition, socket), url, context, now, into: &chosen) }
        }
        chosen.sort { one, two in
            let (first, second) = (one.cookie.path.utf8.count, two.cookie.path.utf8.count)
            return first == second ? one.created < two.created : first > second
        }
        return chosen.map(\.cookie)
    }

    private mutating func choose(
        _ slot: Slot,
        _ url: RequestURL,
        _ context: CookieContext,
        _ now: Date,
        into chosen: inout [Stored]
    ) {
        for index in (slots[slot] ?? []).indices {
            guard let cookie = slots[slot]?[index].cookie, cookie.applies(to: url), !cookie.hasEnded(now),
                context.maySend(cookie.sameSite)
            else { continue }
            counter += 1
            slots[slot]?[index].used = counter
            if let stored = slots[slot]?[index] { chosen.append(stored) }
        }
    }

    /// Stores a cookie in place of one with the same name, domain and path. Removes other cookies if there are too many.
    ///
    /// Source: draft-ietf-httpbis-rfc6265bis §5.7. It removes expired cookies first. Then, from a domain with too many cookies,
    /// it removes insecure cookies before secure ones. Finally it removes cookies of all domains, but an insecure cookie never
    /// replaces a secure one. In each step the cookies used longest ago go first.
    mutating func put(_ cookie: Cookie, now: Date) {
        let slot = Slot(cookie)
        if count >= CookieStorage.most || (slots[slot]?.count ?? 0) >= CookieStorage.mostOfADomain {
            // The cookie to replace stays until then.
            remove { $0.hasEnded(now) && !$0.isSameCookie(as: cookie) }
        }
        insert(cookie)
        // An insecure cookie never removes secure ones, even if its sender uses many host names.
        removeOldest(count - CookieStorage.most, sparesSecure: !cookie.isSecure)
    }

    /// Removes the cookie that this one would replace.
    mutating func remove(_ cookie: Cookie) {
        let slot = Slot(cookie)
        removeAll(of: slot) { $0.cookie.isSameCookie(as: cookie) }
    }

    /// Removes the cookies that a closure selects.
    mutating func remove(where isToGo: (Cookie) -> Bool) {
        for slot in Array(slots.keys) { removeAll(of: slot) { isToGo($0.cookie) } }
    }

    /// Returns whether an insecure origin would set a cookie that a server could confuse with a cookie of a secure origin,
    /// whatever the partition of that cookie.
    ///
    /// Source: draft-ietf-httpbis-rfc6265bis §5.7 step 16.
    func hasSecureCookie(over cookie: Cookie) -> Bool {
        slots.contains { slot, stored in
            // Compares the domains first, which are short; the names of other sites' cookies are not compared.
            guard slot.socket == cookie.unixSocketPath.map({ ByteEqualString($0) }),
                CookieDomain.matches(slot.domain.text, cookie.domain)
                    || CookieDomain.matches(cookie.domain, slot.domain.text)
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
        let slot = Slot(cookie)
        // A replacement keeps the creation time. Source: draft-ietf-httpbis-rfc6265bis §5.7 step 23.
        if let index = slots[slot]?.firstIndex(where: { $0.cookie.isSameCookie(as: cookie) }) {
            slots[slot]?[index].cookie = cookie
            slots[slot]?[index].used = counter
            return
        }
        count += 1
        if cookie.partition != nil { partitionedCount += 1 }
        slots[slot, default: []].append(Stored(cookie: cookie, created: counter, used: counter))
        guard let stored = slots[slot], stored.count > CookieStorage.mostOfADomain else { return }
        // Insecure cookies go first, because they may not come from the server.
        let insecure = stored.filter { !$0.cookie.isSecure }
        guard let oldest = (insecure.isEmpty ? stored : insecure).min(by: { $0.used < $1.used }) else { return }
        removeAll(of: slot) { $0.used == oldest.used }
    }

    private mutating func removeAll(of slot: Slot, where isToGo: (Stored) -> Bool) {
        guard let stored = slots[slot], stored.contains(where: isToGo) else { return }
        let kept = stored.filter { !isToGo($0) }
        count -= stored.count - kept.count
        if slot.partition != nil { partitionedCount -= stored.count - kept.count }
        slots[slot] = kept.isEmpty ? nil : kept
    }

    /// Removes this many of the cookies that were used longest ago, in one pass.
    private mutating func removeOldest(_ excess: Int, sparesSecure: Bool = false) {
        if excess <= 0 { return }
        let uses = slots.values.joined().filter { !sparesSecure || !$0.cookie.isSecure }.map(\.used)
        let last = excess == 1 ? uses.min() : uses.sorted()[excess - 1]
        guard let last else { return }
        for slot in Array(slots.keys) {
            removeAll(of: slot) { $0.used <= last && !(sparesSecure && $0.cookie.isSecure) }
        }
    }
}

extension Cookie {
    /// The approximate number of bytes of the cookie in a file.
    fileprivate var size: Int { [name, value, domain, path, partition ?? ""].reduce(64) { $0 + $1.opaqueCount } }

    func hasEnded(_ now: Date) -> Bool { expires.map { $0 <= now } ?? false }
}
