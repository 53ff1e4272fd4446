import Foundation
import Mimeograph
import MimeographSessionTesting
import TestSupport
import Testing

@testable import MimeographSession

/// Tests of what other users of the machine can read from a cache, or write to it.
@Suite struct CacheDirectoryTests {
    private let folder = TemporaryFolder()
    private static let request = RequestMessage(
        url: "http://h.example/x",
        fields: ["Authorization": "Basic YWRhOjEyMzQ="]
    )

    private static func server() -> ScriptedTransport {
        let transport = ScriptedTransport()
        transport.on("*", .init(fields: ["Cache-Control": "max-age=600"], body: "right"))
        return transport
    }

    private static func responses(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".response") }.sorted()
    }

    private static func mode(_ path: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    /// Returns whether a directory answers a request, with nothing in memory.
    private func isHit(_ path: String, _ request: RequestMessage = Self.request) async throws -> Bool {
        let cache = try ResponseCache(memory: 0, directory: path)
        return try await session(Self.server()) { $0.cache = cache }.data(for: request).metrics.cache == .hit
    }

    @Test func onlyTheOwnerMayReadTheDirectory() async throws {
        let path = folder.file("outer/inner")
        #expect(try await !isHit(path))
        #expect(try Self.mode(path) == 0o700)
        #expect(try Self.mode(folder.file("outer")) == 0o700)
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            #expect(try Self.mode("\(path)/\(name)") == 0o600, "\(name)")
        }
        // An existing directory with more permissions is closed.
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
        #expect(try await isHit(path))
        #expect(try Self.mode(path) == 0o700)
    }

    /// A user who sees or guesses the names cannot test passwords against them.
    @Test func fileNamesRevealNothing() async throws {
        var names: [[String]] = []
        for name in ["one", "two"] {
            #expect(try await !isHit(folder.file(name)))
            names.append(try Self.responses(folder.file(name)))
            #expect(names.last?.count == 1)
        }
        #expect(names[0] != names[1])
        let digest = try #require(MessageDigest.sha256.hexadecimal(of: Self.request.url))
        #expect(!names.joined().contains { $0.contains(digest.prefix(16)) })
        // Neither the key nor a name depends on the contents, but the next run still finds them.
        #expect(try await isHit(folder.file("one")))
    }

    @Test func aLinkIsNotFollowed() async throws {
        try FileManager.default.createDirectory(atPath: folder.file("real"), withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.file("real"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link"),
            withDestinationPath: folder.file("real")
        )
        for name in ["link", "link/", "link//", "link/.", "link/./"] {
            #expect(throws: SessionError.self) { try ResponseCache(directory: folder.file(name)) }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("real")).isEmpty)
        #expect(try Self.mode(folder.file("real")) == 0o755)
        // Nor is a link in place of a file.
        let path = folder.file("cache")
        #expect(try await !isHit(path))
        let name = try #require(try Self.responses(path).first)
        try FileManager.default.moveItem(atPath: "\(path)/\(name)", toPath: folder.file("elsewhere"))
        try FileManager.default.createSymbolicLink(
            atPath: "\(path)/\(name)",
            withDestinationPath: folder.file("elsewhere")
        )
        #expect(try await !isHit(path))
        #expect(FileManager.default.fileExists(atPath: folder.file("elsewhere")))
    }

    @Test(.enabled(if: getuid() == 0, "Only the administrator can change the owner of a file."))
    func aDirectoryOfAnotherUserIsRejected() async throws {
        let path = folder.file("cache")
        #expect(try await !isHit(path))
        let name = try #require(try Self.responses(path).first)
        try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: "\(path)/\(name)")
        #expect(try await !isHit(path))
        try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: path)
        #expect(throws: SessionError.self) { try ResponseCache(directory: path) }
    }

    /// The cache must not close a directory that all users share.
    @Test func sharedDirectoryIsRejected() throws {
        let path = folder.file("shared")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o1777], ofItemAtPath: path)
        #expect(throws: SessionError.self) { try ResponseCache(directory: path) }
        #expect(try Self.mode(path) == 0o1777)
    }

    @Test func filesLeftByACrashAreDeleted() async throws {
        let path = folder.file("cache")
        #expect(try await !isHit(path))
        let name = try #require(try Self.responses(path).first)
        let random = "1a2b3c4d5e6f7.tmp"
        let gone = [name, "other.response", "key"].map { "\($0).\(Int32.max).\(random)" }
        let kept = [
            "\(name).\(getpid()).\(random)", "\(name).1a2b3c.tmp", "\(name).\(random)", "key.1.tmp", "notes.tmp",
            "notes.\(Int32.max).\(random)",
        ]
        for left in gone + kept { try Data([1, 2, 3]).write(to: URL(fileURLWithPath: "\(path)/\(left)")) }
        #expect(try await isHit(path))
        // Files of a running process, and files that the cache did not write, stay.
        let left = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".tmp") }
        #expect(left.sorted() == kept.sorted())
    }

    /// Without its key a directory is useless, so the cache starts with an empty one.
    @Test(arguments: [nil, [], [1, 2, 3], [UInt8](repeating: 0, count: 4096)] as [[UInt8]?])
    func aDirectoryWithoutItsKeyStartsEmpty(_ key: [UInt8]?) async throws {
        let path = folder.file("cache")
        #expect(try await !isHit(path))
        let others = try FileManager.default.contentsOfDirectory(atPath: path).filter { !$0.hasSuffix(".response") }
        let file = "\(path)/\(try #require(others.first))"
        #expect(others.count == 1)
        if let key {
            try Data(key).write(to: URL(fileURLWithPath: file))
        } else {
            try FileManager.default.removeItem(atPath: file)
        }
        let old = try Self.responses(path)
        #expect(try await !isHit(path))
        #expect(try await isHit(path))
        #expect(try Self.responses(path).count == 1)
        #expect(try Self.responses(path) != old)
    }

    /// Caches that open a directory at the same time use the same key.
    @Test func concurrentCachesUseOneKey() async throws {
        let path = folder.file("cache")
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<24 {
                group.addTask {
                    let request = RequestMessage(url: "http://h.example/\(number)")
                    guard let cache = try? ResponseCache(memory: 0, directory: path) else { return }
                    _ = try? await session(Self.server()) { $0.cache = cache }.data(for: request)
                }
            }
        }
        for number in 0..<24 {
            #expect(try await isHit(path, RequestMessage(url: "http://h.example/\(number)")), "\(number)")
        }
    }

    /// A change removes a response, even one that is being written to its file or read from it.
    @Test func aChangeDuringAWriteOrAReadTakesEffect() async throws {
        let path = folder.file("cache")
        let url = try RequestURL(Self.request.url)
        for round in 0..<60 {
            let cache = try ResponseCache(directory: path)
            let response = CachedResponse(
                status: 200,
                fields: ["Cache-Control": "max-age=600"],
                body: [UInt8](repeating: 1, count: 1 << 20),
                requestTime: Date(),
                responseTime: Date(),
                varyingFields: [],
                variant: try #require(CachedExchange(cache, Self.request, url)?.variant([]))
            )
            let change = { @Sendable (cache: ResponseCache) async -> Void in
                try? await Task.sleep(for: .microseconds(20 * round))
                if round.isMultiple(of: 2) { cache.invalidate(url) } else { cache.removeAll() }
            }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { _ = cache.store(response, for: url, since: 0) }
                group.addTask { await change(cache) }
            }
            #expect(cache.response(to: Self.request, url: url) == nil, "written, \(round)")
            #expect(try Self.responses(path).isEmpty, "written, \(round)")
            #expect(cache.store(response, for: url, since: cache.changes))
            let next = try ResponseCache(directory: path)
            await withTaskGroup(of: Void.self) { group in
                group.addTask { _ = next.response(to: Self.request, url: url) }
                group.addTask { await change(next) }
            }
            #expect(next.response(to: Self.request, url: url) == nil, "read, \(round)")
        }
    }

    /// If a URL has a different answer for each user, a lookup does not read them all.
    @Test func fewVariantsOfAURLAreKept() async throws {
        let path = folder.file("cache")
        let cache = try ResponseCache(memory: 0, directory: path)
        let session = session(Self.server()) { $0.cache = cache }
        for number in 0..<40 {
            _ = try await session.data(
                for: RequestMessage(url: "http://h.example/x", fields: ["X-Api-Key": "\(number)"])
            )
        }
        #expect(try Self.responses(path).count == 8)
        let last = RequestMessage(url: "http://h.example/x", fields: ["X-Api-Key": "39"])
        #expect(try await isHit(path, last))
    }

    /// Opening a directory with a smaller limit removes the excess.
    @Test func aSmallerLimitAppliesAtOnce() async throws {
        let path = folder.file("cache")
        let session = session(Self.server()) { $0.cache = try? ResponseCache(memory: 0, directory: path) }
        for number in 0..<40 { _ = try await session.data(for: RequestMessage(url: "http://h.example/\(number)")) }
        _ = try ResponseCache(memory: 0, directory: path, limit: 2000)
        #expect((1...20).contains(try Self.responses(path).count))
    }
}
