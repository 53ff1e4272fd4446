import Mimeograph
import MimeographSessionTesting
import Testing

@testable import MimeographSession

/// Tests of requests whose token the server always rejects.
@Suite struct TokenRetryTests {
    private struct Never: Authenticator {
        let carriesIt: Bool
        func apply(_ token: Int, to request: inout RequestMessage) {
            request.fields["Authorization"] = "Bearer \(token)"
        }
        func refresh(_ token: Int) async throws -> Int { token + 1 }
        func carries(_ request: RequestMessage, _ token: Int) -> Bool { carriesIt }
    }

    /// An authenticator whose refresh waits until the rejected exchange has ended, as it would with only one connection.
    private struct Waiting: Authenticator {
        let transport: ScriptedTransport
        func apply(_ token: Int, to request: inout RequestMessage) {
            request.fields["Authorization"] = "Bearer \(token)"
        }
        func refresh(_ token: Int) async throws -> Int {
            try await until { transport.openExchangeCount == 0 }
            return token + 1
        }
        func carries(_ request: RequestMessage, _ token: Int) -> Bool {
            request.fields["Authorization"] == "Bearer \(token)"
        }
    }

    @Test func aConnectionIsFreeWhileATokenIsRenewed() async throws {
        let transport = ScriptedTransport()
        transport.on("*", call: 1, .init(status: 401, chunks: [[1]], chunkDelay: .seconds(1000)))
        transport.on("*", .init())
        let interceptor = AuthenticationInterceptor(Waiting(transport: transport), token: 1)
        let session = session(transport) { $0.interceptors = [interceptor] }
        #expect(try await session.data(for: RequestMessage(url: "http://h/")).head.status == 200)
        #expect(transport.requests.map { $0.fields["Authorization"] } == ["Bearer 1", "Bearer 2"])
    }

    @Test(arguments: [true, false])
    func aRequestThatIsAlwaysRefusedEnds(_ carriesIt: Bool) async throws {
        let transport = ScriptedTransport()
        // The reference is weak, since the transport keeps its answers.
        transport.on("*") { [weak transport] _ in
            // If the session never ended the request, the test would run forever.
            (transport?.requests.count ?? 0) > 100 ? .init() : .init(status: 401)
        }
        let interceptor = AuthenticationInterceptor(Never(carriesIt: carriesIt), token: 1, window: nil)
        let session = session(transport) { $0.interceptors = [interceptor] }
        #expect(await code { try await session.data(for: RequestMessage(url: "http://h/")) } == .excessiveRefresh)
        #expect(transport.requests.count <= 6)
    }

    /// Retries by other interceptors don't count.
    @Test func otherRetriesLeaveTheRenewalItsOwn() async throws {
        let transport = ScriptedTransport()
        transport.on("*") { [weak transport] request in
            if (transport?.requests.count ?? 0) <= 8 { return .init(status: 503) }
            return .init(status: request.fields["Authorization"] == "Bearer 2" ? 200 : 401)
        }
        let interceptor = AuthenticationInterceptor(Never(carriesIt: true), token: 1)
        let session = session(transport) { $0.interceptors = [interceptor, RetryPolicy(limit: 10, delay: .zero)] }
        #expect(try await session.data(for: RequestMessage(url: "http://h/")).head.status == 200)
        #expect(transport.requests.count == 10)
    }
}
