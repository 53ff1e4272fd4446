#if os(Linux)
    import Dispatch
    import Foundation
    import Mimeograph
    import MimeographJSON
    import TestServers
    import TestSupport
    import Testing

    @testable import MimeographSession

    /// Tests of tasks that continue on a transport's thread, and of the other exchanges if such a task takes long.
    @Suite(.needsNginx, .needsOddServer, .within(minutes: 10))
    struct CurlLeadershipTests {
        /// Whether this runs on a transport's thread.
        private static var isOnTransport: Bool {
            (try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)) == "mimeo-transport\n"
        }

        /// Whether a task stays on the thread after the part that prefers it, as from Swift 6.3 on.
        private static var staysOnTransport: Bool {
            #if compiler(>=6.3)
                true
            #else
                false
            #endif
        }

        @Test func aSingleTaskContinuesOnTheTransportsThread() async throws {
            let transport = CurlTransport()
            let url = try TestServer.odd("/bytes/100")
            var count = 0
            for _ in 0..<20 {
                #expect(try await transport.whole(url).bytes.count == 100)
                if Self.isOnTransport { count += 1 }
            }
            // The system may delay the thread, so that another one leads, but not each time.
            #expect(count > 0 || !Self.staysOnTransport)
        }

        /// Large bodies stay off the transport's threads, because Swift's threads cannot reuse the memory of their heaps.
        @Test(arguments: ["/bytes/100000", "/gzipped/100"])
        func largeAndCodedBodiesContinueOnSwiftsThreads(_ path: String) async throws {
            let transport = CurlTransport()
            let url = try TestServer.odd(path)
            for _ in 0..<20 {
                #expect(try await !transport.whole(url).bytes.isEmpty)
                #expect(!Self.isOnTransport)
            }
        }

        /// A value whose decoder waits, without suspending, until other exchanges have ended.
        private struct Slow: Decodable, Sendable {
            static let others = DispatchSemaphore(value: 0)
            let isOnTransport: Bool
            let isFree: Bool

            static func takeBack() { others.wait() }

            init(from decoder: any Decoder) throws {
                isOnTransport = CurlLeadershipTests.isOnTransport
                // Swift may have only one thread of its own. Waiting there would block all tasks, with any transport.
                isFree = !isOnTransport || Self.others.wait(timeout: .now() + 60) == .success
            }
        }

        @Test func aSlowDecoderDelaysNoOtherExchange() async throws {
            let transport = CurlTransport()
            let small = "http://127.0.0.1:\(try TestServer.nginx().port("http"))/small"
            let api = try HTTPSessionManager(serializers: SerializerRegistry { JSONPlugin() }, transport: transport)
            var count = 0
            for _ in 0..<10 {
                let slow = Task { try await api.get(small, as: Slow.self) }
                try await Task.sleep(for: .milliseconds(20))
                for _ in 0..<10 {
                    let count = try await transport.whole(small).bytes.count
                    #expect(count == 146)
                }
                Slow.others.signal()
                let value = try await slow.value
                #expect(value.isFree)
                if value.isOnTransport { count += 1 } else { Slow.takeBack() }
            }
            #expect(count > 0 || !Self.staysOnTransport)
        }

        /// Both threads end, and the descriptors are closed, even after a slow task.
        @Test func bothThreadsEnd() async {
            await #expect(processExitsWith: .success) {
                let url = try TestServer.odd("/bytes/100")
                let before = ProcessFigures.allowedDescriptors
                for _ in 0..<20 {
                    let transport = CurlTransport()
                    for _ in 0..<3 {
                        _ = try await transport.whole(url)
                        usleep(5000)
                    }
                }
                #expect(try await ProcessFigures.settles(0) { ProcessFigures.transportThreads })
                #expect(try await ProcessFigures.settles(before) { ProcessFigures.descriptors })
            }
        }

        /// Runs many tasks. Each sometimes takes longer than the standby thread waits.
        @Test func leadershipChangesUnderLoad() async throws {
            let transport = CurlTransport()
            let url = try TestServer.odd("/bytes/100")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<3 {
                    group.addTask {
                        for round in 0..<200 {
                            let count = try await transport.whole(url).bytes.count
                            #expect(count == 100)
                            if (round + worker) % 7 == 0 { usleep(3000) }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }
#endif
