import Foundation
import Mimeograph
import Testing

@testable import MimeographSession

/// Tests of the cookies that servers set and receive: the rules of draft-ietf-httpbis-rfc6265bis, with a table for each. The
/// cases are those of the suites of http-state and the web platform.
@Suite struct CookieRuleTests {
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)
    private static let long = String(repeating: "x", count: 4096)

    /// The lines of a response, its URL, the URL of the next request, and the Cookie field of that.
    struct Row: CustomTestStringConvertible {
        let lines: [String]
        let from: String
        let to: String
        let field: String?

        init(_ lines: String..., from: String = "http://home.example.org/a/b", to: String? = nil, gives field: String?)
        {
            self.lines = lines
            self.from = from
            self.to = to ?? from
            self.field = field
        }

        var testDescription: String { lines.map { String($0.prefix(60)) }.joined(separator: " | ") }

        func check() throws {
            let list = PublicSuffixList("org\ncom\nco.uk\nuk\nexample\ngithub.io\n")
            let storage = CookieStorage(isPublicSuffix: list.contains)
            let url = try RequestURL(from)
            for line in lines { storage.store(["Set-Cookie": line], from: url, now: CookieRuleTests.now) }
            let sent = storage.field(for: try RequestURL(to), now: CookieRuleTests.now.addingTimeInterval(1))
            #expect(sent == field)
        }
    }

    /// §5.6 steps 3 to 5, §5.7 steps 2 and 22, §5.8.3 step 6: names, values, and cookies without a name.
    @Test(arguments: [
        Row("a=1", gives: "a=1"), Row("a", gives: "a"), Row("=a", gives: "a"), Row(" = a ", gives: "a"),
        Row("=a=1", gives: "a=1"), Row("==a", gives: "=a"),
        Row("===a=1", gives: "==a=1"), Row("=", gives: nil), Row("", gives: nil), Row("   ", gives: nil),
        Row("; x", gives: nil), Row("=;", gives: nil),
        Row("a=", gives: "a="), Row("a = 1 ", gives: "a=1"), Row("\ta\t=\t1\t", gives: "a=1"),
        Row("a=1\tb", gives: "a=1\tb"),
        Row("a b=c d", gives: "a b=c d"), Row("\"a=b\"=c", gives: "\"a=b\"=c"), Row("\"a;b\"=c", gives: "\"a"),
        Row("a=\"b;c\"", gives: "a=\"b"),
        Row("a=b, c=d", gives: "a=b, c=d"), Row("$Version=1; a=b", gives: "$Version=1"), Row("!a=1", gives: "!a=1"),
        Row("(=1", gives: "(=1"),
        Row("a", "b", gives: "b"), Row("a", "=", gives: "a"), Row("a=1", "a", "b=2", gives: "a=1; a; b=2"),
        Row("a", "a; Max-Age=0", gives: nil),
        Row("\u{6625}=\u{8282}", gives: "\u{6625}=\u{8282}"), Row("a=1; b=\u{8282}", gives: "a=1"),
        // A value that looks like a name is not a name, but a server sees no difference.
        Row("__Secure-a=1", from: "https://h.org/", gives: nil),
        Row("=__Secure-a=1; Secure", from: "https://h.org/", gives: nil),
        Row("=__hOsT-a=1; Secure; Path=/", from: "https://h.org/", gives: nil),
        Row("__Host-; Secure; Path=/", from: "https://h.org/", gives: nil),
        Row("=__HTTP-a; Secure; HttpOnly", from: "https://h.org/", gives: nil),
        Row("=__host-http-a; Secure; HttpOnly; Path=/", from: "https://h.org/", gives: nil),
        // Some servers skip leading equals signs, as Werkzeug did (CVE-2023-23934).
        Row("==__Host-a=1; Secure; Path=/", from: "https://h.org/", gives: nil),
        Row("= = =__secure-a=1", from: "https://h.org/", gives: nil), Row("=\t=\t__Http-a=1", gives: nil),
        Row("==a__Host-b", gives: "=a__Host-b"),
        Row("=a__Host-b", gives: "a__Host-b"), Row("=__Hos", gives: "__Hos"),
    ])
    func namesAndValues(_ row: Row) throws { try row.check() }

    /// §5.6 steps 1 and 5 and its attributes' step 6: control characters and limits on length.
    @Test(arguments: [
        Row("a=1\u{7F}", gives: nil), Row("a\u{1}=1", gives: nil), Row("a=1; x\u{8}", gives: nil),
        Row("a=1\u{B}2", gives: nil),
        Row("a=\(long.dropFirst())", gives: "a=\(long.dropFirst())"), Row("a=\(long)", gives: nil),
        Row("\(long)", gives: long),
        Row("\(long)=", gives: "\(long)="), Row("\(long)=1", gives: nil), Row("\(long)x", gives: nil),
        Row("  \(long)  ", gives: long),
        Row("a=1; Path=/\(String(repeating: "p", count: 1023))", gives: nil),
        Row("a=1; Path=/\(String(repeating: "p", count: 1024))", gives: "a=1"),
        Row("a=1; Path=/x; Path=/\(String(repeating: "p", count: 1024))", gives: nil),
        Row("a=1; Domain=\(String(repeating: "p", count: 1025))", gives: "a=1"),
        Row("a=1; Domain=\(String(repeating: "p", count: 1024))", gives: nil),
        Row("a=1; Max-Age=-\(String(repeating: "1", count: 1023))", gives: nil),
        Row("a=1; Max-Age=-\(String(repeating: "1", count: 1024))", gives: "a=1"),
        Row("a=1; \(long)=\(long)", gives: "a=1"), Row("a=1; x=\(long); Max-Age=0", gives: nil),
        Row("a=1;\(String(repeating: ";", count: 17_000))", gives: nil),
    ])
    func sizesAndControls(_ row: Row) throws { try row.check() }

    /// §5.6.5, §5.6.6, §5.6: attribute names in any case, with spaces around them, and names that only look similar.
    @Test(arguments: [
        Row("a=1; Secure", gives: nil), Row("a=1; seCURe", gives: nil), Row("a=1; Secure=", gives: nil),
        Row("a=1; Secure=x", gives: nil),
        Row("a=1; Secure =x", gives: nil), Row("a=1;\tSecure\t;x", gives: nil), Row("a=1; \"Secure\"", gives: "a=1"),
        Row("a=1; Secure x", gives: "a=1"), Row("a=1; x=\"y;z\"; Secure", gives: nil),
        Row("a=1; x; Secure", gives: nil),
        Row("a=1; HTTPONLY", gives: "a=1"), Row("a=1; x,Secure", gives: "a=1"), Row("a=1;;;;; x;", gives: "a=1"),
        Row("a=1; x=\"y", gives: "a=1"), Row("a=1; Version=1", gives: "a=1"),
    ])
    func attributes(_ row: Row) throws { try row.check() }

    /// §5.6.2, §5.7 step 6: when a cookie expires.
    @Test(arguments: [
        Row("a=1; Max-Age=0", gives: nil), Row("a=1; Max-Age=-1", gives: nil), Row("a=1; Max-Age=1", gives: nil),
        Row("a=1; Max-Age=2", gives: "a=1"), Row("a=1; Max-Age=00002", gives: "a=1"),
        Row("a=1; Max-Age=+0", gives: "a=1"),
        Row("a=1; Max-Age=", gives: "a=1"), Row("a=1; Max-Age=-", gives: "a=1"), Row("a=1; Max-Age=--1", gives: "a=1"),
        Row("a=1; Max-Age=0x0", gives: "a=1"), Row("a=1; Max-Age=0.5", gives: "a=1"),
        Row("a=1; Max-Age=\"0\"", gives: "a=1"),
        Row("a=1; Max-Age=0; Max-Age=60", gives: "a=1"), Row("a=1; Max-Age=60; Max-Age=0", gives: nil),
        Row("a=1; Max-Age=60; Expires=Thu, 10 Apr 1980 16:33:12 GMT", gives: "a=1"),
        Row("a=1; Expires=Thu, 10 Apr 1980 16:33:12 GMT", gives: nil),
        Row("a=1; Expires=Thu, 10 Apr 1980 16:33:60 GMT", gives: "a=1"),
        Row("a=1; Expires=Thu, 10 Apr 2080 16:33:12 GMT; Max-Age=0", gives: nil),
        Row("a=1", "a=2; Max-Age=0", gives: nil), Row("a=1", "a=2; Max-Age=0; Path=/x", gives: "a=1"),
        Row("a=1", "b=2", "a=3", gives: "a=3; b=2"), Row("a=1", "b=2", "a=; Max-Age=0", "a=4", gives: "b=2; a=4"),
    ])
    func endings(_ row: Row) throws { try row.check() }

    /// §5.6.3, §5.7 steps 7 to 10, §5.1.3: the hosts that get the cookie.
    @Test(arguments: [
        Row("a=1; Domain=home.example.org", to: "http://sub.home.example.org/a/", gives: "a=1"),
        Row("a=1; Domain=.home.example.org", to: "http://sub.home.example.org/a/", gives: "a=1"),
        Row("a=1; Domain= .home.example.org ", gives: "a=1"), Row("a=1; Domain=..home.example.org", gives: nil),
        Row("a=1; Domain=home..example.org", gives: nil), Row("a=1; Domain=. home.example.org", gives: nil),
        Row("a=1; Domain=home.example.org.", gives: nil), Row("a=1; Domain=home.example.org .", gives: nil),
        Row("a=1; Domain=HOME.eXample.org", gives: "a=1"), Row("a=1; Domain=home.example.org:80", gives: nil),
        Row("a=1; Domain=\"home.example.org\"", gives: nil), Row("a=1; Domain=sibling.example.org", gives: nil),
        Row("a=1; Domain=sub.home.example.org", to: "http://sub.home.example.org/a/", gives: nil),
        Row("a=1; Domain=example.org", to: "http://sibling.example.org/a/", gives: "a=1"),
        Row("a=1; Domain=xample.org", to: "http://xample.org/a/", gives: nil), Row("a=1; Domain=org", gives: nil),
        Row("a=1; Domain=.org.", gives: nil), Row("a=1", to: "http://sub.home.example.org/a/", gives: nil),
        Row("a=1; Domain=", gives: "a=1"), Row("a=1; Domain=.", gives: "a=1"),
        Row("a=1; Domain=other.org; Domain=", to: "http://home.example.org/a/", gives: "a=1"),
        Row("a=1; Domain=example.org; Domain=", to: "http://sibling.example.org/a/", gives: nil),
        Row("a=1; Domain=other.org; Domain=example.org", gives: "a=1"),
        Row("a=1; Domain=example.org; Domain=other.org", gives: nil),
        Row("a=1; Domain=b\u{FC}cher.org", from: "http://xn--bcher-kva.org/", gives: nil),
        Row(
            "a=1; Domain=xn--bcher-kva.org",
            from: "http://xn--bcher-kva.org/",
            to: "http://a.xn--bcher-kva.org/",
            gives: "a=1"
        ),
        // A host whose name ends with a dot is another host.
        Row("a=1; Domain=example.org.", from: "http://example.org./", to: "http://example.org./", gives: "a=1"),
        Row("a=1; Domain=example.org.", from: "http://example.org./", to: "http://sub.example.org./", gives: nil),
        Row("a=1; Domain=example.org", from: "http://example.org./", gives: nil),
        Row("a=1", from: "http://example.org./", to: "http://example.org/", gives: nil),
        // Public suffixes, and addresses.
        Row("a=1; Domain=co.uk", from: "http://a.co.uk/", gives: nil),
        Row("a=1; Domain=github.io", from: "http://github.io/", gives: "a=1"),
        Row("a=1; Domain=github.io", from: "http://github.io/", to: "http://a.github.io/", gives: nil),
        Row("a=1; Domain=127.0.0.1", from: "http://127.0.0.1/", gives: "a=1"),
        Row("a=1; Domain=0.0.1", from: "http://127.0.0.1/", gives: nil),
        Row("a=1; Domain=.1", from: "http://127.0.0.1/", gives: nil),
        Row("a=1; Domain=[::1]", from: "http://[::1]/", gives: "a=1"),
        Row("a=1; Domain=::1", from: "http://[::1]/", gives: nil),
    ])
    func domains(_ row: Row) throws { try row.check() }

    /// §5.6.4, §5.1.4: the paths that get the cookie.
    @Test(arguments: [
        Row("a=1", to: "http://home.example.org/a/c", gives: "a=1"),
        Row("a=1", to: "http://home.example.org/a", gives: "a=1"),
        Row("a=1", to: "http://home.example.org/ab", gives: nil),
        Row("a=1; Path", to: "http://home.example.org/", gives: nil),
        Row("a=1; Path=", to: "http://home.example.org/", gives: nil),
        Row("a=1; Path=x", to: "http://home.example.org/", gives: nil),
        Row("a=1", from: "http://home.example.org/a", to: "http://home.example.org/z", gives: "a=1"),
        Row("a=1", from: "http://home.example.org?/x/y", to: "http://home.example.org/z", gives: "a=1"),
        Row("a=1; Path=/a/b", to: "http://home.example.org/a/b?q", gives: "a=1"),
        Row("a=1; Path=/a/b", to: "http://home.example.org/a/bc", gives: nil),
        Row("a=1; Path=/a/b/", to: "http://home.example.org/a/b", gives: nil),
        Row("a=1; Path=/a/b/", to: "http://home.example.org/a/b//c", gives: "a=1"),
        Row("a=1; Path=/A/b", gives: nil), Row("a=1; Path=/a/%62", gives: nil), Row("a=1; Path=\"/a/b\"", gives: "a=1"),
        Row("a=1; Path=/a/b?", gives: nil), Row("a=1; Path=/a/b#", gives: nil),
        Row("a=1; Path=/z; Path=", gives: "a=1"),
        Row("a=1; Path=; Path=/z", gives: nil), Row("a=1; Path=/z; Path=/", gives: "a=1"),
        Row("a=1; Path \t=\t /a ", gives: "a=1"),
    ])
    func paths(_ row: Row) throws { try row.check() }

    /// §5.8.3 step 4, §5.7 step 23: longer paths first, then older cookies; a replacement keeps its position.
    @Test(arguments: [
        Row("a=1; Path=/", "b=2; Path=/a/b", "c=3; Path=/a", gives: "b=2; c=3; a=1"),
        Row("a=1", "b=2", "a=3", "c=4", gives: "a=3; b=2; c=4"),
        Row("a=1; Path=/a", "a=2; Path=/a/", gives: "a=2; a=1"),
        Row("a=1; Domain=example.org", "a=2", gives: "a=1; a=2"),
        Row("a=1; Path=/a", "b=2; Path=/a", "a=3; Path=/", gives: "a=1; b=2; a=3"),
    ])
    func orders(_ row: Row) throws { try row.check() }

    /// §5.4, §5.7 steps 20 and 21; draft-ietf-httpbis-layered-cookies §4.1.3: the promises of name prefixes.
    @Test(
        arguments: [
            ("__Secure-a=1", nil), ("__secure-a=1; Secure", true), ("__SECURE-a=1; Secure; Domain=h.org", true),
            ("__Host-a=1; Path=/", nil), ("__Host-a=1; Secure", nil), ("__host-a=1; Secure; Path=/", true),
            ("__HOST-a=1; Secure; Path=/; Domain=h.org", nil), ("__Host-a=1; Secure; Path=/; Domain=", true),
            ("__Http-a=1; Secure", nil), ("__Http-a=1; HttpOnly", nil),
            ("__hTTp-a=1; Secure; HttpOnly; Domain=h.org", true),
            ("__Host-Http-a=1; Secure; Path=/", nil), ("__Host-Http-a=1; Secure; HttpOnly", nil),
            ("__host-http-a=1; Secure; HttpOnly; Path=/", true),
            ("__Host-Http-a=1; Secure; HttpOnly; Path=/; Domain=h.org", nil),
            ("__HostHttp-a=1", true), ("_Secure-a=1", true), ("__Secure=1", true), ("x__Host-a=1", true),
        ] as [(String, Bool?)]
    )
    func prefixes(_ line: String, _ isKept: Bool?) throws {
        let storage = CookieStorage(isPublicSuffix: CookieDomain.looksPublic)
        storage.store(["Set-Cookie": line], from: try RequestURL("https://h.org/x"), now: Self.now)
        #expect(storage.cookies(at: Self.now).count == (isKept == true ? 1 : 0), "\(line)")
        // Over an insecure connection, names with a promise are rejected.
        storage.removeAll()
        storage.store(["Set-Cookie": line], from: try RequestURL("http://h.org/x"), now: Self.now)
        let isPlain = !line.lowercased().contains("; secure") && isKept == true
        #expect(storage.cookies(at: Self.now).count == (isPlain ? 1 : 0), "\(line) by http")
    }

    /// §5.5: a cookie expires after at most 400 days.
    @Test(arguments: ["Max-Age=34560001", "Max-Age=99999999999999999999999", "Expires=Fri, 31 Dec 9999 23:59:59 GMT"])
    func livesAreLimited(_ attribute: String) throws {
        let storage = CookieStorage()
        storage.store(["Set-Cookie": "a=1; \(attribute)"], from: try RequestURL("http://h/"), now: Self.now)
        #expect(storage.cookies(at: Self.now).first?.expires == Self.now.addingTimeInterval(34_560_000))
    }

    /// §5.7 step 16: an insecure cookie must not cover a secure one. New path, new domain, and whether it is stored.
    @Test(arguments: [
        ("/login", "", false), ("/login/en", "", false), ("/", "", true), ("/foo", "", true), ("/loginx", "", true),
        ("/login", "; Domain=example.org", false), ("/login", "; Domain=www.example.org", false),
    ])
    func secureCookiesAreLeftAlone(_ path: String, _ domain: String, _ isKept: Bool) throws {
        let storage = CookieStorage()
        try storage.store(from: ["Set-Cookie": "a=1; Secure; Path=/login"], url: "https://www.example.org/")
        try storage.store(from: ["Set-Cookie": "a=2; Path=\(path)\(domain)"], url: "http://www.example.org/")
        try storage.store(from: ["Set-Cookie": "a=; Max-Age=0; Path=\(path)\(domain)"], url: "http://www.example.org/x")
        #expect(storage.cookies.map(\.value) == ["1"])
        try storage.store(from: ["Set-Cookie": "a=2; Path=\(path)\(domain)"], url: "http://www.example.org/")
        #expect(storage.cookies.map(\.value) == (isKept ? ["1", "2"] : ["1"]))
        // A sibling host is another host, and a secure connection has no such limit.
        try storage.store(from: ["Set-Cookie": "a=3; Path=/login"], url: "http://other.example.org/")
        try storage.store(from: ["Set-Cookie": "a=4; Path=/login"], url: "https://www.example.org/")
        #expect(storage.cookies.contains { $0.value == "3" } && storage.cookies.contains { $0.value == "4" })
        #expect(!storage.cookies.contains { $0.value == "1" })
    }

    /// §5.1.1, with the dates of browsers' suites. The day or the year may come first, each once.
    @Test(
        arguments: [
            ("Mon, 10-Dec-2007 17:02:24 GMT", 1_197_306_144), ("Thu, 31 Dec 23:55:55 2037 GMT", 2_145_916_555),
            ("Wed Dec 12 2007 08:44:07 GMT-0500 (EST)", 1_197_449_047),
            ("Wednesday, 01-Jan-10 0:0:00 GMT", 1_262_304_000),
            ("Thu, 10 Dec 2009 13:57:2 GMT", 1_260_453_422), ("Thu, 19/Apr\\2007 16:00:00 GMT", 1_176_998_400),
            (", 1-Jan-2003 00:00:00 GMT", 1_041_379_200), ("x  ,  18-apr-07   22:50:12", 1_176_936_612),
            ("18-Apr-77 22:50:13", 230_251_813), ("18 - Apri-07 22:50:12", 1_176_936_612),
            ("15-Apr-17 21:01:22 11:22:33", 1_492_290_082), ("15-Apr-17 ::00 21:01:22", 1_492_290_082),
            ("15 17 Apr 21:01:22", 1_492_290_082), ("2017 April 15 21:01:22", 1_492_290_082),
            ("22:50:12 Thu Apr 18 2007 GMT", 1_176_936_612), ("15-Sat, Apr 21:01:22 GMT 17", 1_492_290_082),
            ("15-Apr-17 91:22:33 21:01:22", nil), ("98 April 17 21:01:22", nil), ("012-Aug-2008 20:49:07", nil),
            ("12-Aug-31841 20:49:07", nil), ("999999999999-Aug-2007 20:49:07", nil),
            ("12-Aug-2007 20:61:99999999999", nil),
            ("12-Aug-2007 20:59:60", nil), ("12-Aug-2007 20: 59:01", nil), ("30-Feb-2007 20:59:01", nil),
            ("0-Feb-2007 1:1:1", nil),
            ("IAintNoDate", nil), ("29 Feb 2023 1:1:1", nil), ("29 Feb 2024 1:1:1x", 1_709_168_461),
        ] as [(String, Double?)]
    )
    func dates(_ text: String, _ seconds: Double?) {
        #expect(CookieDate.parse(text)?.timeIntervalSince1970 == seconds)
    }
}
