import Foundation
import Mimeograph
import MimeographSessionTesting
import Testing

@testable import MimeographSession

/// Tests of resumable uploads with a scripted server.
@Suite struct ResumableUploadTests {
    private static let now = UploadResumability(limit: 3, delay: .zero)
    private static let body = Array("0123456789".utf8)
    private static let url = "http://h/films"

    /// Returns an answer that sends an interim response and then loses the connection after the body.
    private static func broken(_ fields: HeaderFields, status: Int = 104) -> ScriptedAnswer {
        var answer = ScriptedAnswer.failure(TransportError(.connectionLost, "Gone."))
        answer.interimResponses = [ResponseHead(status: status, fields: fields)]
        return answer
    }

    private static let supported: HeaderFields = ["Upload-Draft-Interop-Version": "8", "Location": "/uploads/1"]
    private static let whole = ScriptedAnswer(status: 201, fields: ["Upload-Complete": "?1"], body: "made")

    private static func asked(_ offset: String, _ more: HeaderFields = [:]) -> ScriptedAnswer {
        var fields: HeaderFields = ["Upload-Complete": "?0"]
        if !offset.isEmpty { fields["Upload-Offset"] = offset }
        for line in more { fields[line.name] = line.value }
        return ScriptedAnswer(status: 204, fields: fields)
    }

    private static func transport(_ supported: HeaderFields = Self.supported) -> ScriptedTransport {
        let transport = ScriptedTransport()
        transport.on(.post, url, broken(supported))
        return transport
    }

    private static func send(
        _ transport: ScriptedTransport,
        _ request: RequestMessage = RequestMessage(method: .post, url: Self.url),
        _ body: MessageBody = .bytes(Self.body),
        resuming resumption: UploadResumption? = nil,
        _ resumability: UploadResumability = Self.now
    ) async throws -> ValueResponse<[UInt8]> {
        try await session(transport).upload(request, from: body, resumability: resumability, resuming: resumption)
    }

