import Foundation
import Mimeograph
import MimeographSessionTesting
import Testing

@testable import MimeographSession

private let url = "http://h/orders"
private let lost = TransportError(.connectionLost, "Gone.")

/// Tests of retries of POST and PATCH with the same key. Source: draft-ietf-httpapi-idempotency-key-header-07 §2.
@Suite struct IdempotencyKeyTests {
    private static func session(
        _ transport: ScriptedTransport,
        _ methods: Set<HTTPMethod> = [.post, .patch],
        limit: Int = 2
    ) -> SessionManager {
        MimeographSessionTests.session(transport) {
            $0.interceptors = [RetryPolicy(limit: limit, delay: .zero, methodsWithIdempotencyKey: methods)]
        }
    }

    private static func keys(_ transport: ScriptedTransport) -> [String?] {
        transport.requests.map { $0.fields["Idempotency-Key"] }
    }

    @Test(arguments: [HTTPMethod.post, .patch])
    func allAttemptsHaveTheSameKey(_ method: HTTPMethod) async throws {
        let transport = ScriptedTransport()
        transport.on("*", call: 1, .init(status: 503))
        transport.on("*", call: 2, .failure(lost))
        transport.on("*", .init(status: 201))
        let request = RequestMessage(method: method, url: url, body: streamed([[1], [2]]))
        let session = Self.session(transport)
        #expect(try await session.data(for: request).head.status == 201)
        let keys = Self.keys(transport)
        let key = try #require(keys[0])
        #expect(keys == [key, key, key])
        #expect(transport.requests.map(\.body) == [[1, 2], [1, 2], [1, 2]])
        // The key is the string of a structured field.
        #expect(key.first == "\"" && key.last == "\"" && UUID(uuidString: String(key.dropFirst().dropLast())) != nil)
        // Another request has another key.
        _ = try await session.data(for: request)
        #expect(Self.keys(transport).last != key)
    }

    @Test func aKeyOfTheCallerIsKept() async throws {
        let transport = ScriptedTransport()
        transport.on("*", call: 1, .init(status: 503))
        transport.on("*", .init())
        let request = RequestMessage(method: .post, url: url, fields: ["idempotency-key": "mine"])
        _ = try await Self.session(transport).data(for: request)
        #expect(Self.keys(transport) == ["mine", "mine"])
    }

    private struct Keying: RequestInterceptor {
        func adapt(_ request: RequestMessage) async throws -> RequestMessage {
            var keyed = request
            keyed.fields["Idempotency-Key"] = UUID().uuidString
            return keyed
        }
    }

    /// An interceptor adapts each attempt, but the key stays that of the first one.
    @Test func aKeyOfAnInterceptorIsKept() async throws {
        let transport = ScriptedTransport()
        transport.on("*", call: 1, .init(status: 503))
        transport.on("*", .init())
        let policy = RetryPolicy(delay: .zero, methodsWithIdempotencyKey: [.post])
        let session = MimeographSessionTests.session(transport) { $0.interceptors = [Keying(), policy] }
        _ = try await session.data(for: RequestMessage(method: .post, url: url))
        let keys = Self.keys(transport)
        #expect(keys.count == 2 && keys[0] == keys[1])
        #expect(UUID(uuidString: keys[0] ?? "") != nil)
    }

    /// A part of a download is another request than the one before it, so the policy adds no key.
    @Test func downloadsHaveNoKey() async throws {
        let folder = TemporaryFolder()
        let transport = ScriptedTransport()
        transport.on("*", .init(body: "film"))
        let request = RequestMessage(method: .post, url: url)
        _ = try await Self.session(transport).download(request, to: .file(folder.file("film")))
        #expect(Self.keys(transport) == [nil])
    }

    /// A method, the methods with keys, and whether the request is sent with a key and retried.
    @Test(
        arguments: [
            (.post, [], false, false), (.post, [.patch], false, false), (.get, [.post], false, true),
            (.put, [.post], false, true), (.put, [.put], true, true), (.query, [.post], false, true),
        ] as [(HTTPMethod, Set<HTTPMethod>, Bool, Bool)]
    )
    func otherMethodsHaveNoKey(
        _ method: HTTPMethod,
        _ methods: Set<HTTPMethod>,
        _ hasKey: Bool,
        _ isRetried: Bool
    ) async throws {
        let transport = ScriptedTransport()
        transport.on("*", .init(status: 503))
        _ = try await Self.session(transport, methods).data(for: RequestMessage(method: method, url: url))
        #expect(transport.requests.count == (isRetried ? 3 : 1))
        #expect(transport.requests.allSatisfy { $0.fields.contains("Idempotency-Key") == hasKey })
    }

