#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographJSON
    import TestServers
    import TestSupport
    import Testing

    @testable import MimeographSession

    /// Tests that everything a caller passes to a request, and everything the request creates, is released at its end, however it
    /// ends.
    @Suite(.needsOddServer, .within(minutes: 10))
    struct ReleaseTests {
        enum Kind: String, CaseIterable {
            case data, value, stream, elements, download, upload, resumableUpload, pages
        }

        enum Ending: String, CaseIterable {
            case finished, failed, cancelled, suspended, dropped
        }

        /// An object that every closure and every body of a caller holds.
        final class Given: Sendable {}

        /// The objects that must be released.
        struct Left {
            weak var given: Given?
            weak var session: SessionManager?
            weak var transport: CurlTransport?
            weak var transferState: TransferState?

            var isEmpty: Bool { given == nil && session == nil && transport == nil && transferState == nil }
        }

        struct Code: RequestInterceptor, CredentialProvider, RequestObserver, RequestObservation {
            let given: Given

            func credential(for request: CredentialRequest) async -> Credential? { nil }
            func observation(of request: ObservedRequest) -> (any RequestObservation)? { self }
            func willSend(_ exchange: inout ObservedExchange) -> ExchangeEnding? { { _ in hold(given) } }
            func didComplete(_ metrics: ExchangeMetrics, error: SessionError?) {}
        }

        struct Source: BodySource {
            let given: Given
            let length: Int? = 200_000

            struct Reader: BodyReader {
                let given: Given
                var left = 200_000

                mutating func read(into buffer: inout OutputSpan<UInt8>) throws(SerializationError) {
                    for _ in 0..<min(left, buffer.freeCapacity) {
                        buffer.append(7)
                        left -= 1
                    }
                }
            }

            func makeReader() throws(SerializationError) -> any BodyReader { Reader(given: given) }
        }

        @Test func nothingOfARequestIsKept() async {
            await #expect(processExitsWith: .success) {
                _ = try await CurlTransport().whole(try TestServer.odd("/bytes/1"))
                _ = try TestServer.uploads()
                #expect(try await ProcessFigures.settles(0) { ProcessFigures.transportThreads })
                let before = ProcessFigures.allowedDescriptors
                for kind in Kind.allCases {
                    for ending in Ending.allCases {
                        let left = try await Self.carryOut(kind, ending)
                        try await until({ left.isEmpty }, "\(kind.rawValue) \(ending.rawValue): \(left)")
                    }
                }
                #expect(try await ProcessFigures.settles(0) { ProcessFigures.transportThreads })
                #expect(try await ProcessFigures.settles(before) { ProcessFigures.descriptors })
            }
        }

        /// A caller that keeps a task or a response keeps neither the request's body nor its own closures.
        @Test func aFinishedTaskKeepsNoBodyAndNoClosure() async throws {
            let transport = CurlTransport()
            let (left, task, response) = try await Self.finished(transport)
            #expect(response.head.status == 200)
            try await until { left.given == nil }
            hold(task, response)
        }

        private static func finished(
            _ transport: CurlTransport
        ) async throws -> (Left, SessionTask<ValueResponse<[UInt8]>>, TransportResponse) {
            let given = Given()
            let source = Source(given: given)
            let url = "http://127.0.0.1:\(try TestServer.uploads().port("http"))/create/kept"
            let task = SessionManager(transport: transport).uploadTask(
                RequestMessage(method: .post, url: url),
                from: .stream(BodyStream(source)),
                resumability: UploadResumability { _ in hold(given) }
            )
            task.onInterimResponse { [task] _ in hold(task, given) }
            _ = try await task.value
            // A closure that is added after the end is not kept either.
            task.onInterimResponse { _ in hold(given) }.onUploadProgress { _ in hold(given) }
            let request = TransportRequest(
                method: .put,
                url: try TestServer.odd("/echo"),
                body: .stream(BodyStream(source)),
                onBytesSent: { _ in hold(given) },
                onInterimResponse: { _ in hold(given) }
            )
            let response = try await transport.send(request)
            for try await _ in response.body {}
            return (Left(given: given), task, response)
        }

        private static func carryOut(_ kind: Kind, _ ending: Ending) async throws -> Left {
            let given = Given()
            let transport = CurlTransport()
            let code = Code(given: given)
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            configuration.resourceTimeout = .seconds(60)
            configuration.startsTasks = ending != .suspended
            configuration.onInterimResponse = { _ in hold(given) }
            configuration.redirects.decide = { _ in
                hold(given)
                return .follow
            }
            configuration.credentials = code
            configuration.observer = code
            configuration.interceptors = [code, RetryPolicy(limit: 1, delay: .zero)]
            let serializers = try SerializerRegistry { JSONPlugin() }
            let api = try HTTPSessionManager(
                serializers: serializers,
                configuration: configuration,
                transport: transport
            )
            var left = Left(given: given, session: api.session, transport: transport)
            let path =
                switch ending {
                case .finished: "/echo"
                case .failed: "/reset/10"
                case .cancelled: "/slow/1000/0.05"
                case .suspended, .dropped: "/slow/20/0.02"
                }
            let url = try TestServer.odd(path)
            let folder = TemporaryFolder()
            let body = MessageBody.stream(BodyStream(Source(given: given)))
            let put = RequestMessage(method: .put, url: url)
            let get = RequestMessage(url: url)
            switch kind {
            case .data: left.transferState = await end(api.session.dataTask(get), ending, given)
            case .value: left.transferState = await end(api.task(.get, url, as: JSON.self), ending, given)
            case .download:
                let task = api.session.downloadTask(get, to: .file(folder.file("film")))
                left.transferState = await end(task, ending, given)
            case .upload: left.transferState = await end(api.session.uploadTask(put, from: body), ending, given)
            case .resumableUpload:
                let uploads = "http://127.0.0.1:\(try TestServer.uploads().port("http"))/create/\(ending.rawValue)"
                let task = api.session.uploadTask(
                    RequestMessage(method: .post, url: ending == .finished ? uploads : url),
                    from: body,
                    resumability: UploadResumability { _ in hold(given) }
                )
                left.transferState = await end(task, ending, given)
            case .stream, .elements, .pages:
                let reading = Task { try? await read(kind, ending, api, url) }
                if ending == .cancelled {
                    try await Task.sleep(for: .milliseconds(50))
                    reading.cancel()
                }
                _ = await reading.value
            }
            return left
        }

        /// Finishes a task or drops it.
        private static func end<Value>(
            _ task: SessionTask<Value>,
            _ ending: Ending,
            _ given: Given
        ) async -> TransferState {
            task.onUploadProgress { _ in hold(given) }.onDownloadProgress { _ in hold(given) }
                .onCompletion { _ in hold(given) }
            if ending == .suspended {
                task.onInterimResponse { _ in hold(given) }
            } else {
                task.onInterimResponse { [task] _ in hold(given, task) }
            }
            switch ending {
            case .finished, .failed: _ = await task.result
            case .cancelled:
                try? await Task.sleep(for: .milliseconds(50))
                task.cancel()
                _ = await task.result
            // The task has not started, or is dropped in the middle. Only this function holds it.
            case .suspended, .dropped: try? await Task.sleep(for: .milliseconds(50))
            }
            return task.transferState
        }

        private static func read(_ kind: Kind, _ ending: Ending, _ api: HTTPSessionManager, _ url: String) async throws
        {
            let isLeft = ending == .suspended || ending == .dropped
            switch kind {
            case .stream:
                let response = try await api.session.response(for: RequestMessage(url: url))
                for try await _ in response.body where isLeft { return }
            case .elements:
                let rows = "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n{}\n{}\n{}\n"
                let text = rows.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                let path = ending == .finished || isLeft ? try TestServer.odd("/raw?text=\(text)") : url
                for try await _ in try await api.stream(path, of: JSON.self) where isLeft { return }
            default:
                let path = ending == .finished || isLeft ? try TestServer.odd("/echo?link=/echo?link=/echo") : url
                for try await _ in api.pages(path, as: JSON.self) where isLeft { return }
            }
        }
    }

    /// Keeps the objects of a closure alive.
    private func hold(_ objects: Any?...) { withExtendedLifetime(objects) {} }
#endif
