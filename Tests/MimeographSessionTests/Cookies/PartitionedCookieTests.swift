import Foundation
import Mimeograph
import MimeographSessionTesting
import MimeographSupport
import TestSupport
import Testing

@testable import MimeographSession

/// Tests of cookies that are stored for the site of a page, and of the properties that a file stores.
@Suite struct PartitionedCookieTests {
    private let folder = TemporaryFolder()
    private static let ads = "https://ads.example.net/"
    private static let list = PublicSuffixList("com\nnet\norg\n")

    private static func part(of page: String) -> RequestInitiator {
        (try? .subresource(of: page)) ?? .user
    }

    private static func set(_ line: String, in storage: CookieStorage, _ initiator: RequestInitiator) throws {
        try storage.store(from: ["Set-Cookie": line], url: ads, initiator: initiator)
    }

    /// Source: draft-cutler-httpbis-partitioned-cookies §2.
    @Test func pagesOfDifferentSitesHaveTheirOwnCookies() throws {
        let storage = CookieStorage(isPublicSuffix: Self.list.contains)
        let pages = ["https://one.com/x", "https://two.com/", "http://one.com/", "https://www.one.com:8443/"]
        for (number, page) in pages.enumerated() {
            try Self.set("id=\(number); Secure; SameSite=None; Partitioned", in: storage, Self.part(of: page))
        }
        #expect(storage.cookies.map(\.partition) == ["https://one.com", "https://two.com", "http://one.com"])
        for (page, value) in [
            ("https://one.com/y", "id=3"), ("https://two.com/", "id=1"), ("http://m.one.com/", "id=2"),
        ] {
            #expect(try storage.field(for: Self.ads, initiator: Self.part(of: page)) == value)
        }
        // The user's own visit is a page of another site. A cookie without a partition is sent with every page.
        #expect(try storage.field(for: Self.ads) == nil)
        try Self.set("id=own; Secure; SameSite=None; Partitioned", in: storage, .user)
        try Self.set("all=1; Secure; SameSite=None", in: storage, .user)
        #expect(try storage.field(for: Self.ads) == "id=own; all=1")
        #expect(try storage.field(for: Self.ads, initiator: Self.part(of: "https://two.com/")) == "id=1; all=1")
        #expect(try storage.field(for: Self.ads, initiator: Self.part(of: "https://new.org/")) == "all=1")
        // A cookie removed from one partition stays in the others.
        try Self.set(
            "id=; Max-Age=0; Secure; SameSite=None; Partitioned",
            in: storage,
            Self.part(of: "https://two.com/")
        )
        #expect(try storage.field(for: Self.ads, initiator: Self.part(of: "https://two.com/")) == "all=1")
        #expect(try storage.field(for: Self.ads, initiator: Self.part(of: "https://one.com/")) == "id=3; all=1")
    }

    /// After a navigation the response is the page itself, whichever page linked to it.
    @Test func aNavigationLeadsToThePageItself() throws {
        let storage = CookieStorage(isPublicSuffix: Self.list.contains)
        try Self.set("id=1; Secure; Partitioned", in: storage, .user)
        #expect(try storage.field(for: Self.ads, initiator: .navigation(from: "https://one.com/")) == "id=1")
        #expect(storage.cookies.first?.partition == "https://example.net")
    }

    /// Source: draft-cutler-httpbis-partitioned-cookies §2.1.
    @Test(arguments: [
        ("id=1; Partitioned", false), ("id=1; Secure; Partitioned", true), ("id=1; Secure; PARTITIONED=x", true),
        ("__Host-id=1; Secure; Path=/; Partitioned", true),
    ])
    func onlySecureOnesAreKept(_ line: String, _ isKept: Bool) throws {
        let storage = CookieStorage(isPublicSuffix: Self.list.contains)
        try Self.set(line, in: storage, .user)
        #expect(storage.cookies.count == (isKept ? 1 : 0))
        storage.removeAll()
        try storage.store(from: ["Set-Cookie": line], url: "http://ads.example.net/")
        #expect(storage.cookies.isEmpty)
    }

    /// A program sets a cookie with the URL of any page of the site. Text that is not a URL matches no page.
    @Test func aProgramMaySetThem() throws {
        let storage = CookieStorage(isPublicSuffix: Self.list.contains)
        storage.set(
            Cookie(
                name: "a",
                value: "1",
                domain: "ads.example.net",
                sameSite: .none,
                partition: "https://www.one.com/page?x"
            )
        )
        storage.set(Cookie(name: "b", value: "1", domain: "ads.example.net", partition: "nothing"))
        #expect(try storage.field(for: Self.ads, initiator: Self.part(of: "https://one.com/")) == "a=1")
        #expect(storage.cookies.map(\.partition) == ["https://one.com", "nothing"])
        #expect(try storage.field(for: Self.ads) == nil)
    }