    /// A key in the request does not make a policy without such methods retry it.
    @Test func aKeyAloneIsNotEnough() async throws {
        let transport = ScriptedTransport()
        transport.on("*", .init(status: 503))
        let request = RequestMessage(method: .post, url: url, fields: ["Idempotency-Key": "mine"])
        _ = try await Self.session(transport, []).data(for: request)
        #expect(transport.requests.count == 1)
    }

    /// A 409 after a retry means that the first attempt is not finished. A 409 without a retry is a conflict.
    @Test func aConflictWithAnEarlierAttemptIsRetried() async throws {
        let transport = ScriptedTransport()
        transport.on("*", call: 1, .failure(lost))
        transport.on("*", call: 2, .init(status: 409))
        transport.on("*", .init(status: 201))
        let session = Self.session(transport)
        #expect(try await session.data(for: RequestMessage(method: .post, url: url)).head.status == 201)
        #expect(transport.requests.count == 3)
        let other = ScriptedTransport()
        other.on("*", .init(status: 409))
        #expect(try await Self.session(other).data(for: RequestMessage(method: .post, url: url)).head.status == 409)
        #expect(other.requests.count == 1)
        // Statuses that are not retried stay so: 422 rejects a key that was used for another request.
        for status in [400, 422, 501] {
            let third = ScriptedTransport()
            third.on("*", .init(status: status))
            _ = try await Self.session(third).data(for: RequestMessage(method: .post, url: url))
            #expect(third.requests.count == 1)
        }
    }

    /// A redirect keeps the key as it keeps the body, also to another origin, which must see a repetition too.
    @Test(arguments: [
        (307, "/next", true), (308, "http://other/next", true), (303, "/next", false),
        (302, "http://other/next", false),
    ])
    func redirectsKeepTheKeyWithTheBody(_ status: Int, _ location: String, _ isKept: Bool) async throws {
        let transport = ScriptedTransport()
        transport.on(url, .init(status: status, fields: ["Location": location]))
        // The second request is the first one for the target.
        transport.on("*", call: 2, .init(status: 503))
        transport.on("*", .init())
        let request = RequestMessage(method: .post, url: url, fields: ["X-Api-Key": "secret"], body: .bytes([1]))
        #expect(try await Self.session(transport).data(for: request).head.status == 200)
        let first = try #require(transport.requests.first?.fields["Idempotency-Key"])
        #expect(Self.keys(transport) == (isKept ? [first, first, first, first] : [first, nil, first, nil]))
        // A field that is really secret stays at its origin.
        #expect(transport.requests[1].fields.contains("X-Api-Key") == location.hasPrefix("/"))
    }

    /// A key of the caller is for its origin. Another one gets the policy's key, by which it recognizes a repetition.
    @Test func aKeyOfTheCallerStaysAtItsOrigin() async throws {
        for methods in [[.post], []] as [Set<HTTPMethod>] {
            let transport = ScriptedTransport()
            transport.on(url, .init(status: 307, fields: ["Location": "http://other/next"]))
            transport.on("*", call: 2, .init(status: 503))
            transport.on("*", .init())
            let request = RequestMessage(method: .post, url: url, fields: ["Idempotency-Key": "mine"])
            _ = try await Self.session(transport, methods).data(for: request)
            let keys = Self.keys(transport)
            let other = keys[1]
            #expect(other != "mine" && (other == nil) == methods.isEmpty)
            #expect(keys == (methods.isEmpty ? ["mine", nil] : ["mine", other, "mine", other]))
        }
    }

    /// Printed requests hide the key, because its name ends like that of a secret.
    @Test func keysAreHiddenInTexts() {
        #expect(SecretName.matches(IdempotencyKey.field))
        #expect(RedirectRules.isOfAnOrigin("IDEMPOTENCY-KEY"))
    }
}
