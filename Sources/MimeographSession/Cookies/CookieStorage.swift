public import Mimeograph
import MimeographFiles
import MimeographSupport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A storage for the cookies that servers set, which later requests send back.
///
/// ```swift
/// configuration.cookies = try CookieStorage(file: "/home/ada/.cache/hello/cookies.txt")
/// ```
///
/// A storage holds at most 3000 cookies, and 50 for one domain. If a domain has more, insecure cookies go first, and among equals
/// those used longest ago. From one response the storage reads the first 256 cookies. A request sends at most 150 cookies and
/// 8,190 bytes of them, since servers reject longer heads. Cookies of the host itself come first, then longer domains, then
/// longer paths, so that another host of the domain cannot lock users out.
///
/// The storage rejects cookies for a domain that different owners share: see ``PublicSuffixList`` and ``init(isPublicSuffix:)``.
/// Cookies from a Unix-domain socket are sent only over that socket. `SameSite` is applied according to the ``RequestInitiator``.
///
/// Cookies with `Partitioned` are stored separately for the site of each page. A part of a page at `https://a.example` gets no
/// cookies that it has set in a page at `https://b.example`.
///
/// Source: draft-ietf-httpbis-rfc6265bis; draft-cutler-httpbis-partitioned-cookies.
public final class CookieStorage: Sendable {
    static let most = 3000
    static let mostOfADomain = 50
    /// The most lines that are read from one response. curl reads 50.
    static let mostLines = 256
    /// The most cookies, and the most bytes of them, in one request. Source: the limits of curl from 7.84 on.
    static let mostOfARequest = 150
    static let mostBytesOfARequest = 8190
    /// The most bytes of a file. If there are more, the file keeps the cookies that were used last.
    static let mostBytesOfAFile = 1 << 20

    let state: Locked<CookieJar>
    let writer: CookieWriter?
    private let isPublicSuffix: @Sendable (String) -> Bool

    deinit { save() }

    /// Makes an empty storage in memory.
    ///
    /// - Parameter isPublicSuffix: Returns whether different owners may have names under a domain in lower case, such as `co.uk`.
    ///   It is called for each domain from the host up to the domain of a cookie. Nil uses ``PublicSuffixList/system``. If the
    ///   system has no list, the storage guesses. It treats as public: domains of one label, second levels such as `co` and `com`
    ///   under a country's domain, and a few large hosting domains.
    public init(isPublicSuffix: (@Sendable (String) -> Bool)? = nil) {
        state = Locked(CookieJar())
        writer = nil
        self.isPublicSuffix = isPublicSuffix ?? CookieDomain.isPublic
    }

    /// Reads a storage from a file, and writes it to the file after each change.
    ///
    /// A cookie from a response is written in the background. Writing in the background takes at most a twentieth of the time, so
    /// a large file is written less often. ``save()`` writes immediately and waits for the write. The storage does the same when
    /// it is released. The file has at most 1 MiB and keeps the cookies that were used last.
    ///
    /// The file has the Netscape format, which curl and other programs also read. Only its owner may read it. Cookies of
    /// Unix-domain sockets are not written. The storage rejects a symbolic link, a file of another user, and a file that all
    /// users may write.
    ///
    /// - Parameters:
    ///   - path: The path of the file. A missing file is created when there is a cookie to store.
    ///   - keepsSessionCookies: Whether to write cookies that end with the session too. Default false.
    ///   - isPublicSuffix: As in ``init(isPublicSuffix:)``.
    /// - Throws: ``SessionError/Code/fileNotWritable`` if the file exists but cannot be read, or is rejected.
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

    /// All cookies that have not expired, in the order in which they were set.
    public var cookies: [Cookie] { cookies(at: Date()) }

    func cookies(at now: Date) -> [Cookie] {
        state.withLock { $0.cookies }.filter { !$0.hasEnded(now) }
    }

    /// Stores a cookie. It replaces one of the same name, domain, path and partition.
    public func set(_ cookie: Cookie) {
        var cookie = cookie
        if let page = cookie.partition.flatMap({ try? RequestURL($0) }) {
            cookie = cookie.with(partition: site(of: page).text)
        }
        state.withLock { [cookie] jar in jar.put(cookie, now: Date()) }
        writer?.recordChange(mayWait: true)
    }

    /// Removes the cookies that a closure selects.
    public func remove(where isToGo: (Cookie) -> Bool) {
        // Runs without the lock, because the closure is the caller's.
        let removed = Set(cookies(at: .distantPast).filter(isToGo))
        state.withLock { jar in jar.remove { removed.contains($0) } }
        writer?.recordChange(mayWait: true)
    }

    /// Removes all cookies.
    public func removeAll() {
        state.withLock { $0.remove { _ in true } }
        writer?.recordChange(mayWait: true)
    }

    /// Writes all changes that the file lacks, and waits until they are written.
    ///
    /// Call it at the end of a program that still holds the storage. Otherwise no call is needed.
    ///
    /// - Returns: Whether the file is up to date. If not, as with a full disk, the next change or call tries again.
    @discardableResult
    public func save() -> Bool { writer?.save() ?? true }

    /// Returns the value of the Cookie field for a request to a URL; nil if no cookie applies.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - method: The method of the request. Default GET.
    ///   - initiator: The initiator of the request. Default the user.
    ///   - unixSocketPath: The socket of the request; nil, the default, means the network.
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

    /// Stores the cookies that a response sets.
    ///
    /// - Parameters:
    ///   - fields: The fields of the response.
    ///   - url: The URL of the response.
    ///   - initiator: The initiator of the request. Default the user.
    ///   - unixSocketPath: The socket of the response; nil, the default, means the network.
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
    /// Returns the site of a URL by the storage's public suffix list.
    func site(of url: RequestURL) -> CookieSite { CookieSite(url, isPublicSuffix: isPublicSuffix) }

    /// Source: draft-ietf-httpbis-rfc6265bis §5.8.3.
    func field(
        for url: RequestURL,
        socket: String? = nil,
        context: CookieContext = .user,
        now: Date
    ) -> String? {
        // The site is found only if it is needed, and without the lock, because the list is the caller's.
        let isPartitioned = state.withLock { $0.hasPartitions }
        let partition = isPartitioned ? site(of: context.page?.url ?? url).text : nil
        let chosen = state.withLock {
            $0.cookies(for: url, socket: socket, context: context, partition: partition, now: now)
        }
        if chosen.isEmpty { return nil }
        let sent = Self.limited(withoutPublic(chosen, url))
        return sent.isEmpty ? nil : sent.map(\.pair).joined(separator: "; ")
    }

    /// Removes cookies for a domain that different owners share, except for the domain's own host. Such a cookie may come from a
    /// file, or be older than the entry in the list.
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

    /// Returns the cookies that one request sends: all, unless servers would reject so many.
    private static func limited(_ cookies: [Cookie]) -> [Cookie] {
        let sizes = cookies.map { $0.name.opaqueCount + $0.value.opaqueCount + "=; ".utf8.count }
        guard cookies.count > mostOfARequest || sizes.reduce(0, +) > mostBytesOfARequest else { return cookies }
        // Another host cannot set cookies for this host alone, nor for a domain below the shared one. The sort is stable: among
        // equals, longer paths and older cookies stay first.
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
