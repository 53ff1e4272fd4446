import Mimeograph

/// A site: a scheme and a domain that belongs, with all its subdomains, to one owner.
///
/// Source: draft-ietf-httpbis-rfc6265bis §5.2; HTML §7.1.1, "same site".
struct CookieSite: Hashable, Sendable {
    /// The site as text: `https://example.com`, without a port.
    let text: String

    /// Makes the site of a URL.
    init(_ url: RequestURL, isPublicSuffix: (String) -> Bool) {
        text = "\(url.scheme)://\(CookieDomain.registrable(url.host, isPublicSuffix: isPublicSuffix))"
    }

    static func == (one: CookieSite, other: CookieSite) -> Bool { one.text.hasSameBytes(as: other.text) }

    func hash(into hasher: inout Hasher) { hasher.combine(ByteEqualString(text)) }
}

/// The initiator of a request, which determines the cookies that are sent with it.
///
/// ```swift
/// configuration.initiator = try .navigation(from: "https://news.example/today")     // a link that is followed
/// configuration.initiator = try .subresource(of: "https://news.example/today")      // an image of that page
/// ```
/// With `SameSite` a server restricts the requests that a cookie is sent with. The default, ``user``, is right for a program that
/// decides by itself what to send. A crawler, a proxy or a renderer, which follows the pages of others, names the page. The page
/// then cannot use the cookies that the storage has for other servers.
///
/// | | `Strict` | `Lax`, or no `SameSite` | `None` |
/// |---|---|---|---|
/// | ``user``, and pages of the same site | sent and kept | sent and kept | sent and kept |
/// | ``navigation(from:)`` of another site | kept | sent with safe methods, and kept | sent and kept |
/// | ``subresource(of:)`` of another site | neither | neither | sent and kept |
///
/// A site is a scheme and a registrable domain, so `http://example.com` and `https://example.com` are two sites. Redirects count
/// too. A request becomes cross-site as soon as a redirect leads to another site than the initiator's or, for the user, than the
/// first URL's. It stays cross-site even if a later redirect leads back. It is then a navigation that the redirecting server
/// started.
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

    /// The user, or the program itself: the request belongs to the site of its URL.
    public static let user = RequestInitiator(.user, nil)

    /// Makes an initiator for a page that is replaced by the response, as with a link that is followed or a form that is sent.
    ///
    /// - Parameter url: The URL of the page; only its scheme and its host count.
    /// - Throws: ``SessionError/Code/invalidURL``.
    public static func navigation(from url: String) throws(SessionError) -> RequestInitiator {
        RequestInitiator(.navigation, try ParsedURL(url))
    }

    /// Makes an initiator for a page that includes the response, such as an image, a frame or the answer to a script's request.
    ///
    /// Cookies with `Partitioned` are stored for this page's site, separately from other pages that include the same URL.
    ///
    /// - Parameter url: The URL of the page that the user sees; only its scheme and its host count.
    /// - Throws: ``SessionError/Code/invalidURL``.
    public static func subresource(of url: String) throws(SessionError) -> RequestInitiator {
        RequestInitiator(.subresource, try ParsedURL(url))
    }

    /// Makes an initiator for a page that links to another one, if the program has named no page.
    static func navigation(from page: ParsedURL) -> RequestInitiator { RequestInitiator(.navigation, page) }
}

/// The cookie-related state of a request and its redirects.
struct CookieChain: Sendable {
    private let initiator: RequestInitiator
    /// The URL whose site all URLs are compared with.
    private let reference: ParsedURL
    /// Whether all URLs so far belong to that site.
    private(set) var isSameSite = true

    init(_ initiator: RequestInitiator, _ url: ParsedURL, _ storage: CookieStorage?) {
        self.initiator = initiator
        reference = initiator.page ?? url
        follow(to: url, storage)
    }

    /// Adds the target of a redirect. A target of the same origin needs no lookup in the public suffix list.
    mutating func follow(to url: ParsedURL, _ storage: CookieStorage?) {
        guard isSameSite, let storage, !url.url.hasSameOrigin(as: reference.url) else { return }
        isSameSite = storage.site(of: url.url) == storage.site(of: reference.url)
    }

    /// Returns the context for one request.
    func context(_ method: HTTPMethod) -> CookieContext {
        CookieContext(
            isSameSite: isSameSite,
            isNavigation: initiator.kind != .subresource,
            isSafe: method.isSafe,
            page: initiator.kind == .subresource ? initiator.page : nil
        )
    }
}

/// The properties of a request that decide which cookies it sends and which its response may set.
struct CookieContext: Sendable {
    var isSameSite = true
    /// Whether the response is a page of its own rather than a part of another page.
    var isNavigation = true
    /// Whether the method changes nothing. Source: RFC 9110 §9.2.1.
    var isSafe = true
    /// The page that the user sees meanwhile; nil if the response is that page.
    var page: ParsedURL?

    /// The context of a request by the user.
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
