#if os(Linux)
    /// A transport for Linux that uses libcurl.
    ///
    /// Exchanges under one policy share connections and a thread, which waits for all of them at once. The thread starts
    /// with the first request. It ends when the transport is released and its last exchange is over. If there are few exchanges,
    /// a task may continue on this thread after its response, as on one of Swift's own threads. If the task takes long, a second
    /// thread serves the other exchanges meanwhile.
    ///
    /// libcurl only connects, encrypts and frames. It follows no redirects, answers no challenges, keeps no cookies and decodes
    /// nothing. It reads no environment variable and no file of the user; <doc:Security> lists what its libraries read.
    ///
    /// ```swift
    /// let transport = CurlTransport()
    /// let response = try await transport.send(TransportRequest(url: "https://example.com/"))
    /// for try await chunk in response.body { print(chunk.count) }
    /// ```
    /// The request's ``SecurityPolicy`` evaluates servers during the handshake. Each policy, and each user of a proxy, has its
    /// own connections, TLS sessions and threads. The transport keeps the connections of the eight most recent ones. If libcurl
    /// uses a TLS library other than OpenSSL, or another version of OpenSSL than this program, libcurl verifies servers itself.
    /// Requests with a policy other than the standard one are then rejected.
    ///
    /// The transport does not support HTTP/3, `CONNECT` and upgrades to other protocols. It sends a request with trailers over
    /// HTTP/1.1.
    public final class CurlTransport: Transport {
        // The objects of an exchange: the caller holds a `CurlExchange`, the engine's thread a `CurlTransfer`, and both share a
        // `SharedExchange`. Commands (start, resume, cancel) are sent to a `CurlEngine`; `CurlConnections` has one engine for
        // each policy. On the engine's thread, `CurlLoop` performs the commands and waits for all sockets. `CurlMulti` and
        // `CurlHandle` wrap libcurl's objects, whose callbacks call the transfer. The loop resumes the tasks that wait. A task
        // may continue on the engine's thread while `CurlLeadership` lets a second thread run the loop.

        /// The configuration of the transport.
        public let configuration: Configuration
        private let connections: CurlConnections
        private let library: TLSLibrary

        /// Makes a transport. It opens no connection and starts no thread yet.
        public convenience init(configuration: Configuration = Configuration()) {
            self.init(configuration: configuration, library: CurlLibrary.tlsLibrary)
        }

        /// Makes a transport that behaves as if libcurl used the given TLS library.
        package init(configuration: Configuration, library: TLSLibrary) {
            self.configuration = configuration
            self.library = library
            connections = CurlConnections(configuration, library)
        }

        /// Sends a request and waits for the head of the response.
        ///
        /// - Parameter request: The request; its URL is absolute.
        /// - Returns: The final head, and the body as it arrives.
        /// - Throws: ``TransportError``. Any request may throw any code except ``TransportError/Code/proxyFailed``, which needs a
        ///   proxy. The library code is a `CURLcode`.
        public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            try CurlLibrary.check(request.options)
            _ = try configuration.connectToLines()
            let upload = try UploadSource(request.body)
            // The original URL is checked, because the canonical form of its host could hide forbidden characters.
            let framing = try RequestFraming(request, body: upload)
            if framing.trailers != nil, request.options.version == .http2PriorKnowledge {
                throw .unsupported(
                    "libcurl cannot send trailers over HTTP/2.",
                    remedy: "Use TransportOptions.Version.automatic, which sends a request with trailers over HTTP/1.1."
                )
            }
            var request = try request.withCanonicalHosts()
            let callbacks = request.queueObservers()
            try OpenSSLConfiguration.check(request)
            if case .other(let name) = library, !enforces(request.options.securityPolicy) {
                throw .cannotEnforce("libcurl uses \(name)")
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

        /// Rejects further requests. When the running exchanges have ended, the thread ends and the connections are closed.
        ///
        /// - Parameter cancelling: Whether the running exchanges end now, with ``TransportError/Code/cancelled``.
        public func invalidate(cancelling: Bool) { connections.stop(cancelling: cancelling) }

        /// True: threads that may wait for a disk read the bodies.
        public var waitsForSuspendedTasks: Bool { true }

        /// Whether libcurl uses the OpenSSL that this program is linked with. If not, only the standard policy can be enforced.
        public func enforces(_ policy: SecurityPolicy) -> Bool {
            if case .openSSL = library { return true }
            return policy.storage.isStandard
        }

        /// The authorities that the transport trusts: the system's, or a file's, which its bytes identify; and the servers that it
        /// connects to instead of others.
        public var trustIdentity: String {
            let servers = (try? configuration.connectToLines()) ?? []
            let others = servers.isEmpty ? "" : " \(servers.joined(separator: " "))"
            guard case .file(let path) = configuration.certificateAuthorities else { return "system\(others)" }
            // An unreadable file allows no response now, but it may become readable later.
            return "\(connections.stores.store(for: .system)?.fileDigest ?? "file \(path)")\(others)"
        }
    }

    extension CurlTransport {
        /// The settings of a ``CurlTransport``: its connections and the authorities that it trusts.
        public struct Configuration: Hashable, Sendable {
            /// The maximum number of simultaneous connections to one host and port. Further requests wait for a connection. Over
            /// HTTP/2, many requests share one if libcurl is 8.13 or later. Nil sets no limit; default 6.
            public var maximumConnectionsPerHost: Int?
            /// The maximum number of simultaneous connections in all. Nil, the default, sets no limit.
            public var maximumConnections: Int?
            /// The maximum number of connections to keep open for later requests, including those in use. Default 128.
            public var maximumCachedConnections: Int
            /// The number of bytes of a response's body to buffer before the peer is slowed down. Default 256 KiB.
            ///
            /// At most 16 KiB more are buffered. On an HTTP/2 connection that other exchanges share, libcurl also buffers the
            /// bytes in flight. Its window has the same size, but at least 64 KiB, and it buffers at most twice the window. A
            /// larger size speeds up downloads over long distances.
            public var receiveBufferSize: Int
            /// The authorities that ``SecurityPolicy/Anchors/system`` stands for.
            public var certificateAuthorities: CertificateAuthorities
            /// The servers to connect to instead of those in URLs: `["api.example.com": "127.0.0.1:8443"]`.
            ///
            /// A key is a host, or a host and a port; a value without a port keeps the port of the URL. Nothing else changes: the
            /// Host field, the name in the certificate, cookies, policies and proxies are those of the URL. Through an HTTP proxy,
            /// such a request uses a tunnel. Default: none.
            ///
            /// Source: curl(1), `--connect-to`.
            public var connectTo: [String: String]

            /// Makes a configuration.
            public init(
                maximumConnectionsPerHost: Int? = 6,
                maximumConnections: Int? = nil,
                maximumCachedConnections: Int = 128,
                receiveBufferSize: Int = 1 << 18,
                certificateAuthorities: CertificateAuthorities = .system,
                connectTo: [String: String] = [:]
            ) {
                self.maximumConnectionsPerHost = maximumConnectionsPerHost
                self.maximumConnections = maximumConnections
                self.maximumCachedConnections = maximumCachedConnections
                self.receiveBufferSize = receiveBufferSize
                self.certificateAuthorities = certificateAuthorities
                self.connectTo = connectTo
            }

            /// The lines of ``connectTo`` for libcurl: `host:port:host:port`. Sorted, because the order of a dictionary changes.
            ///
            /// - Throws: ``TransportError/Code/invalidRequest``.
            func connectToLines() throws(TransportError) -> [String] {
                var lines: [String] = []
                for (name, server) in connectTo {
                    do throws(SessionError) {
                        let sides = [
                            try URLAuthority(name[...], scheme: nil), try URLAuthority(server[...], scheme: nil),
                        ]
                        let texts = sides.map { "\($0.host):\($0.port.map(String.init) ?? "")" }
                        lines.append(texts.joined(separator: ":"))
                    } catch {
                        throw TransportError(
                            .invalidRequest,
                            "The transport cannot connect to another server: \(error.message)",
                            remedy: "Write connectTo like [\"api.example.com\": \"127.0.0.1:8443\"]."
                        )
                    }
                }
                return lines.sorted()
            }
        }

        /// The authorities that may sign a server's certificate, if a policy leaves that to the system.
        public enum CertificateAuthorities: Hashable, Sendable {
            /// The authorities that the system's libcurl is configured with.
            case system
            /// Only the authorities in a file of certificates in PEM form.
            case file(String)
        }

        /// The TLS library that libcurl uses, which this program may or may not share.
        package enum TLSLibrary: Sendable {
            /// The OpenSSL that this program is linked with. Policies are evaluated during the handshake.
            case openSSL
            /// Another library, by name. It verifies servers itself, and policies cannot be evaluated.
            case other(String)
        }
    }
#endif
