import Foundation
import Mimeograph
import MimeographSessionTesting
import MimeographSupport
import TestSupport
import Testing

@testable import MimeographSession

/// Tests of ranges that stored responses answer, and of parts that are joined.
///
/// Source: RFC 9110 §14; RFC 9111 §3.3, §3.4.
@Suite struct CachePartsTests {
    private static let url = "http://h.example/x"
    private static let whole = Array("0123456789".utf8)

    private static func get(
        _ session: SessionManager,
        _ range: String? = nil,
        _ fields: HeaderFields = [:]
    ) async throws -> ValueResponse<[UInt8]> {
        var request = RequestMessage(url: url, fields: fields)
        request.fields["Range"] = range
        return try await session.data(for: request)
    }

    /// A server of ten bytes that supports only ranges of the form `bytes=a-b`.
    private static func server(_ fields: HeaderFields = ["ETag": "\"1\""]) -> ScriptedTransport {
        let transport = ScriptedTransport()
        transport.on("*") { request in
            var answer = ScriptedAnswer(fields: fields, chunks: [whole])
            answer.fields["Cache-Control"] = "max-age=60"
            guard let positions = RangeRequest(request.fields)?.positions(in: whole.count) else { return answer }
            answer.status = 206
            answer.fields["Content-Range"] = "bytes \(positions.lowerBound)-\(positions.upperBound - 1)/\(whole.count)"
            answer.chunks = [Array(whole[positions])]
            return answer
        }
        return transport
    }

    private static func cached(_ transport: ScriptedTransport, _ cache: ResponseCache = ResponseCache())
        -> SessionManager
    {
        session(transport) { $0.cache = cache }
    }

    /// An equal weak tag does not become a strong one, which would allow other bytes to be joined.
    @Test(arguments: ["\"1\"", "W/\"1\""])
    func aWeakTagNeverBecomesStrong(_ stored: String) async throws {
        let transport = ScriptedTransport()
        let start: HeaderFields = ["ETag": stored, "Cache-Control": "max-age=0"]
        transport.on("*", call: 1, .init(fields: start, chunks: [Self.whole]))
        transport.on("*", call: 2, .init(status: 304, fields: ["ETag": "\"1\"", "Cache-Control": "max-age=60"]))
        transport.on("*", .init(status: 599))
        let session = Self.cached(transport)
        _ = try await Self.get(session)
        #expect(try await Self.get(session).head.fields["ETag"] == stored)
        let part = try await Self.get(session, "bytes=2-3", ["If-Range": "\"1\""])
        #expect(part.head.status == (stored.beginsWithBytes(of: "W/") ? 599 : 206))
    }

    // MARK: - Ranges of a whole response

    /// Ranges of ten bytes, and the returned positions; nil if the server has to answer, empty for 416.
    private static let ranges: [(String, Range<Int>?)] = [
        ("bytes=0-0", 0..<1), ("bytes=0-9", 0..<10), ("bytes=0-", 0..<10), ("bytes=3-5", 3..<6), ("bytes=9-", 9..<10),
        ("bytes=-1", 9..<10), ("bytes=-10", 0..<10), ("bytes=-11", 0..<10), ("bytes=5-1000", 5..<10),
        ("bytes=5-99999999999999999999999999", 5..<10), ("bytes=-99999999999999999999999999", 0..<10),
        ("BYTES=2-3", 2..<4), ("bytes= 2-3 ", 2..<4), ("bytes=002-003", 2..<4),
        ("bytes=10-", 0..<0), ("bytes=10-10", 0..<0), ("bytes=99999999999999999999999999-", 0..<0), ("bytes=-0", 0..<0),
        ("bytes=5-4", nil), ("bytes=a-b", nil), ("bytes=1", nil), ("bytes=-", nil), ("bytes=", nil), ("bytes", nil),
        ("bytes=0-1,3-4", nil), ("bytes=0-1, ", nil), ("bytes =0-1", nil), ("items=0-1", nil), ("bytes=+1-2", nil),
        ("bytes=1--2", nil), ("bytes=0x1-2", nil), ("", nil),
    ]

