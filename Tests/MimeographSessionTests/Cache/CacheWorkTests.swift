import Foundation
import Mimeograph
import MimeographSessionTesting
import MimeographSupport
import TestSupport
import Testing

@testable import MimeographSession

/// The work of a cache is in proportion to the server's data.
@Suite struct CacheWorkTests {
    private static let start = Date(timeIntervalSince1970: 1_700_000_000)

    private static func fields(_ count: Int, _ value: String = "1") throws -> HeaderFields {
        var fields = HeaderFields()
        for number in 0..<count { try fields.append("x-\(number)", value) }
        return fields
    }

    private static func response(_ fields: HeaderFields, variant: String = "v") -> CachedResponse {
        CachedResponse(
            status: 200,
            fields: fields,
            body: [],
            requestTime: start,
            responseTime: start,
            varyingFields: [],
            variant: variant
        )
    }

    /// A run of marks that Swift's own comparison sorts one by one.
    private static func marks(_ count: Int, _ pair: String = "\u{300}\u{316}") -> String {
        "a" + String(repeating: pair, count: count)
    }

    @Test func mergingA304IsOnePass() throws {
        let growth = try GrowthOfWork.perDoubling(from: 100, upTo: 30_000) { size in
            (Self.response(try Self.fields(size)), ResponseHead(status: 304, fields: try Self.fields(size, "2")))
        } work: { stored, head in
            let updated = stored.updated(by: head, requestTime: Self.start, now: Self.start)
            // Date is added.
            #expect(updated.fields.lines.count == head.fields.lines.count + 1)
        }
        #expect(growth < GrowthOfWork.inProportion)
    }

    /// Each 304 may add fields, but the stored response does not grow without limit.
    @Test func theStoredHeadHasALimit() async throws {
        let transport = ScriptedTransport()
        let count = Locked(0)
        transport.on("*") { request in
            let number = count.withLock { count in
                count += 1
                return count
            }
            guard request.fields.contains("If-None-Match") else { return .init(fields: ["ETag": "\"1\""], body: "x") }
            return .init(status: 304, fields: ["X-\(number)": String(repeating: "y", count: 4000)])
        }
        let cache = ResponseCache(memory: 8 << 20)
        let session = session(transport) { $0.cache = cache }
        var largest = 0
        for _ in 0..<100 {
            let answer = try await session.data(for: RequestMessage(url: "http://h/x"))
            #expect(answer.head.status == 200 && answer.value == Array("x".utf8))
            largest = max(largest, cache.memoryUse)
        }
        #expect(largest < 100_000)
        // A response that arrives with as many is not stored either.
        let huge = HeaderFields([("ETag", "\"1\""), ("X", String(repeating: "y", count: 100_000))])
        let other = ScriptedTransport()
        other.on("*", .init(fields: huge))
        let second = MimeographSessionTests.session(other) { $0.cache = cache }
        #expect(try await second.data(for: RequestMessage(url: "http://h/huge")).metrics.cache != .stored)
    }

    @Test func tagsAreComparedByTheirBytes() throws {
        let url = try RequestURL("http://h/x")
        let request = RequestMessage(url: url.text)
        let growth = try GrowthOfWork.perDoubling(from: 100, upTo: 8_000) { size in
            let cache = ResponseCache(memory: 8 << 20)
            let stored = HeaderFields([("ETag", "\"\(Self.marks(size))\""), ("Cache-Control", "max-age=60")])
            let variant = try #require(CachedExchange(cache, request, url)?.variant([]))
            cache.store(Self.response(stored, variant: variant), for: url, since: 0)
            return (
                try #require(CachedExchange(cache, request, url)),
                ResponseHead(status: 304, fields: ["ETag": "\"\(Self.marks(size, "\u{316}\u{300}"))\""])
            )
        } work: { exchange, head in
            guard case .mismatch = exchange.validation(by: head) else {
                Issue.record("two spellings of a tag are two tags")
                return
            }
        }
        #expect(growth < GrowthOfWork.inProportion)
    }

    @Test(arguments: [false, true])
    func namesInVaryAreReadByTheirBytes(_ isOne: Bool) throws {
        let growth = GrowthOfWork.perDoubling(from: 100, upTo: 16_000) { size in
            let text = isOne ? Self.marks(size) : (0..<size).map { "\(Self.marks(2))\($0)" }.joined(separator: ",")
            return ResponseHead(status: 200, fields: ["Vary": "\(text), x", "Cache-Control": "max-age=60"])
        } work: { head in
            _ = CachedResponse.mayStore(head, for: RequestMessage(url: "http://h/x"))
            _ = CachedResponse.varyingFields(head.fields)
        }
        #expect(growth < GrowthOfWork.inProportion)
    }

