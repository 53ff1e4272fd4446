import Mimeograph
import MimeographSession
import TestServers
import Testing

extension TransportConformance {
    /// Checks of responses.
    static let responses = [
        Check("a body arrives completely") { (transportUnderTest) async throws in
            for count in [0, 1, 100_000] {
                let response = try await transportUnderTest.whole("/bytes/\(count)")
                #expect(response.head.status == 200)
                #expect(response.head.url == (try transportUnderTest.url("/bytes/\(count)")))
                #expect(response.bytes == TestServer.pattern(count))
            }
        },
        Check("a body in many small pieces", .wire) { (transportUnderTest) async throws in
            #expect(try await transportUnderTest.whole("/chunked/300").bytes == TestServer.pattern(300))
        },
        Check("a body without a length", .wire) { (transportUnderTest) async throws in
            #expect(try await transportUnderTest.whole("/until-close/70000").bytes == TestServer.pattern(70_000))
        },
        Check("interim responses are not the response", .wire) { (transportUnderTest) async throws in
            let response = try await transportUnderTest.whole("/interim")
            #expect(response.head.status == 200 && response.text == "final")
            #expect(response.head.fields["X-Final"] == "yes" && !response.head.fields.contains("Link"))
        },
        Check("interim responses come in order, before the response", .wire) { (transportUnderTest) async throws in
            let told = Recorder<ResponseHead>()
            let url = try transportUnderTest.url("/interim")
            let request = TransportRequest(url: url, onInterimResponse: { told.append($0) })
            let response = try await transportUnderTest.transport.send(request)
            #expect(response.head.status == 200)
            #expect(told.values.map(\.status) == [102, 103])
            #expect(told.values.last?.fields.values(of: "Link") == ["</a>", "</b>"])
            #expect(told.values.allSatisfy { $0.url == url && $0.requestMethod == .get })
        },
        Check("trailers are not fields of the head", .wire) { (transportUnderTest) async throws in
            #expect(try await transportUnderTest.whole("/chunked/3").head.fields["X-Trailer"] == nil)
        },
        Check("trailers are available after the body", .wire) { (transportUnderTest) async throws in
            let url = try transportUnderTest.url("/chunked/3")
            let response = try await transportUnderTest.transport.send(TransportRequest(url: url))
            var body = response.body.makeAsyncIterator()
            while try await body.next() != nil {}
            #expect(response.body.trailers == ["X-Trailer": "late"])
            #expect(try await transportUnderTest.whole("/bytes/3").trailers == [:])
        },
        Check("forbidden trailers are omitted", .wire) { (transportUnderTest) async throws in
            let text = "Content-Length:%20500%0D%0ASet-Cookie:%20a=1%0D%0AX-Sum:%20abc%0D%0Ahost:%20evil%0D%0A"
            let response = try await transportUnderTest.whole("/trailed?text=\(text)")
            #expect(response.text == "hello" && response.trailers == ["X-Sum": "abc"])
            #expect(!response.head.fields.contains("Content-Length") && !response.head.fields.contains("X-Sum"))
        },
        Check("fields with one name stay separate, in order", .wire) { (transportUnderTest) async throws in
            let fields = try await transportUnderTest.whole("/fields/duplicate").head.fields
            #expect(fields.values(of: "Set-Cookie") == ["a=1, b", "c=2"])
            #expect(fields.values(of: "X-Other") == ["1", "2"])
        },
        Check("a folded field is one field", .wire) { (transportUnderTest) async throws in
            let fields = try await transportUnderTest.whole("/fields/folded").head.fields
            #expect(fields["X-Folded"]?.split(separator: " ") == ["one", "two", "three"])
            #expect(fields["X-After"] == "yes")
        },
        Check("a field that is not UTF-8 is kept", .wire) { (transportUnderTest) async throws in
            #expect(try await transportUnderTest.whole("/fields/latin").head.fields["X-Latin"] == "caf\u{10FEE9}")
        },
        Check("redirects, challenges and codings are passed on", .wire) { (transportUnderTest) async throws in
            let redirect = try await transportUnderTest.whole("/redirect/1")
            #expect(redirect.head.status == 302 && redirect.head.fields["Location"] == "/echo")
            #expect(try await transportUnderTest.whole("/basic/ada/secret").head.status == 401)
            let coded = try await transportUnderTest.whole("/gzipped/1000")
            #expect(coded.head.fields["Content-Encoding"] == "gzip" && coded.bytes.starts(with: [0x1F, 0x8B]))
            #expect(!coded.head.contentCodingsUndone)
        },
        Check("any status, with a body or without") { (transportUnderTest) async throws in
            for status in [201, 204, 304, 400, 404, 500, 503] {
                let response = try await transportUnderTest.whole("/status/\(status)")
                #expect(response.head.status == status)
                #expect(response.text == ([204, 304].contains(status) ? "" : "\(status)"))
            }
        },
        Check("a response to HEAD has no body") { (transportUnderTest) async throws in
            let response = try await transportUnderTest.whole(.head, "/bytes/1000")
            #expect(response.head.requestMethod == .head)
            #expect(response.head.fields["Content-Length"] == "1000" && response.bytes.isEmpty)
        },
        Check("a second iterator continues after the first") { (transportUnderTest) async throws in
            let response = try await transportUnderTest.transport.send(
                TransportRequest(url: try transportUnderTest.url("/bytes/1000000"))
            )
            var first = response.body.makeAsyncIterator()
            var bytes = try await first.next() ?? []
            var second = response.body.makeAsyncIterator()
            while let chunk = try await second.next() {
                #expect(!chunk.isEmpty)
                bytes += chunk
            }
            #expect(bytes == TestServer.pattern(1_000_000))
            #expect(try await first.next() == nil)
        },
        Check("many exchanges at once") { (transportUnderTest) async throws in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for count in 0..<60 {
                    group.addTask {
                        try await transportUnderTest.whole("/bytes/\(count * 700)").bytes.count == count * 700
                    }
                }
                for try await isRight in group { #expect(isRight) }
            }
        },
        Check("metrics", .wire) { (transportUnderTest) async throws in
            let body = [UInt8](repeating: 7, count: 1000)
            let metrics = try await transportUnderTest.whole(.post, "/echo", body: .bytes(body)).metrics
            #expect(metrics.bytesSent == 1000 && metrics.bytesReceived > 100)
            #expect(metrics.protocolVersion == "1.1" && metrics.remoteAddress == "127.0.0.1")
            let total = try #require(metrics.total)
            #expect(try total > #require(metrics.firstByte) && total < .seconds(30))
        },
    ]
}
