import Foundation
import Mimeograph
import MimeographSessionTesting
import MimeographSupport
import TestSupport
import Testing

@testable import MimeographSession

private let url = "http://h/x"

/// Tests of stored responses to QUERY, whose content is part of the key. Source: RFC 10008 §2.7.
@Suite struct CacheQueryTests {
    private static let json: HeaderFields = ["Content-Type": "application/json"]

    /// A server that counts, so that a stored response differs from a new one.
    private static func counting(_ fields: HeaderFields = ["Cache-Control": "max-age=60"]) -> ScriptedTransport {
        let transport = ScriptedTransport()
        let count = Locked(UInt8(0))
        transport.on("*") { request in
            let number = count.withLock { count in
                count += 1
                return count
            }
            if let tag = fields["ETag"], request.fields["If-None-Match"] == tag { return .init(status: 304) }
            return .init(fields: fields, chunks: [[number]])
        }
        return transport
    }

    private static func cached(_ transport: ScriptedTransport, _ cache: ResponseCache) -> SessionManager {
        session(transport) { $0.cache = cache }
    }

    private static func query(_ body: String, _ fields: HeaderFields = json, at url: String = url) -> RequestMessage {
        RequestMessage(method: .query, url: url, fields: fields, body: .bytes(Array(body.utf8)))
    }

    /// A request that follows a QUERY with the body `[1]`, and whether the stored response answers it.
    private static let followers: [(String, RequestMessage, Bool)] = [
        ("the same", query("[1]"), true), ("another body", query("[2]"), false),
        ("a longer body", query("[1] "), false), ("no bytes", query(""), false),
        ("another type", query("[1]", ["Content-Type": "text/json"]), false),
        ("no type", query("[1]", [:]), false),
        ("another coding", query("[1]", ["Content-Type": "application/json", "Content-Encoding": "x"]), false),
        ("another language", query("[1]", ["Content-Type": "application/json", "Content-Language": "en"]), false),
        ("another field", query("[1]", ["Content-Type": "application/json", "X-Other": "1"]), true),
        ("another user", query("[1]", ["Content-Type": "application/json", "Authorization": "Basic x"]), false),
        ("another query of the URL", query("[1]", at: "http://h/x?a"), false),
        ("another fragment", query("[1]", at: "http://h/x#a"), true),
        ("GET", RequestMessage(url: url), false), ("HEAD", RequestMessage(method: .head, url: url), false),
        ("GET with the body", RequestMessage(url: url, fields: json, body: .bytes(Array("[1]".utf8))), false),
        ("POST", RequestMessage(method: .post, url: url, fields: json, body: .bytes(Array("[1]".utf8))), false),
        ("a method in lower case", RequestMessage(method: "query", url: url, body: .bytes(Array("[1]".utf8))), false),
        ("a condition", query("[1]", ["Content-Type": "application/json", "If-None-Match": "\"a\""]), false),
        ("a range", query("[1]", ["Content-Type": "application/json", "Range": "bytes=0-0"]), false),
        ("no cache", query("[1]", ["Content-Type": "application/json", "Cache-Control": "no-cache"]), false),
        ("a stream", RequestMessage(method: .query, url: url, fields: json, body: streamed([[0x5B, 0x31]])), false),
    ]

