public import Mimeograph
public import MimeographForm

extension HTTPSessionManager {
    /// Returns the pages of a list in order. Each page is requested when the caller asks for it.
    ///
    /// ```swift
    /// for try await page: [Item] in api.pages("items", query: ["per_page": 100]) { … }
    ///
    /// struct Found: Decodable, Sendable { var items: [Item], cursor: String? }
    /// let pages = api.pages("search", query: ["q": "tea"], as: Found.self) { page in
    ///     page.value.cursor.map { "search?q=tea&cursor=\($0)" }
    /// }
    /// ```
    /// The `Link` field of a response (`rel="next"`) or the closure names the next page, relative to the URL of the response. The
    /// sequence ends at the page that names no next page. A page that leads back to an earlier one is an error.
    ///
    /// Because a server chooses the next page, **no credential is sent to an origin other than** that of the first page. This
    /// covers fields with secret names, whether from the manager or from `headers`, and everything that interceptors add. The
    /// exception is an ``AuthenticationInterceptor`` whose own `origins` contain that origin. Origins in ``allowedOrigins``
    /// receive the manager's secrets. A page is not followed from `https` to `http`, unless `RedirectPolicy.allowsDowngrade` is
    /// true.
    ///
    /// - Parameters:
    ///   - path: A path relative to the base, or a whole URL.
    ///   - query: Parameters that are added to the URL of the first page. The URLs of later pages come from the server.
    ///   - headers: Fields of each request.
    ///   - type: The type of a page.
    ///   - next: Returns the reference to the next page, or nil after the last page. By default it reads `Link`.
    /// - Returns: A sequence that throws ``SessionError``. Each iteration begins at the first page.
    /// Source: RFC 8288 §3; the relation `next` is in IANA's registry of link relations.
    public func pages<Page: Sendable>(
        _ path: String,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        as type: Page.Type = Page.self,
        next: @escaping @Sendable (ValueResponse<Page>) -> String? = { $0.head.fields.link("next")?.target }
    ) -> SessionPages<Page> {
        SessionPages(manager: self, path: path, query: query, headers: headers, next: next)
    }
}

/// The pages of a list; see ``HTTPSessionManager/pages(_:query:headers:as:next:)``.
public struct SessionPages<Page: Sendable>: AsyncSequence, Sendable {
    let manager: HTTPSessionManager
    let path: String
    let query: QueryValue
    let headers: HeaderFields
    let next: @Sendable (ValueResponse<Page>) -> String?

    /// Starts at the first page.
    public func makeAsyncIterator() -> Iterator { Iterator(pages: self) }

    /// An iterator that returns one page after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private enum Position {
            case first
            /// The page, and the page that named it.
            case following(RequestURL, namer: RequestURL)
            case end
        }

        let pages: SessionPages
        private var position = Position.first
        /// The URL of the first page, whose origin may receive the credentials.
        private var start: RequestURL?
        private var circle = CircleDetector()

        init(pages: SessionPages) { self.pages = pages }

        /// Returns the next page, or nil after the last one.
        ///
        /// - Throws: ``SessionError``. The sequence ends after an error.
        public mutating func next() async throws(SessionError) -> Page? { try await next(isolation: nil) }

        /// Returns the next page, or nil after the last one.
        ///
        /// - Throws: ``SessionError``. The sequence ends after an error.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(SessionError) -> Page? {
            let at = position
            position = .end
            let response: ValueResponse<Page>
            switch at {
            case .first:
                let (message, url) = try pages.manager.firstPage(of: pages)
                start = url
                response = try await pages.manager.page(message, nil)
            case .following(let url, let namer):
                let (message, snapshot) = try pages.manager.nextPage(
                    of: pages,
                    at: url,
                    namedBy: namer,
                    from: start ?? url
                )
                response = try await pages.manager.page(message, snapshot)
            case .end: return nil
            }
            // An empty reference names the page itself.
            if let reference = pages.next(response), !reference.isEmpty, let url = response.head.url {
                let namer = try RequestURL(url)
                position = .following(try followed(reference, from: namer), namer: namer)
            }
            return response.value
        }

        private mutating func followed(_ reference: String, from url: RequestURL) throws(SessionError) -> RequestURL {
            let next = try RequestURL(reference, relativeTo: url)
            if url.isSecure, !next.isSecure, !pages.manager.configuration.redirects.allowsDowngrade {
                throw SessionError(
                    .redirectRefused,
                    "The next page leads from https to http.",
                    remedy: "If that is intended, set RedirectPolicy.allowsDowngrade."
                ).about(.get, url.text)
            }
            guard !circle.isClosed(by: next.text) else {
                throw SessionError(
                    .tooManyRedirects,
                    "The pages form a loop: the next page has already been read.",
                    remedy: "Find the next page in the body, with the closure of pages(_:query:headers:as:next:)."
                ).about(.get, next.text)
            }
            return next
        }
    }
}

