#if os(Linux)
    import Foundation
    import Mimeograph
    import TestServers
    import TestSupport
    import Testing

    @testable import MimeographSession

    /// Tests of time limits, with the test's own clock and the system's clock.
    struct IdleTimerTests {
        /// Acts like the loop: it checks at the computed times, and ends an idle exchange.
        private func end(_ timeout: Int64, sent: (Int64) -> Int64, sendsBody: Bool) -> Int64 {
            var timer = IdleTimer()
            timer.begun = 0
            timer.start(at: 0)
            var now = IdleTimer.firstLook(timeout, now: 0, sendsBody: sendsBody)
            while now < 100 * timeout {
                if sendsBody { timer.record(sent: sent(now), at: now) }
                if timer.isIdle(timeout, now: now) { return now }
                now = timer.nextLook(timeout, now: now, sendsBody: sendsBody)
            }
            return now
        }

        @Test(arguments: [1, 3, 5] as [Int64])
        func aBodySentAtOnceDoesNotDoubleTheTimeout(_ seconds: Int64) {
            let timeout = seconds * 1_000_000_000
            #expect(end(timeout, sent: { _ in 0 }, sendsBody: false) == timeout)
            // The whole body was sent at the beginning, which the first check detects.
            let end = end(timeout, sent: { _ in 1000 }, sendsBody: true)
            #expect(end >= timeout && end <= timeout * 9 / 8, "\(end)")
        }

        @Test func aSlowlySentBodyIsNotIdle() {
            let second: Int64 = 1_000_000_000
            // One byte every 0.9 seconds, for ten seconds.
            let end = end(second, sent: { min($0, 10 * second) / (second * 9 / 10) }, sendsBody: true)
            #expect(end > 10 * second && end < 12 * second)
        }

        @Test(.needsOddServer, .within(minutes: 5))
        func timeWithoutAConnectionCountsForTheConnectTimeout() async throws {
            let transport = CurlTransport(configuration: .init(maximumConnectionsPerHost: 1))
            let holding = try await transport.send(TransportRequest(url: try TestServer.calm("/endless")))
            var request = TransportRequest(url: try TestServer.calm("/bytes/1"))
            request.options.connectTimeout = .milliseconds(400)
            request.options.idleTimeout = .seconds(600)
            let start = ContinuousClock.now
            let error = await #expect(throws: TransportError.self) { try await transport.whole(request) }
            #expect(error?.code == .timedOut)
            #expect(ContinuousClock.now - start >= .milliseconds(390) && ContinuousClock.now - start < .seconds(60))
            holding.body.cancel()
            request.options.connectTimeout = .seconds(30)
            #expect(try await transport.whole(request).bytes == [0])
        }

        /// An unrequested switch must not make the exchange wait; six of them would occupy all connections of a host.
        @Test(.needsTLSServer, .within(minutes: 5))
        func anUnrequestedProtocolSwitchHoldsNoConnection() async throws {
            let transport = CurlTransport()
            let head = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"
            let text = FramingRow.coded(head + String(repeating: "x", count: 4000))
            await withTaskGroup(of: TransportError.Code?.self) { group in
                for _ in 0..<12 {
                    group.addTask {
                        do throws(TransportError) {
                            _ = try await transport.whole(
                                "http://127.0.0.1:\((try? TestServer.framing().port("plain")) ?? 0)/framed/\(text)"
                            )
                            return nil
                        } catch {
                            return error.code
                        }
                    }
                }
                for await code in group { #expect(code == .invalidResponse) }
            }
        }
    }
#endif
