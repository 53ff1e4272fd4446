import Foundation
import Mimeograph
import MimeographSessionTesting
import MimeographSupport
import Testing

@testable import MimeographSession

/// One site's cookies must not disturb the requests of other sites, nor slow any request down.
struct CookieCostTests {
    private static func storage(_ file: String? = nil) throws -> CookieStorage {
        let isPublic = { @Sendable (domain: String) in !domain.contains(".") }
        guard let file else { return CookieStorage(isPublicSuffix: isPublic) }
        return try CookieStorage(file: file, isPublicSuffix: isPublic)
    }

    private static func set(_ storage: CookieStorage, _ url: String, _ lines: [String]) throws {
        var fields = HeaderFields()
        for line in lines { try fields.append("Set-Cookie", line) }
        try storage.store(from: fields, url: url)
    }

    /// A host of the same domain sets as many cookies as it may.
    private static func bomb(_ storage: CookieStorage, path: String) throws {
        let value = String(repeating: "v", count: 4000)
        let lines = (0..<50).map { "bomb\($0)=\(value); Domain=example.com; Path=\(path); Secure" }
        try set(storage, "https://evil.example.com/", lines)
    }

    @Test(arguments: ["/", "/a/b/c"])
    func cookiesOfASiblingDoNotMakeAHeadTooLong(_ path: String) throws {
        let storage = try Self.storage()
        try Self.bomb(storage, path: path)
        let own = [
            "session=1; Path=/; Secure", "wide=2; Domain=api.example.com; Path=/; Secure", "last=3; Path=/; Secure",
        ]
        try Self.set(storage, "https://api.example.com/", own)
        let field = try #require(try storage.field(for: "https://api.example.com/a/b/c"))
        #expect(field.utf8.count <= 8190)
        let names = field.split(separator: "; ").compactMap { $0.split(separator: "=").first }
        for name in ["session", "wide", "last"] { #expect(names.contains(Substring(name))) }
    }

    @Test func aRequestHasAtMost150Cookies() throws {
        let storage = try Self.storage()
        for domain in ["c.b.a.example.com", "b.a.example.com", "a.example.com", "example.com"] {
            let lines = (0..<50).map { "\(domain.utf8.count)x\($0)=1; Domain=\(domain); Path=/" }
            try Self.set(storage, "https://c.b.a.example.com/", lines)
        }
        let field = try #require(try storage.field(for: "https://c.b.a.example.com/"))
        let parts = field.split(separator: "; ")
        #expect(parts.count == 150)
        // The cookies of the most widely shared domain are left out.
        #expect(!parts.contains { $0.hasPrefix("11x") })
    }

    @Test func cookiesWithinTheLimitsAreAllSentInOrder() throws {
        let storage = try Self.storage()
        try Self.set(storage, "https://a.example.com/", ["b=1; Domain=example.com", "c=2; Path=/", "a=3; Path=/x"])
        #expect(try storage.field(for: "https://a.example.com/x") == "a=3; b=1; c=2")
    }

    // MARK: Secure, on this machine

    @Test(arguments: [
        ("http://localhost/", true), ("http://localhost:8080/", true), ("http://127.0.0.1/", true),
        ("http://127.9.9.9/", true),
        ("http://[::1]/", true), ("https://example.com/", true), ("http://example.com/", false),
        ("http://10.0.0.1/", false),
        ("http://localhost.example.com/", false), ("http://127.example.com/", false), ("http://[::2]/", false),
    ])
    func secureCookiesAreKeptFromThisMachine(_ url: String, _ isKept: Bool) throws {
        let storage = try Self.storage()
        try Self.set(storage, url, ["a=1; Secure; Path=/", "__Host-b=2; Secure; Path=/"])
        #expect(storage.cookies.count == (isKept ? 2 : 0))
        #expect(try storage.field(for: url) == (isKept ? "a=1; __Host-b=2" : nil))
        if isKept {
            #expect(
                try storage.field(for: url.replacing("https:", with: "http:"))
                    == (url.hasPrefix("https") ? nil : "a=1; __Host-b=2")
            )
        }
    }

    // MARK: The file

