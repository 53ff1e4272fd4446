#if canImport(Darwin)
    public import Foundation
    import Mimeograph
    import MimeographSupport

    /// Carries exchanges on Apple's platforms, by `URLSession`.
    ///
    /// All of a transport's exchanges share one session with an ephemeral configuration that keeps no cookies, caches nothing and
    /// has no credentials. Redirects are not followed and challenges are not answered but for the server's certificate, which
    /// the request's ``SecurityPolicy`` evaluates, or the system where that is the standard one.
    ///
    /// What it does not do, and refuses: Unix-domain sockets, proxies of an exchange's own, HTTP/2 by prior knowledge, trailers of
    /// requests. The trailers of a response are not told by `URLSession`, and are empty. What
    /// `URLSession` decides by itself: it adds Accept, Accept-Language, Accept-Encoding and User-Agent where the caller has
    /// none, joins fields of one name, and undoes content codings, which ``Mimeograph/ResponseHead/contentCodingsUndone`` tells.
    /// The connect timeout is part of the idle timeout.
    public final class URLSessionTransport: Transport {
        /// A session of its own for each policy and each oldest version of TLS, so that connections of one serve no other.
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

        private let maximumConnectionsPerHost: Int
        private let state = Locked(State())

        /// Makes a transport.
        ///
        /// - Parameter maximumConnectionsPerHost: How many connections to one host there may be at once.
        public init(maximumConnectionsPerHost: Int = 6) {
            self.maximumConnectionsPerHost = maximumConnectionsPerHost
        }

        deinit {
            for each in state.withLock({ $0.sessions }) { each.session.finishTasksAndInvalidate() }
        }

        /// Every policy but one with a client's identity, which the Security framework takes out of a keychain only.
        public func enforces(_ policy: SecurityPolicy) -> Bool { !policy.hasClientIdentity && !policy.looksAtStatus }

        private func makeSession(_ policy: SecurityPolicy, _ oldestVersion: SecurityPolicy.TLSVersion) -> Session {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpMaximumConnectionsPerHost = maximumConnectionsPerHost
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            configuration.urlCache = nil
            configuration.urlCredentialStorage = nil
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            configuration.timeoutIntervalForResource = .greatestFiniteMagnitude
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

        /// The oldest version of TLS for the request's host.
        private func check(_ request: TransportRequest) throws(TransportError) -> SecurityPolicy.TLSVersion {
            let policy = request.options.securityPolicy
            if policy.storage.isStandard { return .v1_2 }
            guard enforces(policy) else { throw .cannotEnforce("a client's identity must come from a keychain") }
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
        /// - Parameter request: What to send; its URL is absolute.
        /// - Returns: The final head, and the body as it arrives.
        /// - Throws: ``TransportError``. The library's number is a `URLError.Code`.
        public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            let upload = try UploadSource(request.body)
            let framing = try RequestFraming(request, body: upload)
            guard framing.trailers == nil else {
                throw TransportError(
                    .unsupported,
                    "URLSession sends no trailers.",
                    remedy: "Put the fields into the head of the request."
                )
            }
            var request = request
            let callbacks = request.queueObservers()
            let made = try Self.urlRequest(request, framing)
            let policy = request.options.securityPolicy
            let oldestVersion = try check(request)
            if Task.isCancelled { throw .cancelled }
            let observed = request
            let (transfer, events) = try state.withLock { state throws(TransportError) in
                guard !state.isInvalid else {
                    throw TransportError(.invalidated, "The transport was invalidated.", remedy: "Make a new one.")
                }
                let known = state.sessions.first { $0.oldestVersion == oldestVersion && $0.policy == policy }
                let session = known ?? makeSession(policy, oldestVersion)
                if known == nil { state.sessions.append(session) }
                let task =
                    framing.length == .none
                    ? session.session.dataTask(with: made) : session.session.uploadTask(withStreamedRequest: made)
                return (URLSessionTransfer(task, request: observed, upload: upload), session.events)
            }
            events.add(transfer)
            let exchange = URLSessionExchange(transfer)
            let head = await exchange.start()
            await callbacks?.waitForCalls(until: .now + .seconds(1))
            return TransportResponse(head: try head.get(), body: TransportBody(exchange))
        }

        /// Takes no further requests.
        ///
        /// - Parameter cancelling: Whether those under way end now, with ``TransportError/Code/cancelled``.
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
