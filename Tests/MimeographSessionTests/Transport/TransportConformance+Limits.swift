import Mimeograph
import MimeographSession
import TestServers
import Testing

extension TransportConformance {
    /// Checks of time limits and failing connections.
    static let limits = [
        Check("no data moves for too long", .time) { (transportUnderTest) async throws in
            let options = TransportOptions(idleTimeout: .milliseconds(400))
            for path in ["/hang/idle", "/delay/60", "/slow/3/60"] {
                let time = ContinuousClock.now
                #expect(await transportUnderTest.failure(path, options: options)?.code == .timedOut)
                let duration = ContinuousClock.now - time
                #expect(duration > .milliseconds(390) && duration < .seconds(20), "\(path) \(duration)")
            }
        },
        Check("a slow exchange is not idle", .time) { (transportUnderTest) async throws in
            let options = TransportOptions(idleTimeout: .milliseconds(1800))
            #expect(try await transportUnderTest.whole("/slow/5/0.6", options: options).bytes == TestServer.pattern(5))
        },
        Check("a pause of the reader does not count as idle", .time) { (transportUnderTest) async throws in
            let options = TransportOptions(idleTimeout: .milliseconds(1200))
            let request = TransportRequest(url: try transportUnderTest.url("/large/4000000"), options: options)
            let response = try await transportUnderTest.transport.send(request)
            try await Task.sleep(for: .milliseconds(2500))
            var count = 0
            for try await chunk in response.body { count += chunk.count }
            #expect(count == 4_000_000)
        },
        Check("a pause of the producer does not count as idle", .time) { (transportUnderTest) async throws in
            let stream = BodyStream {
                let next = Counter()
                return AsyncThrowingStream {
                    let index = next.increment()
                    if index == 1 { try await Task.sleep(for: .milliseconds(2500)) }
                    return index < 2 ? [65] : nil
                }
            }
            let options = TransportOptions(idleTimeout: .milliseconds(1200))
            let response = try await transportUnderTest.whole(.post, "/echo", body: .stream(stream), options: options)
            #expect(try Echo(response).body == "AA")
        },
        Check("no limit", .time) { (transportUnderTest) async throws in
            let options = TransportOptions(connectTimeout: nil, idleTimeout: nil)
            #expect(try await transportUnderTest.whole("/delay/0.3", options: options).text == "late")
        },
        Check("senseless limits", .time) { (transportUnderTest) async throws in
            let huge = TransportOptions(
                connectTimeout: .seconds(Int64.max),
                idleTimeout: .seconds(Int64.max)
            )
            #expect(try await transportUnderTest.whole("/bytes/1", options: huge).bytes == [0])
            let none = TransportOptions(idleTimeout: .seconds(-1))
            #expect(await transportUnderTest.failure("/hang/none", options: none)?.code == .timedOut)
        },
        Check("a connection that is not made in time", .connecting, .time) { (transportUnderTest) async throws in
            // The connection is not ready before the server answers the handshake.
            let url = "https://127.0.0.1:\(try TestServer.calm().port("silent"))/"
            let options = TransportOptions(connectTimeout: .milliseconds(300))
            let error = await #expect(throws: TransportError.self) {
                try await transportUnderTest.transport.whole(TransportRequest(url: url, options: options))
            }
            #expect(error?.code == .timedOut)
        },
        Check("waiting for one of the host's connections", .connecting, .time) { (transportUnderTest) async throws in
            let options = TransportOptions(connectTimeout: .seconds(20))
            try await withThrowingTaskGroup(of: String.self) { group in
                // There are more requests than connections to one host, so some wait for others.
                for _ in 0..<18 {
                    group.addTask { try await transportUnderTest.whole("/delay/0.8", options: options).text }
                }
                for try await text in group { #expect(text == "late") }
            }
        },
        Check("no server, and an unknown host", .connecting) { (transportUnderTest) async throws in
            for (url, code) in [
                ("http://127.0.0.1:1/", TransportError.Code.cannotConnect),
                ("http://name.invalid/", .hostNotFound),
            ] {
                let error = await #expect(throws: TransportError.self) {
                    try await transportUnderTest.transport.whole(url)
                }
                #expect(error?.code == code)
            }
        },
        Check("a body is not received faster than it is read") { (transportUnderTest) async throws in
            let response = try await transportUnderTest.transport.send(
                TransportRequest(url: try transportUnderTest.url("/endless"))
            )
            try await Task.sleep(for: .milliseconds(300))
            #expect(response.body.metrics.bytesReceived < 1 << 20)
        },
    ]
}
