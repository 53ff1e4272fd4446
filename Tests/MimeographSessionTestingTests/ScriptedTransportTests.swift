import Mimeograph
import MimeographSessionTesting
import MimeographSupport
import TestSupport
import Testing

@testable import MimeographSession

@Test func rulesAnswerInOrderByMethodURLAndCall() async throws {
    let transport = ScriptedTransport()
    transport.on(.get, "http://h/a*", call: 2, .init(status: 503))
    transport.on(.get, "http://h/a*", .init(status: 200, fields: ["X": "y"], chunks: [[1], [], [2, 3]]))
    transport.on("http://h/*z", .init(status: 204))
    func status(_ method: HTTPMethod, _ url: String) async throws -> Int {
        try await transport.send(TransportRequest(method: method, url: url)).head.status
    }
    #expect(try await status(.get, "http://h/a") == 200)
    #expect(try await status(.get, "http://h/ab") == 503)
    #expect(try await status(.get, "http://h/a") == 200)
    #expect(try await status(.put, "http://h/xyz") == 204)
    await #expect(throws: TransportError.self) { try await status(.put, "http://h/xy") }
    #expect(
        transport.requests.map(\.url) == ["http://h/a", "http://h/ab", "http://h/a", "http://h/xyz", "http://h/xy"]
    )
    let response = try await transport.send(TransportRequest(url: "http://h/a"))
    var chunks: [[UInt8]] = []
    for try await chunk in response.body { chunks.append(chunk) }
    #expect(chunks == [[1], [2, 3]])
    #expect(response.body.metrics.bytesReceived == 3)
}

@Test func bodiesAreReadAndCounted() async throws {
    let transport = ScriptedTransport()
    transport.on(.post, "*", .afterBody { ScriptedAnswer(chunks: [$0.body.reversed()]) })
    let counted = Locked<[Int64]>([])
    let stream = BodyStream(length: nil) {
        AsyncThrowingStream { continuation in
            continuation.yield([1, 2])
            continuation.yield([3])
            continuation.finish()
        }
    }
    let response = try await transport.send(
        TransportRequest(method: .post, url: "http://h/", body: .stream(stream)) { total in
            counted.withLock { $0.append(total) }
        }
    )
    var body: [UInt8] = []
    for try await chunk in response.body { body += chunk }
    #expect(body == [3, 2, 1])
    #expect(counted.withLock { $0 } == [2, 3])
    #expect(transport.requests.last?.body == [1, 2, 3])
}

@Test func interimResponsesAndTrailersAreScripted() async throws {
    let transport = ScriptedTransport()
    transport.on(
        "*",
        .init(
            chunks: [[1]],
            trailers: ["X-Sum": "abc", "Set-Cookie": "a=1"],
            interimResponses: [ResponseHead(status: 103, fields: ["Link": "</a>"])]
        )
    )
    let told = Locked<[ResponseHead]>([])
    var request = TransportRequest(method: .post, url: "http://h/", body: .bytes([1]))
    request.trailers = RequestTrailers(["X-Sent": "yes"])
    request.onInterimResponse = { head in told.withLock { $0.append(head) } }
    let response = try await transport.send(request)
    #expect(told.withLock { $0.map(\.status) } == [103] && told.withLock { $0.first?.url } == "http://h/")
    #expect(response.body.trailers == [:])
    for try await _ in response.body {}
    #expect(response.body.trailers == ["X-Sum": "abc"])
    #expect(transport.requests.first?.trailers == ["X-Sent": "yes"])
    request.trailers = RequestTrailers(["Host": "evil"])
    await #expect { try await transport.send(request) } throws: { ($0 as? TransportError)?.code == .invalidRequest }
    #expect(transport.requests.count == 1)
}

@Test func aBodyThatFailsFailsTheExchange() async throws {
    struct Broken: Error {}
    let transport = ScriptedTransport()
    transport.on("*", .init())
    let stream = BodyStream(length: nil) { AsyncThrowingStream { $0.finish(throwing: Broken()) } }
    let request = TransportRequest(method: .post, url: "http://h/", body: .stream(stream))
    await #expect { try await transport.send(request) } throws: {
        ($0 as? TransportError)?.code == .bodyFailed && ($0 as? TransportError)?.underlying is Broken
    }
}

@Test func failuresComeBeforeTheHeadOrInMidBody() async throws {
    let transport = ScriptedTransport()
    transport.on("*", call: 1, .failure(TransportError(.cannotConnect, "No.")))
    transport.on("*", .init(chunks: [[1]], failure: TransportError(.connectionLost, "Gone.")))
    await #expect { try await transport.send(TransportRequest(url: "http://h/")) } throws: {
        ($0 as? TransportError)?.code == .cannotConnect
    }
    let body = try await transport.send(TransportRequest(url: "http://h/")).body
    var chunks = body.makeAsyncIterator()
    #expect(try await chunks.next() == [1])
    await #expect { _ = try await chunks.next() } throws: { ($0 as? TransportError)?.code == .connectionLost }
}

@Test func gatesHoldBackAndCancellingGetsThrough() async throws {
    let transport = ScriptedTransport()
    let gate = AsyncGate(isOpen: false)
    transport.on("http://h/head", .init(gate: gate))
    transport.on("http://h/body", .init(chunks: [[1]], chunkGate: gate))
    let waiting = Task { try await transport.send(TransportRequest(url: "http://h/head")).head.status }
    let cancelled = Task { try await transport.send(TransportRequest(url: "http://h/head")).head.status }
    cancelled.cancel()
    await #expect { try await cancelled.value } throws: { ($0 as? TransportError)?.code == .cancelled }
    let body = try await transport.send(TransportRequest(url: "http://h/body")).body
    #expect(transport.openExchangeCount == 1)
    let reading = Task {
        var chunks = body.makeAsyncIterator()
        return try await chunks.next()
    }
    body.cancel()
    await #expect { try await reading.value } throws: { ($0 as? TransportError)?.code == .cancelled }
    #expect(transport.openExchangeCount == 0)
    gate.open()
    #expect(try await waiting.value == 200)
}

@Test func anInvalidatedTransportAcceptsNoRequests() async throws {
    let transport = ScriptedTransport()
    transport.on("*", .init(chunks: [[1]]))
    let body = try await transport.send(TransportRequest(url: "http://h/")).body
    transport.invalidate(cancelling: true)
    var chunks = body.makeAsyncIterator()
    await #expect { _ = try await chunks.next() } throws: { ($0 as? TransportError)?.code == .cancelled }
    await #expect { try await transport.send(TransportRequest(url: "http://h/")) } throws: {
        ($0 as? TransportError)?.code == .invalidated
    }
}

/// A dropped response removes itself from the transport, whatever the transport is doing at that moment.
@Test(.within(minutes: 5))
func responsesAreDroppedWhileOthersAreAnswered() async throws {
    let transport = ScriptedTransport()
    transport.on("*", .init(chunks: [[1], [2]]))
    try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
            group.addTask {
                for _ in 0..<1500 {
                    _ = try await transport.send(TransportRequest(url: "http://h/"))
                    _ = transport.openExchangeCount
                }
            }
        }
        try await group.waitForAll()
    }
    #expect(transport.openExchangeCount == 0)
}