    @Test(arguments: ranges.indices)
    func rangesAreServedFromTheWholeResponse(_ index: Int) async throws {
        let (range, positions) = Self.ranges[index]
        let fields: HeaderFields = [
            "ETag": "\"1\"", "A": "1", "Content-Digest": "sha-256=:x:", "Content-MD5": "x",
            "Repr-Digest": "sha-256=:y:",
        ]
        let transport = Self.server(fields)
        let session = Self.cached(transport)
        _ = try await Self.get(session)
        let part = try await Self.get(session, range)
        guard let positions else {
            #expect(transport.requests.count == 2, "\(range)")
            return
        }
        #expect(transport.requests.count == 1, "\(range)")
        #expect(part.metrics.cache == .hit)
        #expect(part.value == Array(Self.whole[positions]))
        #expect(part.head.status == (positions.isEmpty ? 416 : 206))
        let told = positions.isEmpty ? "bytes */10" : "bytes \(positions.lowerBound)-\(positions.upperBound - 1)/10"
        #expect(part.head.fields["Content-Range"] == told)
        #expect(part.head.fields["Content-Length"] == "\(positions.count)")
        #expect(part.head.fields["A"] == "1" && part.head.fields["ETag"] == "\"1\"")
        // Fields about the bytes of the whole say nothing about those of the part.
        #expect(!part.head.fields.contains("Content-Digest") && !part.head.fields.contains("Content-MD5"))
        #expect(part.head.fields.contains("Repr-Digest") == !positions.isEmpty)
    }

