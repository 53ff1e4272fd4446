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
///
/// It holds at most 3000 cookies, 50 of one domain; where there are more, those that were used longest ago go. Of one response
/// the first 256 are read. Cookies for a whole domain are refused where others may own a part of it: see ``PublicSuffixList`` and
/// ``init(isPublicSuffix:)``. Those that came over a Unix-domain socket go back over that socket alone.
///
/// Source: RFC 6265.
public final class CookieStorage: Sendable {
    static let most = 3000
    static let mostOfADomain = 50
    /// So many lines of one response are read, at most. curl reads 50.
    static let mostLines = 256

    let state: Locked<CookieJar>
    let file: CookieFile?
    /// What was written last; nil where nothing was.
    private let written = Locked<[Cookie]?>(nil)
    private let isPublicSuffix: @Sendable (String) -> Bool

    /// Makes an empty storage in memory.
    ///
    /// - Parameter isPublicSuffix: Whether a domain, in lower case, is one under which different owners may have names, as
    ///   `co.uk`. Nil asks ``PublicSuffixList/system``; where the system has no list, it guesses: every domain of one label,
    ///   second levels such as `co` and `com` under a country's, and a few large hosts of others' sites. It is asked about each
    ///   domain from the host up to the one that a cookie is for.
    public init(isPublicSuffix: (@Sendable (String) -> Bool)? = nil) {
        state = Locked(CookieJar())
        file = nil
        self.isPublicSuffix = isPublicSuffix ?? CookieDomain.isPublic
    }

    /// Reads a storage from a file, and writes it there whenever it changes.
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
        self.file = file
        self.isPublicSuffix = isPublicSuffix ?? CookieDomain.isPublic
        self.state = Locked(CookieJar(try file.read()))
    }

    /// All cookies that have not ended, in the order in which they were set.
    public var cookies: [Cookie] { cookies(at: Date()) }

    func cookies(at now: Date) -> [Cookie] {
        state.withLock { $0.cookies }.filter { !$0.hasEnded(now) }
    }

    /// Keeps a cookie; one of the same name, domain and path goes.
    public func set(_ cookie: Cookie) {
        state.withLock { $0.put(cookie, now: Date()) }
        save()
    }

    /// Takes away the cookies that a closure picks.
    public func remove(where isToGo: (Cookie) -> Bool) {
        // Outside of the lock: the closure is the caller's.
        let removed = Set(cookies(at: .distantPast).filter(isToGo))
        state.withLock { jar in jar.remove { removed.contains($0) } }
        save()
    }

    /// Takes away all cookies.
    public func removeAll() {
        state.withLock { $0.remove { _ in true } }
        save()
    }

    /// The value of the Cookie field for a request to a URL; nil where there is no cookie for it.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - unixSocketPath: The socket that the request goes over; nil, the default, is the network.
    /// - Throws: ``SessionError/Code/invalidURL``.
    public func field(for url: String, unixSocketPath: String? = nil) throws(SessionError) -> String? {
        field(for: try RequestURL(url), socket: unixSocketPath, now: Date())
    }

    /// Keeps what a response sets.
    ///
    /// - Parameters:
    ///   - fields: The fields of the response.
    ///   - url: The URL that it came from.
    ///   - unixSocketPath: The socket that it came over; nil, the default, is the network.
    /// - Throws: ``SessionError/Code/invalidURL``.
    public func store(from fields: HeaderFields, url: String, unixSocketPath: String? = nil) throws(SessionError) {
        store(fields, from: try RequestURL(url), socket: unixSocketPath, now: Date())
    }
}

extension CookieStorage {
    /// Source: RFC 6265 §5.4: longer paths first, among equals the older.
    func field(for url: RequestURL, socket: String? = nil, now: Date) -> String? {
        let chosen = state.withLock { $0.cookies(for: url, socket: socket, now: now) }
        if chosen.isEmpty { return nil }
        return chosen.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }

    func store(_ fields: HeaderFields, from url: RequestURL, socket: String? = nil, now: Date) {
        guard fields.contains("Set-Cookie") else { return }
        var hasChanged = false
        for line in fields.values(of: "Set-Cookie").prefix(Self.mostLines) {
            guard
                let received = ReceivedCookie(line, from: url, socket: socket, now: now, isPublicSuffix: isPublicSuffix)
            else { continue }
            hasChanged = true
            state.withLock { jar in
                if !url.isSecure, jar.hasSecureCookie(over: received.cookie) { return }
                if received.isExpired { jar.remove(received.cookie) } else { jar.put(received.cookie, now: now) }
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
