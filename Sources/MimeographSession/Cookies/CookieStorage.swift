public import Mimeograph
import MimeographFiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Keeps the cookies that servers set, and gives them back with further requests.
///
/// ```swift
/// configuration.cookies = try CookieStorage(file: "/home/ada/.cache/hello/cookies.txt")
/// ```
/// It holds at most 3000 cookies, 50 of one domain; where there are more, those that were used longest ago go. Cookies for a
/// whole domain are refused where others may own a part of it: see ``PublicSuffixList`` and ``init(isPublicSuffix:)``.
///
/// Source: RFC 6265.
public final class CookieStorage: Sendable {
    struct Stored: Sendable {
        var cookie: Cookie
        /// Counts up with each creation and use, so that cookies can be put in an order.
        var created: Int
        var used: Int
    }

    struct State: Sendable {
        var stored: [Stored] = []
        var counter = 0
    }

    static let most = 3000
    static let mostOfADomain = 50

    let state: Guarded<State>
    let file: CookieFile?
    /// What was written last; nil where nothing was.
    private let written = Guarded<[Cookie]?>(nil)
    private let isPublicSuffix: @Sendable (String) -> Bool

    /// Makes an empty storage in memory.
    ///
    /// - Parameter isPublicSuffix: Whether a domain, in lower case, is one under which anybody may have a name, as `co.uk`. Nil
    ///   asks ``PublicSuffixList/system``; where the system has no list, it guesses: every domain of one label, second levels such
    ///   as `co` and `com` under a country's, and a few large hosts of others' sites.
    public init(isPublicSuffix: (@Sendable (String) -> Bool)? = nil) {
        state = Guarded(State())
        file = nil
        self.isPublicSuffix = isPublicSuffix ?? CookieDomain.isPublic
    }

    /// Reads a storage from a file, and writes it there whenever it changes.
    ///
    /// The file is the one of Netscape's browser, which curl and others read too. Only its owner may read it.
    ///
    /// - Parameters:
    ///   - path: Where the file is; one that is not there is made when there is a cookie to keep.
    ///   - keepsSessionCookies: Whether cookies that are to end with the session are written too. Default false.
    ///   - isPublicSuffix: As in ``init(isPublicSuffix:)``.
    /// - Throws: ``SessionError/Code/fileNotWritable`` where the file is there and cannot be read.
    public init(
        file path: String,
        keepsSessionCookies: Bool = false,
        isPublicSuffix: (@Sendable (String) -> Bool)? = nil
    ) throws(SessionError) {
        let file = CookieFile(path: path, keepsSessionCookies: keepsSessionCookies)
        self.file = file
        self.isPublicSuffix = isPublicSuffix ?? CookieDomain.isPublic
        var state = State()
        for cookie in try file.read() { state.put(cookie) }
        self.state = Guarded(state)
    }

    /// All cookies that have not ended, in the order in which they were set.
    public var cookies: [Cookie] { cookies(at: Date()) }

    func cookies(at now: Date) -> [Cookie] {
        state.withLock { state in
            state.stored.filter { !$0.cookie.hasEnded(now) }.sorted { $0.created < $1.created }.map(\.cookie)
        }
    }

    /// Keeps a cookie; one of the same name, domain and path goes.
    public func set(_ cookie: Cookie) {
        state.withLock { $0.put(cookie) }
        save()
    }

    /// Takes away the cookies that a closure picks.
    public func remove(where isToGo: (Cookie) -> Bool) {
        // Outside of the lock: the closure is the caller's.
        let goners = Set(cookies(at: .distantPast).filter(isToGo))
        state.withLock { state in state.stored.removeAll { goners.contains($0.cookie) } }
        save()
    }

    /// Takes away all cookies.
    public func removeAll() {
        state.withLock { $0.stored = [] }
        save()
    }

    /// The value of the Cookie field for a request to a URL; nil where there is no cookie for it.
    ///
    /// - Throws: ``SessionError/Code/invalidURL``.
    public func field(for url: String) throws(SessionError) -> String? {
        field(for: try RequestURL(url), now: Date())
    }

    /// Keeps what a response sets.
    ///
    /// - Parameters:
    ///   - fields: The fields of the response.
    ///   - url: The URL that it came from.
    /// - Throws: ``SessionError/Code/invalidURL``.
    public func store(from fields: HeaderFields, url: String) throws(SessionError) {
        store(fields, from: try RequestURL(url), now: Date())
    }
}

