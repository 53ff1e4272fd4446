import Foundation
import Mimeograph
import MimeographSessionTesting
import Testing

@testable import MimeographSession

private let url = "http://h/"
private let lost = TransportError(.connectionLost, "Gone.")

private func attempt(
    _ status: Int? = nil,
    _ code: SessionError.Code? = nil,
    method: HTTPMethod = .get,
    count: Int = 0,
    fields: HeaderFields = [:]
) -> FailedAttempt {
    FailedAttempt(
        request: RequestMessage(method: method, url: url),
        head: status.map { ResponseHead(status: $0, fields: fields) },
        error: code.map { SessionError($0, "x") },
        retryCount: count
    )
}

/// Source: Alamofire 5.12, RetryPolicyTests.
private let attempts: [(FailedAttempt, Duration?)] = [
    (attempt(503), .milliseconds(500)), (attempt(503, count: 1), .seconds(1)), (attempt(503, count: 2), nil),
    (attempt(408), .milliseconds(500)), (attempt(500), .milliseconds(500)), (attempt(504), .milliseconds(500)),
    (attempt(501), nil), (attempt(404), nil), (attempt(200), nil), (attempt(503, method: .post), nil),
    (attempt(503, method: .patch), nil), (attempt(503, method: .put), .milliseconds(500)),
    (attempt(503, method: .delete), .milliseconds(500)), (attempt(503, method: .query), .milliseconds(500)),
    (attempt(nil, .connectionLost, method: .query), .milliseconds(500)), (attempt(nil, .timedOut), .milliseconds(500)),
    (attempt(nil, .connectionLost), .milliseconds(500)), (attempt(nil, .hostNotFound), .milliseconds(500)),
    (attempt(nil, .cancelled), nil), (attempt(nil, .untrustedServer), nil), (attempt(200, .serialization), nil),
    (attempt(nil, .connectionLost, method: .post), nil),
    (attempt(503, fields: ["Retry-After": "3"]), .seconds(3)),
    // RFC 6585 §4: a 429 is retried if it has Retry-After.
    (attempt(429), nil), (attempt(429, fields: ["Retry-After": "3"]), .seconds(3)),
    (attempt(429, fields: ["Retry-After": "0"]), .milliseconds(500)),
    (attempt(429, fields: ["Retry-After": "61"]), nil),
    (attempt(429, method: .post, fields: ["Retry-After": "3"]), nil), (attempt(404, fields: ["Retry-After": "3"]), nil),
    (attempt(503, fields: ["Retry-After": "0"]), .milliseconds(500)),
    (attempt(503, fields: ["Retry-After": "61"]), nil),
    (attempt(503, fields: ["Retry-After": "99999999999999999999"]), nil),
    (attempt(503, fields: ["Retry-After": "soon"]), .milliseconds(500)),
    (attempt(503, fields: ["Retry-After": "Tue, 14 Nov 2023 22:13:27 GMT"]), .seconds(7)),
    (attempt(503, fields: ["Retry-After": "Tue, 14 Nov 2023 22:13:00 GMT"]), .milliseconds(500)),
]

@Test(arguments: attempts.indices)
func thePolicyDecidesAsAlamofires(_ index: Int) {
    let (failure, wait) = attempts[index]
    let decision = RetryPolicy().decision(about: failure, now: Date(timeIntervalSince1970: 1_700_000_000))
    switch decision {
    case .retry(let after): #expect(after == wait)
    case .doNotRetry: #expect(wait == nil)
    case .fail: Issue.record("it never fails a request")
    }
}

@Test func requestsAreSentAgainWithTheirBodies() async throws {
    let transport = ScriptedTransport()
    transport.on("*", call: 1, .init(status: 503, chunks: [[9]]))
    transport.on("*", call: 2, .failure(lost))
    transport.on("*", .init(body: "well"))
    let session = session(transport) { $0.interceptors = [RetryPolicy(delay: .zero)] }
    let request = RequestMessage(method: .put, url: url, body: streamed([[1], [2, 3]]))
    let response = try await session.data(for: request)
    #expect(response.value == Array("well".utf8))
    #expect(transport.requests.map(\.body) == [[1, 2, 3], [1, 2, 3], [1, 2, 3]])
    #expect(response.metrics.retryCount == 2)
    #expect(transport.openExchangeCount == 0)
}

