import Foundation
import Mimeograph
import MimeographSessionTesting
import TestSupport
import Testing

@testable import MimeographSession

private let now = Date(timeIntervalSince1970: 1_700_000_000)

/// Set-Cookie lines, their URL, and the cookies that are sent to other URLs.
private let cases: [(String, String, String, String?)] = [
    ("a=1", "http://h/x/y", "http://h/x/z", "a=1"), ("a=1", "http://h/x/y", "http://h/z", nil),
    ("a=1", "http://h/x/y", "http://other/x/", nil), ("a=1", "http://h/x/y", "http://sub.h/x/", nil),
    ("a=1; Path=/", "http://h/x/y", "http://h/z", "a=1"), ("a=1; path=/x", "http://h/", "http://h/x", "a=1"),
    ("a=1; path=/x", "http://h/", "http://h/xy", nil), ("a=1; path=/x/", "http://h/", "http://h/x", nil),
    ("a=1; path=nope", "http://h/p/q", "http://h/p/", "a=1"),
    ("a=1; Domain=example.com", "http://www.example.com/", "http://example.com/", "a=1"),
    ("a=1; Domain=.Example.COM", "http://www.example.com/", "http://b.a.example.com/", "a=1"),
    ("a=1; Domain=example.com", "http://www.example.com/", "http://notexample.com/", nil),
    ("a=1; Domain=other.com", "http://www.example.com/", "http://www.example.com/", nil),
    ("a=1; Domain=www.example.com", "http://example.com/", "http://www.example.com/", nil),
    ("a=1; Domain=com", "http://example.com/", "http://example.com/", nil),
    ("a=1; Domain=co.uk", "http://example.co.uk/", "http://example.co.uk/", nil),
    ("a=1; Domain=localhost", "http://localhost/", "http://localhost/", "a=1"),
    ("a=1; Domain=1.2.3.4", "http://1.2.3.4/", "http://1.2.3.4/", "a=1"),
    ("a=1; Domain=3.4", "http://1.2.3.4/", "http://1.2.3.4/", nil),
    ("a=1; Domain=", "http://h.example/", "http://h.example/", "a=1"),
    ("a=1; Secure", "https://h/", "http://h/", nil), ("a=1; Secure", "https://h/", "https://h/", "a=1"),
    ("a=1; Secure", "http://h/", "https://h/", nil), ("a=1; HttpOnly", "http://h/", "http://h/", "a=1"),
    ("a=1; Max-Age=0", "http://h/", "http://h/", nil), ("a=1; Max-Age=-5", "http://h/", "http://h/", nil),
    ("a=1; Max-Age=60", "http://h/", "http://h/", "a=1"), ("a=1; Max-Age=x", "http://h/", "http://h/", "a=1"),
    ("a=1; Max-Age=99999999999999999999", "http://h/", "http://h/", "a=1"),
    ("a=1; Expires=Wed, 21 Oct 2015 07:28:00 GMT", "http://h/", "http://h/", nil),
    ("a=1; Expires=Wed, 21 Oct 2015 07:28:00 GMT; Max-Age=60", "http://h/", "http://h/", "a=1"),
    ("a=1; Expires=nonsense", "http://h/", "http://h/", "a=1"), ("a=b=c", "http://h/", "http://h/", "a=b=c"),
    ("  a  =  1  ; x", "http://h/", "http://h/", "a=1"), ("a=", "http://h/", "http://h/", "a="),
    ("a=\"q\"", "http://h/", "http://h/", "a=\"q\""), ("novalue", "http://h/", "http://h/", "novalue"),
    ("=1", "http://h/", "http://h/", "1"), ("", "http://h/", "http://h/", nil), (";a=1", "http://h/", "http://h/", nil),
    ("__Secure-a=1", "https://h/", "https://h/", nil),
    ("__Secure-a=1; Secure", "https://h/", "https://h/", "__Secure-a=1"),
    ("__Host-a=1; Secure; Path=/", "https://h/", "https://h/", "__Host-a=1"),
    ("__Host-a=1; Secure; Path=/x", "https://h/", "https://h/x", nil),
    ("__Host-a=1; Secure; Path=/; Domain=h.example", "https://h.example/", "https://h.example/", nil),
]