    /// Values of If-Range, and whether they name the stored response.
    @Test(arguments: [
        ("\"1\"", true), ("\"2\"", false), ("W/\"1\"", false), ("1", false), ("Tue, 14 Nov 2023 22:13:20 GMT", true),
        ("Tuesday, 14-Nov-23 22:13:20 GMT", false), ("Tue, 14 Nov 2023 22:13:21 GMT", false), ("", false),
    ])
    func ifRangeIsHonored(_ condition: String, _ isHit: Bool) async throws {
        let transport = Self.server(["ETag": "\"1\"", "Last-Modified": "Tue, 14 Nov 2023 22:13:20 GMT"])
        let session = Self.cached(transport)
        _ = try await Self.get(session)
        let part = try await Self.get(session, "bytes=1-2", ["If-Range": condition])
        #expect((part.metrics.cache == .hit) == isHit)
        #expect(transport.requests.count == (isHit ? 1 : 2))
        // The server receives the caller's own condition.
        if !isHit { #expect(transport.requests.last?.fields["If-Range"] == condition) }
    }

    /// A weak tag, or a date that is not older than the response, does not identify bytes.
    @Test func weakValidatorsAreRejectedForRanges() async throws {
        let date = "Tue, 14 Nov 2023 22:13:20 GMT"
        let transport = Self.server(["ETag": "W/\"1\"", "Last-Modified": date, "Date": date])
        let cache = ResponseCache(memory: 1 << 20, disk: nil) { Date(timeIntervalSince1970: 1_700_000_000) }
        let session = Self.cached(transport, cache)
        _ = try await Self.get(session)
        for condition in ["W/\"1\"", date] {
            #expect(try await Self.get(session, "bytes=1-2", ["If-Range": condition]).metrics.cache != .hit)
        }
        #expect(transport.requests.count == 3)
    }

    /// A part of an encoded body is useless, and other statuses have no ranges.
    @Test func responsesWithoutRanges() async throws {
        for (status, fields) in [(200, ["Content-Encoding": "gzip"]), (404, [:])] as [(Int, HeaderFields)] {
            let transport = ScriptedTransport()
            var answer = ScriptedAnswer(status: status, fields: fields, body: "x")
            answer.fields["Cache-Control"] = "max-age=60"
            transport.on("*", answer)
            let session = Self.cached(transport)
            let request = RequestMessage(url: Self.url)
            _ = try await session.response(for: request).body.collect()
            _ = try await session.response(for: RequestMessage(url: Self.url, fields: ["Range": "bytes=0-0"])).body
                .collect()
            #expect(transport.requests.count == 2)
        }
    }

    @Test func aStaleResponseIsValidatedForARange() async throws {
        let time = Locked(Date(timeIntervalSince1970: 1_700_000_000))
        let transport = ScriptedTransport()
        transport.on(
            "*",
            call: 1,
            .init(fields: ["Cache-Control": "max-age=10", "ETag": "\"1\""], chunks: [Self.whole])
        )
        transport.on("*", .init(status: 304))
        let session = Self.cached(transport, ResponseCache(memory: 1 << 20, disk: nil) { time.withLock { $0 } })
        _ = try await Self.get(session)
        time.withLock { $0 += 20 }
        let part = try await Self.get(session, "bytes=1-2")
        #expect(part.head.status == 206 && part.value == Array("12".utf8) && part.metrics.cache == .validated)
        #expect(transport.requests.last?.fields["If-None-Match"] == "\"1\"")
        // The whole is fresh again.
        #expect(try await Self.get(session).metrics.cache == .hit)
    }

    // MARK: - Joined parts

    @Test func partsAreJoined() async throws {
        let folder = TemporaryFolder()
        for directory in [nil, folder.file("cache")] {
            let transport = Self.server(["ETag": "\"1\"", "Content-Digest": "sha-256=:x:", "Content-MD5": "x"])
            let shared = ResponseCache()
            func ask(_ range: String?) async throws -> ValueResponse<[UInt8]> {
                let cache = try directory.map { path in try ResponseCache(memory: 0, directory: path) } ?? shared
                return try await Self.get(Self.cached(transport, cache), range)
            }
            for range in ["bytes=2-3", "bytes=6-7", "bytes=3-5"] {
                #expect(try await ask(range).metrics.cache == .stored)
            }
            // Bytes two to seven are stored, whichever parts they came in.
            for (range, text) in [("bytes=2-7", "234567"), ("bytes=4-4", "4"), ("bytes=3-6", "3456")] {
                let part = try await ask(range)
                #expect(part.head.status == 206 && part.metrics.cache == .hit)
                #expect(String(decoding: part.value, as: UTF8.self) == text)
            }
            // Requests for missing bytes, or for the whole, go to the server.
            #expect(try await ask("bytes=7-8").metrics.cache == .stored)
            #expect(try await ask("bytes=-2").metrics.cache == .stored)
            #expect(try await ask("bytes=0-1").metrics.cache == .stored)
            #expect(transport.requests.count == 6)
            let all = try await ask(nil)
            #expect(all.head.status == 200 && all.value == Self.whole && all.metrics.cache == .hit)
            #expect(all.head.fields["Content-Length"] == "10" && !all.head.fields.contains("Content-Range"))
            // Fields about a part are not true of the whole.
            #expect(!all.head.fields.contains("Content-Digest") && !all.head.fields.contains("Content-MD5"))
            #expect(transport.requests.count == 6)
        }
    }

    @Test func partIsNotTheWhole() async throws {
        let transport = Self.server()
        let session = Self.cached(transport)
        _ = try await Self.get(session, "bytes=0-4")
        #expect(try await session.data(for: RequestMessage(method: .head, url: Self.url)).metrics.cache == .none)
        let all = try await Self.get(session)
        #expect(all.head.status == 200 && all.value == Self.whole)
        // No condition is sent, since its confirmation would be useless.
        #expect(transport.requests.allSatisfy { !$0.fields.contains("If-None-Match") })
        #expect(transport.requests.count == 3)
    }

    /// A range of all bytes is the whole.
    @Test func partOfAllBytesIsTheWhole() async throws {
        let session = Self.cached(Self.server())
        _ = try await Self.get(session, "bytes=0-")
        let all = try await Self.get(session)
        #expect(all.head.status == 200 && all.value == Self.whole && all.metrics.cache == .hit)
    }

    /// Parts of different users are separate, as whole responses are.
    @Test func partsOfUsersAreNotJoined() async throws {
        let transport = Self.server()
        let session = Self.cached(transport)
        _ = try await Self.get(session, "bytes=0-4", ["Authorization": "Bearer ada"])
        _ = try await Self.get(session, "bytes=5-9", ["Authorization": "Bearer eve"])
        #expect(try await Self.get(session, nil, ["Authorization": "Bearer ada"]).metrics.cache != .hit)
        #expect(transport.requests.count == 3)
    }

    // MARK: - Wrong answers

    /// Fields of a 206 that answers `bytes=0-4` with five bytes, and whether it is stored.
    private static let liars: [(HeaderFields, Bool)] = [
        (["ETag": "\"1\"", "Content-Range": "bytes 0-4/10"], true),
        // Without a strong tag it cannot be joined.
        (["Content-Range": "bytes 0-4/10"], false), (["ETag": "W/\"1\"", "Content-Range": "bytes 0-4/10"], false),
        (["ETag": "1", "Content-Range": "bytes 0-4/10"], false),
        (["ETag": "\"", "Content-Range": "bytes 0-4/10"], false),
        (["ETag": "\"1\"", "etag": "\"2\"", "Content-Range": "bytes 0-4/10"], false),
        (["Last-Modified": "Tue, 14 Nov 2023 22:13:20 GMT", "Content-Range": "bytes 0-4/10"], false),
        (["ETag": "\"1\""], false), (["ETag": "\"1\"", "Content-Range": "bytes 0-4/*"], false),
        (["ETag": "\"1\"", "Content-Range": "bytes */10"], false),
        (["ETag": "\"1\"", "Content-Range": "bytes 0-4/4"], false),
        (["ETag": "\"1\"", "Content-Range": "bytes 4-0/10"], false),
        (["ETag": "\"1\"", "Content-Range": "bytes 0-5/10"], false),
        (["ETag": "\"1\"", "Content-Range": "bytes 0-3/10"], false),
        (["ETag": "\"1\"", "Content-Range": "items 0-4/10"], false),
        (["ETag": "\"1\"", "Content-Range": "bytes 0-4/99999999999999999999"], false),
        (
            ["ETag": "\"1\"", "Content-Range": "bytes 9223372036854775803-9223372036854775807/9223372036854775807"],
            false
        ),
        (["ETag": "\"1\"", "Content-Range": "bytes 0-4/10", "content-range": "bytes 0-4/10"], false),
        (["ETag": "\"1\"", "Content-Range": "bytes 0-4/10", "Content-Encoding": "gzip"], false),
        (
            ["ETag": "\"1\"", "Content-Range": "bytes 0-4/10", "Content-Type": "multipart/byteranges; boundary=x"],
            false
        ),
        (["ETag": "\"1\"", "Content-Type": "multipart/byteranges; boundary=x"], false),
        (["ETag": "\"1\"", "Content-Range": "bytes 0-4/10", "Vary": "*"], false),
        (["ETag": "\"1\"", "Content-Range": "bytes 0-4/10", "Set-Cookie": "a=1"], false),
    ]

    @Test(arguments: liars.indices)
    func incorrectPartsAreNotStored(_ index: Int) async throws {
        let (fields, isKept) = Self.liars[index]
        let transport = ScriptedTransport()
        var answer = ScriptedAnswer(status: 206, fields: fields, body: "01234")
        answer.fields["Cache-Control"] = "max-age=60"
        transport.on("*", answer)
        let cache = ResponseCache()
        let session = Self.cached(transport, cache)
        for _ in 0..<2 {
            let response = try await session.response(
                for: RequestMessage(url: Self.url, fields: ["Range": "bytes=0-4"])
            )
            _ = try? await response.body.collect()
        }
        #expect(transport.requests.count == (isKept ? 1 : 2), "\(fields)")
        #expect((cache.memoryUse > 0) == isKept)
    }

    /// A part that the request did not ask for is not stored.
    @Test func unrequestedPartIsNotStored() async throws {
        let transport = ScriptedTransport()
        let fields: HeaderFields = ["ETag": "\"1\"", "Content-Range": "bytes 0-4/10", "Cache-Control": "max-age=60"]
        transport.on("*", .init(status: 206, fields: fields, body: "01234"))
        let cache = ResponseCache()
        for range in [nil, "bytes=0-1,3-4"] { _ = try await Self.get(Self.cached(transport, cache), range) }
        #expect(cache.memoryUse == 0)
    }

    /// Parts with different tags, lengths or bytes belong to different representations, and the newer one counts.
    @Test(arguments: [
        ("\"2\"", "bytes 5-9/10", "56789"), ("\"1\"", "bytes 5-9/11", "56789"), ("\"1\"", "bytes 4-8/10", "x5678"),
    ])
    func partsOfTwoRepresentationsAreNotJoined(_ tag: String, _ range: String, _ body: String) async throws {
        let transport = ScriptedTransport()
        let first: HeaderFields = ["ETag": "\"1\"", "Content-Range": "bytes 0-4/10", "Cache-Control": "max-age=60"]
        let second: HeaderFields = ["ETag": tag, "Content-Range": range, "Cache-Control": "max-age=60"]
        transport.on("*", call: 1, .init(status: 206, fields: first, body: "01234"))
        transport.on("*", call: 2, .init(status: 206, fields: second, body: body))
        transport.on("*", .init(status: 599))
        let session = Self.cached(transport)
        _ = try await Self.get(session, "bytes=0-4")
        _ = try await Self.get(session, "bytes=5-9")
        #expect(try await Self.get(session, "bytes=6-7").value == Array("67".utf8))
        #expect(try await Self.get(session, "bytes=0-1").head.status == 599)
    }

    /// Thousands of ranges, separate or overlapping, stay within the limits of the cache.
    @Test func manyPartsAreBounded() async throws {
        let total = 1 << 20
        let transport = ScriptedTransport()
        transport.on("*") { request in
            guard let positions = RangeRequest(request.fields)?.positions(in: total) else { return .init(status: 599) }
            return .init(
                status: 206,
                fields: [
                    "ETag": "\"1\"", "Cache-Control": "max-age=60",
                    "Content-Range": "bytes \(positions.lowerBound)-\(positions.upperBound - 1)/\(total)",
                ],
                chunks: [[UInt8](repeating: 1, count: positions.count)]
            )
        }
        let cache = ResponseCache(memory: 1 << 20)
        let session = Self.cached(transport, cache)
        for number in 0..<2_000 {
            // Every second range is separate from all others; the rest overlap.
            let first = number.isMultiple(of: 2) ? number * 500 : number
            _ = try await Self.get(session, "bytes=\(first)-\(first + 100)")
            #expect(cache.memoryUse <= 1 << 20)
        }
        // One variant, whose parts have at most an eighth of the cache.
        #expect(cache.memoryUse < 200_000)
    }

    /// Compares the result with a list that records whether each byte is stored.
    @Test func joiningMatchesAPlainList() throws {
        var generator = SeededGenerator(seed: 9110)
        for _ in 0..<400 {
            let total = Int.random(in: 1...60, using: &generator)
            let whole = (0..<total).map { _ in UInt8.random(in: 0...255, using: &generator) }
            func random() -> Range<Int> {
                let first = Int.random(in: 0..<total, using: &generator)
                return first..<Int.random(in: (first + 1)...total, using: &generator)
            }
            let first = random()
            var parts = StoredParts(first, of: total)
            var body = Array(whole[first])
            var known = Set(first)
            for _ in 0..<12 {
                let next = random()
                let isWrong = Int.random(in: 0..<6, using: &generator) == 0
                var bytes = Array(whole[next])
                if isWrong { bytes[0] ^= 1 }
                let contradicts = isWrong && known.contains(next.lowerBound)
                if isWrong, !contradicts { continue }
                let before = (parts, body)
                #expect(parts.join(next, bytes, into: &body) == !contradicts)
                if contradicts { #expect(parts == before.0 && body == before.1) } else { known.formUnion(next) }
                #expect(body.count == known.count && body == known.sorted().map { whole[$0] })
                #expect(parts.isComplete == (known.count == total))
                let asked = random()
                let isThere = asked.allSatisfy(known.contains)
                #expect(parts.bytes(at: asked, in: body).map { Array($0) } == (isThere ? Array(whole[asked]) : nil))
                #expect(StoredParts(parts.text, byteCount: body.count) == parts)
            }
        }
    }

    /// Malformed texts of parts in a file, for a body of five bytes.
    @Test(arguments: [
        "", ":", "10", "10:", "10:0-4", "10:0-6", "10:0-5,", "10:5-0", "4:0-5", "10:0-2,2-5", "10:0-3,2-4", "0:0-5",
        "10:-1-4", "10:0-5:", "x:0-5", "10:6-11", "99999999999999999999:0-5", "10:0-3,1-3",
    ])
    func brokenFilesHaveNoParts(_ text: String) {
        #expect(StoredParts(text, byteCount: 5) == nil)
    }

    /// A truncated or changed file with parts gives a response whose parts match its body, or none.
    @Test func damagedFilesOfPartsAreRejected() throws {
        let time = Date(timeIntervalSince1970: 1_700_000_000)
        var response = CachedResponse(
            status: 206,
            fields: ["ETag": "\"1\"", "Cache-Control": "max-age=60"],
            body: Array("23467".utf8),
            parts: StoredParts(2..<5, of: 10),
            requestTime: time,
            responseTime: time,
            varyingFields: [],
            variant: "v"
        )
        response.parts = StoredParts("10:2-5,6-8", byteCount: 5)
        let bytes = response.fileContents(url: Self.url)
        let read = try #require(CachedResponse(fileContents: bytes, url: Self.url))
        #expect(read.parts == response.parts && read.body == response.body && read.status == 206)
        for count in bytes.indices {
            #expect(CachedResponse(fileContents: Array(bytes[..<count]), url: Self.url) == nil)
        }
        var generator = SeededGenerator(seed: 3_3)
        for _ in 0..<3_000 {
            let mutated = Mutation.mutate(bytes, using: &generator)
            guard let read = CachedResponse(fileContents: mutated, url: Self.url) else { continue }
            for range in ["bytes=2-4", "bytes=-3", "bytes=0-", "bytes=6-7"] {
                guard let asked = RangeRequest(["Range": range]), let answer = read.answer(to: asked) else { continue }
                #expect(answer.body.count <= read.body.count)
            }
        }
    }

    @Test func joiningIsInProportion() {
        let growth = GrowthOfWork.perDoubling(from: 1_000, upTo: 256_000) { size in
            (StoredParts(0..<size, of: 4 * size), [UInt8](repeating: 1, count: size))
        } work: { parts, body in
            var (parts, bytes) = (parts, body)
            #expect(parts.join(body.count / 2..<body.count + body.count / 2, body, into: &bytes))
            #expect(bytes.count == body.count + body.count / 2)
        }
        #expect(growth < GrowthOfWork.inProportion)
    }

    /// Ranges from any text cause no trap, and never exceed the body.
    @Test func rangesOfGarbage() {
        var generator = SeededGenerator(seed: 14)
        for (text, _) in Self.ranges {
            for _ in 0..<100 {
                let bytes = Mutation.mutate(Array(text.utf8), using: &generator)
                var fields = HeaderFields()
                fields["Range"] = String(decoding: bytes, as: UTF8.self)
                if let positions = RangeRequest(fields)?.positions(in: 10) {
                    #expect((0..<10).contains(positions.lowerBound) && positions.upperBound <= 10 && !positions.isEmpty)
                }
                #expect(RangeRequest(fields)?.positions(in: 0) == nil)
            }
        }
    }
}
