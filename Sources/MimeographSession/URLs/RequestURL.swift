import Mimeograph

/// An absolute URL of a request, with the scheme `http` or `https`, that can be sent.
///
/// ```swift
/// let base = try RequestURL.base("https://api.example.com/v1")         // …/v1/
/// let user = try RequestURL("users/7?full=1", relativeTo: base)         // https://api.example.com/v1/users/7?full=1
/// ```
/// Scheme and host are in lower case, the default port of the scheme is omitted, and the path is at least `/`. Characters that a
/// URL cannot contain, such as spaces and letters outside ASCII, are percent-encoded in path, query and fragment (non-standard,
/// but what people type). Control characters are rejected anywhere.
///
/// Source: RFC 3986; WHATWG URL §3.5 for hosts.
public struct RequestURL: Hashable, Sendable {
    /// `http` or `https`.
    public let scheme: String
    /// The text before `@`, still percent-encoded: a name, or a name, a colon and a password.
    public let userInformation: String?
    /// The host in canonical form.
    ///
    /// - A name is in lower case, and in ASCII: `xn--bcher-kva.example` for `Bücher.example`.
    /// - An IPv4 address is four numbers of base 10, however it was written (`127.1`, `0x7f.1`). A host whose last label is a
    ///   number is an IPv4 address or an error.
    /// - An IPv6 address is in brackets, in the form of RFC 5952. An IPv6 address that contains an IPv4 address
    ///   (`::ffff:127.0.0.1`) becomes that IPv4 address. A link-local address may have a zone: `[fe80::1%25eth0]`.
    ///
    /// Source: WHATWG URL §3.5; UTS #46; RFC 6874 §2.
    public let host: String
    /// The port; nil for the default port of the scheme.
    public let port: Int?
    /// The path, percent-encoded; it begins with a slash.
    public let path: String
    /// The text after `?`, percent-encoded.
    public let query: String?
    /// The text after `#`, percent-encoded. It is never sent.
    public let fragment: String?
    /// The URL to send, as in a ``TransportRequest``: without user, password and fragment.
    public let text: String

    /// Parses an absolute URL.
    ///
    /// - Throws: ``SessionError/Code/invalidURL``.
    public init(_ text: String) throws(SessionError) {
        try self.init(URLReference(text), base: nil)
    }

    /// Parses a URL that may be relative to another one.
    ///
    /// Source: RFC 3986 §5.2. An empty text returns the base without its fragment. A text that begins with `/` replaces the
    /// base's path.
    ///
    /// - Throws: ``SessionError/Code/invalidURL``.
    public init(_ text: String, relativeTo base: RequestURL) throws(SessionError) {
        if let plain = RequestURL(plain: text, under: base) {
            self = plain
        } else {
            try self.init(URLReference(text), base: base)
        }
    }

    /// Parses a base for relative URLs. A slash is added to its path if the path does not end with one, and it has no fragment.
    ///
    /// Source: AFNetworking 4, behavior of `initWithBaseURL:`.
    ///
    /// - Throws: ``SessionError/Code/invalidURL``.
    public static func base(_ text: String) throws(SessionError) -> RequestURL {
        let url = try RequestURL(text)
        return url.replacing(path: url.path.hasSuffix("/") ? url.path : url.path + "/", query: url.query)
    }

    private static let schemes = ["http", "https"]

    /// Reads the `baseURL` of a manager, which an error names.
    static func base(named text: String) throws(SessionError) -> RequestURL {
        do throws(SessionError) {
            return try base(text)
        } catch {
            // The text may hold a password anywhere, so the error does not quote it.
            var error = error
            error.message = "The baseURL cannot be used:\(error.message.parts(at: ":", most: 1).last ?? "")"
            // A host or an address without a scheme, such as `localhost:8080`. The description of a URL has no secrets.
            let start = text.parts(at: "/").first ?? ""
            let isScheme = start.utf8.last == UInt8(ascii: ":") || schemes.contains { start.hasSameBytes(as: $0) }
            if !isScheme, let url = try? base("http://\(text)") {
                let isLocal = url.port != nil || url.host.hasSameBytes(as: "localhost")
                error.remedy = "Write it as \((isLocal ? url : try? base("https://\(text)")) ?? url)."
            }
            throw error
        }
    }

    private init(_ reference: URLReference, base: RequestURL?) throws(SessionError) {
        fragment = try reference.fragment.map { text throws(SessionError) in try Self.encoded(text, .query) }
        if let given = reference.scheme {
            let scheme = given.lowercased()
            guard scheme == "http" || scheme == "https" else {
                throw .invalidURL(
                    "Its scheme is neither http nor https.",
                    remedy: "Begin a URL with http:// or https://, and a path with a colon in its first part with ./"
                )
            }
            self.scheme = scheme
        } else {
            guard let base else {
                throw .invalidURL("It is relative, but has no base URL.", remedy: Self.hint)
            }
            scheme = base.scheme
        }
        if let authority = reference.authority {
            let parsed = try URLAuthority(authority, scheme: scheme)
            (userInformation, host, port) = (parsed.userInformation, parsed.host, parsed.port)
        } else {
            guard let base, reference.scheme == nil else {
                throw .invalidURL("It has no host.", remedy: Self.hint)
            }
            (userInformation, host, port) = (base.userInformation, base.host, base.port)
        }
        let ownQuery = try reference.query.map { text throws(SessionError) in try Self.encoded(text, .query) }
        let ownPath = try Self.encoded(reference.path, .path)
        if let base, reference.scheme == nil, reference.authority == nil {
            query = ownPath.isEmpty ? ownQuery ?? base.query : ownQuery
            path = DotSegments.removed(from: ownPath.isEmpty ? base.path : Self.merge(ownPath, with: base.path))
        } else {
            query = ownQuery
            path = ownPath.isEmpty ? "/" : DotSegments.removed(from: ownPath)
        }
        text = Self.text(scheme, host, port, path, query)
    }

