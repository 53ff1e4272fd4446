#if os(Linux)
    /// Carries exchanges on Linux, by libcurl.
    ///
    /// All exchanges of one transport share its connections and one thread, which waits for all of them at once; the thread starts
    /// with the first request and ends when no reference to the transport is left and its last exchange is over. Where there are few
    /// exchanges, a task may go on at this thread after its response, as at one of Swift's own; a second thread waits for the
    /// exchanges of others while that takes long. libcurl is
    /// used for connections, TLS and framing only: it follows no redirect, answers no challenge, keeps no cookie, decodes nothing
    /// and looks at no environment variable or file of the user's; <doc:Security> lists what the libraries beneath it look at.
    ///
    /// ```swift
    /// let transport = CurlTransport()
    /// let response = try await transport.send(TransportRequest(url: "https://example.com/"))
    /// for try await chunk in response.body { print(chunk.count) }
    /// ```
    /// Servers are evaluated by the request's ``SecurityPolicy``, in the handshake. Each policy, and each user of a proxy, has
    /// connections, TLS sessions and threads of its own; those of the eight that were used last are kept. Where libcurl stands
    /// on another TLS library than OpenSSL, or on another version than this program, libcurl verifies servers by itself, and
    /// requests with another policy than the standard one are refused.
    ///
    /// What it does not do: HTTP/3, `CONNECT`, and upgrades to other protocols. A request with trailers goes by HTTP/1.1.
    public final class CurlTransport: Transport {
        // A map of what carries an exchange. `CurlExchange` is what the caller holds, `SharedExchange` what it shares with the engine's
        // thread, and `CurlTransfer` the thread's own. Commands (start, resume, cancel) go to a `CurlEngine`, of which `CurlConnections`
        // has one for each policy. On the engine's thread `CurlLoop` performs the commands and waits for all sockets; `CurlMulti` and
        // `CurlHandle` are libcurl's objects, whose callbacks go to the transfer; a task that waits is resumed by the loop, and may
        // go on there, while `CurlLeadership` has a second thread to run the loop.

        /// What was chosen when the transport was made.
        public let configuration: Configuration
        private let connections: CurlConnections
        private let library: TLSLibrary

        /// Makes a transport. Nothing is connected or started yet.
        public convenience init(configuration: Configuration = Configuration()) {
            self.init(configuration: configuration, library: CurlLibrary.tlsLibrary)
        }

        /// Makes a transport as it is where libcurl stands on a certain TLS library.
        package init(configuration: Configuration, library: TLSLibrary) {
            self.configuration = configuration
            self.library = library
            connections = CurlConnections(configuration, library)
        }

        /// Sends a request and waits for the head of the response.
        ///
        /// - Parameter request: What to send; its URL is absolute.
        /// - Returns: The final head, and the body as it arrives.
        /// - Throws: ``TransportError``: all codes but ``TransportError/Code/proxyFailed`` can come of any request. The library's
        ///   number is a `CURLcode`.
        public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            try CurlLibrary.check(request.options)
            let upload = try UploadSource(request.body)
            // The URL is checked as it was given: the one form of its host would hide what may not be sent.
            let framing = try RequestFraming(request, body: upload)
            if framing.trailers != nil, request.options.version == .http2PriorKnowledge {
                throw .unsupported(
                    "libcurl sends no trailers by HTTP/2.",
                    remedy: "Use TransportOptions.Version.automatic: a request with trailers goes by HTTP/1.1 then."
                )
            }
            var request = try request.withCanonicalHosts()
            let callbacks = request.queueObservers()
            try OpenSSLConfiguration.check(request)
            if case .other(let name) = library, !enforces(request.options.securityPolicy) {
                throw .cannotEnforce("libcurl stands on \(name)")
            }
            try request.checkPolicy()
            if Task.isCancelled { throw .cancelled }
            let lease = connections.lease(for: request)
            // The engine must not stop before the exchange has begun.
            defer { withExtendedLifetime(lease) {} }
            let engine = lease.engine
            let body = OutgoingBody(
                upload,
                framing: framing,
                threads: engine.readingThreads,
                transferState: request.transferState
            )
            let exchange = CurlExchange(engine)
            let head = await exchange.start(request, framing, body)
            await callbacks?.waitForCalls(until: .now + .seconds(1))
            return TransportResponse(head: try head.get(), body: TransportBody(exchange))
        }

        /// Takes no further requests; the thread ends and the connections are closed once those under way have ended.
        ///
        /// - Parameter cancelling: Whether those under way end now, with ``TransportError/Code/cancelled``.
        public func invalidate(cancelling: Bool) { connections.stop(cancelling: cancelling) }

        /// True: bodies are read by threads that may wait for a disk.
        public var waitsForSuspendedTasks: Bool { true }

        /// Whether libcurl stands on the OpenSSL that this program is linked with; else only the standard policy can be held.
        public func enforces(_ policy: SecurityPolicy) -> Bool {
            if case .openSSL = library { return true }
            return policy.storage.isStandard
        }

        /// The authorities that the transport trusts: those of the system, or those of a file, by its bytes.
        public var trustIdentity: String {
            guard case .file(let path) = configuration.certificateAuthorities else { return "system" }
            // Of a file that cannot be read no response comes, now; it may be there later.
            return connections.stores.store(for: .system)?.fileDigest ?? "file \(path)"
        }
    }

    extension CurlTransport {
        /// How a ``CurlTransport`` uses connections, and which authorities it trusts.
        public struct Configuration: Hashable, Sendable {
            /// How many connections to one host and port there may be at once. Further requests wait for one of them; over
            /// HTTP/2 many share one, if libcurl is 8.13 or later. Nil sets no limit; default 6.
            public var maximumConnectionsPerHost: Int?
            /// How many connections there may be at once, in all. Nil sets no limit, which is the default.
            public var maximumConnections: Int?
            /// How many connections are kept open, those in use included, for requests to come. Default 128.
            public var maximumCachedConnections: Int
            /// How many bytes of a body that arrives wait for its reader before the peer is slowed down. Default 256 KiB.
            ///
            /// At most 16 KiB more than that wait. Over a connection of HTTP/2 that other exchanges share, libcurl also buffers
            /// what was under way: its window is of this size too, but at least 64 KiB, and at most twice that waits. A larger size makes
            /// a download over a long distance faster.
            public var receiveBufferSize: Int
            /// What ``SecurityPolicy/Anchors/system`` stands for.
            public var certificateAuthorities: CertificateAuthorities

            /// Makes a configuration; what is not given has its default.
            public init(
                maximumConnectionsPerHost: Int? = 6,
                maximumConnections: Int? = nil,
                maximumCachedConnections: Int = 128,
                receiveBufferSize: Int = 1 << 18,
                certificateAuthorities: CertificateAuthorities = .system
            ) {
                self.maximumConnectionsPerHost = maximumConnectionsPerHost
                self.maximumConnections = maximumConnections
                self.maximumCachedConnections = maximumCachedConnections
                self.receiveBufferSize = receiveBufferSize
                self.certificateAuthorities = certificateAuthorities
            }
        }

        /// Who may vouch for a server, where a policy leaves that to the system.
        public enum CertificateAuthorities: Hashable, Sendable {
            /// Those that the system's libcurl was set up with.
            case system
            /// Those in a file of certificates in PEM form, and no others.
            case file(String)
        }

        /// Which TLS library libcurl stands on, and whether this program can speak to the same one.
        package enum TLSLibrary: Sendable {
            /// OpenSSL, the one that this program is linked with: policies are evaluated in the handshake.
            case openSSL
            /// Another one; its name. It verifies servers by itself, and policies cannot be evaluated.
            case other(String)
        }
    }
#endif
