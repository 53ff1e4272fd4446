#if os(Linux)
    /// Carries exchanges on Linux, by libcurl.
    ///
    /// All exchanges of one transport share its connections and one thread, which waits for all of them at once; the thread starts
    /// with the first request and ends when nobody refers to the transport any more and its last exchange is over. libcurl is
    /// used for connections, TLS and framing only: it follows no redirect, answers no challenge, keeps no cookie, decodes nothing
    /// and looks at no environment variable or file of the user's.
    ///
    /// ```swift
    /// let transport = CurlTransport()
    /// let response = try await transport.send(TransportRequest(url: "https://example.com/"))
    /// for try await chunk in response.body { print(chunk.count) }
    /// ```
    /// What it does not do: HTTP/3, `CONNECT`, and upgrades to other protocols.
    public final class CurlTransport: Transport, BodyHoldingTransport {
        /// What was chosen when the transport was made.
        public let configuration: Configuration
        private let engine: CurlEngine

        /// Makes a transport. Nothing is connected or started yet.
        public init(configuration: Configuration = Configuration()) {
            self.configuration = configuration
            engine = CurlEngine(configuration: configuration)
        }

        deinit { engine.stop(cancelling: false) }

        /// Sends a request and waits for the head of the response.
        ///
        /// - Parameter request: What to send; its URL is absolute.
        /// - Returns: The final head, and the body as it arrives.
        /// - Throws: ``TransportError``: all codes but ``TransportError/Code/proxyFailed`` can come of any request. The library's
        ///   number is a `CURLcode`.
        public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            try CurlLibrary.check(request.options)
            let feed = try BodyFeed(request.body)
            let framing = try RequestFraming(request, body: feed)
            if Task.isCancelled { throw .cancelled }
            let body = OutgoingBody(feed, framing: framing, threads: engine.readingThreads, control: request.control)
            let exchange = CurlExchange(CurlTransfer(request: request, framing: framing, body: body, engine: engine))
            let head = try await exchange.start()
            return TransportResponse(head: head, body: TransportBody(exchange))
        }

        /// Takes no further requests; the thread ends and the connections are closed once those under way have ended.
        ///
        /// - Parameter cancelling: Whether those under way end now, with ``TransportError/Code/cancelled``.
        public func invalidate(cancelling: Bool) { engine.stop(cancelling: cancelling) }
    }
#endif