@Test(arguments: cases.indices)
func cookiesGoWhereTheyMay(_ index: Int) throws {
    let (line, from, to, expected) = cases[index]
    let storage = CookieStorage()
    storage.store(["Set-Cookie": line], from: try RequestURL(from), now: now)
    #expect(storage.field(for: try RequestURL(to), now: now.addingTimeInterval(1)) == expected)
}

@Test func cookiesEndAndAreReplaced() throws {
    let storage = CookieStorage()
    let url = try RequestURL("http://h/")
    storage.store(["Set-Cookie": "a=1; Max-Age=10", "set-cookie": "b=2"], from: url, now: now)
    #expect(storage.field(for: url, now: now.addingTimeInterval(9)) == "a=1; b=2")
    #expect(storage.field(for: url, now: now.addingTimeInterval(11)) == "b=2")
    storage.store(["Set-Cookie": "b=3"], from: url, now: now)
    #expect(storage.field(for: url, now: now) == "a=1; b=3")
    storage.store(["Set-Cookie": "b=; Max-Age=0"], from: url, now: now)
    #expect(storage.field(for: url, now: now) == "a=1")
    storage.remove { $0.name == "a" }
    #expect(storage.cookies.isEmpty)
}

@Test func longerPathsComeFirst() throws {
    let storage = CookieStorage()
    let url = try RequestURL("http://h/a/b/c")
    storage.store(
        ["Set-Cookie": "x=1; path=/", "set-cookie": "y=2; path=/a/b", "SET-COOKIE": "z=3; path=/a"],
        from: url,
        now: now
    )
    #expect(storage.field(for: url, now: now) == "y=2; z=3; x=1")
}

@Test func storagesDoNotGrowForever() throws {
    let storage = CookieStorage()
    let url = try RequestURL("http://h/")
    for number in 0..<200 { storage.store(["Set-Cookie": "c\(number)=1"], from: url, now: now) }
    #expect(storage.cookies(at: now).count == 50)
    #expect(storage.cookies(at: now).last?.name == "c199")
    // 50 cookies of each of 70 domains are more than 3,000: those unused for the longest time are removed.
    for host in 1...70 {
        let url = try RequestURL("http://h\(host)/")
        for number in 0..<50 {
            storage.store(["Set-Cookie": "c\(number)=1"], from: url, now: now.addingTimeInterval(Double(host)))
        }
    }
    let kept = storage.cookies(at: now)
    #expect(kept.count == 3_000)
    #expect(kept.allSatisfy { $0.domain != "h" && $0.domain != "h1" } && kept.contains { $0.domain == "h70" })
    // A name and a value have at most 4,096 bytes together.
    for (name, length) in [("fits", 4_092), ("large", 4_092)] {
        storage.store(["Set-Cookie": "\(name)=\(String(repeating: "x", count: length))"], from: url, now: now)
    }
    let names = storage.cookies(at: now).map(\.name)
    #expect(names.contains("fits") && !names.contains("large"))
}

