import Foundation
import Mimeograph
import MimeographSessionTesting
import MimeographSupport
import TestSupport
import Testing

@testable import MimeographSession

/// A clock that a test sets, and a cache that uses it.
private final class Clock: Sendable {
    private let time = Locked(Date(timeIntervalSince1970: 1_700_000_000))
    var now: Date { time.withLock { $0 } }
    func advance(_ seconds: Double) { time.withLock { $0 += seconds } }
}

private let url = "http://h/x"

/// A server whose answers count up, so that a stored answer differs from a new one.
private func counting(_ fields: HeaderFields, status: Int = 200) -> ScriptedTransport {
    let transport = ScriptedTransport()
    let count = Locked(0)
    transport.on("*") { request in
        let number = count.withLock { count in
            count += 1
            return count
        }
        let conditions = [fields["ETag"], fields["Last-Modified"]].compactMap { $0 }
        let asked = [request.fields["If-None-Match"], request.fields["If-Modified-Since"]].compactMap { $0 }
        if !asked.isEmpty, asked == conditions { return .init(status: 304, fields: ["X-New": "\(number)"]) }
        var answer = ScriptedAnswer(status: status, fields: fields, chunks: [[UInt8(number)]])
        answer.fields["X-Number"] = "\(number)"
        return answer
    }
    return transport
}

private func cached(_ transport: ScriptedTransport, _ cache: ResponseCache) -> SessionManager {
    session(transport) { $0.cache = cache }
}

/// Fields of a response, seconds between two requests, fields of the second one, and whether the server is asked again.
private let freshness: [(HeaderFields, Double, HeaderFields, Bool)] = [
    (["Cache-Control": "max-age=60"], 59, [:], false), (["Cache-Control": "max-age=60"], 60, [:], true),
    (["Cache-Control": "max-age=60", "Age": "50"], 20, [:], true),
    (["Cache-Control": "max-age=60", "Date": "Tue, 14 Nov 2023 22:12:30 GMT"], 20, [:], true),
    (["Cache-Control": "max-age=0"], 0, [:], true), (["Cache-Control": "no-store, max-age=60"], 1, [:], true),
    (["Cache-Control": "no-cache, max-age=60"], 1, [:], true),
    (["Cache-Control": "private, max-age=60"], 1, [:], false),
    (["Cache-Control": "MAX-AGE=\"60\""], 1, [:], false), (["Cache-Control": "max-age=x"], 1, [:], true),
    (["Expires": "Tue, 14 Nov 2023 22:14:20 GMT"], 50, [:], false),
    (["Expires": "Tue, 14 Nov 2023 22:14:20 GMT"], 70, [:], true), (["Expires": "0"], 1, [:], true),
    (["Expires": "Tue, 14 Nov 2023 22:14:20 GMT", "Cache-Control": "max-age=1"], 5, [:], true),
    (["Last-Modified": "Tue, 14 Nov 2023 21:13:20 GMT"], 359, [:], false),
    (["Last-Modified": "Tue, 14 Nov 2023 21:13:20 GMT"], 361, [:], true), ([:], 0, [:], true),
    (["Cache-Control": "max-age=60"], 1, ["Cache-Control": "no-cache"], true),
    (["Cache-Control": "max-age=60"], 1, ["Pragma": "no-cache"], true),
    (["Cache-Control": "max-age=60"], 10, ["Cache-Control": "max-age=5"], true),
    (["Cache-Control": "max-age=60"], 10, ["Cache-Control": "min-fresh=55"], true),
    (["Cache-Control": "max-age=60"], 70, ["Cache-Control": "max-stale"], false),
    (["Cache-Control": "max-age=60"], 70, ["Cache-Control": "max-stale=5"], true),
    (["Cache-Control": "max-age=60"], 70, ["Cache-Control": "max-stale=15"], false),
    (["Cache-Control": "max-age=60, must-revalidate"], 70, ["Cache-Control": "max-stale"], true),
    (["Cache-Control": "max-age=60"], 1, ["Cache-Control": "no-store"], true),
    (["Cache-Control": "max-age=60"], 1, ["If-None-Match": "\"q\""], true),
    (["Cache-Control": "max-age=60"], 1, ["Range": "bytes=0-"], false),
    (["Cache-Control": "max-age=60"], 1, ["Range": "bytes=0-0,0-0"], true),
    (["Cache-Control": "max-age=60", "Vary": "*"], 1, [:], true),
    (["Cache-Control": "max-age=60", "Vary": "Accept"], 1, [:], false),
    (["Cache-Control": "max-age=60", "Vary": "Accept"], 1, ["Accept": "text/x"], true),
    (["Cache-Control": "max-age=60"], 1, ["Authorization": "Bearer other"], true),
    (["Cache-Control": "max-age=60", "Set-Cookie": "a=1"], 1, [:], true),
]

