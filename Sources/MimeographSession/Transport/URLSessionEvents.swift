#if canImport(Darwin) || MIMEOGRAPH_TESTS_URLSESSION
    import Foundation
    import Mimeograph
    import MimeographSupport

    #if MIMEOGRAPH_TESTS_URLSESSION
        import FoundationNetworking
        @testable import MimeographSession
    #endif

    /// The delegate of a ``URLSessionTransport``'s session, which passes events to the exchanges.
    final class URLSessionEvents: NSObject, URLSessionDataDelegate {
        private let transfers = Locked<[Int: URLSessionTransfer]>([:])
        private let servers = Locked(EvaluatedServers())

        func add(_ transfer: URLSessionTransfer) {
            transfers.withLock { $0[transfer.task.taskIdentifier] = transfer }
        }

        private func transfer(of task: URLSessionTask) -> URLSessionTransfer? {
            transfers.withLock { $0[task.taskIdentifier] }
        }

        func urlSession(
            _ session: URLSession,
            dataTask: URLSessionDataTask,
            didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            guard let response = response as? HTTPURLResponse, let transfer = transfer(of: dataTask) else {
                completionHandler(.cancel)
                return
            }
            guard isEvaluated(response, for: transfer) else {
                transfer.failure.withLock { $0 = .unevaluatedServer }
                completionHandler(.cancel)
                return
            }
            transfer.receive(response)
            completionHandler(.allow)
        }

        /// Whether the policy has seen the server's certificate. See ``EvaluatedServers``.
        private func isEvaluated(_ response: HTTPURLResponse, for transfer: URLSessionTransfer) -> Bool {
            guard !transfer.request.options.securityPolicy.storage.isStandard, let url = response.url,
                url.scheme?.lowercased() == "https", let host = url.host()
            else { return true }
            return servers.withLock { $0.contains(host: host, port: url.port ?? 443) }
        }

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didReceiveInformationalResponse response: HTTPURLResponse
        ) {
            transfer(of: task)?.receiveInterim(response)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            transfer(of: dataTask)?.receive(data)
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.end(error)
        }

        /// Comes before the end of the task.
        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didFinishCollecting metrics: URLSessionTaskMetrics
        ) {
            guard let found = metrics.transactionMetrics.last, let begin = found.fetchStartDate else { return }
            func time(_ date: Date?) -> Duration? { date.map { .seconds($0.timeIntervalSince(begin)) } }
            // The name is, for example, http/1.1 or h2.
            let version = found.networkProtocolName.map { String($0.drop { !$0.isNumber }) }
            transfer(of: task)?.state.withLock { state in
                state.metrics.nameResolved = time(found.domainLookupEndDate)
                state.metrics.connected = time(found.connectEndDate)
                state.metrics.secured = time(found.secureConnectionEndDate)
                state.metrics.firstByte = time(found.responseStartDate)
                state.metrics.total = time(found.responseEndDate)
                state.metrics.connectionWasReused = found.isReusedConnection
                state.metrics.remoteAddress = found.remoteAddress
                state.metrics.protocolVersion = version
            }
        }

        /// Redirects are not followed: the redirect is the response.
        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest,
            completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }

        /// Lets the policy evaluate certificates, or the system if the policy is the standard one. For other challenges, the exchange
        /// continues without a credential, and a 401 or 407 is the response. The default would be to use credentials of the system,
        /// such as a Kerberos ticket or a client certificate from the keychain. Only the policy's own client identity is sent.
        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            guard let transfer = transfer(of: task) else {
                completionHandler(.cancelAuthenticationChallenge, nil)
                return
            }
            let space = challenge.protectionSpace
            let policy = transfer.request.options.securityPolicy
            guard space.authenticationMethod == NSURLAuthenticationMethodServerTrust else {
                completionHandler(.useCredential, identity(for: space, of: policy))
                return
            }
            if policy.storage.isStandard {
                completionHandler(.performDefaultHandling, nil)
                return
            }
            switch space.validated(by: policy) {
            case .success(let credential):
                servers.withLock { $0.insert(host: space.host, port: space.port) }
                completionHandler(.useCredential, credential)
            case .failure(let failure):
                transfer.failure.withLock { $0 = TransportError(failure) }
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        }

        /// Returns the identity for a server that asks for a certificate and was accepted by the policy.
        private func identity(for space: URLProtectionSpace, of policy: SecurityPolicy) -> URLCredential? {
            guard space.authenticationMethod == NSURLAuthenticationMethodClientCertificate, !policy.storage.isStandard,
                servers.withLock({ $0.contains(host: space.host, port: space.port) })
            else { return nil }
            let allowed = space.isProxy() ? policy.withoutGeneralIdentity : policy
            return (try? allowed.connecting(to: HostName(space.host)))?.clientIdentity?.credential
        }

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
        ) {
            completionHandler(transfer(of: task).flatMap { URLSessionBodyPump.start($0) })
        }

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didSendBodyData bytesSent: Int64,
            totalBytesSent: Int64,
            totalBytesExpectedToSend: Int64
        ) {
            guard let transfer = transfer(of: task) else { return }
            let isMore = transfer.state.withLock { state in
                defer { state.metrics.bytesSent = max(state.metrics.bytesSent, totalBytesSent) }
                return totalBytesSent > state.metrics.bytesSent
            }
            if isMore { transfer.request.onBytesSent?(totalBytesSent) }
        }
    }

    /// A pump that writes a body to a stream that `URLSession` reads.
    enum URLSessionBodyPump {
        /// Starts at the first byte. While the peer accepts no more, the pump waits on its own thread.
        static func start(_ transfer: URLSessionTransfer) -> InputStream? {
            let stream: BodyStream
            switch transfer.upload {
            case .none: return InputStream(data: Data())
            case .bytes(let bytes): return InputStream(data: Data(bytes))
            case .source(let source): stream = BodyStream(source)
            case .stream(let given): stream = given
            }
            var input: InputStream?
            var output: OutputStream?
            // SAFETY: both variables are of the types that the call fills.
            unsafe Stream.getBoundStreams(withBufferSize: 1 << 16, inputStream: &input, outputStream: &output)
            guard let output else { return nil }
            let writer = StreamWriter(output)
            Task {
                do {
                    for try await chunk in stream {
                        guard await writer.write(chunk) else { return }
                    }
                } catch {
                    // The task is cancelled before the stream ends. Otherwise the end of the stream would be the end of the body.
                    transfer.failure.withLock { $0 = .bodyFailed(error) }
                    transfer.task.cancel()
                }
                writer.close()
            }
            return input
        }

        /// A writer that writes one chunk after the other. It is unchecked because `OutputStream` is not safe for several
        /// threads.
        private final class StreamWriter: @unchecked Sendable {
            private let output: OutputStream

            init(_ output: OutputStream) {
                self.output = output
                output.open()
            }

            /// Writes all of a chunk, or returns false if the stream has no reader any more.
            func write(_ chunk: [UInt8]) async -> Bool {
                await withCheckedContinuation { done in
                    let isStarted = SystemThread.start { done.resume(returning: self.writeWaiting(chunk)) }
                    if !isStarted { done.resume(returning: false) }
                }
            }

            private func writeWaiting(_ chunk: [UInt8]) -> Bool {
                var rest = chunk[...]
                while !rest.isEmpty {
                    // SAFETY: the bytes live through the call.
                    let count = unsafe rest.withUnsafeBufferPointer { bytes in
                        guard let start = bytes.baseAddress else { return 0 }
                        return unsafe output.write(start, maxLength: bytes.count)
                    }
                    guard count > 0 else { return false }
                    rest = rest.dropFirst(count)
                }
                return true
            }

            func close() { output.close() }
        }
    }
#endif
