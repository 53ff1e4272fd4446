#if os(Linux)
    import Foundation
    import Mimeograph
    import TestServers
    import TestSupport
    import Testing

    @testable import MimeographSession

    /// Tests of resumable uploads with a server that closes connections and sends wrong offsets.
    @Suite(.needsOddServer, .within(minutes: 5))
    struct ResumableUploadServerTests {
        private struct Seen: Decodable {
            let sha256: String
            let length: Int
            let methods: [String]
            let complete: Bool
        }

        private static func url(_ path: String) throws -> String {
            "http://127.0.0.1:\(try TestServer.uploads().port("http"))\(path)"
        }

        private static func session(idleTimeout: Duration = .seconds(20)) -> SessionManager {
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            configuration.options.idleTimeout = idleTimeout
            return SessionManager(configuration: configuration, transport: CurlTransport())
        }

        private static func seen(_ name: String) async throws -> Seen {
            let response = try await session().data(for: RequestMessage(url: url("/seen/\(name)")))
            return try JSONDecoder().decode(Seen.self, from: Data(response.value))
        }

        @Test(arguments: 0..<6)
        func theBodyArrivesWholeDespiteLostConnections(_ seed: Int) async throws {
            var random = SeededGenerator(seed: UInt64(seed))
            let length = 600_000 + seed * 100_000
            let cuts = (0..<4).map { _ in Int.random(in: 0..<length, using: &random) }.sorted()
            let folder = TemporaryFolder()
            let path = folder.file("film")
            let bytes = TestServer.pattern(length)
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let name = "cut-\(seed)-\(UInt64.random(in: 0 ... .max))"
            let list = cuts.map(String.init).joined(separator: ",")
            let request = RequestMessage(method: .post, url: try Self.url("/create/\(name)?cuts=\(list)"))
            let body: MessageBody = [.file(path: path), .bytes(bytes), .stream(BodyStream(bytes))][seed % 3]
            let last = Recorder<TransferProgress>()
            let task = Self.session().uploadTask(
                request,
                from: body,
                resumability: UploadResumability(delay: .milliseconds(1))
            ).onUploadProgress { last.append($0) }
            let response = try await task.value
            let digest = SHA256.hexDigest(of: bytes)
            #expect(String(decoding: response.value, as: UTF8.self) == digest)
            let seen = try await Self.seen(name)
            #expect(seen.length == length && seen.sha256 == digest && seen.complete)
            #expect(seen.methods.filter { $0 == "HEAD" }.count == 4)
            #expect(last.values.allSatisfy { $0.totalBytes == Int64(length) && $0.completedBytes <= Int64(length) })
            #expect(task.currentUploadProgress.completedBytes == Int64(length))
        }

        /// The connection breaks before most of the body is sent.
        @Test(arguments: ["15999999", "16000001", "99999999999999999999", "-1", "x"])
        func wrongOffsetsEndTheUpload(_ offset: String) async throws {
            let name = "lie-\(offset)-\(UInt64.random(in: 0 ... .max))"
            let request = RequestMessage(
                method: .post,
                url: try Self.url("/create/\(name)?cuts=1000&offset=\(offset)")
            )
            let body = MessageBody.stream(BodyStream(TestServer.pattern(16_000_000)))
            let error = await #expect(throws: SessionError.self) {
                try await Self.session().upload(request, from: body, resumability: UploadResumability(delay: .zero))
            }
            #expect(error?.code == .uploadResumptionFailed, "\(String(describing: error))")
            #expect(try await Self.seen(name).methods == ["POST", "HEAD"])
        }

        @Test func decreasingOffsetsEndTheUpload() async throws {
            let name = "back-\(UInt64.random(in: 0 ... .max))"
            let request = RequestMessage(
                method: .post,
                url: try Self.url("/create/\(name)?cuts=1000,200000&offset=10&from=2")
            )
            let error = await #expect(throws: SessionError.self) {
                try await Self.session().upload(
                    request,
                    from: .bytes(TestServer.pattern(500_000)),
                    resumability: UploadResumability(delay: .zero)
                )
            }
            #expect(error?.code == .uploadResumptionFailed)
            #expect(try await Self.seen(name).methods == ["POST", "HEAD", "PATCH", "HEAD"])
        }

        @Test func anUploadThatEndsTooEarlyIsAnError() async throws {
            let name = "early-\(UInt64.random(in: 0 ... .max))"
            let request = RequestMessage(method: .post, url: try Self.url("/create/\(name)?cuts=1000&early=1"))
            let error = await #expect(throws: SessionError.self) {
                try await Self.session().upload(
                    request,
                    from: .bytes(TestServer.pattern(5000)),
                    resumability: UploadResumability(delay: .zero)
                )
            }
            #expect(error?.code == .uploadResumptionFailed)
        }

        /// A silent server makes each attempt end with the idle timeout, until the attempts run out.
        @Test func silenceEnds() async throws {
            let name = "hang-\(UInt64.random(in: 0 ... .max))"
            let request = RequestMessage(method: .post, url: try Self.url("/create/\(name)?cuts=1000&hang=1"))
            let error = await #expect(throws: SessionError.self) {
                try await Self.session(idleTimeout: .milliseconds(200)).upload(
                    request,
                    from: .bytes(TestServer.pattern(5000)),
                    resumability: UploadResumability(limit: 2, delay: .zero)
                )
            }
            #expect(error?.code == .timedOut && error?.uploadResumption?.length == 5000)
        }

        @Test func aCancelledUploadContinuesInAnotherTask() async throws {
            let name = "later-\(UInt64.random(in: 0 ... .max))"
            let request = RequestMessage(method: .post, url: try Self.url("/create/\(name)?cuts=100000"))
            let bytes = TestServer.pattern(700_000)
            let task = Self.session().uploadTask(
                request,
                from: .bytes(bytes),
                resumability: UploadResumability(delay: .seconds(60), maximumDelay: .seconds(60))
            )
            while task.metrics.steps.isEmpty || task.currentUploadProgress.completedBytes == 0 {
                try await Task.sleep(for: .milliseconds(10))
            }
            try await Task.sleep(for: .milliseconds(200))
            task.cancel()
            let result = await task.result
            guard case .failure(let error) = result else {
                Issue.record("The cancelled task succeeded.")
                return
            }
            #expect(error.code == .cancelled)
            let left = try #require(error.uploadResumption)
            let session = Self.session()
            let response = try await session.upload(
                request,
                from: .bytes(bytes),
                resumability: UploadResumability(),
                resuming: left
            )
            #expect(response.head.status == 200)
            #expect(try await Self.seen(name).sha256 == SHA256.hexDigest(of: bytes))
            try await session.cancelUpload(left, of: request)
            try await session.cancelUpload(left, of: request)
        }
    }
#endif
