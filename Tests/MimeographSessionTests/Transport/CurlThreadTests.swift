#if os(Linux)
    import Foundation
    import Glibc
    import Mimeograph
    import MimeographSupport
    import Synchronization
    import TestServers
    import TestSupport
    import Testing

    @testable import MimeographSession

    /// Tests of the threads of transports: their signals, their ends, and work without a thread.
    @Suite(.needsOddServer, .within(minutes: 10))
    struct CurlThreadTests {
        /// A blocked fault signal would end the program without its handlers, and so without a backtrace.
        @Test func doesNotBlockFaultSignals() async {
            await #expect(processExitsWith: .success) {
                let transport = CurlTransport()
                let file = MessageBody.file(path: #filePath)
                _ = try await transport.whole(
                    TransportRequest(method: .put, url: try TestServer.odd("/bytes/1"), body: file)
                )
                let threads = ProcessFigures.threads(named: "mimeo-")
                #expect(threads.count >= 2)
                for thread in threads {
                    var mask = try Self.blockedSignals(of: thread)
                    // glibc starts each thread with all signals blocked, including libcurl's threads, which inherit the name.
                    for _ in 0..<500 where mask & Self.faults != 0 {
                        usleep(10_000)
                        mask = try Self.blockedSignals(of: thread)
                    }
                    #expect(mask & Self.faults == 0)
                    for signal in [SIGPIPE, SIGTERM, SIGINT, SIGUSR1] {
                        #expect(mask & 1 << UInt64(signal - 1) != 0, "signal \(signal)")
                    }
                }
            }
        }

        private static let faults = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS]
            .reduce(0 as UInt64) { $0 | 1 << UInt64($1 - 1) }

        /// Returns the signals that a thread blocks, one bit each; for an ended thread, the signals that our threads block.
        private static func blockedSignals(of thread: String) throws -> UInt64 {
            let path = "/proc/self/task/\(thread)/status"
            guard let status = try? String(contentsOfFile: path, encoding: .utf8) else { return ~faults }
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") })
            return try #require(UInt64(line.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16))
        }

        /// OpenSSL is not cleaned up at exit, because threads of transports may still use it.
        @Test func doesNotCleanUpOpenSSLAtExit() async {
            await #expect(processExitsWith: .success) {
                // The first registered handler is called last, after any handler of OpenSSL.
                atexit {
                    // SAFETY: the symbol is found by its name and has that type.
                    guard let symbol = unsafe dlsym(nil, "OPENSSL_init_crypto") else { _exit(3) }
                    typealias Initialise = @convention(c) (UInt64, UnsafeRawPointer?) -> Int32
                    let initialise = unsafe unsafeBitCast(symbol, to: Initialise.self)
                    // After a cleanup, OpenSSL refuses to be initialized again.
                    _exit(initialise(0, nil) == 1 ? 0 : 2)
                }
                _ = MessageDigest.sha256.hexadecimal(of: "a")
                _ = try await CurlTransport().whole(try TestServer.odd("/bytes/1"))
                exit(4)
            }
        }

        @Test func runsWorkIfNoThreadIsAvailable() throws {
            let second = DispatchSemaphore(value: 0)
            let isOver = DispatchSemaphore(value: 0)
            let count = Mutex(0)
            // The first request for a thread is the last to fail.
            let threads = BlockingThreads { _ in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                if number == 1 { _ = second.wait(timeout: .now() + 20) }
                return false
            }
            let done = Counter()
            Thread.detachNewThread {
                threads.run { _ = done.increment() }
                isOver.signal()
            }
            while count.withLock({ $0 }) == 0 { usleep(1000) }
            threads.run { _ = done.increment() }
            second.signal()
            #expect(isOver.wait(timeout: .now() + 20) == .success)
            #expect(done.value == 2)
            // Work that requests more work does not grow the stack.
            #expect(chain(threads, 20_000) == 20_000)
        }

        private func chain(_ threads: BlockingThreads, _ length: Int) -> Int {
            let done = Counter()
            @Sendable func next(_ left: Int) {
                _ = done.increment()
                if left > 1 { threads.run { next(left - 1) } }
            }
            threads.run { next(length) }
            return done.value
        }

        @Test func anExchangeCancelledBeforeTheThreadStartsLeavesNothing() {
            weak var left: CurlEngine?
            do {
                let engine = CurlEngine(configuration: .init())
                // Releasing the exchange cancels it.
                _ = CurlExchange(engine)
                left = engine
            }
            #expect(left == nil)
        }

        @Test func cancelsATaskThatWasCancelledBefore() async throws {
            for _ in 0..<50 {
                let transport = CurlTransport()
                let url = try TestServer.odd("/hang/early")
                let task = Task { try await transport.whole(url) }
                task.cancel()
                let error = await #expect(throws: TransportError.self) { try await task.value }
                #expect(error?.code == .cancelled)
            }
        }
    }
#endif
