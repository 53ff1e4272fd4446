import Foundation
import Mimeograph
import MimeographSessionTesting
import MimeographSupport
import Testing

@testable import MimeographSession

private let url = "http://h/"

@Test func progressCountsBothWays() async throws {
    let transport = ScriptedTransport()
    transport.on("*", .init(fields: ["Content-Length": "6"], chunks: [[1, 2], [3, 4], [5, 6]]))
    let session = session(transport) { $0.startsTasks = false }
    let task = session.uploadTask(RequestMessage(method: .put, url: url), from: streamed([[1], [2, 3]], length: 3))
    #expect(task.isSuspended)
    #expect(transport.requests.isEmpty)
    let sent = Task { await task.uploadProgress.reduce(into: [TransferProgress]()) { $0.append($1) } }
    let received = Task { await task.downloadProgress.reduce(into: [TransferProgress]()) { $0.append($1) } }
    task.resume()
    let response = try await task.value
    #expect(response.value == [1, 2, 3, 4, 5, 6])
    #expect(await sent.value.last == TransferProgress(completedBytes: 3, totalBytes: 3))
    let figures = await received.value
    #expect(figures.last == TransferProgress(completedBytes: 6, totalBytes: 6))
    #expect(figures.map(\.completedBytes) == figures.map(\.completedBytes).sorted())
    #expect(task.currentUploadProgress.fraction == 1 && task.currentDownloadProgress.fraction == 1)
    #expect(task.metrics.bytesSent == 3 && task.metrics.bytesReceived == 6)
    #expect(task.metrics.total != nil)
    // An observer that is added late gets the last figure.
    #expect(await task.downloadProgress.reduce(into: [TransferProgress]()) { $0.append($1) }.last?.completedBytes == 6)
}

@Test func filesAreUploaded() async throws {
    let path = NSTemporaryDirectory() + "mimeograph-upload-\(UUID().uuidString)"
    try Data(repeating: 7, count: 700_000).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let transport = ScriptedTransport()
    transport.on("*", .init())
    let session = session(transport)
    let task = session.uploadTask(RequestMessage(method: .put, url: url), from: .file(path: path))
    _ = try await task.value
    #expect(task.currentUploadProgress == TransferProgress(completedBytes: 700_000, totalBytes: 700_000))
    #expect(transport.requests[0].body.count == 700_000)
    #expect(transport.requests[0].declaredLength == 700_000)
    _ = try await session.upload(RequestMessage(method: .put, url: url), fromFile: path)
    #expect(transport.requests[1].body.count == 700_000)
    await #expect { try await session.upload(RequestMessage(method: .put, url: url), fromFile: path + "x") } throws: {
        ($0 as? SessionError)?.serialization?.code.rawValue == "fileNotFound"
    }
}

@Test func suspendingPausesBothDirections() async throws {
    let transport = ScriptedTransport()
    let chunk = [UInt8](repeating: 0, count: 10)
    transport.on("*", .init(chunks: Array(repeating: chunk, count: 50), chunkDelay: .milliseconds(2)))
    let session = session(transport)
    let task = session.dataTask(RequestMessage(url: url))
    try await until { task.currentDownloadProgress.completedBytes > 0 }
    task.suspend()
    #expect(task.isSuspended)
    let held = task.currentDownloadProgress.completedBytes
    try await Task.sleep(for: .milliseconds(100))
    // Only the chunk that was requested before may still arrive.
    #expect(task.currentDownloadProgress.completedBytes <= held + 10)
    #expect(held < 500)
    task.resume()
    #expect(try await task.value.value.count == 500)

    let produced = Locked(0)
    let endless = MessageBody.stream(
        BodyStream(length: nil) {
            AsyncThrowingStream {
                try await Task.sleep(for: .milliseconds(2))
                return produced.withLock { count -> [UInt8]? in
                    count += 1
                    return count > 50 ? nil : [1]
                }
            }
        }
    )
    let upload = session.uploadTask(RequestMessage(method: .post, url: url), from: endless)
    try await until { produced.withLock { $0 } > 2 }
    upload.suspend()
    let before = produced.withLock { $0 }
    try await Task.sleep(for: .milliseconds(100))
    #expect(produced.withLock { $0 } <= before + 1)
    upload.resume()
    _ = try await upload.value
    #expect(transport.requests.last?.body.count == 50)
}