/// Texts and their seconds. Source: RFC 6265 §5.1.1, RFC 9110 §5.6.7.
private let dates: [(String, Double?)] = [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 08:49:37 1994", 784_111_777), ("6 nov 1994 8:49:37", 784_111_777),
    ("1994 Nov 6 08:49:37", 784_111_777),
    ("08:49:37 06 November 94", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("01 Jan 69 00:00:00", 3_124_224_000),
    ("31 Feb 2020 00:00:00", nil), ("1 Jan 1600 00:00:00", nil), ("1 Jan 2020 24:00:00", nil), ("1 Jan 2020", nil),
    ("", nil),
    ("1 Jan 2020 00:00:00x", 1_577_836_800), ("32 Jan 2020 00:00:00", nil),
]

@Test(arguments: dates.indices)
func datesAreReadInAnyForm(_ index: Int) {
    #expect(CookieDate.parse(dates[index].0)?.timeIntervalSince1970 == dates[index].1)
}

@Test func filesKeepCookiesForTheNextRun() throws {
    let path = NSTemporaryDirectory() + "mimeograph-cookies-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let url = try RequestURL("https://www.example.com/a/b")
    let storage = try CookieStorage(file: path)
    storage.store(
        [
            "Set-Cookie": "keep=1; Max-Age=1000; Domain=example.com; Secure; HttpOnly; Path=/a",
            "set-cookie": "session=2",
        ],
        from: url,
        now: Date()
    )
    let again = try CookieStorage(file: path)
    #expect(again.cookies.map(\.name) == ["keep"])
    let cookie = try #require(again.cookies.first)
    #expect(cookie.domain == "example.com" && !cookie.isHostOnly && cookie.isSecure && cookie.isHTTPOnly)
    #expect(again.field(for: url, now: Date()) == "keep=1")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    // Files of other programs are read, and lines that are not cookies are skipped.
    let text = """
        # Netscape HTTP Cookie File
        #HttpOnly_.curl.se\tTRUE\t/\tFALSE\t99999999999999\tc\td
        broken line
        h\tFALSE\t/\tFALSE\t0\ts\tv
        h\tFALSE\tnopath\tFALSE\t0\tx\tv
        """
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let foreign = try CookieStorage(file: path, keepsSessionCookies: true)
    #expect(foreign.cookies.map(\.name) == ["c", "s"])
    foreign.set(Cookie(name: "n", value: "m", domain: "h"))
    #expect(try CookieStorage(file: path).cookies.map(\.name) == ["c", "s", "n"])
}

@Test func sessionsSendWhatServersSet() async throws {
    let transport = ScriptedTransport()
    transport.on(
        "http://h/login",
        .init(status: 302, fields: ["Location": "/home", "Set-Cookie": "id=7; Path=/", "set-cookie": "t=1"])
    )
    transport.on("http://h/home", .init())
    let session = session(transport)
    _ = try await session.data(for: RequestMessage(url: "http://h/login"))
    #expect(transport.requests[1].fields["Cookie"] == "id=7; t=1")
    _ = try await session.data(for: RequestMessage(url: "http://h/home", fields: ["Cookie": "own=1"]))
    #expect(transport.requests[2].fields["Cookie"] == "own=1")
    let without = MimeographSessionTests.session(transport) { $0.cookies = nil }
    _ = try await without.data(for: RequestMessage(url: "http://h/login"))
    #expect(transport.requests.last?.fields["Cookie"] == nil)
}

@Test func noLineTraps() throws {
    var generator = SeededGenerator(seed: 6265)
    let url = try RequestURL("https://www.example.com/a/b")
    for (line, _, _, _) in cases {
        for _ in 0..<40 {
            let bytes = Mutation.mutate(Array(line.utf8), dictionary: [Array("; Domain=".utf8)], using: &generator)
            let text = String(decoding: bytes, as: UTF8.self)
            if let received = ReceivedCookie(text, from: url, now: now, isPublicSuffix: CookieDomain.looksPublic) {
                #expect(!received.cookie.value.utf8.contains(10))
            }
            _ = HTTPDate.parse(text)
            _ = CookieDate.parse(text)
            _ = AuthenticationChallenge.parse(text)
        }
    }
}

@Test func fileIsWrittenWhenItsCookiesChange() async throws {
    let folder = TemporaryFolder()
    let storage = try CookieStorage(file: folder.file("cookies"))
    let kept = Cookie(name: "a", value: "1", domain: "h", expires: Date(timeIntervalSinceNow: 1000))
    storage.set(kept)
    try folder.write("cookies", "touched".utf8)
    // The same cookie again, and one that is not written: the file does not change.
    storage.set(kept)
    storage.set(Cookie(name: "b", value: "1", domain: "h"))
    #expect(folder.read("cookies") == Array("touched".utf8))
    await withTaskGroup(of: Void.self) { group in
        for number in 0..<40 {
            group.addTask {
                storage.set(
                    Cookie(name: "n\(number)", value: "1", domain: "h", expires: Date(timeIntervalSinceNow: 1000))
                )
            }
        }
    }
    // The last of several concurrent writers writes everything; a slow write may be delayed.
    storage.save()
    #expect(try CookieStorage(file: folder.file("cookies")).cookies.count == 41)
}

// MARK: - Public suffixes

/// A list with every kind of rule.
private let list = PublicSuffixList(
    """
    // a remark
    com
    co.uk   with something behind it
    *.ck
    !www.ck
    github.io
    食狮.公司.cn
    bücher.example
    """
)

/// Source: publicsuffix.org, the cases of its test data for these rules; RFC 3492 §7.1 for its names in ASCII.
private let suffixes: [(String, Bool)] = [
    ("com", true), ("unknown", true), ("localhost", true), ("example.com", false), ("co.uk", true), ("uk", true),
    ("example.co.uk", false), ("ck", true), ("any.ck", true), ("www.ck", false), ("a.any.ck", false),
    ("github.io", true),
    ("ada.github.io", false), ("io", true), ("食狮.公司.cn", true), ("xn--85x722f.xn--55qx5d.cn", true),
    ("bücher.example", true), ("xn--bcher-kva.example", true), ("a.bücher.example", false), ("公司.cn", false),
    ("com.", true), ("co.uk.", true), (".com", true), ("a..com", true),
    ("", true),
]

@Test(arguments: suffixes.indices)
func theListKnowsWhatIsPublic(_ index: Int) {
    #expect(list.contains(suffixes[index].0) == suffixes[index].1)
}

/// Source: RFC 3492 §7.1, without those in mixed case.
@Test(arguments: [
    ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"), ("3年b組金八先生", "xn--3b-ww4c5e180e575a65lsy2b"),
    ("パフィーdeルンバ", "xn--de-jg4avhby1noc0d"), ("そのスピードで", "xn--d9juau41awczczp"), ("plain", "plain"),
])
func labelsAreWrittenInASCII(_ label: String, _ expected: String) {
    #expect(Punycode.encoded(domain: "\(label).jp") == "\(expected).jp")
    // A name that is too long stays unchanged, and nothing overflows.
    let long = String(repeating: label, count: 70)
    #expect(Punycode.encoded(domain: long) == long)
}

@Test func aListIsReadFromAFileAndUsed() throws {
    let folder = TemporaryFolder()
    try folder.write("list", "com\r\nshared.com\n".utf8)
    let read = try PublicSuffixList(file: folder.file("list"))
    let storage = CookieStorage(isPublicSuffix: read.contains)
    for domain in ["shared.com", "a.shared.com"] {
        try storage.store(from: ["Set-Cookie": "\(domain)=1; Domain=\(domain)"], url: "http://a.shared.com/")
    }
    #expect(storage.cookies.map(\.name) == ["a.shared.com"])
    #expect(throws: SessionError.self) { try PublicSuffixList(file: folder.file("none")) }
    #expect(throws: SessionError.self) { try PublicSuffixList(file: folder.path) }
    if let system = PublicSuffixList.system {
        #expect(system.contains("co.uk") && system.contains("github.io") && !system.contains("example.co.uk"))
    }
}

@Test func publicSuffixesAreGuessedWithoutAList() {
    for (domain, isPublic) in [
        ("com", true), ("co.uk", true), ("example.com", false), ("github.io", true), ("ada.github.io", false),
        ("a..b", true),
    ] {
        #expect(CookieDomain.looksPublic(domain) == isPublic)
    }
}