    @Test func manyNamesInVaryAreNotKept() async throws {
        let transport = ScriptedTransport()
        for (path, count) in [("few", 60), ("many", 70)] {
            let names = (0..<count).map { "x\($0)" }.joined(separator: ", ")
            transport.on("http://h/\(path)", .init(fields: ["Cache-Control": "max-age=60", "Vary": names], body: "x"))
        }
        let session = session(transport) { $0.cache = ResponseCache() }
        #expect(try await session.data(for: RequestMessage(url: "http://h/few")).metrics.cache == .stored)
        #expect(try await session.data(for: RequestMessage(url: "http://h/many")).metrics.cache != .stored)
    }

    @Test(arguments: ["a=1", "a=\"\\\"\"", ",", "\u{300}\u{316}", "max-age=1 "])
    func directivesAreReadInOnePass(_ part: String) {
        let growth = GrowthOfWork.perDoubling(from: 100, upTo: 64_000) { size in
            ["Cache-Control": String(repeating: "\(part),", count: size)] as HeaderFields
        } work: { fields in
            #expect(!CacheDirectives(fields).has("no-store"))
        }
        #expect(growth < GrowthOfWork.inProportion)
    }

    /// A full cache does not search all of its responses for each one that it stores.
    @Test func aFullCacheMakesRoomForLittle() throws {
        let urls = try (0..<16_000).map { try RequestURL("http://h/\($0)") }
        let response = Self.response(["A": "1"])
        let size = response.size + 100
        let growth = GrowthOfWork.perDoubling(from: 100, upTo: urls.count / 2) { count in
            let cache = ResponseCache(memory: size * count)
            for url in urls.prefix(count) { cache.store(response, for: url, since: 0) }
            return (cache, urls.suffix(count))
        } work: { cache, urls in
            for url in urls { cache.store(response, for: url, since: 0) }
            #expect(cache.memoryUse > 0)
        }
        #expect(growth < GrowthOfWork.inProportion)
    }

    /// Opening, using and emptying a directory of many files costs as much as the files.
    @Test func aFullDirectoryTakesProportionalWork() throws {
        let request = RequestMessage(url: "http://h/x")
        let growth = try GrowthOfWork.perDoubling(from: 200, upTo: 4_800) { count in
            let folder = TemporaryFolder()
            let cache = try ResponseCache(memory: 0, directory: folder.file("cache"))
            let urls = try (0..<count).map { try RequestURL("http://h/\($0)") }
            let variant = try #require(CachedExchange(cache, request, urls[0])?.variant(["authorization"]))
            var response = Self.response(["A": "1", "Cache-Control": "max-age=60"], variant: variant)
            response.varyingFields = ["authorization"]
            for url in urls { cache.store(response, for: url, since: 0) }
            return (folder, urls, request)
        } work: { folder, urls, request in
            let cache = try ResponseCache(memory: 0, directory: folder.file("cache"))
            for url in urls { #expect(cache.response(to: request, url: url) != nil) }
            // Half of them are removed, and then the rest.
            _ = try ResponseCache(memory: 0, directory: folder.file("cache"), limit: 100 * urls.count)
            cache.removeAll()
        }
        #expect(growth < GrowthOfWork.inProportion)
    }

    /// A file name is trimmed of spaces in one pass, and taken from a path by its bytes.
    @Test(arguments: ["%20", "%CC%80%CC%96", "/\u{301}"])
    func namesOfFilesAreMadeInOnePass(_ part: String) {
        let growth = GrowthOfWork.perDoubling(from: 1000, upTo: 64_000) { size in
            ResponseHead(status: 200, url: "http://h/\(String(repeating: part, count: size))a")
        } work: { head in
            #expect((1...180).contains(head.suggestedFileName.utf8.count))
        }
        #expect(growth < GrowthOfWork.inProportion)
    }
}

extension HeaderFields {
    /// Fields whose values are computed when the test runs.
    fileprivate init(_ lines: [(String, String)]) {
        self.init()
        for (name, value) in lines { self[name] = value }
    }
}