    @Test(arguments: followers.indices)
    func theContentIsPartOfTheKey(_ index: Int) async throws {
        let (name, follower, isHit) = Self.followers[index]
        let folder = TemporaryFolder()
        for cache in [ResponseCache(), try ResponseCache(memory: 0, directory: folder.file("cache"))] {
            let session = Self.cached(Self.counting(), cache)
            let first = try await session.data(for: Self.query("[1]"))
            #expect(first.value == [1] && first.metrics.cache == .stored)
            let next = try await session.data(for: follower)
            #expect((next.metrics.cache == .hit) == isHit, "\(name)")
            if follower.method != .head { #expect(next.value == [isHit ? 1 : 2], "\(name)") }
            if !follower.method.isSafe { continue }
            // The first response is still there.
            #expect(try await session.data(for: Self.query("[1]")).metrics.cache == .hit, "\(name)")
        }
    }

    /// Requests whose response is not stored, not even for the same request.
    private static let unstored: [RequestMessage] = [
        RequestMessage(method: .query, url: url, fields: json, body: streamed([[1]])),
        query("[1]", ["Content-Type": "application/json", "Cache-Control": "no-store"]),
        RequestMessage(
            method: .query,
            url: url,
            fields: json,
            body: .bytes([1]),
            trailers: RequestTrailers(["X-End": "1"])
        ),
    ]

    @Test(arguments: unstored.indices)
    func otherContentIsNotStored(_ index: Int) async throws {
        let session = Self.cached(Self.counting(), ResponseCache())
        for count in 1...2 as ClosedRange<UInt8> {
            let response = try await session.data(for: Self.unstored[index])
            #expect(response.value == [count] && response.metrics.cache == .none)
        }
    }

    /// Answers that may not be stored.
    @Test(
        arguments: [
            ["Cache-Control": "no-store"], [:], ["Cache-Control": "max-age=60", "Vary": "*"],
        ] as [HeaderFields]
    )
    func theServerMayForbidStoring(_ fields: HeaderFields) async throws {
        let session = Self.cached(Self.counting(fields), ResponseCache())
        for count in 1...2 as ClosedRange<UInt8> {
            #expect(try await session.data(for: Self.query("[1]")).value == [count])
        }
    }

    @Test func partsOfAnswersAreNotStored() async throws {
        let transport = ScriptedTransport()
        let part: HeaderFields = ["Cache-Control": "max-age=60", "ETag": "\"a\"", "Content-Range": "bytes 0-0/2"]
        transport.on("*", .init(status: 206, fields: part, chunks: [[1]]))
        let session = Self.cached(transport, ResponseCache())
        let request = Self.query("[1]", ["Content-Type": "application/json", "Range": "bytes=0-0"])
        for _ in 0..<2 { #expect(try await session.data(for: request).head.status == 206) }
        #expect(transport.requests.count == 2 && session.configuration.cache?.memoryUse == 0)
    }

    @Test func staleAnswersAreValidatedWithTheirContent() async throws {
        let transport = Self.counting(["Cache-Control": "max-age=0", "ETag": "\"a\""])
        let session = Self.cached(transport, ResponseCache())
        for _ in 0..<2 { #expect(try await session.data(for: Self.query("[1]")).value == [1]) }
        let last = try #require(transport.requests.last)
        #expect(last.method == .query && last.body == Array("[1]".utf8) && last.fields["If-None-Match"] == "\"a\"")
        // Other content has no response that the server could confirm.
        _ = try await session.data(for: Self.query("[2]"))
        #expect(transport.requests.last?.fields.contains("If-None-Match") == false)
    }

    /// QUERY is safe, so it removes nothing; POST removes the answers to all queries of the URL.
    @Test func changesRemoveAnswers() async throws {
        let folder = TemporaryFolder()
        for cache in [ResponseCache(), try ResponseCache(memory: 0, directory: folder.file("cache"))] {
            let session = Self.cached(Self.counting(), cache)
            let requests = [Self.query("[1]"), Self.query("[2]"), RequestMessage(url: url)]
            for request in requests { #expect(try await session.data(for: request).metrics.cache == .stored) }
            for request in requests { #expect(try await session.data(for: request).metrics.cache == .hit) }
            _ = try await session.data(for: RequestMessage(method: .post, url: url))
            for request in requests { #expect(try await session.data(for: request).metrics.cache == .stored) }
        }
    }

    /// Many queries of one URL remove neither each other too soon nor the response to GET.
    @Test func theNumberOfAnswersIsLimited() async throws {
        let folder = TemporaryFolder()
        for (cache, most) in [
            (ResponseCache(), CachedResponse.mostQueries),
            (try ResponseCache(memory: 0, directory: folder.file("cache")), CachedResponse.mostVariants),
        ] {
            let session = Self.cached(Self.counting(), cache)
            _ = try await session.data(for: RequestMessage(url: url))
            for number in 0..<100 { _ = try await session.data(for: Self.query("[\(number)]")) }
            #expect(try await session.data(for: RequestMessage(url: url)).metrics.cache == .hit)
            for number in 0..<100 where number >= 100 - most {
                #expect(try await session.data(for: Self.query("[\(number)]")).metrics.cache == .hit)
            }
            #expect(try await session.data(for: Self.query("[0]")).metrics.cache == .stored)
        }
    }
}
