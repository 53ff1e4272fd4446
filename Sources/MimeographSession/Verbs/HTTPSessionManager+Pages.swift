public import Mimeograph
public import MimeographForm

extension HTTPSessionManager {
    /// The pages of a list, one after the other, each asked for when it is wanted.
    ///
    /// ```swift
    /// for try await page: [Item] in api.pages("items", query: ["per_page": 100]) { … }
    ///
    /// struct Found: Decodable, Sendable { var items: [Item], cursor: String? }
    /// let pages = api.pages("search", query: ["q": "tea"], as: Found.self) { page in
    ///     page.value.cursor.map { "search?q=tea&cursor=\($0)" }
    /// }
    /// ```
    /// The next page is where the field `Link` of a response says (`rel="next"`), or where the closure finds it. What it says is
    /// relative to the URL of the response. It ends at the page that names none; one that leads in a circle is an error.
    ///
    /// A server says where the next page is, so that **no credential follows to another origin** than that of the first page:
    /// neither fields that are secret by their names, be they of the manager or of `headers`, nor what interceptors add, but for an
    /// ``AuthenticationInterceptor`` that is for that origin by its own `origins`. Origins among ``allowedOrigins`` get
    /// what is the manager's. From `https` to `http` no page is followed, unless `RedirectPolicy.allowsDowngrade` lets redirects.
    ///
    /// - Parameters:
    ///   - path: A path relative to the base, or a whole URL.
    ///   - query: Parameters that are added to the URL of the first page; those that follow have what the server says.
    ///   - headers: Fields of each request.
    ///   - type: The type of a page.
    ///   - next: Where the page after this one is; nil for none. By default what `Link` says.
    /// - Returns: A sequence that throws ``SessionError``. Each iteration begins at the first page.
    /// Source: RFC 8288 §3; the relation `next` is of IANA's registry of link relations.
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

    /// Gives one page after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private enum Position {
            case first
            /// The page, and the one that has named it.
            case following(RequestURL, namer: RequestURL)
            case end
        }

        let pages: SessionPages
        private var position = Position.first
        /// The URL of the first page, to whose origin credentials belong.
        private var start: RequestURL?
        private var circle = CircleDetector()

        init(pages: SessionPages) { self.pages = pages }

        /// The next page, or nil after the last one.
        ///
        /// - Throws: ``SessionError``; after it there are no more pages.
        public mutating func next() async throws(SessionError) -> Page? { try await next(isolation: nil) }

        /// The next page, or nil after the last one.
        ///
        /// - Throws: ``SessionError``; after it there are no more pages.
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
                    remedy: "Where that is meant, set RedirectPolicy.allowsDowngrade."
                ).about(.get, url.text)
            }
            guard !circle.isClosed(by: next.text) else {
                throw SessionError(
                    .tooManyRedirects,
                    "The pages lead in a circle: the next one was read already.",
                    remedy: "Find the next page in the body, by the closure of pages(_:query:headers:as:next:)."
                ).about(.get, next.text)
            }
            return next
        }
    }
}

extension SessionPages {
    /// Reads all pages, and returns their elements in order.
    ///
    /// ```swift
    /// let items: [Item] = try await api.pages("items", query: ["per_page": 100]).all(limit: 1000)
    /// ```
    /// - Parameter limit: The most elements. A server decides how many pages there are.
    /// - Throws: ``SessionError``, of the code ``SessionError/Code/limitExceeded`` if there are more elements than the limit.
    public func all<Element>(limit: Int) async throws(SessionError) -> [Element] where Page == [Element] {
        var elements: [Element] = []
        var iterator = makeAsyncIterator()
        while let page = try await iterator.next() {
            elements += page
            guard elements.count <= limit else {
                throw SessionError(
                    .limitExceeded,
                    "The pages have more than \(limit) elements.",
                    remedy: "Raise the limit of all(limit:), or read page by page."
                ).about(.get, path)
            }
        }
        return elements
    }
}

/// Finds out that a walk has come to a URL again, and remembers one URL only.
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

    /// The request for a page that a server has named, and the configuration that it is sent with; nil for the usual one.
    fileprivate func nextPage<Page>(
        of pages: SessionPages<Page>,
        at url: RequestURL,
        namedBy namer: RequestURL,
        from start: RequestURL
    ) throws(SessionError) -> (RequestMessage, ConfigurationSnapshot?) {
        let accept = serializerCache.accept(for: Page.self, in: serializers)
        // A page that another origin has named is not the program's request.
        let page = namer.hasSameOrigin(as: url) ? start : namer
        var configuration = configuration
        let isOwn = configuration.initiator != .user || page.hasSameOrigin(as: url)
        if !isOwn { configuration.initiator = .navigation(from: ParsedURL(page)) }
        let usual = isOwn ? nil : ConfigurationSnapshot(configuration, home: home)
        // Its text has neither a user nor a password that the server may have put there.
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
    /// Where a link of the response leads, as a whole URL; nil where there is none of that relation, or none that can be
    /// requested.
    ///
    /// - Parameter relation: In lower case: `next`, `last`.
    /// Source: RFC 8288 §3.1.
    public func url(ofLink relation: String) -> String? {
        guard let target = fields.link(relation)?.target, let base = url.flatMap({ try? RequestURL($0) }) else {
            return nil
        }
        return (try? RequestURL(target, relativeTo: base))?.text
    }
}