    private init(_ url: RequestURL, path: String, query: String?) {
        scheme = url.scheme
        userInformation = url.userInformation
        host = url.host
        port = url.port
        self.path = path
        self.query = query
        fragment = nil
        text = Self.text(scheme, host, port, path, query)
    }

    /// Appends plain segments to the base's folder, without parsing. Returns nil for any other reference; plain ones are the most
    /// common.
    private init?(plain path: String, under base: RequestURL) {
        guard base.query == nil, base.path.utf8.last == UInt8(ascii: "/"), Self.isPlain(path) else { return nil }
        scheme = base.scheme
        userInformation = base.userInformation
        host = base.host
        port = base.port
        self.path = base.path + path
        query = nil
        fragment = nil
        text = base.text + path
    }

    /// Whether each segment consists of letters, digits, `-`, `_`, `~` and dots, and does not begin with a dot. Such a reference
    /// has no scheme and no query, and nothing to encode or remove. Only the last segment may be empty, and only after another
    /// one.
    private static func isPlain(_ path: String) -> Bool {
        var isStart = true
        for byte in path.utf8 {
            switch byte {
            case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2D, 0x5F, 0x7E: isStart = false
            case 0x2E where !isStart: break
            case 0x2F where !isStart: isStart = true
            default: return false
            }
        }
        return !path.isEmpty
    }

    private static func text(_ scheme: String, _ host: String, _ port: Int?, _ path: String, _ query: String?) -> String
    {
        var text = scheme
        text += "://"
        text += host
        if let port {
            text += ":"
            text += String(port)
        }
        text += path
        if let query {
            text += "?"
            text += query
        }
        return text
    }

    private func replacing(path: String, query: String?) -> RequestURL { RequestURL(self, path: path, query: query) }

    private static let hint = "Write the whole URL, for example https://example.com/path."

    /// Source: RFC 3986 §5.2.3.
    private static func merge(_ path: String, with base: String) -> String {
        if path.utf8.first == UInt8(ascii: "/") { return path }
        guard let slash = base.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "/" + path }
        return base[...slash] + path
    }
}

extension RequestURL {
    /// The host and the port, as in the Host field. An IPv6 address has no zone there. Source: RFC 6874 §2.
    public var authority: String { port.map { "\(URLHost.withoutZone(host)):\($0)" } ?? URLHost.withoutZone(host) }

    /// The path and the query.
    public var target: String { query.map { "\(path)?\($0)" } ?? path }

    /// The port to connect to.
    public var effectivePort: Int { port ?? (isSecure ? 443 : 80) }

    /// Whether the scheme is `https`.
    public var isSecure: Bool { scheme == "https" }

    /// The scheme, the host and the port: the scope in which a browser shares secrets.
    ///
    /// Source: RFC 6454 §4.
    public var origin: String { port.map { "\(scheme)://\(host):\($0)" } ?? "\(scheme)://\(host)" }

    /// Whether both URLs have the same scheme, host and port.
    public func hasSameOrigin(as other: RequestURL) -> Bool {
        scheme == other.scheme && host == other.host && port == other.port
    }

    /// The user name and the password in the URL, percent-decoded; nil if the URL has none or they are not UTF-8.
    public var credential: Credential? {
        guard let userInformation else { return nil }
        let parts = userInformation.parts(at: ":", most: 1)
        guard let user = parts.first.flatMap({ PercentEncoding.decoded($0) }), !user.isEmpty else { return nil }
        guard parts.count > 1 else { return Credential(username: user, password: "") }
        return PercentEncoding.decoded(parts[1]).map { Credential(username: user, password: $0) }
    }

    /// Returns the text of any URL without its secret parts: no user, no password, no query, no fragment, at most 300 characters.
    /// A valid host is in canonical form.
    package static func redacted(_ text: String) -> String {
        let shown = VisibleURL(text).shown { authority in
            guard let parsed = try? URLAuthority(authority, scheme: nil) else { return String(authority) }
            return "\(parsed.host)\(parsed.port.map { ":\($0)" } ?? "")"
        }
        return shown
    }
}

extension RequestURL: CustomStringConvertible, CustomReflectable {
    /// The URL without its secret parts: no user, no password, no query.
    public var description: String { Self.redacted(text) }
    /// A mirror that shows the description, which contains no secrets.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension SessionError {
    static func invalidURL(_ reason: String, remedy: String) -> SessionError {
        SessionError(.invalidURL, "The URL cannot be used: \(reason)", remedy: remedy)
    }
}

/// A parsed URL and its original text.
///
/// It is a class because it is copied often with a request, and a copy of a ``RequestURL`` copies each of its parts.
final class ParsedURL: Hashable, Sendable {
    let text: String
    let url: RequestURL

    init(text: String, url: RequestURL) {
        self.text = text
        self.url = url
    }

    convenience init(_ url: RequestURL) { self.init(text: url.text, url: url) }

    /// - Throws: ``SessionError/Code/invalidURL``.
    convenience init(_ text: String) throws(SessionError) { self.init(text: text, url: try RequestURL(text)) }

    static func == (one: ParsedURL, other: ParsedURL) -> Bool {
        one === other || one.text == other.text && one.url == other.url
    }

    func hash(into hasher: inout Hasher) { hasher.combine(url) }
}

extension ParsedURL: CustomReflectable {
    /// A mirror without the text, which may contain a user and a password.
    var customMirror: Mirror { Mirror(self, children: ["url": url]) }
}
