public import Mimeograph
import MimeographFiles
import MimeographSupport

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
///
/// It holds at most 3000 cookies, 50 of one domain. Where there are more of a domain, those that are not secure go first, of these the
/// ones that were used longest ago; else these of all. Of one response the first 256 are read. A request gets at most 150 cookies and
/// 8,190 bytes of them: first those of its host alone, then those of the longest domain, then those of the longest path. Servers
/// refuse longer heads, and another host of the domain could so lock its users out. Cookies for a whole domain are refused
/// where others may own a part of it: see ``PublicSuffixList`` and ``init(isPublicSuffix:)``. Those that came over a Unix-domain socket go
/// back over that socket alone. `SameSite` is heeded by what a session is told of its requests: see ``RequestInitiator``.
///
/// Cookies with `Partitioned` are kept for the site of the page, apart for each: a part of a page at `https://a.example` gets none that
/// it has set in a page at `https://b.example`.
///
/// Source: draft-ietf-httpbis-rfc6265bis; draft-cutler-httpbis-partitioned-cookies.
public final class CookieStorage: Sendable {
    static let most = 3000
    static let mostOfADomain = 50
    /// So many lines of one response are read, at most. curl reads 50.
    static let mostLines = 256
    /// So many cookies are sent with a request, at most, and so many bytes of them. Source: the limits of curl from 7.84 on.
    static let mostOfARequest = 150
    static let mostBytesOfARequest = 8190
    /// So many bytes are written to a file, at most, of the cookies that were used last.
    static let mostBytesOfAFile = 1 << 20

    let state: Locked<CookieJar>
    let writer: CookieWriter?
    private let isPublicSuffix: @Sendable (String) -> Bool

    deinit { save() }

    /// Makes an empty storage in memory.
    ///
    /// - Parameter isPublicSuffix: Whether a domain, in lower case, is one under which different owners may have names, as
    ///   `co.uk`. Nil asks ``PublicSuffixList/system``; where the system has no list, it guesses: every domain of one label,
    ///   second levels such as `co` and `com` under a country's, and a few large hosts of others' sites. It is asked about each
    ///   domain from the host up to the one that a cookie is for.
    public init(isPublicSuffix: (@Sendable (String) -> Bool)? = nil) {
        state = Locked(CookieJar())
        writer = nil
        self.isPublicSuffix = isPublicSuffix ?? CookieDomain.isPublic
    }

    /// Reads a storage from a file, and writes it there whenever it changes.
    ///
    /// A cookie that a response sets is written in the background. A large file takes a while to write, and is written in the
    /// background at most for a twentieth of the time. ``save()`` writes it at once, and waits for that; so does the end of
    /// the storage. The file has at most 1 MiB, of the cookies that were used last.
    ///
    /// The file is the one of Netscape's browser, which curl and others read too. Only its owner may read it. Cookies of
    /// Unix-domain sockets are not written. A file that belongs to another user, that all users may write, or that is a symbolic
    /// link is refused.
    ///
    /// - Parameters:
    ///   - path: Where the file is; one that is not there is made when there is a cookie to keep.
    ///   - keepsSessionCookies: Whether cookies that are to end with the session are written too. Default false.
    ///   - isPublicSuffix: As in ``init(isPublicSuffix:)``.
    /// - Throws: ``SessionError/Code/fileNotWritable`` where the file is there and cannot be read, or is refused.
    public init(
        file path: String,
        keepsSessionCookies: Bool = false,
        isPublicSuffix: (@Sendable (String) -> Bool)? = nil
    ) throws(SessionError) {
        let file = CookieFile(path: path, keepsSessionCookies: keepsSessionCookies)
        let jar = Locked(CookieJar(try file.read()))
        writer = CookieWriter(file, jar)
        state = jar
        self.isPublicSuffix = isPublicSuffix ?? CookieDomain.isPublic
    }

    /// All cookies that have not ended, in the order in which they were set.
    public var cookies: [Cookie] { cookies(at: Date()) }

    func cookies(at now: Date) -> [Cookie] {
        state.withLock { $0.cookies }.filter { !$0.hasEnded(now) }
    }

    /// Keeps a cookie; one of the same name, domain, path and partition goes.
    public func set(_ cookie: Cookie) {
        var cookie = cookie
        if let page = cookie.partition.flatMap({ try? RequestURL($0) }) {
            cookie = cookie.with(partition: site(of: page).text)
        }
        state.withLock { [cookie] jar in jar.put(cookie, now: Date()) }
        writer?.recordChange(mayWait: true)
    }

    /// Takes away the cookies that a closure picks.
    public func remove(where isToGo: (Cookie) -> Bool) {
        // Outside of the lock: the closure is the caller's.
        let removed = Set(cookies(at: .distantPast).filter(isToGo))
        state.withLock { jar in jar.remove { removed.contains($0) } }
        writer?.recordChange(mayWait: true)
    }

    /// Takes away all cookies.
    public func removeAll() {
        state.withLock { $0.remove { _ in true } }
        writer?.recordChange(mayWait: true)
    }

    /// Writes to the file what has not been written yet, and waits until all changes so far are written.
    ///
    /// A program that ends while the storage is still there calls it at its end; else nothing has to.
    ///
    /// - Returns: Whether the file has all that it is to keep. It is false if the disk is full, for example; the next change, or
    ///   the next call, tries again.
    @discardableResult
    public func save() -> Bool { writer?.save() ?? true }

