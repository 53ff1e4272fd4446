import Foundation
import Mimeograph
import MimeographForm
import MimeographJSON
import MimeographReachability
import MimeographSessionTesting
import MimeographSupport
import TestSupport
import Testing

@testable import MimeographSession

/// Tests of the behavior of AFNetworking's session, row by row. Each row is kept or deliberately changed. Rows that another test
/// covers are not repeated here. The reasons are in `Docs/Guides/FromAFNetworking.md`.
///
/// | Row | Where |
/// |---|---|
/// | Defaults | here; one serializer for all, `HTTPSessionManagerTests.oneSerializerIsEnough` |
/// | Completion | here, and `HTTPSessionManagerTests.callbacksReportSuccessOrFailureOnce` |
/// | Serializer race (changed) | `HTTPSessionManagerTests.aTaskKeepsItsSerializers` |
/// | Notifications | `SessionTaskTests.eventsReportTheStagesOfATask`, `DownloadTests.downloadsEmitEvents`, and here |
/// | Progress | `SessionTaskTests.progressCountsBothWays`, `suspendingPausesBothDirections`, and here |
/// | Download destination (changed) | `DownloadTests.existingFileIsReplacedOnlyOnRequest`, `missingDirectoriesAreCreatedOnRequest`, `anUnacceptableResponseLeavesNothing`; the name that the server suggests, `HostileDownloadTests` |
/// | Redirect | `RedirectTests.thePolicyFollowsStopsAndChanges` |
/// | Challenges (changed: name and password only) | `AuthenticationTests`, `ChallengeTests`; the security policy decides about trust |
/// | Body stream | `RedirectTests.redirectsKeepWhatTheyMay`, `RetryTests.requestsAreSentAgainWithTheirBodies`, and here for challenges |
/// | Did become download (removed) | here: the head comes first, and the caller decides |
/// | Invalidate (changed: for good) | `SessionTaskTests.invalidationLetsTasksFinishOrEndsThem`, and here |
/// | Copy and coding (changed: values) | here |
/// | Base URL | `RequestURLTests.resolvesReferencesAsInRFC3986`, and here through the manager |
/// | Verb methods | `HTTPSessionManagerTests.verbsSendAndRead`, `headsAreDiscardableAndNotDecoded`, `multipartFormsAreSent`, `fieldsOfACallReplaceThoseOfTheManager`, `unacceptableStatusesAreErrorsWithTheBody`, and here |
/// | `securityPolicy` setter | the tests of the security policy |
@Suite struct AFNetworkingRowTests {
    private struct User: Codable, Sendable, Equatable { var name: String }
    private static let json: HeaderFields = ["Content-Type": "application/json"]
    private static let ada = #"{"name":"Ada"}"#

    private func manager(_ transport: ScriptedTransport, base: String? = "http://h/v1") throws -> HTTPSessionManager {
        try HTTPSessionManager(
            baseURL: base,
            serializers: SerializerRegistry { JSONPlugin() },
            requestSerializer: HTTPRequestSerializer(client: nil),
            session: session(transport)
        )
    }

    /// Defaults: sessions share nothing, and a request contains nothing that the caller did not ask for.
    @Test func aSessionHasItsOwnDefaults() async throws {
        let transport = ScriptedTransport()
        transport.on("*", .init(fields: ["Set-Cookie": "a=1", "Cache-Control": "max-age=60"]))
        let (one, other) = (session(transport), session(transport))
        for session in [one, one, other] { _ = try await session.data(for: RequestMessage(url: "http://h/")) }
        #expect(transport.requests.map { $0.fields["Cookie"] } == [nil, "a=1", nil])
        #expect(transport.requests[0].fields.lines.isEmpty)
        #expect(!one.isInvalidated && one.activeCount == 0)
        // By default a session has no cache, retry, credentials or time limit for the whole request.
        let defaults = SessionConfiguration()
        #expect(defaults.cache == nil && defaults.interceptors.isEmpty && defaults.credentials == nil)
        #expect(defaults.resourceTimeout == nil && defaults.redirects.limit == 20 && defaults.startsTasks)
    }