@Test func anInterruptedBodyIsRequestedAgain() async throws {
    let transport = ScriptedTransport()
    transport.on("*", call: 1, .init(fields: ["Content-Length": "5"], chunks: [[1, 2]]))
    transport.on("*", call: 2, .init(chunks: [[1]], failure: lost))
    transport.on("*", .init(chunks: [[7]]))
    let session = session(transport) { $0.interceptors = [RetryPolicy(delay: .zero)] }
    #expect(try await session.data(for: RequestMessage(url: url)).value == [7])
    #expect(transport.requests.count == 3)
}

@Test func theLastFailureIsTheError() async throws {
    let transport = ScriptedTransport()
    transport.on("*", .failure(lost))
    let session = session(transport) { $0.interceptors = [RetryPolicy(delay: .zero)] }
    await #expect { try await session.data(for: RequestMessage(url: url)) } throws: { error in
        let error = error as? SessionError
        return error?.code == .connectionLost && error?.transport?.code == .connectionLost
            && error?.metrics?.retryCount == 2
    }
    #expect(transport.requests.count == 3)
    // The last status is the response.
    let other = ScriptedTransport()
    other.on("*", .init(status: 503, chunks: [[5]]))
    let second = MimeographSessionTests.session(other) { $0.interceptors = [RetryPolicy(delay: .zero)] }
    let response = try await second.data(for: RequestMessage(url: url))
    #expect(response.head.status == 503)
    #expect(response.value == [5])
}

/// A response that is skipped releases its connection during the wait.
@Test func aConnectionIsFreeWhileARetryWaits() async throws {
    let transport = ScriptedTransport()
    transport.on("*", .init(status: 503, chunks: [[1]], chunkDelay: .seconds(1000)))
    let session = session(transport) {
        // It is longer than `until` waits.
        $0.interceptors = [RetryPolicy(delay: .seconds(1000), maximumDelay: .seconds(1000))]
    }
    let task = Task { try await session.data(for: RequestMessage(url: url)) }
    try await until { transport.openExchangeCount == 1 }
    try await until { transport.openExchangeCount == 0 }
    task.cancel()
    _ = await task.result
    #expect(transport.requests.count == 1)
}

@Test func waitingToRetryCanBeCancelled() async throws {
    let transport = ScriptedTransport()
    transport.on("*", .failure(lost))
    let session = session(transport) {
        $0.interceptors = [RetryPolicy(delay: .seconds(1000), maximumDelay: .seconds(1000))]
    }
    let task = session.dataTask(RequestMessage(url: url))
    while transport.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    task.cancel()
    #expect(await code { try await task.value } == .cancelled)
}

@Test func retryNeedsRemainingTime() async throws {
    let transport = ScriptedTransport()
    transport.on("*", .failure(lost))
    let session = session(transport) {
        $0.interceptors = [RetryPolicy(delay: .seconds(50))]
        $0.resourceTimeout = .seconds(20)
    }
    #expect(await code { try await session.data(for: RequestMessage(url: url)) } == .timedOut)
}

/// Values of Retry-After, and their delays from Sun, 06 Nov 1994 08:49:37 GMT; nil for an invalid value.
@Test(
    arguments: [
        ("0", 0), ("2", 2000), ("1.5", 1500), ("0.0001", 1), ("1.", nil), (".5", nil), ("1.5.2", nil), ("-1", nil),
        ("1e3", nil),
        ("99999999999999999999", 1_000_000_000_000), ("99999999999.5", 1_000_000_000_000),
        ("Sun, 06 Nov 1994 08:49:39 GMT", 2000), ("Sun, 06 Nov 1994 08:49:39 UTC", 2000),
        ("Sun, 06 Nov 1994 08:49:39 +0000", 2000),
        ("Sun, 06 Nov 1994 08:49:39 -0000", 2000), ("Sun, 06 Nov 1994 08:49:39 utc", 2000),
        ("Sun, 06 Nov 1994 08:49:39 Z", 2000),
        ("Sun, 06 Nov 1994 08:49:39 +0100", nil), ("Sun, 06 Nov 1994 08:49:39 CET", nil),
        ("Sun, 06 Nov 1994 08:49:36 UTC", 0),
        ("UTC", nil), ("", nil),
    ] as [(String, Int?)]
)
func retryAfterIsReadAsServersWriteIt(_ text: String, _ milliseconds: Int?) {
    let now = Date(timeIntervalSince1970: 784_111_777)
    let head = ResponseHead(status: 503, fields: ["Retry-After": text])
    #expect(RetryPolicy.retryAfter(head, now: now) == milliseconds.map { .milliseconds($0) })
}
