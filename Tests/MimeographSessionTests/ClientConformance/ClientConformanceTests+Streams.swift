#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographSession
    import TestServers
    import Testing

    extension ClientConformanceTests {
        /// Sends a request, and returns the response before its body has arrived.
        private func response(_ request: RequestMessage) async throws -> SessionResponse {
            let response = try await api.session.response(for: request, configuration: api.configuration)
            try #require(response.head.status == 200)
            return response
        }

        // MARK: Reading

        /// The session ends the exchange when the response is released. The server sends no more, or is still sending.
        @Test func leavesTheRestOfABodyUnread() async throws {
            let name = "\(UInt64.random(in: 0 ... .max))"
            do {
                let response = try await response(request(.get, "stall/\(name)"))
                var chunks = response.body.makeAsyncIterator()
                try #require(try await chunks.next()?.first == 0)
            }
            try await waitUntil(0, hang: name)
            do {
                let response = try await response(request(.get, "large/1000000"))
                var chunks = response.body.makeAsyncIterator()
                try #require(try await chunks.next()?.first == 0)
            }
            try #require(try await whole(request(.get, "bytes/3")).value == [0, 1, 2])
        }

        @Test func readsABodyByteByByte() async throws {
            let response = try await response(request(.get, "bytes/1000000"))
            var bytes: [UInt8] = []
            for try await chunk in response.body {
                for byte in chunk { bytes.append(byte) }
            }
            // A failed comparison in the macro would print the bytes.
            let isWhole = bytes == TestServer.pattern(1_000_000)
            try #require(isWhole)
        }

        // MARK: Reading and writing in turn

        /// Each byte is sent when the previous one has returned.
        @Test func receivesEachByteBeforeItSendsTheNext() async throws {
            let (bytes, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
            let body = MessageBody.stream(BodyStream { bytes })
            continuation.yield([0x41])
            let response = try await response(request(.post, "mirror", body: body))
            var count = 0
            for try await chunk in response.body {
                try #require(chunk == [0x41])
                count += 1
                if count < 1000 { continuation.yield([0x41]) } else { continuation.finish() }
            }
            try #require(count == 1000)
        }

        /// The server speaks first. The request ends after the response.
        @Test func answersEachByteOfTheServer() async throws {
            let (bytes, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
            defer { continuation.finish() }
            let body = MessageBody.stream(BodyStream { bytes })
            let response = try await response(request(.post, "dialogue/1000", body: body))
            var count = 0
            for try await chunk in response.body {
                try #require(chunk == [0x41])
                count += 1
                continuation.yield(chunk)
            }
            try #require(count == 1000)
        }

        // MARK: Cancelling

        @Test func endsWithoutAHeadWhenItIsCancelled() async throws {
            let name = "\(UInt64.random(in: 0 ... .max))"
            let request = request(.get, "hang/\(name)")
            let task = Task { try await response(request) }
            try await waitUntil(1, hang: name)
            task.cancel()
            let error = try await #require(throws: SessionError.self) { try await task.value }
            try #require(error.code == .cancelled)
            try await waitUntil(0, hang: name)
        }

        @Test func endsInTheMiddleOfTheBodyWhenItIsCancelled() async throws {
            let name = "\(UInt64.random(in: 0 ... .max))"
            let request = request(.get, "stall/\(name)")
            let count = Counter()
            let task = Task {
                for try await chunk in try await response(request).body {
                    for _ in chunk { count.increment() }
                }
            }
            for _ in 0..<4000 where count.value < 1000 { try await Task.sleep(for: .milliseconds(5)) }
            task.cancel()
            let error = try await #require(throws: SessionError.self) { try await task.value }
            try #require(error.code == .cancelled && count.value == 1000)
            try await waitUntil(0, hang: name)
        }
    }
#endif