    /// The value of the Cookie field for a request to a URL; nil where there is no cookie for it.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - method: The method of the request. Default GET.
    ///   - initiator: On whose behalf it goes out. Default the user's.
    ///   - unixSocketPath: The socket that the request goes over; nil, the default, is the network.
    /// - Throws: ``SessionError/Code/invalidURL``.
    public func field(
        for url: String,
        method: HTTPMethod = .get,
        initiator: RequestInitiator = .user,
        unixSocketPath: String? = nil
    ) throws(SessionError) -> String? {
        let parsed = try ParsedURL(url)
        let context = CookieChain(initiator, parsed, self).context(method)
        return field(for: parsed.url, socket: unixSocketPath, context: context, now: Date())
    }

    /// Keeps what a response sets.
    ///
    /// - Parameters:
    ///   - fields: The fields of the response.
    ///   - url: The URL that it came from.
    ///   - initiator: On whose behalf the request went out. Default the user's.
    ///   - unixSocketPath: The socket that it came over; nil, the default, is the network.
    /// - Throws: ``SessionError/Code/invalidURL``.
    public func store(
        from fields: HeaderFields,
        url: String,
        initiator: RequestInitiator = .user,
        unixSocketPath: String? = nil
    ) throws(SessionError) {
        let parsed = try ParsedURL(url)
        let context = CookieChain(initiator, parsed, self).context(.get)
        store(fields, from: parsed.url, socket: unixSocketPath, context: context, now: Date())
    }
}

extension CookieStorage {
    /// The site that a URL is of, by the storage's list of suffixes.
    func site(of url: RequestURL) -> CookieSite { CookieSite(url, isPublicSuffix: isPublicSuffix) }

    /// Source: draft-ietf-httpbis-rfc6265bis §5.8.3.
    func field(
        for url: RequestURL,
        socket: String? = nil,
        context: CookieContext = .user,
        now: Date
    ) -> String? {
        // Whether a site has to be found is asked first, and found outside of the lock: the list is the caller's.
        let isPartitioned = state.withLock { $0.hasPartitions }
        let partition = isPartitioned ? site(of: context.page?.url ?? url).text : nil
        let chosen = state.withLock {
            $0.cookies(for: url, socket: socket, context: context, partition: partition, now: now)
        }
        if chosen.isEmpty { return nil }
        let sent = Self.limited(withoutPublic(chosen, url))
        return sent.isEmpty ? nil : sent.map(\.pair).joined(separator: "; ")
    }

    /// Takes out those for a domain that others own names under, which lists of suffixes have come to know since, or which a file
    /// has; the domain's own host gets them.
    ///
    /// Source: draft-ietf-httpbis-rfc6265bis §5.8.3 step 3.
    private func withoutPublic(_ cookies: [Cookie], _ url: RequestURL) -> [Cookie] {
        var known: [ByteEqualString: Bool] = [:]
        return cookies.filter { cookie in
            if cookie.isHostOnly || cookie.domain.hasSameBytes(as: url.host) { return true }
            let domain = ByteEqualString(cookie.domain)
            if let isShared = known[domain] { return isShared }
            let isShared = CookieDomain.mayShare(cookie.domain, url.host, isPublicSuffix: isPublicSuffix)
            known[domain] = isShared
            return isShared
        }
    }

    func store(
        _ fields: HeaderFields,
        from url: RequestURL,
        socket: String? = nil,
        context: CookieContext = .user,
        now: Date,
        mayWait: Bool = true
    ) {
        guard fields.contains("Set-Cookie") else { return }
        var hasChanged = false
        for line in fields.values(of: "Set-Cookie").prefix(Self.mostLines) {
            guard
                let received = ReceivedCookie(
                    line,
                    from: url,
                    socket: socket,
                    context: context,
                    now: now,
                    isPublicSuffix: isPublicSuffix
                )
            else { continue }
            hasChanged = true
            state.withLock { jar in
                if !url.hasSecureCookies, jar.hasSecureCookie(over: received.cookie) { return }
                if received.isExpired { jar.remove(received.cookie) } else { jar.put(received.cookie, now: now) }
            }
        }
        if hasChanged { writer?.recordChange(mayWait: mayWait) }
    }

    /// Those that one request gets: all, unless there are more than servers take.
    private static func limited(_ cookies: [Cookie]) -> [Cookie] {
        let sizes = cookies.map { $0.name.opaqueCount + $0.value.opaqueCount + "=; ".utf8.count }
        guard cookies.count > mostOfARequest || sizes.reduce(0, +) > mostBytesOfARequest else { return cookies }
        // Another host of the domain can set neither those of this host alone, nor those of a domain below the common one. The sort is
        // stable, so that longer paths and older cookies come first among the others.
        let order = cookies.indices.sorted { one, two in
            let (first, second) = (cookies[one], cookies[two])
            if first.isHostOnly != second.isHostOnly { return first.isHostOnly }
            let (length, other) = (first.domain.utf8.count, second.domain.utf8.count)
            return length == other ? one < two : length > other
        }
        var kept: [Int] = []
        var left = mostBytesOfARequest
        for index in order where kept.count < mostOfARequest && sizes[index] <= left {
            left -= sizes[index]
            kept.append(index)
        }
        return kept.sorted().map { cookies[$0] }
    }
}
