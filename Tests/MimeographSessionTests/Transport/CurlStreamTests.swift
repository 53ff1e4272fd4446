#if os(Linux)
    import Foundation
    import Mimeograph
    import TestServers
    import TestSupport
    import Testing

    @testable import MimeographSession

    /// Tests of many HTTP/2 streams on one connection, if libcurl keeps them separate.
    @Suite(
        .needsTLSServer,
        .within(minutes: 10),
        .enabled(
            if: CurlLibrary.sharesConnections,
            "libcurl before 8.13 has one exchange at a time on a connection of HTTP/2: Scripts/platforms stable --filter CurlStream"
        )
    )
    struct CurlStreamTests {
        typealias Way = CurlHTTP2Tests.Way

        static func transport(connections: Int? = 6) throws -> CurlTransport {
            CurlTransport(
                configuration: .init(
                    maximumConnectionsPerHost: connections,
                    certificateAuthorities: .file(try TestServer.http2().path("authority"))
                )
            )
        }

        /// Makes a POST request with the given body.
        static func post(_ way: Way, _ behaviour: String, _ body: [UInt8]) throws -> TransportRequest {
            var request = try way.request(behaviour, .post)
            request.body = .bytes(body)
            return request
        }

        /// Sends requests at once. Returns the bodies, in which some servers send the number of the connection.
        static func texts(_ requests: [TransportRequest], _ transport: CurlTransport) async throws -> [String] {
            try await withThrowingTaskGroup(of: (Int, String).self) { group in
                for (index, request) in requests.enumerated() {
                    group.addTask { (index, try await transport.whole(request).text) }
                }
                return try await group.reduce(into: Array(repeating: "", count: requests.count)) { $0[$1.0] = $1.1 }
            }
        }

        // MARK: Many at once

        @Test(arguments: Way.allCases)
        func aHundredExchangesShareOneConnection(_ way: Way) async throws {
            let transport = try Self.transport()
            // libcurl 8.12 to 8.16 shares a connection without TLS only after it has received HTTP/2 on it.
            let first = try await transport.whole(try Self.post(way, "gathers", [65]))
            let connections = try await withThrowingTaskGroup(of: String?.self) { group in
                for index in 0..<100 {
                    group.addTask {
                        let body = Array("body \(index) ".utf8) + TestServer.pattern(10 * index)
                        let response = try await transport.whole(try Self.post(way, "gathers", body))
                        #expect(response.bytes == body)
                        #expect(response.metrics.protocolVersion == "2")
                        return response.head.fields["x-connection"]
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(connections == [first.head.fields["x-connection"]])
        }

        @Test(arguments: Way.allCases)
        func cancellationsDoNotMixUpResponses(_ way: Way) async throws {
            let transport = try Self.transport()
            let (done, cancelled) = (Counter(), Counter())
            let total = CurlStressTests.operations
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<32 {
                    group.addTask {
                        var generator = SeededGenerator(seed: UInt64(worker))
                        for index in 0..<total / 32 {
                            let filler = TestServer.pattern(Int.random(in: 0..<20_000, using: &generator))
                            let body = Array("\(worker) \(index) ".utf8) + filler
                            let request = try Self.post(way, "echoes", body)
                            let task = Task { try await transport.whole(request).bytes }
                            let isCancelled = Int.random(in: 0..<4, using: &generator) == 0
                            if isCancelled {
                                try await Task.sleep(for: .microseconds(Int.random(in: 0..<4000, using: &generator)))
                                task.cancel()
                            }
                            switch await task.result {
                            case .success(let bytes):
                                #expect(bytes == body)
                                done.increment()
                            case .failure(let error):
                                #expect(isCancelled && (error as? TransportError)?.code == .cancelled, "\(error)")
                                cancelled.increment()
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(done.value + cancelled.value == total / 32 * 32 && done.value > total / 2)
        }

        // MARK: Flow control

        @Test(.needsNginx) func aSlowReaderDoesNotBlockOthers() async throws {
            let transport = try CurlNginxTests.transport()
            let first = try await transport.whole(try CurlNginxTests.Way.https.request("/version")).text
            let connection = first.split(separator: " ")[1]
            let slow = try await transport.send(try CurlNginxTests.Way.https.request("/64M.bin"))
            var body = slow.body.makeAsyncIterator()
            var count = try await body.next()?.count ?? 0
            for _ in 0..<50 {
                let text = try await transport.whole(try CurlNginxTests.Way.https.request("/version")).text
                #expect(text.split(separator: " ")[1] == connection)
            }
            // Only the received bytes and libcurl's window are buffered.
            #expect(slow.body.metrics.bytesReceived < 4 << 20)
            while let chunk = try await body.next() { count += chunk.count }
            #expect(count == 64 << 20)
        }

        @Test(arguments: Way.allCases)
        func sendsLargeBodiesWithASmallWindow(_ way: Way) async throws {
            let transport = try Self.transport()
            let requests = try (1...8).map { try Self.post(way, "small_window", TestServer.pattern(20_000 * $0)) }
            #expect(try await Self.texts(requests, transport) == (1...8).map { "\(20_000 * $0)" })
        }

        @Test(arguments: Way.allCases)
        func respectsTheServersStreamLimit(_ way: Way) async throws {
            let alone = try Self.transport(connections: 1)
            let requests = try (0..<20).map { _ in try way.request("one_at_a_time") }
            // libcurl may use another connection in place of a full one; each request is answered.
            #expect(try await Self.texts(requests, alone).allSatisfy { Int($0) != nil })
            let transport = try Self.transport(connections: 1)
            #expect(try await transport.whole(try Self.post(way, "widens", [65])).text == "A")
            let bodies = (0..<10).map { "body \($0)" }
            let later = try bodies.map { try Self.post(way, "widens", Array($0.utf8)) }
            #expect(try await Self.texts(later, transport) == bodies)
        }
    }
#endif