    /// Each partition has the limit of a domain, and all partitions together have the limit of the storage.
    @Test func partitionsAreWithinTheLimits() throws {
        let storage = CookieStorage(isPublicSuffix: Self.list.contains)
        for page in 0..<70 {
            for number in 0..<52 {
                storage.set(
                    Cookie(
                        name: "n\(number)",
                        value: "1",
                        domain: "ads.example.net",
                        partition: "https://p\(page).com/"
                    )
                )
            }
        }
        #expect(storage.cookies.count == 3000)
        #expect(storage.cookies.count { $0.partition == "https://p69.com" } == 50)
        storage.removeAll()
        #expect(storage.cookies.isEmpty && !storage.state.withLock { $0.hasPartitions })
    }

    /// Cookies of other pages cost a request nothing.
    @Test func otherPartitionsCostNothing() throws {
        let url = try RequestURL(Self.ads)
        let growth = GrowthOfWork.perDoubling(from: 16, upTo: 2800, below: 1.5) { count in
            let storage = CookieStorage(isPublicSuffix: Self.list.contains)
            for number in 0..<count {
                storage.set(Cookie(name: "n", value: "v", domain: url.host, partition: "https://p\(number).com"))
            }
            storage.set(Cookie(name: "own", value: "1", domain: url.host))
            return storage
        } work: { storage in
            for _ in 0..<20 { #expect(storage.field(for: url, now: Date()) == "own=1") }
        }
        #expect(growth < 1.5)
    }

    // MARK: - Slots

    /// Insecure cookies, which may not come from the server, never take the slot of a secure one.
    ///
    /// Source: draft-ietf-httpbis-rfc6265bis §5.7, "remove excess cookies".
    @Test func insecureCookiesGoFirst() throws {
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        let storage = CookieStorage()
        let (secure, insecure) = (try RequestURL("https://h/"), try RequestURL("http://h/"))
        for number in 0..<30 { storage.store(["Set-Cookie": "s\(number)=1; Secure"], from: secure, now: now) }
        for number in 0..<200 { storage.store(["Set-Cookie": "i\(number)=1"], from: insecure, now: now) }
        #expect(storage.cookies(at: now).count { $0.isSecure } == 30)
        #expect(storage.cookies(at: now).filter { !$0.isSecure }.map(\.name) == (180..<200).map { "i\($0)" })
        for number in 30..<60 { storage.store(["Set-Cookie": "s\(number)=1; Secure"], from: secure, now: now) }
        #expect(storage.cookies(at: now).count == 50 && storage.cookies(at: now).allSatisfy(\.isSecure))
        #expect(storage.cookies(at: now).first?.name == "s10")
        // If secure cookies fill all slots, an insecure one gets none.
        storage.store(["Set-Cookie": "late=1"], from: insecure, now: now)
        #expect(!storage.cookies(at: now).contains { $0.name == "late" })
        // Expired cookies go first, and used ones stay.
        storage.store(["Set-Cookie": "short=1; Max-Age=5; Secure"], from: secure, now: now)
        _ = storage.field(for: secure, now: now)
        storage.store(["Set-Cookie": "new=1; Secure"], from: secure, now: now.addingTimeInterval(6))
        #expect(
            storage.cookies(at: now).map(\.name).suffix(2) == ["s59", "new"] && storage.cookies(at: now).count == 50
        )
    }

    // MARK: - The file