@Test func cancellingEndsATaskWhereverItIs() async throws {
    let transport = ScriptedTransport()
    let gate = AsyncGate(isOpen: false)
    transport.on("http://h/head", .init(gate: gate))
    transport.on("http://h/body", .init(chunks: [[1]], chunkGate: gate))
    transport.on("http://h/", .init())
    let session = session(transport)
    for path in ["head", "body"] {
        let task = session.dataTask(RequestMessage(url: url + path))
        try await until { transport.requests.last?.url == url + path }
        task.cancel()
        #expect(await code { try await task.value } == .cancelled)
    }
    let suspended = session.dataTask(RequestMessage(url: url))
    suspended.suspend()
    suspended.cancel()
    if case .failure(let error) = await suspended.result { #expect(error.code == .cancelled) }
    // Cancelling a Swift task that waits in an async function ends the request.
    let waiting = Task { try await session.data(for: RequestMessage(url: "http://h/head")) }
    waiting.cancel()
    #expect(await code { try await waiting.value } == .cancelled)
    #expect(transport.openExchangeCount == 0)
    try await until { session.activeCount == 0 }
}

@Test func theWholeRequestHasATimeLimit() async throws {
    let transport = ScriptedTransport()
    let gate = AsyncGate(isOpen: false)
    transport.on("http://h/head", .init(gate: gate))
    transport.on("http://h/body", .init(chunks: [[1], [2]], chunkDelay: .seconds(1000)))
    transport.on("http://h/quick", .init(chunks: [[1]]))
    let session = session(transport) { $0.resourceTimeout = .milliseconds(200) }
    #expect(try await session.data(for: RequestMessage(url: url + "quick")).value == [1])
    for path in ["head", "body"] {
        let start = ContinuousClock.now
        #expect(await code { try await session.data(for: RequestMessage(url: url + path)) } == .timedOut)
        // It may take minutes if all tests run at once under a sanitizer. Without the limit it would take a quarter of an hour.
        #expect(ContinuousClock.now - start < .seconds(300))
    }
}

@Test(arguments: [false, true])
func invalidationLetsTasksFinishOrEndsThem(_ cancelling: Bool) async throws {
    let transport = ScriptedTransport()
    let gate = AsyncGate(isOpen: false)
    transport.on("http://h/a", .init(status: 302, fields: ["Location": "/b"], gate: gate))
    transport.on("http://h/b", .init(chunks: [[1]]))
    let session = session(transport)
    let events = session.events
    let task = session.dataTask(RequestMessage(url: url + "a"))
    try await until { transport.requests.count == 1 }
    session.invalidate(cancelling: cancelling)
    #expect(session.isInvalidated)
    #expect(await code { try await session.data(for: RequestMessage(url: url + "b")) } == .invalidated)
    #expect(await code { try await session.dataTask(RequestMessage(url: url + "b")).value } == .invalidated)
    if !cancelling { gate.open() }
    // A task that may finish does so with all its exchanges.
    #expect(await code { try await task.value } == (cancelling ? .cancelled : nil))
    var last: SessionEvent?
    for await event in events { last = event }
    if case .invalidated? = last {} else { Issue.record("The last event is not `invalidated`.") }
    #expect(await code { try await transport.send(TransportRequest(url: url + "b")) } == nil)
    await #expect { try await transport.send(TransportRequest(url: url + "b")) } throws: {
        ($0 as? TransportError)?.code == .invalidated
    }
    // The events of an invalidated session end at once.
    for await _ in session.events { Issue.record("An invalidated session sent an event.") }
}