@Test(arguments: freshness.indices)
func responsesAreUsedAsLongAsTheyAreFresh(_ index: Int) async throws {
    let (fields, seconds, second, isAsked) = freshness[index]
    let transport = counting(fields)
    let clock = Clock()
    let session = cached(transport, ResponseCache(memory: 1 << 20, disk: nil) { clock.now })
    let first = try await session.data(for: RequestMessage(url: url))
    #expect(first.value == [1])
    clock.advance(seconds)
    let again = try await session.data(for: RequestMessage(url: url, fields: second))
    #expect(transport.requests.count == (isAsked ? 2 : 1))
    if !isAsked {
        #expect(again.value == [1])
        #expect(again.metrics.cache == .hit)
        #expect(again.metrics.steps.isEmpty)
        #expect(again.head.fields["Age"] != nil)
    }
}

@Test(
    arguments: [
        ["ETag": "\"v\""], ["Last-Modified": "Tue, 14 Nov 2023 22:13:20 GMT"],
        ["ETag": "W/\"v\"", "Last-Modified": "Tue, 14 Nov 2023 22:13:20 GMT"],
    ] as [HeaderFields]
)
func staleResponsesAreValidated(_ validators: HeaderFields) async throws {
    var fields = validators
    fields["Cache-Control"] = "max-age=10"
    let transport = counting(fields)
    let clock = Clock()
    let session = cached(transport, ResponseCache(memory: 1 << 20, disk: nil) { clock.now })
    _ = try await session.data(for: RequestMessage(url: url))
    clock.advance(20)
    let again = try await session.data(for: RequestMessage(url: url))
    #expect(again.head.status == 200)
    #expect(again.value == [1])
    #expect(again.head.fields["X-New"] == "2")
    #expect(again.head.fields["X-Number"] == "1")
    #expect(again.metrics.cache == .validated)
    // The response is fresh again.
    clock.advance(5)
    #expect(try await session.data(for: RequestMessage(url: url)).metrics.cache == .hit)
    #expect(transport.requests.count == 2)
}

@Test func aWrong304IsRetriedWithoutConditions() async throws {
    let transport = ScriptedTransport()
    transport.on("*", call: 1, .init(fields: ["ETag": "\"a\""], chunks: [[1]]))
    transport.on("*", call: 2, .init(status: 304, fields: ["ETag": "\"b\""]))
    transport.on("*", .init(fields: ["ETag": "\"b\""], chunks: [[2]]))
    let session = cached(transport, ResponseCache())
    _ = try await session.data(for: RequestMessage(url: url))
    #expect(try await session.data(for: RequestMessage(url: url)).value == [2])
    #expect(transport.requests.map { $0.fields["If-None-Match"] } == [nil, "\"a\"", nil])
}

@Test(arguments: [
    (200, true), (404, true), (410, true), (301, true), (500, true), (206, false), (302, true), (403, true),
])
func someStatusesAreStored(_ status: Int, _ isStored: Bool) async throws {
    let transport = counting(["Cache-Control": "max-age=60"], status: status)
    let session = cached(transport, ResponseCache())
    for _ in 0..<2 { _ = try await session.data(for: RequestMessage(url: url)) }
    #expect(transport.requests.count == (isStored ? 1 : 2))
}

