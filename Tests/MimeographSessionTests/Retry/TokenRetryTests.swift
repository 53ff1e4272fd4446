import Mimeograph
import MimeographSessionTesting
import Testing

@testable import MimeographSession

/// Tests of requests whose token is rejected each time.
@Suite struct TokenRetryTests {
    private struct Never: Authenticator {
        let carriesIt: Bool
        func apply(_ token: Int, to request: inout RequestMessage) {
            request.fields["Authorization"] = "Bearer \(token)"
        }
        func refresh(_ token: Int) async throws -> Int { token + 1 }
        func carries(_ request: RequestMessage, _ token: Int) -> Bool { carriesIt }
    }

    /// A refresh that has to wait until the rejected response ends, as on the only connection.
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
        // Weak, because the transport keeps its answers.
        transport.on("*") { [weak transport] _ in
            // Ends the test if nothing ends the request.
            (transport?.requests.count ?? 0) > 100 ? .init() : .init(status: 401)
        }
        let interceptor = AuthenticationInterceptor(Never(carriesIt: carriesIt), token: 1, window: nil)
        let session = session(transport) { $0.interceptors = [interceptor] }
        #expect(await code { try await session.data(for: RequestMessage(url: "http://h/")) } == .excessiveRefresh)
        #expect(transport.requests.count <= 6)
    }

    /// Retries that other interceptors requested do not count.
    @Test func otherRetriesDoNotCount() async throws {
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
