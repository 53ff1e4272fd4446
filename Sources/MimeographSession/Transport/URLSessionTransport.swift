#if canImport(Darwin) || MIMEOGRAPH_TESTS_URLSESSION
    import Foundation
    import Mimeograph
    import MimeographSupport

    #if MIMEOGRAPH_TESTS_URLSESSION
        import FoundationNetworking
        @testable public import MimeographSession
    #else
        import Security
    #endif

    /// A transport for Apple's platforms that uses `URLSession`.
    ///
    /// The exchanges share sessions with an ephemeral configuration that keeps no cookies, caches nothing and has no credentials.
    /// Each policy and each oldest TLS version has its own session. The transport follows no redirects. The request's
    /// ``SecurityPolicy`` evaluates the server's certificate, or the system if the policy is the standard one. A server that asks
    /// for a certificate receives the ``ClientIdentity`` of the policy. Other challenges get no answer.
    ///
    /// The transport rejects Unix-domain sockets, a proxy of an exchange's own, HTTP/2 with prior knowledge, and trailers of
    /// requests. `URLSession` does not report the trailers of a response, so they are empty. `URLSession` adds Accept,
    /// Accept-Language, Accept-Encoding and User-Agent if the caller sets none, and joins fields with one name. It also decodes
    /// content codings; see ``Mimeograph/ResponseHead/contentCodingsUndone``. The connect timeout is part of the idle timeout.
    ///
    /// The system may resume a TLS session that it made for another policy, also that of another transport. Then no certificate is
    /// shown. A response is rejected if the request's policy has never seen a certificate of that server, unless the policy is the
    /// standard one. So do not combine the standard policy with one that allows more, for the same server. A request may also be
    /// sent over a TLS session that was made with a client identity.
    ///
    /// Source: developer.apple.com/library/archive/qa/qa1727 (the cache of TLS sessions belongs to the process).
    public final class URLSessionTransport: Transport {
        /// A session for one policy and one oldest TLS version. Its connections serve no other.
        private struct Session {
            let policy: SecurityPolicy
            let oldestVersion: SecurityPolicy.TLSVersion
            let session: URLSession
            let events: URLSessionEvents
        }

        private struct State {
            var sessions: [Session] = []
            var isInvalid = false
        }

        /// The number of sessions that are kept. A program with more policies makes new connections for the ones used least recently.
        private static let mostSessions = 16
        /// The timeout that stands for none, in seconds: about 30 years. FoundationNetworking traps on larger numbers.
        private static let noTimeout = 1e9

        private let maximumConnectionsPerHost: Int
        private let state = Locked(State())

        /// Makes a transport.
        ///
        /// - Parameter maximumConnectionsPerHost: The maximum number of simultaneous connections to one host.
        public init(maximumConnectionsPerHost: Int = 6) {
            self.maximumConnectionsPerHost = maximumConnectionsPerHost
        }

        deinit {
            for each in state.withLock({ $0.sessions }) { each.session.finishTasksAndInvalidate() }
        }

        /// Whether the policy uses no stapled OCSP responses.
        public func enforces(_ policy: SecurityPolicy) -> Bool { !policy.looksAtStatus }

        private func makeSession(_ policy: SecurityPolicy, _ oldestVersion: SecurityPolicy.TLSVersion) -> Session {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpMaximumConnectionsPerHost = maximumConnectionsPerHost
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            configuration.urlCache = nil
            configuration.urlCredentialStorage = nil
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            configuration.timeoutIntervalForResource = Self.noTimeout
            configuration.tlsMinimumSupportedProtocolVersion = oldestVersion == .v1_3 ? .TLSv13 : .TLSv12
            let events = URLSessionEvents()
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            return Session(
                policy: policy,
                oldestVersion: oldestVersion,
                session: URLSession(configuration: configuration, delegate: events, delegateQueue: queue),
                events: events
            )
        }

        /// Returns the oldest version of TLS for the request's host.
        private func check(_ request: TransportRequest) throws(TransportError) -> SecurityPolicy.TLSVersion {
            let policy = request.options.securityPolicy
            if policy.storage.isStandard { return .v1_2 }
            guard enforces(policy) else {
                throw .cannotEnforce("URLSession supports no stapled OCSP response")
            }
            try request.checkPolicy()
            let url = try request.parsedURL()
            do throws(TrustFailure) {
                return try policy.connecting(to: HostName(url.host)).minimumTLSVersion
            } catch {
                throw TransportError(error)
            }
        }

        /// Sends a request and waits for the head of the response.
        ///
        /// - Parameter request: The request; its URL is absolute.
        /// - Returns: The final head, and the body as it arrives.
        /// - Throws: ``TransportError``. Its library code is a `URLError.Code`.
        public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            let upload = try UploadSource(request.body)
            let framing = try RequestFraming(request, body: upload)
            guard framing.trailers == nil else {
                throw TransportError(
                    .unsupported,
                    "URLSession cannot send trailers.",
                    remedy: "Put the fields in the head of the request."
                )
            }
            var request = request
            let callbacks = request.queueObservers()
            let made = try Self.urlRequest(request, framing)
            let policy = request.options.securityPolicy
            let oldestVersion = try check(request)
            if Task.isCancelled { throw .cancelled }
            let observed = request
            let transfer = try state.withLock { state throws(TransportError) in
                guard !state.isInvalid else {
                    throw TransportError(.invalidated, "The transport was invalidated.", remedy: "Make a new one.")
                }
                let index = state.sessions.firstIndex { $0.oldestVersion == oldestVersion && $0.policy == policy }
                let session = index.map { state.sessions.remove(at: $0) } ?? makeSession(policy, oldestVersion)
                state.sessions.append(session)
                if state.sessions.count > Self.mostSessions {
                    // Its running exchanges go on.
                    state.sessions.removeFirst().session.finishTasksAndInvalidate()
                }
                let task =
                    switch upload {
                    case _ where framing.length == .none || request.method == .get:
                        session.session.dataTask(with: made)
                    case .bytes(let bytes) where framing.length != .unknown:
                        session.session.uploadTask(with: made, from: Data(bytes))
                    default: session.session.uploadTask(withStreamedRequest: made)
                    }
                // It is known before anything can end it, such as an invalidation.
                let transfer = URLSessionTransfer(task, request: observed, upload: upload)
                session.events.add(transfer)
                return transfer
            }
            let exchange = URLSessionExchange(transfer)
            let head = await exchange.start()
            await callbacks?.waitForCalls(until: .now + .seconds(1))
            return TransportResponse(head: try head.get(), body: TransportBody(exchange))
        }

        /// Rejects further requests.
        ///
        /// - Parameter cancelling: Whether the running exchanges end now, with ``TransportError/Code/cancelled``.
        public func invalidate(cancelling: Bool) {
            let sessions = state.withLock { state in
                state.isInvalid = true
                return state.sessions
            }
            for each in sessions {
                if cancelling { each.session.invalidateAndCancel() } else { each.session.finishTasksAndInvalidate() }
            }
        }

        private static func urlRequest(
            _ request: TransportRequest,
            _ framing: RequestFraming
        ) throws(TransportError) -> URLRequest {
            let options = request.options
            guard options.unixSocketPath == nil, options.proxy == nil, options.version != .http2PriorKnowledge else {
                throw TransportError(
                    .unsupported,
                    "URLSession has no Unix-domain sockets, proxies or HTTP/2 prior knowledge for one exchange.",
                    remedy: "Leave these options at their defaults."
                )
            }
            // URLSession would fail with a code that does not say why.
            guard request.method != .get || framing.length == .none || framing.length == .known(0) else {
                throw TransportError(
                    .unsupported,
                    "URLSession sends no body with GET.",
                    remedy: "Use QUERY or POST, or put the values into the URL."
                )
            }
            guard let url = URL(string: request.url) else {
                throw TransportError(.invalidRequest, "The URL cannot be used.", remedy: "Check its host and port.")
            }
            var made = URLRequest(url: url)
            made.httpMethod = request.method.rawValue
            made.httpShouldHandleCookies = false
            made.timeoutInterval =
                options.idleTimeout.map { max(0.001, Double($0.clampedNanoseconds) / 1e9) } ?? Self.noTimeout
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