@Test func unsafeRequestRemovesTheStoredResponse() async throws {
    let transport = counting(["Cache-Control": "max-age=60"])
    let session = cached(transport, ResponseCache())
    _ = try await session.data(for: RequestMessage(url: url))
    _ = try await session.data(for: RequestMessage(method: .post, url: url))
    _ = try await session.data(for: RequestMessage(url: url))
    #expect(transport.requests.count == 3)
    // HEAD changes nothing, and the response to GET answers it.
    let head = try await session.data(for: RequestMessage(method: .head, url: url))
    #expect(head.metrics.cache == .hit && head.value.isEmpty && head.head.fields["X-Number"] == "3")
    _ = try await session.data(for: RequestMessage(url: url))
    #expect(transport.requests.count == 3)
}

@Test func onlyWholeBodiesAreStored() async throws {
    let transport = ScriptedTransport()
    let fields: HeaderFields = ["Cache-Control": "max-age=60"]
    transport.on("*", call: 1, .init(fields: fields, chunks: [[1]], failure: TransportError(.connectionLost, "x")))
    transport.on("*", call: 2, .init(fields: fields, chunks: [[1], [2]]))
    transport.on("*", .init(fields: fields, chunks: [[3]]))
    let session = cached(transport, ResponseCache())
    _ = try? await session.data(for: RequestMessage(url: url))
    let dropped = try await session.response(for: RequestMessage(url: url))
    var chunks = dropped.body.makeAsyncIterator()
    _ = try await chunks.next()
    dropped.body.cancel()
    #expect(try await session.data(for: RequestMessage(url: url)).value == [3])
    #expect(try await session.data(for: RequestMessage(url: url)).metrics.cache == .hit)
}

@Test func severalVariantsAreStored() async throws {
    let transport = counting(["Cache-Control": "max-age=60", "Vary": "Accept-Language"])
    let session = cached(transport, ResponseCache())
    for language in ["de", "en", "de", "en"] {
        let response = try await session.data(for: RequestMessage(url: url, fields: ["Accept-Language": language]))
        #expect(response.value == [language == "de" ? 1 : 2])
    }
    #expect(transport.requests.count == 2)
}

@Test func theCacheStaysWithinItsLimit() async throws {
    let transport = ScriptedTransport()
    let body = [UInt8](repeating: 1, count: 1000)
    transport.on(
        "http://h/large",
        .init(fields: ["Cache-Control": "max-age=60"], chunks: Array(repeating: body, count: 3))
    )
    transport.on("*", .init(fields: ["Cache-Control": "max-age=60"], chunks: [body]))
    let cache = ResponseCache(memory: 16_000)
    let session = cached(transport, cache)
    for number in 0..<40 {
        _ = try await session.data(for: RequestMessage(url: "http://h/\(number)"))
        #expect(cache.memoryUse <= 16_000)
    }
    #expect(cache.memoryUse > 8_000)
    #expect(try await session.data(for: RequestMessage(url: "http://h/39")).metrics.cache == .hit)
    #expect(try await session.data(for: RequestMessage(url: "http://h/0")).metrics.cache == .stored)
    // A response that is larger than an eighth is not stored.
    for _ in 0..<2 {
        #expect(try await session.data(for: RequestMessage(url: "http://h/large")).metrics.cache == .none)
    }
    cache.removeAll()
    #expect(cache.memoryUse == 0)
}