    /// Completion: a network error never reaches a serializer. A 204 yields neither a value nor an error.
    @Test func aFailureIsReportedWithoutDecoding() async throws {
        struct Counting: ResponseSerialization {
            let reads: Locked<Int>
            var acceptedTypes: [MediaRange] { [.any] }
            func read(
                _ body: Span<UInt8>,
                head: ResponseHead,
                limits: DecodingLimits
            ) throws(SerializationError) -> String {
                reads.withLock { $0 += 1 }
                return "read"
            }
        }
        let transport = ScriptedTransport()
        transport.on("*", call: 1, .failure(TransportError(.cannotConnect, "No.", libraryCode: 7)))
        transport.on("*", .init(fields: ["Content-Type": "text/x"], body: "x"))
        let reads = Locked(0)
        let api = try HTTPSessionManager(
            baseURL: "http://h",
            responseSerializer: Counting(reads: reads),
            transport: transport
        )
        do {
            let _: String = try await api.get("a")
            Issue.record("A failed connection returned a value.")
        } catch {
            #expect(error.code == .cannotConnect && error.transport?.libraryCode == 7)
            #expect(error.head == nil && error.body == nil && error.serialization == nil)
        }
        #expect(reads.withLock { $0 } == 0)
        #expect(try await api.get("a", as: String.self) == "read")
        #expect(reads.withLock { $0 } == 1)

        let empty = ScriptedTransport()
        empty.on("*", .init(status: 204))
        let none = try await manager(empty).get("a", as: User?.self)
        #expect(none == nil)
    }