@Test func eventsReportTheStagesOfATask() async throws {
    let transport = ScriptedTransport()
    transport.on("http://h/ok*", .init(chunks: [[1]]))
    transport.on("*", .failure(TransportError(.cannotConnect, "No.")))
    let session = session(transport) { $0.startsTasks = false }
    let events = session.events
    let task = session.dataTask(RequestMessage(url: "http://u:p@h/ok?secret=1"))
    task.resume()
    task.suspend()
    task.suspend()
    task.resume()
    _ = try await task.value
    _ = try? await session.data(for: RequestMessage(url: "http://h/bad"))
    session.invalidate()
    var told: [String] = []
    for await event in events {
        switch event {
        case .started(_, let method, let url): told.append("started \(method) \(url)")
        case .resumed(let id): told.append("resumed \(id == task.id)")
        case .suspended(let id): told.append("suspended \(id == task.id)")
        case .completed(_, _, _, let metrics, let error):
            told.append("completed \(metrics.steps.count) \(error?.code.rawValue ?? "-")")
        case .invalidated: told.append("invalidated")
        default: break
        }
    }
    #expect(
        told == [
            "started GET http://h/ok?…", "resumed true", "suspended true", "resumed true", "completed 1 -",
            "started GET http://h/bad",
            "completed 1 cannotConnect", "invalidated",
        ]
    )
}

@Test func bodiesHaveTheLengthTheyPromise() async throws {
    let transport = ScriptedTransport()
    transport.on("http://h/short", .init(fields: ["Content-Length": "5"], chunks: [[1, 2]]))
    transport.on("http://h/long", .init(fields: ["Content-Length": "1"], chunks: [[1, 2]]))
    transport.on("http://h/head", .init(fields: ["Content-Length": "5"]))
    transport.on("http://h/304", .init(status: 304, fields: ["Content-Length": "5"]))
    transport.on("http://h/odd", .init(fields: ["Content-Length": "5, 6"], chunks: [[1]]))
    let session = session(transport)
    for path in ["short", "long"] {
        #expect(await code { try await session.data(for: RequestMessage(url: url + path)) } == .connectionLost)
    }
    #expect(try await session.data(for: RequestMessage(method: .head, url: url + "head")).value.isEmpty)
    for path in ["304", "odd"] { _ = try await session.data(for: RequestMessage(url: url + path)) }
}

@Test func responsesStreamWithBackPressure() async throws {
    let transport = ScriptedTransport()
    transport.on("*", .init(chunks: [[1], [2], [3]]))
    let session = session(transport)
    let response = try await session.response(for: RequestMessage(url: url))
    var chunks = response.body.makeAsyncIterator()
    #expect(try await chunks.next() == [1])
    #expect(transport.openExchangeCount == 1)
    response.body.cancel()
    #expect(await code { _ = try await chunks.next() } == .cancelled)
    #expect(transport.openExchangeCount == 0)
    let large = try await session.response(for: RequestMessage(url: url))
    #expect(await code { _ = try await large.body.collect(atMost: 2) } == .limitExceeded)
}

@Test func errorsShowNoSecrets() async throws {
    let transport = ScriptedTransport()
    transport.on("*", .failure(TransportError(.tlsFailed, "The handshake failed.", remedy: "Check it.")))
    do {
        _ = try await session(transport).data(
            for: RequestMessage(url: "http://ada:pw@h/x?token=t#f", fields: ["Authorization": "t"])
        )
        Issue.record("The request threw no error.")
    } catch {
        #expect(error.description == "tlsFailed: The handshake failed.\n  in GET http://h/x?…\nCheck it.")
        #expect(error.transport?.code == .tlsFailed)
        #expect(
            error.metrics?.steps.map(\.url) == ["http://h/x"] || error.metrics?.steps.map(\.url) == ["http://h/x?…"]
        )
    }
}

@Test func fieldsThatCannotBeSentAreErrors() async throws {
    let transport = ScriptedTransport()
    transport.on("*", .init())
    let session = session(transport)
    for request in [
        RequestMessage(url: url, fields: ["X": "a\nb"]), RequestMessage(url: url, fields: ["bad name": "x"]),
    ] {
        #expect(await code { try await session.data(for: request) } == .invalidRequest)
    }
    #expect(await code { try await session.data(for: RequestMessage(url: "/relative")) } == .invalidURL)
    #expect(transport.requests.isEmpty)
}
