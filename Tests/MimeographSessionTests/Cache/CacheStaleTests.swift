import Foundation
import Mimeograph
import MimeographSessionTesting
import MimeographSupport
import TestSupport
import Testing

@testable import MimeographSession

/// Tests of returning stored responses that are stale.
///
/// Source: RFC 5861; RFC 8246; RFC 9111 §4.2.4.
@Suite struct CacheStaleTests {
    private static let url = "http://h.example/x"

    /// A cache whose time a test sets.
    private final class Stage: Sendable {
        private let time = Locked(Date(timeIntervalSince1970: 1_700_000_000))
        let transport = ScriptedTransport()
        let cache: ResponseCache
        let session: SessionManager

        init(_ configure: (inout SessionConfiguration) -> Void = { _ in }) {
            let cache = ResponseCache(memory: 1 << 20, disk: nil) { [time] in time.withLock { $0 } }
            self.cache = cache
            session = MimeographSessionTests.session(transport) {
                $0.cache = cache
                configure(&$0)
            }
        }

        func advance(_ seconds: Double) { time.withLock { $0 += seconds } }

        func get(_ fields: HeaderFields = [:], method: HTTPMethod = .get) async throws -> ValueResponse<[UInt8]> {
            try await session.data(for: RequestMessage(method: method, url: CacheStaleTests.url, fields: fields))
        }

        /// Waits until no revalidation runs.
        func settle() async throws {
            for _ in 0..<5_000 where session.revalidations.count > 0 { try await Task.sleep(for: .milliseconds(1)) }
            #expect(session.revalidations.count == 0)
        }
    }

    private static func answer(_ directives: String, _ body: String, status: Int = 200) -> ScriptedAnswer {
        ScriptedAnswer(status: status, fields: ["Cache-Control": directives, "ETag": "\"\(body)\""], body: body)
    }

    private static func text(_ response: ValueResponse<[UInt8]>) -> String {
        String(decoding: response.value, as: UTF8.self)
    }

    // MARK: - Revalidation in the background

    @Test func theStaleResponseIsServedAndTheServerIsAskedOnce() async throws {
        let stage = Stage()
        let gate = AsyncGate(isOpen: false)
        stage.transport.on("*", call: 1, Self.answer("max-age=10, stale-while-revalidate=60", "old"))
        stage.transport.on("*") { _ in
            await gate.wait()
            return Self.answer("max-age=10", "new")
        }
        #expect(Self.text(try await stage.get()) == "old")
        stage.advance(20)
        for _ in 0..<50 {
            let given = try await stage.get(["X-Trace": "\(Int.random(in: 0...9))"])
            #expect(Self.text(given) == "old")
            #expect(given.metrics.cache == .stale)
            #expect(given.metrics.steps.isEmpty)
            #expect(given.head.fields["Age"] == "20")
        }
        gate.open()
        try await stage.settle()
        #expect(stage.transport.requests.count == 2)
        #expect(stage.transport.requests.last?.fields["If-None-Match"] == "\"old\"")
        let after = try await stage.get()
        #expect(Self.text(after) == "new")
        #expect(after.metrics.cache == .hit)
    }

    @Test func a304InTheBackgroundMakesItFreshAgain() async throws {
        let stage = Stage()
        stage.transport.on("*", call: 1, Self.answer("max-age=10, stale-while-revalidate=60", "old"))
        stage.transport.on("*", .init(status: 304, fields: ["X-New": "1"]))
        _ = try await stage.get()
        stage.advance(20)
        #expect(try await stage.get().metrics.cache == .stale)
        try await stage.settle()
        let after = try await stage.get()
        #expect(after.metrics.cache == .hit)
        #expect(after.head.fields["X-New"] == "1")
    }