    @Test func aFileKeepsAllPropertiesOfCookies() throws {
        let path = folder.file("jar")
        let storage = try CookieStorage(file: path, keepsSessionCookies: true, isPublicSuffix: Self.list.contains)
        let page = Self.part(of: "https://one.com/")
        for line in [
            "plain=1", "=nameless; Secure", "strict=1; SameSite=Strict; HttpOnly",
            "lax=1; SameSite=Lax; Max-Age=900; Path=/x",
            "none=1; SameSite=None; Secure; Domain=example.net", "unset=1",
        ] { try Self.set(line, in: storage, .user) }
        try Self.set("part=1; SameSite=None; Secure; Partitioned; HttpOnly", in: storage, page)
        try Self.set("=bare; SameSite=None; Secure; Partitioned", in: storage, page)
        let again = try CookieStorage(file: path, keepsSessionCookies: true, isPublicSuffix: Self.list.contains)
        #expect(again.cookies.count == 8)
        for (one, other) in zip(storage.cookies, again.cookies) {
            #expect(one.sameSite == other.sameSite && one.partition == other.partition && one.isSameCookie(as: other))
            #expect(one.isSecure == other.isSecure && one.isHTTPOnly == other.isHTTPOnly && one.value == other.value)
        }
        #expect(try again.field(for: Self.ads) == (try storage.field(for: Self.ads)))
        #expect(try again.field(for: Self.ads, initiator: page) == "none=1; part=1; bare")
        // Other programs see no cookie that they would send wrongly.
        let text = String(decoding: try #require(folder.read("jar")), as: UTF8.self)
        let seen = text.split(separator: "\n").filter { !$0.hasPrefix("#") || $0.hasPrefix("#HttpOnly_") }
        #expect(seen.count == 5 && !text.contains("\nads.example.net\tFALSE\t/\tTRUE\t0\t\t"))
    }

    /// Lines of other programs, and malformed lines.
    @Test(arguments: [
        ("# SameSite=Strict\nh\tFALSE\t/\tFALSE\t0\ta\t1\nh\tFALSE\t/\tFALSE\t0\tb\t1\n", ["Strict", "Default"]),
        ("# SameSite=Sometimes\nh\tFALSE\t/\tFALSE\t0\ta\t1\n", ["Default"]),
        ("# SameSite=Strict\n# else\nh\tFALSE\t/\tFALSE\t0\ta\t1\n", ["Default"]),
        ("# SameSite=Strict", []), ("h\tFALSE\t/\tFALSE\t0\t\t1\n", []),
        ("#Mimeograph\t\th\tFALSE\t/\tFALSE\t0\t\t\n", []),
        ("#Mimeograph\n#Mimeograph\t\n#Mimeograph\thttps://a\n#Mimeograph\t\t#Mimeograph\t\t\n", []),
        ("#Mimeograph\tx\t#HttpOnly_h\tFALSE\t/\tFALSE\t0\ta\t1\n", ["Default"]),
        ("#Mimeographh\tFALSE\t/\tFALSE\t0\ta\t1\n", []),
    ])
    func remarksAreRead(_ text: String, _ expected: [String]) throws {
        try folder.write("jar", text.utf8)
        let storage = try CookieStorage(file: folder.file("jar"))
        #expect(storage.cookies.map(\.sameSite.rawValue) == expected)
    }

    /// A file cannot give a cookie to hosts below a public suffix either.
    ///
    /// Source: draft-ietf-httpbis-rfc6265bis §5.8.3 step 3.
    @Test func aCookieFromAFileDoesNotSpanAPublicSuffix() throws {
        try folder.write("jar", ".com\tTRUE\t/\tFALSE\t0\ta\t1\n.shared.com\tTRUE\t/\tFALSE\t0\tb\t1\n".utf8)
        let list = PublicSuffixList("com\nshared.com\n")
        let storage = try CookieStorage(file: folder.file("jar"), isPublicSuffix: list.contains)
        #expect(try storage.field(for: "http://bank.com/") == nil)
        #expect(try storage.field(for: "http://x.shared.com/") == nil)
        #expect(try storage.field(for: "http://shared.com/") == "b=1")
    }

    /// Each prefix of a file, and damaged files, are read without a trap.
    @Test func damagedFilesAreRead() throws {
        let text = Array(
            "# SameSite=Lax\n#HttpOnly_.h\tTRUE\t/\tTRUE\t9\ta\t1\n#Mimeograph\thttps://one.com\t.h\tTRUE\t/\tTRUE\t0\t\tv\n"
                .utf8
        )
        var generator = SeededGenerator(seed: 9)
        let inputs =
            (0...text.count).map { Array(text.prefix($0)) }
            + (0..<200).map { _ in Mutation.mutate(text, dictionary: [Array("\t".utf8)], using: &generator) }
        for input in inputs {
            try folder.write("jar", input)
            do throws(SessionError) {
                for cookie in try CookieStorage(file: folder.file("jar")).cookies {
                    #expect(!cookie.pair.isEmpty && !cookie.domain.isEmpty)
                }
            } catch {
                // No line is left that has the form of a cookie.
                #expect(error.code == .fileNotWritable)
            }
        }
    }
}