extension SessionPages {
    /// Reads all pages and returns their elements in order.
    ///
    /// ```swift
    /// let items: [Item] = try await api.pages("items", query: ["per_page": 100]).all(limit: 1000)
    /// ```
    /// - Parameter limit: The maximum number of elements. The server decides how many pages there are.
    /// - Throws: ``SessionError`` with the code ``SessionError/Code/limitExceeded`` if there are more elements, or more empty pages,
    ///   than the limit.
    public func all<Element>(limit: Int) async throws(SessionError) -> [Element] where Page == [Element] {
        var elements: [Element] = []
        var emptyPages = 0
        var iterator = makeAsyncIterator()
        while let page = try await iterator.next() {
            elements += page
            // A server could send empty pages without end.
            if page.isEmpty { emptyPages += 1 }
            guard elements.count <= limit, emptyPages < 2 || emptyPages <= limit else {
                throw SessionError(
                    .limitExceeded,
                    "The pages have more than \(limit) elements, or more empty pages than that.",
                    remedy: "Raise the limit of all(limit:), or read page by page."
                ).about(.get, path)
            }
        }
        return elements
    }
}

/// A detector of repeated URLs in a sequence, which remembers only one URL.
///
/// Source: Brent, "An improved Monte Carlo factorization algorithm" (1980), §2.
private struct CircleDetector: Sendable {
    private var remembered = ""
    private var steps = 0
    private var limit = 1

    mutating func isClosed(by url: String) -> Bool {
        if url.hasSameBytes(as: remembered) { return true }
        steps += 1
        if steps == limit { (remembered, steps, limit) = (url, 0, limit * 2) }
        return false
    }
}

extension HTTPSessionManager {
    fileprivate func firstPage<Page>(
        of pages: SessionPages<Page>
    ) throws(SessionError) -> (RequestMessage, RequestURL) {
        let accept = serializerCache.accept(for: Page.self, in: serializers)
        let options = RequestOptions(query: pages.query, headers: pages.headers)
        let message = try resolved(.get, pages.path, .none, options, accept: accept)
        return (message, try RequestURL(message.url))
    }

    /// Returns the request for a page that a server has named, and its configuration, which is nil for the manager's own.
    fileprivate func nextPage<Page>(
        of pages: SessionPages<Page>,
        at url: RequestURL,
        namedBy namer: RequestURL,
        from start: RequestURL
    ) throws(SessionError) -> (RequestMessage, ConfigurationSnapshot?) {
        let accept = serializerCache.accept(for: Page.self, in: serializers)
        // If another origin has named the page, the request is not the program's own.
        let page = namer.hasSameOrigin(as: url) ? start : namer
        var configuration = configuration
        let isOwn = configuration.initiator != .user || page.hasSameOrigin(as: url)
        if !isOwn { configuration.initiator = .navigation(from: ParsedURL(page)) }
        let usual = isOwn ? nil : ConfigurationSnapshot(configuration, home: home)
        // `text` leaves out any user and password that the server put into the URL.
        if url.hasSameOrigin(as: start) {
            let options = RequestOptions(headers: pages.headers)
            return (try written(.get, url.text, .none, options, accept: accept), usual)
        }
        var headers = pages.headers
        RedirectRules.removeSecrets(from: &headers)
        var message = try written(.get, url.text, .none, RequestOptions(headers: headers), accept: accept)
        if let home, home.contain(start), home.contain(url) { return (message, usual) }
        RedirectRules.removeSecrets(from: &message.fields)
        return (
            message,
            ConfigurationSnapshot(configuration, home: HomeOrigins(base: start, others: .none, isOfPages: true))
        )
    }

    fileprivate func page<Page: Sendable>(
        _ message: RequestMessage,
        _ other: ConfigurationSnapshot?
    ) async throws(SessionError) -> ValueResponse<Page> {
        try await session.run(message, other ?? snapshot) { (job) throws(SessionError) in try await value(job, message)
        }
    }
}

extension ResponseHead {
    /// Returns the absolute URL of a link of the response. The result is nil if no link has that relation, or if its target is
    /// not a URL that can be requested.
    ///
    /// - Parameter relation: The relation in lower case: `next`, `last`.
    /// Source: RFC 8288 §3.1.
    public func url(ofLink relation: String) -> String? {
        guard let target = fields.link(relation)?.target, let base = url.flatMap({ try? RequestURL($0) }) else {
            return nil
        }
        return (try? RequestURL(target, relativeTo: base))?.text
    }
}