@Test func aRunningRequestIsNotStoredAfterRemoveAll() async throws {
    let (transport, cache) = (ScriptedTransport(), ResponseCache())
    transport.on("*") { _ in
        cache.removeAll()
        return ScriptedAnswer(fields: ["Cache-Control": "max-age=60"], body: "x")
    }
    let session = cached(transport, cache)
    for _ in 0..<2 { #expect(try await session.data(for: RequestMessage(url: url)).metrics.cache == .none) }
    #expect(cache.memoryUse == 0)
}

@Test func onlyIfCachedSendsNothing() async throws {
    let transport = counting(["Cache-Control": "max-age=60"])
    let session = cached(transport, ResponseCache())
    let only: HeaderFields = ["Cache-Control": "only-if-cached"]
    #expect(try await session.data(for: RequestMessage(url: url, fields: only)).head.status == 504)
    #expect(transport.requests.isEmpty)
    _ = try await session.data(for: RequestMessage(url: url))
    #expect(try await session.data(for: RequestMessage(url: url, fields: only)).head.status == 200)
}

@Test func directoriesKeepResponsesForTheNextRun() async throws {
    let folder = NSTemporaryDirectory() + "mimeograph-cache-\(UUID().uuidString)/inner"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let transport = counting(["Cache-Control": "max-age=60", "X-Odd": "a:b: c"])
    let request = RequestMessage(url: url, fields: ["Authorization": "Bearer t0p"])
    _ = try await cached(transport, ResponseCache(directory: folder)).data(for: request)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".response") }
    #expect(names.count == 1)
    let file = "\(folder)/\(try #require(names.first))"
    let bytes = try #require(FileManager.default.contents(atPath: file))
    #expect(!String(decoding: bytes, as: UTF8.self).contains("t0p"))
    let again = try await cached(transport, ResponseCache(directory: folder)).data(for: request)
    #expect(again.metrics.cache == .hit)
    #expect(again.value == [1])
    #expect(again.head.fields["X-Odd"] == "a:b: c")
    // Another user's request does not get it.
    _ = try await cached(transport, ResponseCache(directory: folder)).data(for: RequestMessage(url: url))
    #expect(transport.requests.count == 2)
    // A broken file counts as missing.
    var generator = SeededGenerator(seed: 9111)
    for round in 0..<60 {
        let broken =
            round < 30
            ? Array(bytes.prefix(bytes.count * round / 30)) : Mutation.mutate([UInt8](bytes), using: &generator)
        try Data(broken).write(to: URL(fileURLWithPath: file))
        _ = try await cached(transport, ResponseCache(directory: folder)).data(for: request)
    }
    try ResponseCache(directory: folder).removeAll()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["key"])
    #expect(throws: SessionError.self) { try ResponseCache(directory: "/dev/null/x") }
}

@Test func directorySizeIsLimited() async throws {
    let folder = NSTemporaryDirectory() + "mimeograph-cache-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let transport = ScriptedTransport()
    transport.on("*", .init(fields: ["Cache-Control": "max-age=60"], chunks: [[UInt8](repeating: 1, count: 1000)]))
    let session = cached(transport, try ResponseCache(memory: 0, directory: folder, limit: 16_000))
    for number in 0..<40 { _ = try await session.data(for: RequestMessage(url: "http://h/\(number)")) }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect((5...15).contains(names.count))
    #expect(try await session.data(for: RequestMessage(url: "http://h/39")).metrics.cache == .hit)
}

@Test func answersToDigestsAreNotKept() async throws {
    let transport = ScriptedTransport()
    transport.on("*", .init(fields: ["Cache-Control": "max-age=60"], body: "x"))
    let cache = ResponseCache()
    let session = cached(transport, cache)
    for authorization in ["Digest nonce=1", "digest nonce=2", "Bearer x"] {
        let request = RequestMessage(url: url, fields: ["Authorization": authorization])
        for _ in 0..<2 { _ = try await session.data(for: request) }
    }
    #expect(transport.requests.count == 5)
}

// MARK: - Later answers of the server

@Test func latestMatchingResponseIsReturned() async throws {
    // The first response has no Vary, so it matches every request; the second one is still right.
    for directory in [nil, TemporaryFolder()] {
        let clock = Clock()
        let disk = try directory.map { folder in try CacheDirectory(path: folder.path, limit: 1 << 20) }
        let transport = ScriptedTransport()
        transport.on("*", call: 1, .init(fields: ["Cache-Control": "max-age=10", "ETag": "\"1\""], body: "old"))
        let later: HeaderFields = ["Cache-Control": "max-age=100", "Vary": "Accept", "ETag": "\"2\""]
        transport.on("*", call: 2, .init(fields: later, body: "new"))
        transport.on("*", .init(status: 500))
        // Without memory the directory answers.
        let cache = ResponseCache(memory: directory == nil ? 1 << 20 : 0, disk: disk) { clock.now }
        let session = cached(transport, cache)
        let request = RequestMessage(url: url, fields: ["Accept": "text/x"])
        var bodies: [String] = []
        for seconds in [20.0, 20, 20] {
            bodies.append(String(decoding: try await session.data(for: request).value, as: UTF8.self))
            clock.advance(seconds)
        }
        #expect(bodies == ["old", "new", "new"])
        #expect(transport.requests.count == 2)
    }
}