    private static let ends = "Expires=Sun, 06 Nov 2033 08:49:37 GMT"

    /// Fills a storage to its limit: 60 hosts with 50 cookies of 4 kB.
    private static func fill(_ storage: CookieStorage) throws {
        let value = String(repeating: "v", count: 4000)
        for host in 0..<60 {
            try set(storage, "https://h\(host).example/", (0..<50).map { "a\($0)=\(value); \(ends)" })
        }
    }

    @Test func aFullFileIsNotWrittenForEachCookie() throws {
        let folder = TemporaryFolder()
        let storage = try Self.storage(folder.file("jar"))
        try Self.fill(storage)
        storage.save()
        #expect((folder.read("jar")?.count ?? 0) <= 1 << 20)
        let clock = ContinuousClock()
        let time = try clock.measure {
            for number in 0..<20 { try Self.set(storage, "https://one.example/", ["n=\(number); \(Self.ends)"]) }
        }
        // Each cookie once took a quarter of a second.
        #expect(time < .seconds(2))
        storage.save()
        let read = try Self.storage(folder.file("jar"))
        // The file has the cookies used last, and the new value of the newest.
        #expect(read.cookies.contains { $0.name == "n" && $0.value == "19" })
        #expect(read.cookies.count > 100)
    }

    @Test func deallocatedStorageHasWrittenAll() throws {
        let folder = TemporaryFolder()
        do {
            let storage = try Self.storage(folder.file("jar"))
            try Self.fill(storage)
            for number in 0..<5 { try Self.set(storage, "https://one.example/", ["n=\(number); \(Self.ends)"]) }
        }
        #expect(try Self.storage(folder.file("jar")).cookies.contains { $0.name == "n" && $0.value == "4" })
    }

    @Test func storageIsWrittenSoon() async throws {
        let folder = TemporaryFolder()
        let storage = try Self.storage(folder.file("jar"))
        try Self.fill(storage)
        for number in 0..<5 { try Self.set(storage, "https://one.example/", ["n=\(number); \(Self.ends)"]) }
        for _ in 0..<600 {
            if try Self.storage(folder.file("jar")).cookies.contains(where: { $0.name == "n" && $0.value == "4" }) {
                break
            }
            try await Task.sleep(for: .milliseconds(100))
        }
        #expect(try Self.storage(folder.file("jar")).cookies.contains { $0.name == "n" && $0.value == "4" })
        withExtendedLifetime(storage) {}
    }

    /// The file may be on a slow disk. A response that sets a cookie does not wait for it, but `save()` does.
    @Test func aResponseDoesNotWaitForTheFile() async throws {
        let folder = TemporaryFolder()
        let storage = try Self.storage(folder.file("jar"))
        let writer = try #require(storage.writer)
        let (isBusy, isDone) = (Locked(false), Locked(false))
        // A write that takes up to 20 seconds.
        let isStarted = SystemThread.start {
            writer.written.withLock { _ in
                isBusy.withLock { $0 = true }
                for _ in 0..<20_000 where !isDone.withLock({ $0 }) { usleep(1000) }
            }
        }
        #expect(isStarted)
        try await until { isBusy.withLock { $0 } }
        let transport = ScriptedTransport()
        transport.on("*", .init(fields: ["Set-Cookie": "a=1; \(Self.ends)"], body: "x"))
        let session = session(transport) { $0.cookies = storage }
        for _ in 0..<2 {
            let response = try await session.data(for: RequestMessage(url: "https://one.example/"))
            #expect(response.value == Array("x".utf8))
        }
        #expect(folder.read("jar") == nil)
        isDone.withLock { $0 = true }
        #expect(storage.save())
        #expect(try Self.storage(folder.file("jar")).cookies.map(\.value) == ["1"])
    }

    /// A few cookies are in the file immediately.
    @Test func aSmallFileIsWrittenAtOnce() throws {
        let folder = TemporaryFolder()
        let storage = try Self.storage(folder.file("jar"))
        try Self.set(storage, "https://one.example/", ["n=1; \(Self.ends)"])
        #expect(try Self.storage(folder.file("jar")).cookies.map(\.value) == ["1"])
    }
}
