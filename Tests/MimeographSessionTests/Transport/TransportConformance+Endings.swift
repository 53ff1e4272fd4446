import Mimeograph
import MimeographSession
import TestServers
import Testing

extension TransportConformance {
    /// Checks of failures and cancellations.
    static let endings = [
        Check("a truncated body is an error", .failures) { (transportUnderTest) async throws in
            for path in ["/lie/1000/10", "/broken-chunk", "/reset/100"] {
                #expect(await transportUnderTest.failure(path)?.code == .connectionLost, "\(path)")
            }
        },
        Check("bytes before an error are delivered", .failures) { (transportUnderTest) async throws in
            let response = try await transportUnderTest.transport.send(
                TransportRequest(url: try transportUnderTest.url("/lie/1000/10"))
            )
            var body = response.body.makeAsyncIterator()
            #expect(try await body.next() == TestServer.pattern(10))
            for _ in 0..<2 {
                let error = await #expect(throws: TransportError.self) { try await body.next() }
                #expect(error?.code == .connectionLost)
            }
        },
        Check("bytes after the declared length are not part of it", .failures) { (transportUnderTest) async throws in
            #expect(try await transportUnderTest.whole("/lie/5/50").bytes == TestServer.pattern(5))
        },
        Check("no response at all", .failures) { (transportUnderTest) async throws in
            #expect(await transportUnderTest.failure("/reset")?.code == .connectionLost)
            #expect(await transportUnderTest.failure("/raw?text=")?.code == .connectionLost)
        },
        Check("a response that is not HTTP", .failures) { (transportUnderTest) async throws in
            for text in [
                "220%20mail.example%20ESMTP%0D%0A", "HTTP/1.1%20abc%0D%0A%0D%0A", "HTTP/1.1%20099%20x%0D%0A%0D%0A",
            ] {
                let error = await transportUnderTest.failure("/raw?text=\(text)")
                #expect(error?.code == .invalidResponse, "\(text)")
            }
        },
        Check("an endless head", .failures) { (transportUnderTest) async throws in
            for path in ["/fields/many/400", "/fields/long/500000"] {
                let error = await transportUnderTest.failure(path)
                #expect(error?.code == .limitExceeded, "\(path) \(String(describing: error))")
            }
        },
        Check("invalid field lines are omitted", .failures) { (transportUnderTest) async throws in
            let fields = try await transportUnderTest.whole("/fields/broken").head.fields
            #expect(fields.map(\.name) == ["Content-Length", "X-Empty", "X-After"])
        },
        Check("a cancelled task ends the exchange, before the head") { (transportUnderTest) async throws in
            let name = "\(UInt64.random(in: 0 ... .max))"
            let task = Task { try await transportUnderTest.whole("/hang/\(name)") }
            try await transportUnderTest.waitFor("/hanging/\(name)", "1")
            task.cancel()
            let error = await #expect(throws: TransportError.self) { try await task.value }
            #expect(error?.code == .cancelled)
            try await transportUnderTest.waitFor("/hanging/\(name)", "0")
        },
        Check("a cancelled task ends the exchange, while it waits for the body") { (transportUnderTest) async throws in
            let response = try await transportUnderTest.transport.send(
                TransportRequest(url: try transportUnderTest.url("/slow/5/60"))
            )
            let task = Task { () throws -> Int in
                var body = response.body.makeAsyncIterator()
                return try await body.next()?.count ?? 0
            }
            try await Task.sleep(for: .milliseconds(50))
            task.cancel()
            let error = await #expect(throws: TransportError.self) { try await task.value }
            #expect(error?.code == .cancelled)
        },
        Check("a task that is already cancelled") { (transportUnderTest) async throws in
            let url = try transportUnderTest.url("/bytes/1")
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                return try await transportUnderTest.transport.whole(url)
            }
            task.cancel()
            let error = await #expect(throws: TransportError.self) { try await task.value }
            #expect(error?.code == .cancelled)
        },
        Check("a cancelled task does not read an endless body to its end") { (transportUnderTest) async throws in
            let response = try await transportUnderTest.transport.send(
                TransportRequest(url: try transportUnderTest.url("/endless"))
            )
            let task = Task {
                for try await _ in response.body {}
            }
            try await Task.sleep(for: .milliseconds(50))
            task.cancel()
            let error = await #expect(throws: TransportError.self) { try await task.value }
            #expect(error?.code == .cancelled)
        },
        Check("cancelling a body") { (transportUnderTest) async throws in
            let response = try await transportUnderTest.transport.send(
                TransportRequest(url: try transportUnderTest.url("/endless"))
            )
            var body = response.body.makeAsyncIterator()
            #expect(try await body.next() != nil)
            response.body.cancel()
            for _ in 0..<2 {
                let error = await #expect(throws: TransportError.self) { try await body.next() }
                #expect(error?.code == .cancelled)
            }
            response.body.cancel()
        },
        Check("dropping a body ends the exchange, even if it was never read", .wire) {
            (transportUnderTest) async throws in
            for reads in [true, false] {
                // With the limit on connections, all of them would be in use.
                for _ in 0..<10 {
                    let response = try await transportUnderTest.transport.send(
                        TransportRequest(url: try transportUnderTest.url("/endless"))
                    )
                    var body = response.body.makeAsyncIterator()
                    if reads { _ = try await body.next() }
                }
                #expect(try await transportUnderTest.whole("/bytes/1").bytes == [0])
            }
        },
        Check("invalidating lets exchanges end, or ends them") { (transportUnderTest) async throws in
            let url = try transportUnderTest.url("/slow/5/0.1")
            let response = try await transportUnderTest.transport.send(TransportRequest(url: url))
            let other = try await transportUnderTest.transport.send(
                TransportRequest(url: try transportUnderTest.url("/endless"))
            )
            transportUnderTest.transport.invalidate(cancelling: false)
            var bytes: [UInt8] = []
            for try await chunk in response.body { bytes += chunk }
            #expect(bytes == TestServer.pattern(5))
            var body = other.body.makeAsyncIterator()
            #expect(try await body.next() != nil)
            transportUnderTest.transport.invalidate(cancelling: true)
            let error = await #expect(throws: TransportError.self) { while try await body.next() != nil {} }
            #expect(error?.code == .cancelled)
        },
    ]
}

extension TransportConformance.TransportUnderTest {
    /// Repeats a request until the expected answer arrives.
    func waitFor(_ path: String, _ wanted: String) async throws {
        var last = ""
        for _ in 0..<5000 {
            last = try await whole(path).text
            if last == wanted { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("Expected \(wanted) from \(path), found \(last) at last.")
    }
}
