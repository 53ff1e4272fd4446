#if canImport(Darwin) || MIMEOGRAPH_TESTS_URLSESSION
    import Foundation
    import Mimeograph
    import MimeographSupport

    #if MIMEOGRAPH_TESTS_URLSESSION
        import FoundationNetworking
        @testable import MimeographSession
    #endif

    final class URLSessionExchange: TransportExchange {
        let transfer: URLSessionTransfer

        init(_ transfer: URLSessionTransfer) { self.transfer = transfer }

        deinit { transfer.task.cancel() }

        /// Begins the exchange and waits for the head.
        func start() async -> Result<ResponseHead, TransportError> {
            let transfer = transfer
            return await withTaskCancellationHandler {
                await withCheckedContinuation { waiter in
                    transfer.state.withLock { $0.headWaiter = waiter }
                    transfer.task.resume()
                    transfer.resumeTasks()
                }
            } onCancel: {
                transfer.task.cancel()
            }
        }

        func nextChunk() async throws(TransportError) -> [UInt8]? {
            let transfer = transfer
            if Task.isCancelled { transfer.task.cancel() }
            let result = await withTaskCancellationHandler {
                await withCheckedContinuation { waiter in
                    transfer.state.withLock { state in
                        state.chunkWaiter = waiter
                        _ = state.clearPause()
                    }
                    transfer.settlePause()
                    transfer.resumeTasks()
                }
            } onCancel: {
                transfer.task.cancel()
            }
            return try result.get()
        }

        func cancel() {
            transfer.state.withLock { state in
                if state.outcome == nil || !state.buffer.isEmpty { state.outcome = .failed(.cancelled) }
                state.buffer = []
                state.isPaused = false
            }
            transfer.settlePause()
            transfer.task.cancel()
        }

        var metrics: TransportMetrics { transfer.state.withLock { $0.metrics } }
    }

    final class URLSessionTransfer: Sendable {
        let task: URLSessionTask
        let request: TransportRequest
        let upload: UploadSource
        let state = Locked(ExchangeState())
        /// The reason why the body could not be produced.
        let failure = Locked<TransportError?>(nil)

        init(_ task: URLSessionTask, request: TransportRequest, upload: UploadSource) {
            self.task = task
            self.request = request
            self.upload = upload
        }

        func resumeTasks() {
            let (heads, chunks) = state.withLock { state in (state.removeHeadWaiter(), state.removeChunkWaiter()) }
            if let (waiter, result) = heads { waiter.resume(returning: result) }
            if let (waiter, result) = chunks { waiter.resume(returning: result) }
        }

        func receiveInterim(_ response: HTTPURLResponse) {
            request.onInterimResponse?(head(response, contentCodingsUndone: false))
        }

        func receive(_ response: HTTPURLResponse) {
            let coding = response.value(forHTTPHeaderField: "Content-Encoding")
            let head = head(response, contentCodingsUndone: DecodedCodings.contains(coding))
            state.withLock { $0.head = head }
            resumeTasks()
        }

        private func head(_ response: HTTPURLResponse, contentCodingsUndone: Bool) -> ResponseHead {
            var fields = HeaderFields()
            for (name, value) in response.allHeaderFields {
                guard let name = name as? String, let value = value as? String else { continue }
                try? fields.append(name, value)
            }
            return ResponseHead(
                status: response.statusCode,
                fields: fields,
                requestMethod: request.method,
                url: request.url,
                contentCodingsUndone: contentCodingsUndone
            )
        }

        func receive(_ data: Data) {
            state.withLock { $0.receive(data, pausingAt: 1 << 18) }
            settlePause()
            resumeTasks()
        }

        func settlePause() {
            state.settlePause { isPaused in if isPaused { task.suspend() } else { task.resume() } }
        }

        func end(_ error: (any Error)?) {
            let failure = failure.withLock { $0 } ?? error.map { TransportError.urlSession($0) }
            state.withLock { state in
                if state.outcome == nil { state.outcome = failure.map { .failed($0) } ?? .complete }
            }
            resumeTasks()
        }
    }

    extension TransportError {
        static var unevaluatedServer: TransportError {
            TransportError(
                .untrustedServer,
                "The system resumed a TLS session of another policy, so the server showed this policy no certificate.",
                remedy: "Use one policy for each server, or try again later, when the system has dropped the session."
            )
        }

        static func urlSession(_ error: any Error) -> TransportError {
            guard let error = error as? URLError else {
                return TransportError(.other, "URLSession failed.", underlying: error)
            }
            let (code, message): (Code, String) =
                switch error.code {
                case .cancelled: (.cancelled, "The exchange was cancelled.")
                case .badURL, .unsupportedURL: (.invalidRequest, "The URL cannot be used.")
                case .cannotFindHost, .dnsLookupFailed: (.hostNotFound, "The host has no address.")
                case .cannotConnectToHost, .notConnectedToInternet: (.cannotConnect, "No connection could be made.")
                case .networkConnectionLost: (.connectionLost, "The connection was lost before the response had ended.")
                case .timedOut: (.timedOut, "No data was sent or received within the idle timeout.")
                case .secureConnectionFailed: (.tlsFailed, "The TLS handshake failed.")
                case .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
                    .serverCertificateNotYetValid:
                    (.untrustedServer, "The server's certificate is not trusted.")
                case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData:
                    (.invalidResponse, "The response is not HTTP.")
                case .requestBodyStreamExhausted: (.bodyFailed, "The body to send could not be produced.")
                default: (.other, "URLSession failed.")
                }
            return TransportError(code, message, libraryCode: error.code.rawValue, underlying: error)
        }
    }
#endif