    /// An observer sees a separate request, with the caller's task-local values.
    @Test(arguments: [nil, .connectionLost] as [TransportError.Code?])
    func backgroundRequestsAreObserved(_ failure: TransportError.Code?) async throws {
        let recorder = ExchangeRecorder()
        let stage = Stage { $0.observer = recorder }
        stage.transport.on("http://a.example/*", .init(status: 302, fields: ["Location": Self.url]))
        stage.transport.on(Self.url, call: 1, Self.answer("max-age=10, stale-while-revalidate=60", "old"))
        stage.transport.on(
            Self.url,
            failure.map { .failure(TransportError($0, "Gone.")) } ?? Self.answer("max-age=10", "new")
        )
        _ = try await stage.get()
        stage.advance(20)
        try await Caller.$name.withValue("ada") {
            // The target of a redirect to another origin receives no field that reveals the caller.
            let given = try await stage.session.data(for: RequestMessage(url: "http://a.example/"))
            #expect(given.metrics.cache == .stale)
        }
        try await stage.settle()
        let end = failure == nil ? "200 complete" : "connectionLost"
        #expect(
            recorder.lines == [
                "GET \(Self.url): 200 complete", "GET http://a.example/: 302 complete",
                "GET \(Self.url) (elsewhere): \(end)",
            ]
        )
        let seen = recorder.seen
        #expect(seen.requests.map(\.isRevalidation) == [false, false, true])
        #expect(seen.requests.last?.url == Self.url && seen.requests.last?.task == seen.requests[1].task)
        #expect(seen.callers == [nil, "ada", "ada"] && seen.exchanges.last?.caller == "ada")
        #expect(seen.completions.count == 3)
        let failures = seen.completions.compactMap { $0.error?.code }
        #expect(failures == (failure == nil ? [] : [.connectionLost]))
    }

    /// A response that does not match its digest is not stored, and the stale one stays.
    @Test(arguments: [DigestPolicy.verified, .required])
    func aWrongDigestInTheBackgroundStoresNothing(_ policy: DigestPolicy) async throws {
        let recorder = ExchangeRecorder()
        let stage = Stage {
            $0.digests = policy
            $0.observer = recorder
        }
        var answers = ["old", "new"].map { Self.answer("max-age=10, stale-while-revalidate=60", $0) }
        let digest = try DigestAlgorithm.sha256.field(for: Array("old".utf8))
        for index in answers.indices { answers[index].fields["Content-Digest"] = digest }
        stage.transport.on("*", call: 1, answers[0])
        stage.transport.on("*", answers[1])
        _ = try await stage.get()
        stage.advance(20)
        for _ in 0..<2 {
            let given = try await stage.get()
            #expect(Self.text(given) == "old" && given.metrics.cache == .stale)
            try await stage.settle()
        }
        #expect(stage.transport.requests.count == 3)
        #expect(recorder.seen.completions.compactMap { $0.error?.code } == [.digestMismatch, .digestMismatch])
    }

    /// Answers in the background: status, Cache-Control, length, and whether the old response is returned again.
    ///
    /// Source: RFC 9111 §4.3.3.
    @Test(
        arguments: [
            (200, "no-store", 1, false), (200, "no-store", 200_000, false), (200, "max-age=60", 200_000, false),
            (403, "", 1, false), (401, "", 1, false), (404, "", 1, false), (302, "", 1, false),
            (500, "", 1, true), (503, "no-store", 1, true), (429, "", 1, true), (408, "", 1, true), (425, "", 1, true),
        ]
    )
    func anUnstoredAnswerRemovesTheStoredResponse(
        _ status: Int,
        _ directives: String,
        _ length: Int,
        _ isGivenAgain: Bool
    ) async throws {
        for hasLength in [true, false] {
            let stage = Stage()
            stage.transport.on("*", call: 1, Self.answer("max-age=10, stale-while-revalidate=99999999", "old"))
            var fields: HeaderFields = directives.isEmpty ? [:] : ["Cache-Control": directives]
            if hasLength { fields["Content-Length"] = "\(length)" }
            let body = [UInt8](repeating: 0x6E, count: length)
            stage.transport.on("*", call: 2, ScriptedAnswer(status: status, fields: fields, chunks: [body]))
            stage.transport.on("*", Self.answer("no-store", "third"))
            _ = try await stage.get()
            stage.advance(20)
            #expect(Self.text(try await stage.get()) == "old")
            try await stage.settle()
            let after = try await stage.get()
            #expect(Self.text(after) == (isGivenAgain ? "old" : "third"), "\(status) \(directives) \(length)")
            try await stage.settle()
        }
    }

    /// A response that the server has withdrawn is not returned after a later error of the server.
    @Test func withdrawnResponseIsNotReturnedOnAnError() async throws {
        let stage = Stage()
        stage.transport.on("*", call: 1, Self.answer("max-age=10, stale-if-error=600", "old"))
        stage.transport.on("*", call: 2, .init(status: 403))
        stage.transport.on("*", .init(status: 503))
        _ = try await stage.get()
        stage.advance(20)
        #expect(try await stage.get().head.status == 403)
        #expect(try await stage.get().head.status == 503)
    }

    /// An answer to a request before a change, which arrives after it, is not stored: neither a new response nor a 304.
    @Test(arguments: [false, true])
    func responsesRequestedBeforeAChangeAreNotStored(_ isConfirmed: Bool) async throws {
        let stage = Stage()
        let (asked, gate) = (AsyncGate(isOpen: false), AsyncGate(isOpen: false))
        stage.transport.on("*", call: 1, Self.answer("max-age=10", "old"))
        stage.transport.on("*", call: 2) { _ in
            asked.open()
            await gate.wait()
            return isConfirmed
                ? ScriptedAnswer(status: 304, fields: ["Cache-Control": "max-age=600"])
                : Self.answer("max-age=600", "old")
        }
        stage.transport.on("*", call: 3, .init(status: 204))
        stage.transport.on("*", Self.answer("max-age=600", "new"))
        _ = try await stage.get()
        stage.advance(20)
        async let slow = stage.get()
        await asked.wait()
        _ = try await stage.get(method: .put)
        gate.open()
        #expect(Self.text(try await slow) == "old")
        #expect(Self.text(try await stage.get()) == "new")
        // Later responses are stored as usual.
        #expect(try await stage.get().metrics.cache == .hit)
    }

    /// Fields of the response and the second request, its method, and whether the response is returned during a revalidation.
    @Test(
        arguments: [
            ("max-age=10, stale-while-revalidate=10", [:], true), ("max-age=10, stale-while-revalidate=9", [:], false),
            ("max-age=10, stale-while-revalidate", [:], false), ("max-age=10, stale-while-revalidate=x", [:], false),
            ("max-age=10, stale-while-revalidate=99999999999999999999", [:], true),
            ("max-age=10, stale-while-revalidate=60, must-revalidate", [:], false),
            ("max-age=10, stale-while-revalidate=60, no-cache", [:], false),
            ("stale-while-revalidate=60, max-age=10", ["Cache-Control": "no-cache"], false),
            ("stale-while-revalidate=60, max-age=10", ["Pragma": "no-cache"], false),
            ("stale-while-revalidate=60, max-age=10", ["Cache-Control": "max-age=15"], false),
            ("stale-while-revalidate=60, max-age=10", ["Cache-Control": "max-age=25"], true),
            ("stale-while-revalidate=60, max-age=10", ["Cache-Control": "min-fresh=1"], false),
            ("stale-while-revalidate=60, max-age=10", ["Cache-Control": "only-if-cached"], true),
            ("stale-while-revalidate=60, max-age=10", ["Range": "bytes=0-0"], false),
        ] as [(String, HeaderFields, Bool)]
    )
    func aStaleResponseIsServedIfAllowed(_ directives: String, _ second: HeaderFields, _ isGiven: Bool) async throws {
        for setting in StaleResponses.allCases {
            let stage = Stage { $0.staleResponses = setting }
            stage.transport.on("*", call: 1, Self.answer(directives, "old"))
            stage.transport.on("*", Self.answer("no-store", "new"))
            _ = try await stage.get()
            stage.advance(20)
            let isStale = try await stage.get(second).metrics.cache == .stale
            #expect(isStale == (isGiven && setting != .never), "\(directives) \(second) \(setting)")
            try await stage.settle()
        }
    }

    /// A server error in the background changes nothing. An answer that may not be stored removes the old one. Cookies are
    /// stored.
    @Test(arguments: [500, 503, 401, 404])
    func onlyAStorableAnswerReplacesTheStoredOne(_ status: Int) async throws {
        let stage = Stage()
        stage.transport.on("*", call: 1, Self.answer("max-age=10, stale-while-revalidate=60", "old"))
        stage.transport.on("*") { _ in
            var answer = Self.answer("max-age=60", "new", status: status)
            answer.fields["Set-Cookie"] = "a=\(status)"
            return answer
        }
        _ = try await stage.get()
        stage.advance(20)
        _ = try await stage.get()
        try await stage.settle()
        #expect(stage.session.configuration.cookies?.cookies.map(\.value) == ["\(status)"])
        stage.session.configuration.cookies?.removeAll()
        #expect(Self.text(try await stage.get()) == (status >= 500 ? "old" : "new"))
        try await stage.settle()
    }

    /// An endless answer in the background is read only up to the largest size that could be stored.
    @Test func anEndlessAnswerIsAbandoned() async throws {
        let stage = Stage()
        stage.transport.on("*", call: 1, Self.answer("max-age=10, stale-while-revalidate=60", "old"))
        let chunk = [UInt8](repeating: 1, count: 1 << 16)
        stage.transport.on(
            "*",
            .init(fields: ["Cache-Control": "max-age=60"], chunks: Array(repeating: chunk, count: 1_000))
        )
        _ = try await stage.get()
        stage.advance(20)
        _ = try await stage.get()
        try await stage.settle()
        #expect(stage.transport.openExchangeCount == 0)
        #expect(stage.cache.memoryUse < 10_000)
    }

    @Test func endingTheSessionCancelsRevalidations() async throws {
        for cancelling in [true, false] {
            let stage = Stage()
            let gate = AsyncGate(isOpen: false)
            let isCancelled = Locked(false)
            stage.transport.on("*", call: 1, Self.answer("max-age=10, stale-while-revalidate=60", "old"))
            stage.transport.on("*") { _ in
                await withTaskCancellationHandler {
                    await gate.wait()
                } onCancel: {
                    isCancelled.withLock { $0 = true }
                    gate.open()
                }
                return Self.answer("max-age=10", "new")
            }
            _ = try await stage.get()
            stage.advance(20)
            _ = try await stage.get()
            for _ in 0..<5_000 where stage.transport.requests.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
            stage.session.invalidate(cancelling: cancelling)
            for _ in 0..<5_000 where !isCancelled.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
            #expect(isCancelled.withLock { $0 })
            #expect(stage.session.revalidations.count == 0)
            #expect(!stage.session.revalidations.start {})
        }
    }

    private final class Secret: Sendable {}

    private struct WeakSecret { weak var secret: Secret? }

    /// The request is released after the revalidation.
    @Test func requestIsReleasedAfterRevalidation() async throws {
        let revalidations = BackgroundRevalidations()
        let gate = AsyncGate(isOpen: false)
        func start() -> WeakSecret {
            let secret = Secret()
            let isStarted = revalidations.start {
                await gate.wait()
                withExtendedLifetime(secret) {}
            }
            #expect(isStarted)
            return WeakSecret(secret: secret)
        }
        let kept = start()
        #expect(kept.secret != nil)
        gate.open()
        for _ in 0..<5_000 where kept.secret != nil { try await Task.sleep(for: .milliseconds(1)) }
        #expect(kept.secret == nil)
        #expect(revalidations.count == 0)
    }

    @Test func backgroundRequestsAreLimited() async throws {
        let stage = Stage()
        let gate = AsyncGate(isOpen: false)
        let isFilled = Locked(false)
        stage.transport.on("*") { _ in
            if isFilled.withLock({ $0 }) { await gate.wait() }
            return Self.answer("max-age=10, stale-while-revalidate=60", "x")
        }
        let urls = (0..<100).map { "http://h.example/\($0)" }
        for url in urls { _ = try await stage.session.data(for: RequestMessage(url: url)) }
        stage.advance(20)
        isFilled.withLock { $0 = true }
        for url in urls {
            #expect(try await stage.session.data(for: RequestMessage(url: url)).metrics.cache == .stale)
            #expect(stage.session.revalidations.count <= BackgroundRevalidations.most)
        }
        gate.open()
        try await stage.settle()
        #expect(stage.transport.requests.count == 100 + BackgroundRevalidations.most)
        // The others are revalidated when they are returned again.
        for url in urls { _ = try await stage.session.data(for: RequestMessage(url: url)) }
        try await stage.settle()
        #expect(stage.transport.requests.count > 100 + BackgroundRevalidations.most)
    }

    /// One user's response is never refreshed or returned for another user.
    @Test func usersAreSeparate() async throws {
        let stage = Stage()
        stage.transport.on("*") { request in
            Self.answer("max-age=10, stale-while-revalidate=60", request.fields["Authorization"] ?? "none")
        }
        let users: [HeaderFields] = [["Authorization": "Bearer ada"], ["Authorization": "Bearer eve"]]
        for fields in users { _ = try await stage.get(fields) }
        for _ in 0..<3 {
            stage.advance(20)
            for fields in users {
                let given = try await stage.get(fields)
                #expect(given.metrics.cache == .stale)
                #expect(Self.text(given) == fields["Authorization"])
                try await stage.settle()
            }
        }
        #expect(stage.transport.requests.count == 8)
    }

    // MARK: - Failures of the server

    private struct Failure {
        let answer: ScriptedAnswer
        /// Whether the server sends a response, which counts if no stale one is returned.
        let hasResponse: Bool
        let isStale: Bool
    }

    private static let statuses: [(Int, Bool)] = [
        (500, true), (502, true), (503, true), (504, true), (501, false), (404, false), (429, false),
    ]

    private static let codes: [(TransportError.Code, Bool)] = [
        (.hostNotFound, true), (.cannotConnect, true), (.connectionLost, true), (.timedOut, true),
        (.untrustedServer, false), (.tlsFailed, false), (.notEncrypted, false), (.invalidResponse, false),
        (.bodyFailed, false), (.cancelled, false), (.unsupported, false), (.limitExceeded, false),
    ]

    private static var failures: [Failure] {
        let answers: [Failure] = statuses.map { status, isStale in
            let failed = answer("no-store", "failed", status: status)
            return Failure(answer: failed, hasResponse: true, isStale: isStale)
        }
        let errors: [Failure] = codes.map { code, isStale in
            let failed = ScriptedAnswer.failure(TransportError(code, "It failed."))
            return Failure(answer: failed, hasResponse: false, isStale: isStale)
        }
        return answers + errors
    }

    @Test func staleIfErrorIsForFailuresOfTheServer() async throws {
        for failure in Self.failures {
            for setting in StaleResponses.allCases {
                let stage = Stage { $0.staleResponses = setting }
                stage.transport.on("*", call: 1, Self.answer("max-age=10, stale-if-error=60", "old"))
                stage.transport.on("*", failure.answer)
                _ = try await stage.get()
                stage.advance(20)
                let given = try? await stage.get()
                let isStale = failure.isStale && setting != .never
                #expect((given?.metrics.cache == .stale) == isStale, "\(failure.answer) \(setting)")
                #expect((given != nil) == (isStale || failure.hasResponse), "\(failure.answer) \(setting)")
                if isStale { #expect(given.map(Self.text) == "old") }
                #expect(stage.transport.openExchangeCount == 0)
            }
        }
    }

    /// Fields of the response and the second request, and whether it replaces a 503 and a lost connection.
    @Test(
        arguments: [
            ("max-age=10, stale-if-error=10", [:], true, true), ("max-age=10, stale-if-error=9", [:], false, false),
            ("max-age=10, stale-if-error", [:], false, false), ("max-age=10", [:], false, false),
            ("max-age=10, stale-if-error=60, must-revalidate", [:], false, false),
            ("max-age=10, stale-if-error=60, no-cache", [:], false, false),
            ("max-age=10, stale-if-error=60", ["Cache-Control": "no-cache"], false, false),
            ("max-age=10, stale-if-error=60", ["Cache-Control": "max-age=5"], false, false),
            ("max-age=10, stale-if-error=60", ["Cache-Control": "no-store"], false, false),
            ("max-age=10, stale-if-error=60", ["If-None-Match": "\"x\""], false, false),
            ("max-age=10", ["Cache-Control": "stale-if-error=60"], true, true),
            ("max-age=10", ["Cache-Control": "stale-if-error=9"], false, false),
            ("max-age=10, must-revalidate", ["Cache-Control": "stale-if-error=60"], false, false),
            ("max-age=10, stale-if-error=60", ["Range": "bytes=0-1"], true, true),
        ] as [(String, HeaderFields, Bool, Bool)]
    )
    func staleIfErrorStaysWithinItsLimits(
        _ directives: String,
        _ second: HeaderFields,
        _ isForStatus: Bool,
        _ isForConnection: Bool
    ) async throws {
        let failures = [
            (Self.answer("no-store", "failed", status: 503), isForStatus),
            (ScriptedAnswer.failure(TransportError(.connectionLost, "It was lost.")), isForConnection),
        ]
        for (failure, isGiven) in failures {
            let stage = Stage()
            stage.transport.on("*", call: 1, Self.answer(directives, "old"))
            stage.transport.on("*", failure)
            _ = try await stage.get()
            stage.advance(20)
            let given = try? await stage.get(second)
            #expect((given?.metrics.cache == .stale) == isGiven, "\(directives) \(second)")
        }
    }

    /// Without the server's permission it is returned only if the program wants that and no connection was made.
    @Test(arguments: StaleResponses.allCases)
    func theSettingDecidesWithoutANetwork(_ setting: StaleResponses) async throws {
        for (directives, isAllowed) in [
            ("max-age=10", true), ("max-age=10, must-revalidate", false), ("no-cache", false),
        ] {
            let stage = Stage { $0.staleResponses = setting }
            stage.transport.on("*", call: 1, Self.answer(directives, "old"))
            stage.transport.on("*", call: 2, .failure(TransportError(.cannotConnect, "The network is down.")))
            stage.transport.on("*", Self.answer("no-store", "failed", status: 503))
            _ = try await stage.get()
            stage.advance(1_000)
            let given = try? await stage.get()
            #expect((given?.metrics.cache == .stale) == (isAllowed && setting == .whenDisconnected))
            // If the server answers, its answer counts.
            #expect(try await stage.get().head.status == 503)
        }
    }

    // MARK: - Immutable responses

    /// Fields of the response and the request, the age, and whether the server is asked. Source: RFC 8246 §2.
    @Test(arguments: [
        ("max-age=100, immutable", "max-age=0", 50.0, false), ("max-age=100", "max-age=0", 50, true),
        ("max-age=100, immutable", "no-cache", 50, true), ("max-age=100, immutable", "max-age=0, no-cache", 50, true),
        ("max-age=100, immutable", "max-age=10", 50, true), ("max-age=100, immutable", "max-age=0", 150, true),
        ("max-age=100, immutable, no-cache", "max-age=0", 50, true), ("immutable", "max-age=0", 50, true),
        ("max-age=100, immutable", "max-age=0, min-fresh=60", 50, true),
    ])
    func immutableResponsesAreNotRevalidated(
        _ directives: String,
        _ second: String,
        _ age: Double,
        _ isAsked: Bool
    ) async throws {
        let stage = Stage()
        stage.transport.on("*", Self.answer(directives, "old"))
        _ = try await stage.get()
        stage.advance(age)
        _ = try await stage.get(["Cache-Control": second])
        #expect((stage.transport.requests.count == 2) == isAsked, "\(directives), asked with \(second)")
    }
}