/// Fields of a 304, and whether the response is still stored afterwards.
private let confirmations: [(HeaderFields, Bool)] = [
    ([:], true), (["Cache-Control": "no-store"], false), (["Vary": "*"], false),
    (["Vary": "Accept", "Cache-Control": "max-age=60"], true), (["Set-Cookie": "a=1"], true),
]

@Test(arguments: confirmations.indices)
func a304MayChangeWhatIsStored(_ index: Int) async throws {
    let (fields, isKept) = confirmations[index]
    let transport = ScriptedTransport()
    transport.on("*", call: 1, .init(fields: ["ETag": "\"1\"", "Last-Modified": "x"], body: "body"))
    transport.on("*", call: 2, .init(status: 304, fields: fields))
    transport.on("*", .init(status: 599))
    let clock = Clock()
    let cache = ResponseCache(memory: 1 << 20, disk: nil) { clock.now }
    let session = cached(transport, cache)
    let request = RequestMessage(url: url, fields: ["Accept": "text/a"])
    for _ in 0..<2 { #expect(try await session.data(for: request).value == Array("body".utf8)) }
    let address = try RequestURL(url)
    func stored(_ request: RequestMessage) -> CachedResponse? {
        let route = CachePartition.Route(TransportOptions(), transport)
        return cache.response(to: request, url: address, CachePartition(request, address, route))
    }
    #expect((stored(request) != nil) == isKept)
    #expect((cache.memoryUse > 0) == isKept)
    #expect(stored(request)?.fields.contains("Set-Cookie") != true)
    // The new Vary distinguishes later requests.
    let other = RequestMessage(url: url, fields: ["Accept": "text/b"])
    #expect((stored(other) != nil) == (isKept && !fields.contains("Vary")))
    // A cookie of the 304 is stored in the cookie storage.
    #expect(session.configuration.cookies?.cookies.isEmpty == !fields.contains("Set-Cookie"))
}

@Test func serverCannotChangeTheResponsesOfAnother() async throws {
    let transport = ScriptedTransport()
    let fresh: HeaderFields = ["Cache-Control": "max-age=60", "Content-Location": "http://victim/page"]
    transport.on(.post, "http://evil/*", .init(fields: ["Location": "http://victim/page"]))
    transport.on("http://evil/*", .init(fields: fresh, body: "evil"))
    transport.on("http://victim/page", .init(fields: ["Cache-Control": "max-age=60"], body: "right"))
    let session = cached(transport, ResponseCache())
    for _ in 0..<2 {
        _ = try await session.data(for: RequestMessage(url: "http://evil/page"))
        _ = try await session.data(for: RequestMessage(method: .post, url: "http://evil/page"))
        let page = try await session.data(for: RequestMessage(url: "http://victim/page"))
        #expect(page.value == Array("right".utf8))
    }
    // It could neither add a response there nor remove one.
    #expect(transport.requests.count { $0.url == "http://victim/page" } == 1)
}

@Test func aFloodOfVariantsAndLongURLsStaysWithinTheLimit() async throws {
    let transport = ScriptedTransport()
    transport.on(
        "*",
        .init(fields: ["Cache-Control": "max-age=60", "Vary": "X-Any, \u{20AC}, a b, Accept,,"], body: "x")
    )
    let cache = ResponseCache(memory: 1 << 16)
    let session = cached(transport, cache)
    for number in 0..<100 {
        _ = try await session.data(for: RequestMessage(url: url, fields: ["X-Any": "\(number)"]))
    }
    // At most eight of them are stored.
    #expect(cache.memoryUse < 8 * 1000)
    for number in 0..<100 {
        let long = "http://h/\(number)/" + String(repeating: "x", count: 6000)
        _ = try await session.data(for: RequestMessage(url: long))
        #expect(cache.memoryUse <= 1 << 16)
    }
    #expect(cache.memoryUse > 6000)
}