    /// Completion: a task's handler is called once, on the given executor, even if the task has already ended.
    @Test func handlersAreCalledOnTheirExecutor() async throws {
        let transport = ScriptedTransport()
        transport.on("http://h/v1/ok", .init(chunks: [[1], [2]]))
        transport.on("http://h/v1/lost", .failure(TransportError(.connectionLost, "Gone.")))
        let session = session(transport) { $0.startsTasks = false }
        let runs = Locked(0)
        let executor = CallbackExecutor { callback in
            runs.withLock { $0 += 1 }
            callback()
        }
        for (path, count) in [("ok", 2), ("lost", nil)] {
            let task = session.dataTask(RequestMessage(url: "http://h/v1/\(path)"))
            for isOver in [false, true] {
                let value: Int? = await withCheckedContinuation { done in
                    task.onCompletion(on: executor) { done.resume(returning: try? $0.get().value.count) }
                    task.resume()
                }
                #expect(value == count)
                if isOver { #expect(task.currentDownloadProgress.completedBytes == Int64(count ?? 0)) }
            }
        }
        #expect(runs.withLock { $0 } == 4)
    }

    /// Progress: the total is unknown until the head arrives. Closures receive it too, but not after the end.
    @Test func progressIsReportedToClosures() async throws {
        let transport = ScriptedTransport()
        transport.on("http://h/known", .init(fields: ["Content-Length": "3"], chunks: [[1], [2, 3]]))
        transport.on("http://h/unknown", .init(chunks: [[1], [2, 3]]))
        let session = session(transport) { $0.startsTasks = false }
        for (path, total) in [("known", 3), ("unknown", nil)] as [(String, Int64?)] {
            let request = RequestMessage(method: .post, url: "http://h/\(path)")
            let task = session.uploadTask(request, from: streamed([[1, 2], [3]], length: total == nil ? nil : 3))
            #expect(task.currentUploadProgress == TransferProgress() && task.currentDownloadProgress.totalBytes == nil)
            #expect(task.currentDownloadProgress.fraction == nil)
            let (sent, received) = (Locked<[TransferProgress]>([]), Locked<[TransferProgress]>([]))
            task.onUploadProgress { progress in sent.withLock { $0.append(progress) } }
                .onDownloadProgress { progress in received.withLock { $0.append(progress) } }
                .resume()
            _ = try await task.value
            #expect(sent.withLock { $0 }.last == TransferProgress(completedBytes: 3, totalBytes: total))
            #expect(received.withLock { $0.map(\.completedBytes) } == [0, 1, 3])
            #expect(received.withLock { $0 }.last?.totalBytes == total)
            task.onDownloadProgress { _ in Issue.record("An ended task reported progress.") }
        }
    }

    /// Body stream: after a challenge, the body is created and sent again.
    @Test func aChallengedBodyIsSentAgain() async throws {
        let transport = ScriptedTransport()
        transport.on("*", call: 1, .init(status: 401, fields: ["WWW-Authenticate": "Basic realm=r"], body: "no"))
        transport.on("*", .init(body: "yes"))
        let session = session(transport) { configuration in
            let credential = Credential(username: "a", password: "b")
            configuration.credentials = try? Credentials(["http://h": credential])
        }
        let request = RequestMessage(method: .put, url: "http://h/")
        let response = try await session.upload(request, from: streamed([[1], [2, 3]]))
        #expect(transport.requests.map(\.body) == [[1, 2, 3], [1, 2, 3]])
        // The response has neither the body of the 401 nor its bytes in the count.
        #expect(response.value == Array("yes".utf8))
        #expect(response.metrics.challengeCount == 1 && response.metrics.steps.map(\.status) == [401, 200])
    }

    /// Did become download: the caller gets the head and decides how to use the body.
    @Test func theCallerDecidesAboutTheBodyAfterTheHead() async throws {
        let transport = ScriptedTransport()
        transport.on("*", .init(fields: ["Content-Length": "4"], chunks: [[1, 2], [3, 4]]))
        let session = session(transport)
        do {
            let response = try await session.response(for: RequestMessage(url: "http://h/"))
            #expect(response.head.status == 200)
            #expect(transport.openExchangeCount == 1)
            var bytes: [UInt8] = []
            for try await chunk in response.body { bytes += chunk }
            #expect(bytes == [1, 2, 3, 4])
        }
        _ = try await session.response(for: RequestMessage(url: "http://h/")).head
        #expect(transport.openExchangeCount == 0)
    }

    /// Invalidate: it is permanent, and affects everything created from the session.
    @Test func anInvalidSessionStaysSo() async throws {
        let transport = ScriptedTransport()
        transport.on("*", .init(status: 204))
        let api = try manager(transport)
        let copy = api
        try await copy.get("a")
        api.invalidate()
        #expect(copy.session.isInvalidated)
        #expect(await code { try await copy.get("a") } == .invalidated)
        let told: SessionError.Code = await withCheckedContinuation { done in
            copy.task(.get, "a").onCompletion { (_: ValueResponse<User>) in
            } failure: {
                done.resume(returning: $0.code)
            }
        }
        #expect(told == .invalidated)
        #expect(transport.requests.count == 1)
    }

    /// Copy: a copy is a value with its own settings, but shares connections and cookies.
    @Test func aCopyIsItsOwn() async throws {
        let transport = ScriptedTransport()
        transport.on("*", .init(status: 204, fields: ["Set-Cookie": "id=1"]))
        let api = try manager(transport)
        var copy = api
        copy.requestSerializer.fields["X-Role"] = "admin"
        copy.configuration.redirects = .none
        try await copy.get("a")
        try await api.get("a")
        #expect(transport.requests.map { $0.fields["X-Role"] } == ["admin", nil])
        #expect(transport.requests[1].fields["Cookie"] == "id=1")
        #expect(api.configuration.redirects.limit == 20)
        #expect(copy.baseURL == api.baseURL && copy.session === api.session)
    }

    /// Base URL: a base, a path, and the URL of the request.
    private static let bases: [(String?, String, String)] = [
        ("http://h/v1", "a", "http://h/v1/a"), ("http://h/v1/", "a", "http://h/v1/a"), ("http://h", "a", "http://h/a"),
        ("http://h/v1", "/a", "http://h/a"), ("http://h/v1", "", "http://h/v1/"),
        ("http://h/v1", "?x=1", "http://h/v1/?x=1"),
        ("http://h/v1", "http://other/a", "http://other/a"), ("http://h/v1", "//other/a", "http://other/a"),
        ("http://h/v1", "../a", "http://h/a"), ("http://h/v1", "a#f", "http://h/v1/a"),
        (nil, "http://h/a", "http://h/a"),
        ("http://u:p@h/v1", "a", "http://h/v1/a"),
    ]

    @Test(arguments: bases.indices)
    func pathsAreRelativeToTheBase(_ index: Int) async throws {
        let (base, path, expected) = Self.bases[index]
        let transport = ScriptedTransport()
        transport.on("*", .init(status: 204))
        try await manager(transport, base: base).get(path)
        #expect(transport.requests.map(\.url) == [expected])
    }

    /// Verbs: if a request cannot be created, the failure handler is called and nothing is sent.
    @Test func aRequestThatCannotBeMadeIsAFailure() async throws {
        struct Unwritable: Encodable, Sendable {
            struct Fault: Error {}
            func encode(to encoder: any Encoder) throws { throw Fault() }
        }
        let transport = ScriptedTransport()
        let api = try manager(transport)
        let error: SessionError = await withCheckedContinuation { done in
            api.task(.post, "a", .value(Unwritable())).onCompletion { (_: ValueResponse<User>) in
            } failure: {
                done.resume(returning: $0)
            }
        }
        #expect(error.code == .serialization && error.head == nil)
        #expect(error.method == .post && error.url == "a")
        #expect(transport.requests.isEmpty)
    }

    /// Verbs: the method decides where parameters of any type are sent.
    @Test func theMethodDecidesWhereParametersAreSent() async throws {
        struct Search: Encodable, Sendable {
            var q = "a b"
            var tags = ["x", "y"]
        }
        let transport = ScriptedTransport()
        transport.on("*", .init(fields: Self.json, body: Self.ada))
        let api = try manager(transport)
        let written = "q=a%20b&tags%5B%5D=x&tags%5B%5D=y"
        let _: User = try await api.get("s", .parameters(Search()))
        let _: User = try await api.delete("s?z=1", .parameters(["q": "1"]))
        let _: User = try await api.post("s", .parameters(Search()))
        #expect(
            transport.requests.map(\.url) == ["http://h/v1/s?\(written)", "http://h/v1/s?z=1&q=1", "http://h/v1/s"]
        )
        #expect(transport.requests.map { String(decoding: $0.body, as: UTF8.self) } == ["", "", written])
        #expect(transport.requests[2].fields["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(await code { let _: User = try await api.get("s", .parameters([1, 2])) } == .serialization)
    }

    /// Notifications: the last event has metrics, and no event shows a secret.
    @Test func eventsCarryMetricsAndNoSecrets() async throws {
        let transport = ScriptedTransport()
        transport.on("*", .init(status: 500, body: "body"))
        let session = session(transport)
        let events = session.events
        _ = try await session.data(
            for: RequestMessage(url: "http://ada:pw@h/a?token=x", fields: ["Authorization": "y"])
        )
        session.invalidate()
        var told = ""
        for await event in events {
            if case .completed(_, _, _, let metrics, let error) = event {
                #expect(metrics.steps.count == 1 && metrics.total != nil && error == nil)
            }
            told += "\(event)\n"
        }
        for secret in ["pw", "token=x", "body"] { #expect(!told.contains(secret)) }
        #expect(told.contains("http://h/a"))
    }
}
