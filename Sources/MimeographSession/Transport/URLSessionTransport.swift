#if canImport(Darwin)
    public import Foundation
    import Mimeograph

    /// Carries exchanges on Apple's platforms, by `URLSession`.
    ///
    /// All of a transport's exchanges share one session with an ephemeral configuration that keeps no cookies, caches nothing and
    /// has no credentials. Redirects are not followed and challenges are not answered but for the server's certificate, which
    /// the system evaluates.
    ///
    /// What it does not do, and refuses: Unix-domain sockets, proxies of an exchange's own, HTTP/2 by prior knowledge. What
    /// `URLSession` decides by itself: it adds Accept, Accept-Language, Accept-Encoding and User-Agent where the caller has
    /// none, joins fields of one name, and undoes content codings, which ``Mimeograph/ResponseHead/contentCodingsUndone`` tells.
    /// The connect timeout is part of the idle timeout.
    public final class URLSessionTransport: Transport {
        private let session: URLSession
        private let events: URLSessionEvents
        private let isInvalid = Guarded(false)

        /// Makes a transport.
        ///
        /// - Parameter maximumConnectionsPerHost: How many connections to one host there may be at once.
        public init(maximumConnectionsPerHost: Int = 6) {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpMaximumConnectionsPerHost = maximumConnectionsPerHost
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            configuration.urlCache = nil
            configuration.urlCredentialStorage = nil
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            configuration.timeoutIntervalForResource = .greatestFiniteMagnitude
            events = URLSessionEvents()
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            session = URLSession(configuration: configuration, delegate: events, delegateQueue: queue)
        }

        deinit { session.finishTasksAndInvalidate() }

        /// Sends a request and waits for the head of the response.
        ///
        /// - Parameter request: What to send; its URL is absolute.
        /// - Returns: The final head, and the body as it arrives.
        /// - Throws: ``TransportError``. The library's number is a `URLError.Code`.
        public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            let feed = try BodyFeed(request.body)
            let framing = try RequestFraming(request, body: feed)
            let made = try Self.urlRequest(request, framing)
            if Task.isCancelled { throw .cancelled }
            let transfer = try isInvalid.withLock { isInvalid throws(TransportError) in
                guard !isInvalid else {
                    throw TransportError(.invalidated, "The transport was invalidated.", remedy: "Make a new one.")
                }
                let task =
                    framing.length == .none
                    ? session.dataTask(with: made) : session.uploadTask(withStreamedRequest: made)
                return URLSessionTransfer(task, request: request, feed: feed)
            }
            events.add(transfer)
            let exchange = URLSessionExchange(transfer)
            let head = try await exchange.start()
            return TransportResponse(head: head, body: TransportBody(exchange))
        }

        /// Takes no further requests.
        ///
        /// - Parameter cancelling: Whether those under way end now, with ``TransportError/Code/cancelled``.
        public func invalidate(cancelling: Bool) {
            isInvalid.withLock { $0 = true }
            if cancelling { session.invalidateAndCancel() } else { session.finishTasksAndInvalidate() }
        }

        private static func urlRequest(
            _ request: TransportRequest,
            _ framing: RequestFraming
        ) throws(TransportError) -> URLRequest {
            let options = request.options
            guard options.unixSocketPath == nil, options.proxy == nil, options.version != .http2PriorKnowledge else {
                throw TransportError(
                    .unsupported,
                    "URLSession has no sockets, proxies or versions of an exchange's own.",
                    remedy: "Leave these options as they are."
                )
            }
            guard let url = URL(string: request.url) else {
                throw TransportError(.invalidRequest, "The URL cannot be used.", remedy: "Check its host and port.")
            }
            var made = URLRequest(url: url)
            made.httpMethod = request.method.rawValue
            made.httpShouldHandleCookies = false
            made.timeoutInterval =
                options.idleTimeout.map { max(0.001, Double($0.clampedNanoseconds) / 1e9) } ?? .greatestFiniteMagnitude
            for line in framing.lines { made.addValue(line.value, forHTTPHeaderField: line.name) }
            switch framing.length {
            case .none: break
            case .known(let length): made.setValue("\(length)", forHTTPHeaderField: "Content-Length")
            case .unknown: made.setValue("chunked", forHTTPHeaderField: "Transfer-Encoding")
            }
            return made
        }
    }
#endif
