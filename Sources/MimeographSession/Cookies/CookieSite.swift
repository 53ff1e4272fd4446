import Mimeograph

/// A site: a scheme, and a domain that one owner has with all that is under it.
///
/// Source: draft-ietf-httpbis-rfc6265bis §5.2; HTML §7.1.1, "same site".
struct CookieSite: Hashable, Sendable {
    /// The site as it is written: `https://example.com`, without a port.
    let text: String

    /// The site that a URL is of.
    init(_ url: RequestURL, isPublicSuffix: (String) -> Bool) {
        text = "\(url.scheme)://\(CookieDomain.registrable(url.host, isPublicSuffix: isPublicSuffix))"
    }

    static func == (one: CookieSite, other: CookieSite) -> Bool { one.text.hasSameBytes(as: other.text) }

    func hash(into hasher: inout Hasher) { hasher.combine(ByteEqualString(text)) }
}

/// On whose behalf a request goes out, which says what cookies may go along.
///
/// ```swift
/// configuration.initiator = try .navigation(from: "https://news.example/today")     // a link that is followed
/// configuration.initiator = try .subresource(of: "https://news.example/today")      // an image of that page
/// ```
/// A server says with `SameSite` for whose requests a cookie is. A program that sends what it decides itself needs none of this: the
/// default, ``user``, is for it. One that follows what a page of others says, as a crawler, a proxy or a renderer does, names the page,
/// so that the page cannot make use of what the storage knows of other servers.
///
/// | | `Strict` | `Lax`, or no `SameSite` | `None` |
/// |---|---|---|---|
/// | ``user``, and pages of the same site | sent and kept | sent and kept | sent and kept |
/// | ``navigation(from:)`` of another site | kept | sent with safe methods, and kept | sent and kept |
/// | ``subresource(of:)`` of another site | neither | neither | sent and kept |
///
/// A site is a scheme and a registrable domain, so `http://example.com` and `https://example.com` are two. A redirect counts: as soon
/// as it has led to another site than the initiator's, or, for the user, than the first URL's, the request is one of another site, also
/// where it comes back. Then it is a navigation that the redirecting server has begun.
///
/// Source: draft-ietf-httpbis-rfc6265bis §5.2, §5.6.7, §5.8.3.
public struct RequestInitiator: Hashable, Sendable {
    enum Kind: Hashable { case user, navigation, subresource }

    let kind: Kind
    /// The page; nil for the user.
    let page: ParsedURL?

    private init(_ kind: Kind, _ page: ParsedURL?) {
        self.kind = kind
        self.page = page
    }

    /// The user, or the program itself: the request is of the site that its URL names.
    public static let user = RequestInitiator(.user, nil)

    /// A page that leads to the URL: what comes takes its place, as with a link that is followed or a form that is sent.
    ///
    /// - Parameter url: The URL of the page; only its scheme and its host count.
    /// - Throws: ``SessionError/Code/invalidURL``.
    public static func navigation(from url: String) throws(SessionError) -> RequestInitiator {
        RequestInitiator(.navigation, try ParsedURL(url))
    }

    /// A page of which the URL is a part, as an image, a frame or what its scripts ask for is.
    ///
    /// Cookies with `Partitioned` are kept for this page's site, apart from those of other pages with the same part.
    ///
    /// - Parameter url: The URL of the page that the user sees; only its scheme and its host count.
    /// - Throws: ``SessionError/Code/invalidURL``.
    public static func subresource(of url: String) throws(SessionError) -> RequestInitiator {
        RequestInitiator(.subresource, try ParsedURL(url))
    }

    /// The page that names another one, where the program has named none.
    static func navigation(from page: ParsedURL) -> RequestInitiator { RequestInitiator(.navigation, page) }
}

/// A request with its redirects, as far as it counts for cookies.
struct CookieChain: Sendable {
    private let initiator: RequestInitiator
    /// What all URLs have to be of the same site with.
    private let reference: ParsedURL
    /// Whether all of them were.
    private(set) var isSameSite = true

    init(_ initiator: RequestInitiator, _ url: ParsedURL, _ storage: CookieStorage?) {
        self.initiator = initiator
        reference = initiator.page ?? url
        follow(to: url, storage)
    }

    /// Goes on to the target of a redirect. Where all is of one origin, no list of suffixes is asked.
    mutating func follow(to url: ParsedURL, _ storage: CookieStorage?) {
        guard isSameSite, let storage, !url.url.hasSameOrigin(as: reference.url) else { return }
        isSameSite = storage.site(of: url.url) == storage.site(of: reference.url)
    }

    /// What counts of it for one request.
    func context(_ method: HTTPMethod) -> CookieContext {
        CookieContext(
            isSameSite: isSameSite,
            isNavigation: initiator.kind != .subresource,
            isSafe: [.get, .head, .options, .trace].contains(method),
            page: initiator.kind == .subresource ? initiator.page : nil
        )
    }
}

/// What a request says about the cookies that may go along, and that its response may set.
struct CookieContext: Sendable {
    var isSameSite = true
    /// Whether what comes is a page of its own, and no part of another one.
    var isNavigation = true
    /// Whether the method changes nothing. Source: RFC 9110 §9.2.1.
    var isSafe = true
    /// The page that the user sees meanwhile; nil where that is what comes.
    var page: ParsedURL?

    /// What a request of the user's own is.
    static let user = CookieContext()

    /// Source: draft-ietf-httpbis-rfc6265bis §5.8.3 step 3.
    func maySend(_ sameSite: Cookie.SameSite) -> Bool {
        switch sameSite {
        case .none: true
        case .strict: isSameSite
        case .lax, .unset: isSameSite || isNavigation && isSafe
        }
    }

    /// Source: draft-ietf-httpbis-rfc6265bis §5.7 step 18.
    func mayStore(_ sameSite: Cookie.SameSite) -> Bool { sameSite == .none || isSameSite || isNavigation }
}