extension CookieStorage {
    /// Source: RFC 6265 §5.4: longer paths first, among equals the older.
    func field(for url: RequestURL, now: Date) -> String? {
        state.withLock { state in
            guard !state.stored.isEmpty else { return nil }
            var chosen: [Stored] = []
            for index in state.stored.indices where state.stored[index].cookie.applies(to: url) {
                guard !state.stored[index].cookie.hasEnded(now) else { continue }
                state.counter += 1
                state.stored[index].used = state.counter
                chosen.append(state.stored[index])
            }
            guard !chosen.isEmpty else { return nil }
            chosen.sort { one, two in
                let (first, second) = (one.cookie.path.utf8.count, two.cookie.path.utf8.count)
                return first == second ? one.created < two.created : first > second
            }
            return chosen.map { "\($0.cookie.name)=\($0.cookie.value)" }.joined(separator: "; ")
        }
    }

    func store(_ fields: HeaderFields, from url: RequestURL, now: Date) {
        guard fields.contains("Set-Cookie") else { return }
        var hasChanged = false
        for line in fields.values(of: "Set-Cookie") {
            guard let received = ReceivedCookie(line, from: url, now: now, isPublicSuffix: isPublicSuffix) else {
                continue
            }
            hasChanged = true
            state.withLock { state in
                if !url.isSecure, state.hasSecureCookie(over: received.cookie) { return }
                if received.isExpired {
                    state.stored.removeAll { $0.cookie.isSameCookie(as: received.cookie) }
                } else {
                    state.put(received.cookie)
                    state.evict(of: received.cookie.domain, now: now)
                }
            }
        }
        if hasChanged { save() }
    }

    /// That a file cannot be written does not make the request fail: the cookies are still there, in memory.
    private func save() {
        guard let file else { return }
        // One writer at a time, who looks at the cookies when it is its turn: so the last one writes the latest.
        written.withLock { written in
            let kept = cookies.filter(file.keeps)
            if kept != written { file.write(kept) }
            written = kept
        }
    }
}

extension CookieStorage.State {
    mutating func put(_ cookie: Cookie) {
        counter += 1
        // One that is replaced keeps its place. Source: RFC 6265 §5.3 step 11.
        if let index = stored.firstIndex(where: { $0.cookie.isSameCookie(as: cookie) }) {
            stored[index].cookie = cookie
            stored[index].used = counter
        } else {
            stored.append(CookieStorage.Stored(cookie: cookie, created: counter, used: counter))
        }
    }

    /// Whether an insecure place would set a cookie that a server would take for one that a secure place has set.
    ///
    /// Source: RFC 6265's successor (draft-ietf-httpbis-rfc6265bis) §5.7, "leave secure cookies alone".
    func hasSecureCookie(over cookie: Cookie) -> Bool {
        stored.contains { stored in
            let own = stored.cookie
            return own.isSecure && own.name == cookie.name && Cookie.path(cookie.path, matches: own.path)
                && (CookieDomain.matches(own.domain, cookie.domain) || CookieDomain.matches(cookie.domain, own.domain))
        }
    }

    /// Source: RFC 6265 §5.3, §6.1: those that have ended first, then those of a domain with too many, then the others.
    mutating func evict(of domain: String, now: Date) {
        let ofDomain = stored.count { $0.cookie.domain == domain }
        guard ofDomain > CookieStorage.mostOfADomain || stored.count > CookieStorage.most else { return }
        stored.removeAll { $0.cookie.hasEnded(now) }
        while stored.count(where: { $0.cookie.domain == domain }) > CookieStorage.mostOfADomain {
            removeOldest { $0.cookie.domain == domain }
        }
        while stored.count > CookieStorage.most { removeOldest { _ in true } }
    }

    private mutating func removeOldest(where matches: (CookieStorage.Stored) -> Bool) {
        let oldest = stored.indices.filter { matches(stored[$0]) }.min { stored[$0].used < stored[$1].used }
        if let oldest { stored.remove(at: oldest) }
    }
}

extension Cookie {
    func hasEnded(_ now: Date) -> Bool { expires.map { $0 <= now } ?? false }

    func isSameCookie(as other: Cookie) -> Bool {
        name == other.name && domain == other.domain && path == other.path && isHostOnly == other.isHostOnly
    }
}
