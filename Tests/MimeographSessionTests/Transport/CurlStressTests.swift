#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    /// A stress test: many operations of all kinds at once, many of which are cancelled.
    @Suite(.needsNginx, .within(minutes: 10))
    struct CurlStressTests {
        /// The number of operations; `MIMEOGRAPH_STRESS=20000` sets it.
        static var operations: Int {
            ProcessInfo.processInfo.environment["MIMEOGRAPH_STRESS"].flatMap { Int($0) } ?? 400
        }

        @Test func mixedOperationsWithCancellation() async {
            await #expect(processExitsWith: .success) {
                let configuration = CurlTransport.Configuration(
                    certificateAuthorities: .file(try TestServer.nginx().path("authority"))
                )
                let transport = CurlTransport(configuration: configuration)
                for way in CurlNginxTests.Way.allCases {
                    _ = try await transport.whole(try way.request("/small"))
                }
                let before = ProcessFigures.allowedDescriptors
                let (done, cancelled) = (Counter(), Counter())
                let total = CurlStressTests.operations
                await withTaskGroup(of: Void.self) { group in
                    for worker in 0..<32 {
                        group.addTask {
                            var generator = SeededGenerator(seed: UInt64(worker))
                            for _ in 0..<total / 32 {
                                await CurlStressTests.operate(transport, &generator, done, cancelled)
                            }
                        }
                    }
                }
                #expect(done.value + cancelled.value == total / 32 * 32)
                #expect(done.value > total / 4 && cancelled.value > total / 20)
                // The transport still works, and has at most its cached connections in addition.
                for way in CurlNginxTests.Way.allCases {
                    #expect(try await transport.whole(try way.request("/small")).head.status == 200)
                }
                transport.invalidate(cancelling: true)
                #expect(try await ProcessFigures.settles(0) { ProcessFigures.transportThreads })
                #expect(try await ProcessFigures.settles(before) { ProcessFigures.descriptors })
            }
        }

        /// Runs one operation, and possibly cancels it. Any result other than success and cancellation is an issue.
        static func operate(
            _ transport: CurlTransport,
            _ generator: inout SeededGenerator,
            _ done: Counter,
            _ cancelled: Counter
        ) async {
            let way = CurlNginxTests.Way.allCases.randomElement(using: &generator) ?? .http
            let kind = Int.random(in: 0..<7, using: &generator)
            let name = Int.random(in: 0..<1000, using: &generator)
            let delay = Bool.random(using: &generator) ? Int.random(in: 0..<4000, using: &generator) : nil
            let task = Task { () throws -> Int in
                switch kind {
                case 0, 1: return try await transport.whole(try way.request("/small")).bytes.count
                case 2: return try await transport.whole(try way.request("/pattern.bin")).bytes.count
                case 3:
                    // This reads a part of a large body and drops the rest.
                    var body = try await transport.send(try way.request("/64M.bin")).body.makeAsyncIterator()
                    return (try await body.next()?.count ?? 0) + (try await body.next()?.count ?? 0)
                case 4, 5:
                    let body = TestServer.pattern(100_000)
                    var request = try way.request("/put/\(way)-\(name)")
                    request.method = .put
                    request.body = kind == 4 ? .bytes(body) : .stream(madeStream(chunks: [[1], body, [2]]))
                    return try await transport.whole(request).head.status
                default:
                    var request = try way.request("/small")
                    request.method = .head
                    return try await transport.whole(request).head.status
                }
            }
            if let delay {
                try? await Task.sleep(for: .microseconds(delay))
                task.cancel()
            }
            switch await task.result {
            case .success(let count):
                #expect(count > 0)
                done.increment()
            case .failure(let error):
                let code = (error as? TransportError)?.code
                #expect(code == .cancelled && delay != nil, "\(error) \(way) \(kind)")
                cancelled.increment()
            }
        }
    }
#endif
