import Foundation
import Mimeograph
import MimeographSession
import TestServers
import TestSupport
import Testing

extension TransportConformance {
    /// Checks of request bodies.
    static let bodies = [
        Check("no body", .wire) { (transportUnderTest) async throws in
            for method in [HTTPMethod.post, .put, .patch] {
                #expect(try await transportUnderTest.echo(method).values("content-length") == ["0"])
            }
            for method in [HTTPMethod.get, .delete, .options] {
                #expect(try await transportUnderTest.echo(method).values("content-length") == [])
            }
            #expect(
                try await transportUnderTest.echo(.delete, fields: ["Content-Length": "0"]).values("content-length")
                    == ["0"]
            )
        },
        Check("bytes", .wire) { (transportUnderTest) async throws in
            for count in [0, 1, 65_536, 1_000_000] {
                for method in [HTTPMethod.post, .put, .get, .delete] {
                    let echo = try await transportUnderTest.echo(method, body: .bytes(TestServer.pattern(count)))
                    #expect(echo.values("content-length") == ["\(count)"])
                    #expect(echo.values("transfer-encoding") == [])
                    #expect(echo.length == count)
                    if count == 65_536 { #expect(echo.sha256 == SHA256.hexDigest(of: TestServer.pattern(count))) }
                }
            }
        },
        Check("a body with HEAD", .wire) { (transportUnderTest) async throws in
            let response = try await transportUnderTest.whole(.head, "/echo", body: .bytes([1, 2, 3]))
            #expect(response.head.status == 200 && response.bytes.isEmpty)
            // The connection is still usable.
            #expect(try await transportUnderTest.echo(.get).method == "GET")
        },
        Check("a file", .wire) { (transportUnderTest) async throws in
            let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
            defer { try? FileManager.default.removeItem(atPath: path) }
            for count in [0, 700_000] {
                try Data(TestServer.pattern(count)).write(to: URL(fileURLWithPath: path))
                let echo = try await transportUnderTest.echo(.put, body: .file(path: path))
                #expect(echo.values("content-length") == ["\(count)"] && echo.length == count)
                if count > 0 { #expect(echo.sha256 == SHA256.hexDigest(of: TestServer.pattern(count))) }
            }
        },
        Check("a missing file") { (transportUnderTest) async throws in
            let error = await transportUnderTest.failure(.put, "/echo", body: .file(path: "/nowhere/at/all"))
            #expect(error?.code == .bodyFailed && error?.underlying is SerializationError)
        },
        Check("a stream with a length", .wire) { (transportUnderTest) async throws in
            let chunks = [[UInt8]](repeating: TestServer.pattern(100_000), count: 5)
            let echo = try await transportUnderTest.echo(body: .stream(madeStream(length: 500_000, chunks: chunks)))
            #expect(echo.values("content-length") == ["500000"] && echo.values("transfer-encoding") == [])
            #expect(echo.length == 500_000)
        },
        Check("a stream whose length is in a field", .wire) { (transportUnderTest) async throws in
            let stream = madeStream(chunks: [[1, 2], [3]])
            let echo = try await transportUnderTest.echo(fields: ["content-length": "3"], body: .stream(stream))
            #expect(echo.values("content-length") == ["3"] && echo.body == "\u{1}\u{2}\u{3}")
        },
        Check("a stream without a length", .wire) { (transportUnderTest) async throws in
            for chunks in [[], [[1]], [TestServer.pattern(300_000), [], [1, 2, 3]]] as [[[UInt8]]] {
                let echo = try await transportUnderTest.echo(body: .stream(madeStream(chunks: chunks)))
                #expect(echo.values("transfer-encoding") == ["chunked"] && echo.values("content-length") == [])
                #expect(echo.length == chunks.map(\.count).reduce(0, +))
            }
        },
        Check("a stream of single bytes", .wire) { (transportUnderTest) async throws in
            let stream = madeStream(chunks: (0..<5000).map { [UInt8(truncatingIfNeeded: $0)] })
            #expect(try await transportUnderTest.echo(body: .stream(stream)).length == 5000)
        },
        Check("a producer that pauses", .wire) { (transportUnderTest) async throws in
            let stream = BodyStream {
                let next = Counter()
                return AsyncThrowingStream {
                    try await Task.sleep(for: .milliseconds(50))
                    return next.increment() < 4 ? [65, 66] : nil
                }
            }
            #expect(try await transportUnderTest.echo(body: .stream(stream)).body == "ABABABAB")
        },
        Check("a producer that fails makes the exchange fail") { (transportUnderTest) async throws in
            for length in [nil, 10] {
                for chunks in [[], [[1, 2, 3]], [TestServer.pattern(9)]] as [[[UInt8]]] {
                    let stream = madeStream(length: length, chunks: chunks, failure: ProducerFailure())
                    let error = await transportUnderTest.failure(.post, "/echo", body: .stream(stream))
                    #expect(error?.code == .bodyFailed && error?.underlying is ProducerFailure)
                }
            }
        },
        Check("a body with a wrong declared length makes the exchange fail") {
            (transportUnderTest) async throws in
            for chunks in [[], [[1, 2]], [[1, 2, 3], [4]], [[1, 2, 3, 4]]] as [[[UInt8]]] {
                for isField in [false, true] {
                    let stream = madeStream(length: isField ? nil : 3, chunks: chunks)
                    let error = await transportUnderTest.failure(
                        .post,
                        "/echo",
                        fields: isField ? ["Content-Length": "3"] : [:],
                        body: .stream(stream)
                    )
                    #expect(error?.code == .bodyFailed)
                    #expect((error?.underlying as? SerializationError)?.code == .lengthMismatch)
                }
            }
        },
        Check("progress of sending is reported in order", .wire) { (transportUnderTest) async throws in
            let told = Counter()
            let isInOrder = Counter()
            var request = TransportRequest(method: .post, url: try transportUnderTest.url("/echo"))
            request.body = .bytes(TestServer.pattern(500_000))
            request.onBytesSent = { total in
                if Int(total) <= told.value { isInOrder.increment() }
                told.raise(to: Int(total))
            }
            #expect(try Echo(try await transportUnderTest.transport.whole(request)).length == 500_000)
            #expect(told.value == 500_000 && isInOrder.value == 0)
            // The delimiters of chunks are not part of the body.
            let stream = madeStream(chunks: [[1, 2, 3], [4]])
            #expect(try await transportUnderTest.whole(.post, "/echo", body: .stream(stream)).metrics.bytesSent == 4)
        },
        Check("an answer before the body is sent") { (transportUnderTest) async throws in
            let stream = madeStream(chunks: [[UInt8]](repeating: TestServer.pattern(200_000), count: 20))
            let response = try await transportUnderTest.whole(.post, "/too-large", body: .stream(stream))
            #expect(response.head.status == 413 && response.text == "too large")
        },
        Check("an answer while the producer stalls ends the exchange and the producer") {
            (transportUnderTest) async throws in
            for length in [nil, 1_000_000] {
                let (begun, ended) = (Counter(), Counter())
                let stream = BodyStream(length: length) {
                    let next = Counter()
                    return AsyncThrowingStream {
                        if next.increment() == 0 { return [UInt8](repeating: 65, count: 1000) }
                        begun.increment()
                        defer { ended.increment() }
                        try await Task.sleep(for: .seconds(600))
                        return nil
                    }
                }
                let response = try await transportUnderTest.whole(.post, "/too-large/0.3", body: .stream(stream))
                #expect(response.head.status == 413 && response.text == "too large")
                for _ in 0..<1000 where ended.value < begun.value { try await Task.sleep(for: .milliseconds(10)) }
                #expect(ended.value == begun.value)
            }
        },
        Check("trailers are announced, and sent after the body", .wire) { (transportUnderTest) async throws in
            for body in [.bytes([]), .bytes([1, 2, 3]), .stream(madeStream(chunks: [[1, 2], [3]]))] as [MessageBody] {
                let asked = Counter()
                var request = TransportRequest(method: .put, url: try transportUnderTest.url("/echo"), body: body)
                request.trailers = RequestTrailers(["X-Sum", "X-Other"]) {
                    asked.increment()
                    return ["X-Sum": "abc", "x-other": "two words", "X-Sum": ""]
                }
                let echo = try Echo(try await transportUnderTest.transport.whole(request))
                #expect(echo.values("trailer") == ["X-Sum, X-Other"] && echo.values("transfer-encoding") == ["chunked"])
                #expect(echo.trailers == [["X-Sum", "abc"], ["x-other", "two words"], ["X-Sum", ""]])
                #expect(echo.length == (body.knownLength ?? 3) && asked.value == 1)
            }
        },
        Check("invalid trailers are rejected") { (transportUnderTest) async throws in
            // A transport without trailers may report that first.
            var right = TransportRequest(method: .post, url: try transportUnderTest.url("/echo"), body: .bytes([1]))
            right.trailers = RequestTrailers(["X-Sum": "abc"])
            var codes: Set<TransportError.Code> = [.invalidRequest]
            do throws(TransportError) { _ = try await transportUnderTest.transport.whole(right) } catch {
                #expect(error.code == .unsupported)
                codes.insert(.unsupported)
            }
            let fixed = [
                "Content-Length", "transfer-encoding", "Host", "Authorization", "Set-Cookie", "Trailer", "TE",
                "no name",
            ]
            for name in fixed {
                var request = TransportRequest(
                    method: .post,
                    url: try transportUnderTest.url("/echo"),
                    body: .bytes([1])
                )
                request.trailers = RequestTrailers([name]) { [:] }
                let error = await #expect(throws: TransportError.self) {
                    try await transportUnderTest.transport.whole(request)
                }
                #expect(error.map { codes.contains($0.code) } == true, "\(name)")
            }
            for (fields, body) in [(["Content-Length": "1"], .bytes([1])), ([:], .none)]
                as [(HeaderFields, MessageBody)]
            {
                var request = TransportRequest(method: .post, url: try transportUnderTest.url("/echo"), fields: fields)
                request.body = body
                request.trailers = RequestTrailers(["X-Sum": "abc"])
                let error = await #expect(throws: TransportError.self) {
                    try await transportUnderTest.transport.whole(request)
                }
                #expect(error.map { codes.contains($0.code) } == true)
            }
            var request = TransportRequest(method: .post, url: try transportUnderTest.url("/echo"), body: .bytes([1]))
            request.trailers = RequestTrailers(["X-Sum": "a\r\nb"])
            let error = await #expect(throws: TransportError.self) {
                try await transportUnderTest.transport.whole(request)
            }
            #expect(error.map { codes.contains($0.code) } == true)
        },
        Check("a failing trailer closure makes the exchange fail") { (transportUnderTest) async throws in
            let makers: [@Sendable () throws -> HeaderFields] = [
                { throw ProducerFailure() }, { ["X-Unannounced": "1"] }, { ["X-Sum": "a\nb"] },
                { ["X-Sum": String(repeating: "v", count: 61 << 10)] },
            ]
            for make in makers {
                var request = TransportRequest(
                    method: .post,
                    url: try transportUnderTest.url("/echo"),
                    body: .bytes([1])
                )
                request.trailers = RequestTrailers(["X-Sum"], fields: make)
                let error = await #expect(throws: TransportError.self) {
                    try await transportUnderTest.transport.whole(request)
                }
                #expect(error?.code == .bodyFailed)
            }
        },
        Check("100-continue if the request expects it", .wire) { (transportUnderTest) async throws in
            let fields: HeaderFields = ["Expect": "100-continue"]
            #expect(
                try await transportUnderTest.echo(fields: fields, body: .bytes([65])).values("expect") == [
                    "100-continue"
                ]
            )
            let refused = try await transportUnderTest.whole(.post, "/refuse", fields: fields, body: .bytes([65]))
            #expect(refused.head.status == 417)
        },
        Check("a producer produces no more than the peer accepts") { (transportUnderTest) async throws in
            let asked = Counter()
            let stream = BodyStream {
                AsyncThrowingStream {
                    asked.increment()
                    return [UInt8](repeating: 0, count: 1 << 16)
                }
            }
            let task = Task {
                try await transportUnderTest.transport.whole(
                    TransportRequest(method: .post, url: try transportUnderTest.url("/drip/1"), body: .stream(stream))
                )
            }
            try await Task.sleep(for: .milliseconds(400))
            // The system's buffers on both sides, and the buffer of the transport.
            #expect(asked.value < 200)
            task.cancel()
            await #expect(throws: TransportError.self) { try await task.value }
        },
    ]
}