    private static func failure(
        _ transport: ScriptedTransport,
        _ count: Int = 10,
        _ resumability: UploadResumability = Self.now
    ) async -> SessionError? {
        await #expect(throws: SessionError.self) {
            let body = MessageBody.bytes([UInt8](repeating: 0x30, count: count))
            _ = try await send(transport, RequestMessage(method: .post, url: Self.url), body, resumability)
        }
    }

    /// An object that a closure holds and that must be released with it.
    private final class Kept: Sendable {}

    /// A finished upload keeps neither the session nor the closures of the caller.
    @Test func aFinishedUploadKeepsNothing() async throws {
        weak var session: SessionManager?
        do {
            let transport = Self.transport()
            transport.on(.head, "*", Self.asked("3"))
            transport.on(.patch, "*", Self.whole)
            let used = MimeographSessionTests.session(transport)
            session = used
            let request = RequestMessage(method: .post, url: Self.url)
            let answer = try await used.upload(request, from: .bytes(Self.body), resumability: Self.now)
            #expect(answer.head.status == 201)
        }
        #expect(session == nil)
    }

    /// A transfer releases its observers at the end, and does not keep one that is added later.
    @Test func aFinishedTransferKeepsNoObserver() {
        let state = TransferState(isPausable: true)
        weak var before: Kept?
        weak var after: Kept?
        do {
            let kept = Kept()
            before = kept
            state.observeInterimResponses { [state] _ in _ = (state, kept) }
            state.observe(.sending) { _ in _ = kept }
        }
        #expect(before != nil)
        state.finish()
        do {
            let kept = Kept()
            after = kept
            state.observeInterimResponses { [state] _ in _ = (state, kept) }
            state.observe(.receiving) { _ in _ = kept }
        }
        #expect(before == nil && after == nil)
    }

    @Test func aServerWithoutResumptionGetsAPlainUpload() async throws {
        let transport = ScriptedTransport()
        transport.on(.post, Self.url, call: 1, .init(status: 201, body: "made"))
        transport.on(.post, Self.url, call: 2, .init(status: 422, body: "no"))
        transport.on(.post, Self.url, .failure(TransportError(.connectionLost, "Gone.")))
        #expect(try await Self.send(transport).head.status == 201)
        #expect(try await Self.send(transport).value == Array("no".utf8))
        let error = await Self.failure(transport)
        #expect(error?.code == .connectionLost && error?.uploadResumption == nil)
        #expect(transport.requests.map(\.method) == [.post, .post, .post])
        let sent = try #require(transport.requests.first)
        #expect(
            sent.fields["Upload-Complete"] == "?1" && sent.fields["Upload-Length"] == "10" && sent.body == Self.body
        )
    }

    @Test func theRestIsSentToTheUploadResource() async throws {
        let transport = Self.transport()
        transport.on(.head, "http://h/uploads/1", Self.asked("4"))
        transport.on(.patch, "http://h/uploads/1", Self.whole)
        let request = RequestMessage(
            method: .post,
            url: Self.url,
            fields: [
                "Authorization": "secret", "Content-Type": "video/mp4", "X-Trace": "1", "Content-Disposition": "inline",
            ]
        )
        let response = try await Self.send(transport, request)
        #expect(response.head.status == 201 && response.value == Array("made".utf8))
        #expect(transport.requests.map(\.method) == [.post, .head, .patch])
        let rest = try #require(transport.requests.last)
        #expect(rest.body == Array("456789".utf8) && rest.declaredLength == 6)
        #expect(rest.fields["Content-Type"] == "application/partial-upload" && rest.fields["Upload-Offset"] == "4")
        #expect(rest.fields["Upload-Complete"] == "?1" && rest.fields["X-Trace"] == "1")
        #expect(!rest.fields.contains("Content-Disposition") && rest.fields["Authorization"] == "secret")
        #expect(response.metrics.retryCount == 1)
    }

    @Test(arguments: [
        "https://evil.example/1", "http://h:8080/1", "https://h/1", "//evil.example/1", "ftp://h/1", "http://",
    ])
    func anUploadResourceOnAnotherOriginIsNotUsed(_ location: String) async {
        let transport = Self.transport(["Upload-Draft-Interop-Version": "8", "Location": location])
        let error = await Self.failure(transport)
        #expect(error?.code == .connectionLost && error?.uploadResumption == nil)
        #expect(error?.remedy?.contains("another origin") == true)
        #expect(transport.requests.count == 1)
    }

    @Test(
        arguments: [
            ["Location": "/uploads/1"], ["Upload-Draft-Interop-Version": "7", "Location": "/uploads/1"],
            ["Upload-Draft-Interop-Version": "8"],
        ] as [HeaderFields]
    )
    func fieldsOfOtherDraftsAreIgnored(_ fields: HeaderFields) async {
        let transport = Self.transport(fields)
        #expect(await Self.failure(transport)?.code == .connectionLost)
        #expect(transport.requests.count == 1)
    }

    @Test func aRedirectedOffsetRequestEndsTheUpload() async {
        let transport = Self.transport()
        transport.on(.head, "http://h/uploads/1", .init(status: 307, fields: ["Location": "http://evil/1"]))
        transport.on(.head, "http://evil/1", Self.asked("4"))
        #expect(await Self.failure(transport)?.code == .uploadResumptionFailed)
        #expect(!transport.requests.contains { $0.method == .patch })
    }

    // MARK: Incorrect answers

    @Test(arguments: [
        "11", "99999999999999999999", "1000000000000000", "-1", "abc", "", "4, 4", "4.0", "?1", "0x4", "+4", " ",
    ])
    func invalidOffsetsEndTheUpload(_ offset: String) async {
        let transport = Self.transport()
        transport.on(.head, "*", Self.asked(offset))
        let error = await Self.failure(transport)
        #expect(error?.code == .uploadResumptionFailed && error?.uploadResumption == nil)
        #expect(transport.requests.count == 2)
    }

    @Test(
        arguments: [
            ["Upload-Length": "11"], ["Upload-Limit": "max-size=9"], ["Upload-Limit": "max-append-size=0"],
            ["Upload-Complete": "?1"],
        ] as [HeaderFields]
    )
    func otherInvalidFieldsEndTheUpload(_ fields: HeaderFields) async {
        let transport = Self.transport()
        transport.on(.head, "*", Self.asked("4", fields))
        #expect(await Self.failure(transport)?.code == .uploadResumptionFailed)
        #expect(transport.requests.count == 2)
    }

    @Test func aDecreasingOffsetEndsTheUpload() async {
        let transport = Self.transport()
        transport.on(.head, "*", call: 1, Self.asked("4"))
        transport.on(.patch, "*", .failure(TransportError(.connectionLost, "Gone.")))
        transport.on(.head, "*", Self.asked("3"))
        #expect(await Self.failure(transport)?.code == .uploadResumptionFailed)
        #expect(transport.requests.map(\.method) == [.post, .head, .patch, .head])
    }

    @Test(arguments: [400, 403, 404, 410, 304])
    func aMissingUploadResourceEndsTheUpload(_ status: Int) async {
        let transport = Self.transport()
        transport.on(.head, "*", .init(status: status))
        let error = await Self.failure(transport)
        #expect(error?.code == .uploadResumptionFailed && error?.status == status)
    }

    /// Even if each attempt makes progress by one byte, the number of attempts is limited.
    @Test func attemptsAreBounded() async {
        let transport = Self.transport()
        transport.on(.head, "*", .failure(TransportError(.cannotConnect, "No.")))
        let error = await Self.failure(transport)
        #expect(error?.code == .cannotConnect && transport.requests.count == 4)
        #expect(error?.uploadResumption == UploadResumption(url: "http://h/uploads/1", offset: 0, length: 10))

        let slow = Self.transport()
        slow.on("http://h/uploads/1") { request in
            if request.method == .patch { return ScriptedAnswer(status: 503) }
            return Self.asked("\(slow.requests.filter { $0.method == .head }.count)")
        }
        let bounded = UploadResumability(limit: 3, totalLimit: 5, delay: .zero)
        let end = await #expect(throws: SessionError.self) {
            try await Self.send(slow, RequestMessage(method: .post, url: Self.url), .bytes(Self.body), bounded)
        }
        #expect(end?.code == .uploadResumptionFailed && end?.status == 503)
        #expect(slow.requests.filter { $0.method == .patch }.count == 5)
    }

    private static func send(
        _ transport: ScriptedTransport,
        _ request: RequestMessage,
        _ body: MessageBody,
        _ resumability: UploadResumability
    ) async throws -> ValueResponse<[UInt8]> {
        try await send(transport, request, body, resuming: nil, resumability)
    }

    /// The default limits: 5 attempts in a row, 100 in all, and fewer than 10,000 requests.
    @Test func attemptsAreBoundedByDefault() async {
        let usual = UploadResumability(delay: .zero)
        let standing = Self.transport()
        standing.on(.head, "*", .failure(TransportError(.cannotConnect, "No.")))
        #expect(await Self.failure(standing, 10, usual)?.code == .cannotConnect)
        #expect(standing.requests.filter { $0.method == .head }.count == 5)

        let slow = Self.transport()
        slow.on("http://h/uploads/1") { request in
            if request.method == .patch { return ScriptedAnswer(status: 503) }
            return Self.asked("\(slow.requests.filter { $0.method == .head }.count)")
        }
        #expect(await Self.failure(slow, 1_000, usual)?.code == .uploadResumptionFailed)
        #expect(slow.requests.filter { $0.method == .patch }.count == 100)

        for (count, patches) in [(9_999, 1), (10_000, 0)] {
            let small = Self.transport()
            small.on(.head, "*", Self.asked("0", ["Upload-Limit": "max-append-size=1"]))
            small.on(.patch, "*", .init(status: 400))
            #expect(await Self.failure(small, count, usual)?.code == .uploadResumptionFailed)
            #expect(small.requests.filter { $0.method == .patch }.count == patches)
        }
    }

    @Test func theResourceTimeoutApplies() async {
        let transport = Self.transport()
        transport.on(.head, "*", .init(status: 503))
        let slow = UploadResumability(delay: .seconds(600), maximumDelay: .seconds(600))
        let session = session(transport) { $0.resourceTimeout = .seconds(60) }
        let request = RequestMessage(method: .post, url: Self.url)
        let error = await #expect(throws: SessionError.self) {
            try await session.upload(request, from: .bytes(Self.body), resumability: slow)
        }
        #expect(error?.code == .timedOut && error?.uploadResumption != nil, "\(String(describing: error))")
    }

    // MARK: Successful uploads

    @Test func aConflictMakesTheSessionAskForTheOffset() async throws {
        let transport = Self.transport()
        transport.on(.head, "*", call: 1, Self.asked("2"))
        transport.on(.patch, "*", call: 1, .init(status: 409, fields: ["Upload-Offset": "5", "Upload-Complete": "?0"]))
        transport.on(.head, "*", Self.asked("5"))
        transport.on(.patch, "*", Self.whole)
        #expect(try await Self.send(transport).head.status == 201)
        #expect(transport.requests.last?.body == Array("56789".utf8))
    }

    @Test func aServerErrorAfterAnInterimResponseIsResumed() async throws {
        for status in [500, 503] {
            let transport = ScriptedTransport()
            transport.on(
                .post,
                Self.url,
                .init(status: status, interimResponses: [ResponseHead(status: 104, fields: Self.supported)])
            )
            transport.on(.head, "*", Self.asked("10"))
            transport.on(.patch, "*", Self.whole)
            #expect(try await Self.send(transport).head.status == 201)
            #expect(transport.requests.last?.body == [])
        }
    }

    /// The response of the resource itself is returned, even if its status is an error.
    @Test func theResponseOfACompleteUploadIsTheResponse() async throws {
        let transport = Self.transport()
        transport.on(.head, "*", Self.asked("4"))
        transport.on(.patch, "*", .init(status: 500, fields: ["Upload-Complete": "?1"], body: "bad film"))
        let response = try await Self.send(transport)
        #expect(response.head.status == 500 && response.value == Array("bad film".utf8))
    }

    @Test func piecesAreAsLargeAsTheServerAllows() async throws {
        let transport = Self.transport()
        transport.on(.head, "*", Self.asked("1", ["Upload-Limit": "max-age=60, max-append-size=4;x=1, other=?1"]))
        transport.on(.patch, "*", call: 3, Self.whole)
        transport.on(.patch, "*", .init(status: 204, fields: ["Upload-Complete": "?0"]))
        #expect(try await Self.send(transport).head.status == 201)
        let pieces = transport.requests.filter { $0.method == .patch }
        #expect(pieces.map { String(decoding: $0.body, as: UTF8.self) } == ["1234", "5678", "9"])
        #expect(pieces.map { $0.fields["Upload-Complete"] } == ["?0", "?0", "?1"])
        #expect(pieces.map { $0.fields["Upload-Offset"] } == ["1", "5", "9"])
    }

    /// If a server stores nothing of a piece, or one byte of each, the session sends it again only within the limits.
    @Test(arguments: [(0, 3), (1, 5)])
    func attemptsForUnstoredPiecesAreLimited(_ taken: Int, _ count: Int) async {
        let transport = Self.transport()
        transport.on("http://h/uploads/1") { request in
            let pieces = transport.requests.filter { $0.method == .patch }.count
            // Ends the test if the upload never ends.
            if pieces > 20 { return ScriptedAnswer(status: 400) }
            return Self.asked("\(1 + pieces * taken)", ["Upload-Limit": "max-append-size=4"])
        }
        let bounded = UploadResumability(limit: 2, totalLimit: 5, delay: .zero)
        let error = await #expect(throws: SessionError.self) {
            try await Self.send(
                transport,
                RequestMessage(method: .post, url: Self.url),
                .bytes(Array(repeating: 0x61, count: 100)),
                bounded
            )
        }
        #expect(error?.code == .uploadResumptionFailed)
        #expect(transport.requests.filter { $0.method == .patch }.count == count)
    }

    @Test func aLostResponseIsRequestedAgain() async throws {
        for replays in [true, false] {
            let transport = Self.transport()
            transport.on(.head, "*", Self.asked("10", ["Upload-Complete": "?1"]))
            transport.on(.patch, "*", replays ? Self.whole : .init(status: 400))
            #expect(try await Self.send(transport).head.status == (replays ? 201 : 204))
            #expect(transport.requests.last?.body == [])
        }
    }

    @Test func progressCountsTheWholeUpload() async throws {
        let transport = Self.transport()
        transport.on(.head, "*", Self.asked("4"))
        transport.on(.patch, "*", Self.whole)
        let told = Recorder<TransferProgress>()
        let session = session(transport) { $0.startsTasks = false }
        let task = session.uploadTask(
            RequestMessage(method: .post, url: Self.url),
            from: .stream(BodyStream(Self.body)),
            resumability: Self.now
        ).onUploadProgress { told.append($0) }
        task.resume()
        _ = try await task.value
        #expect(told.values.allSatisfy { $0.totalBytes == 10 && $0.completedBytes <= 10 })
        // The progress does not go back to the offset of the first attempt.
        let figures = told.values.map(\.completedBytes)
        #expect(figures == figures.sorted() && figures.last == 10)
        #expect(task.currentUploadProgress == TransferProgress(completedBytes: 10, totalBytes: 10))
    }

    // MARK: Later runs of the program

    @Test func aLaterUploadContinues() async throws {
        let transport = Self.transport()
        transport.on(.head, "*", call: 1, .failure(TransportError(.hostNotFound, "No network.")))
        transport.on(.head, "*", Self.asked("7"))
        transport.on(.patch, "*", Self.whole)
        let told = Recorder<UploadResumption>()
        let first = UploadResumability(limit: 1, delay: .zero) { told.append($0) }
        let error = await #expect(throws: SessionError.self) {
            try await Self.send(transport, RequestMessage(method: .post, url: Self.url), .bytes(Self.body), first)
        }
        let left = try #require(error?.uploadResumption)
        #expect(told.values == [left])
        let resumption = try JSONDecoder().decode(UploadResumption.self, from: JSONEncoder().encode(left))
        #expect(try await Self.send(transport, resuming: resumption).head.status == 201)
        #expect(transport.requests.map(\.method) == [.post, .head, .head, .patch])
        #expect(transport.requests.last?.body == Array("789".utf8))
    }

    @Test(arguments: [
        UploadResumption(url: "http://h/1", length: 11), UploadResumption(url: "http://evil/1", length: 10),
        UploadResumption(url: "/1", length: 10), UploadResumption(url: "http://h/1", offset: -1, length: 10),
        UploadResumption(url: "http://h/1", offset: 11, length: 10),
    ])
    func aDescriptionOfSomethingElseIsRefused(_ resumption: UploadResumption) async {
        let transport = Self.transport()
        #expect(await code { try await Self.send(transport, resuming: resumption) } == .uploadResumptionFailed)
        #expect(transport.requests.isEmpty)
    }

    @Test func anUploadIsCancelled() async throws {
        let transport = ScriptedTransport()
        transport.on(.delete, "*", call: 1, .init(status: 204))
        transport.on(.delete, "*", call: 2, .init(status: 410))
        transport.on(.delete, "*", .init(status: 403))
        let session = session(transport)
        let request = RequestMessage(method: .post, url: Self.url, fields: ["Authorization": "secret"])
        let resumption = UploadResumption(url: "http://h/uploads/1", length: 10)
        for _ in 0..<2 { try await session.cancelUpload(resumption, of: request) }
        #expect(await code { try await session.cancelUpload(resumption, of: request) } == .uploadResumptionFailed)
        #expect(
            transport.requests.allSatisfy { $0.url == "http://h/uploads/1" && $0.fields["Authorization"] == "secret" }
        )
        let other = UploadResumption(url: "http://evil/1", length: 10)
        #expect(await code { try await session.cancelUpload(other, of: request) } == .uploadResumptionFailed)
        #expect(transport.requests.count == 3)
    }

    @Test func unresumableBodiesAreRejected() async {
        let transport = Self.transport()
        var request = RequestMessage(method: .post, url: Self.url)
        #expect(await code { try await Self.send(transport, request, streamed([[1]], length: 1)) } == .invalidRequest)
        #expect(await code { try await Self.send(transport, request, .none) } == .invalidRequest)
        request.trailers = RequestTrailers(["X-Sum": "1"])
        #expect(await code { try await Self.send(transport, request) } == .invalidRequest)
        #expect(transport.requests.isEmpty)
    }
}
