import Mimeograph
import MimeographSessionTesting
import TestSupport
import Testing

@testable import MimeographSession

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Tests of the canonical forms of hosts.
///
/// Source: WHATWG URL §3.5, host parsing; RFC 5952 for the text of an IPv6 address.
@Suite struct HostTests {
    private static let label63 = String(repeating: "x", count: 63)
    private static let label61 = String(repeating: "y", count: 61)

    /// A text and its canonical form; nil if the text is not a host.
    static let table: [(String, String?)] = [
        // Names.
        ("example.com", "example.com"), ("EXAMPLE.Com", "example.com"), ("localhost", "localhost"),
        ("example.com.", "example.com."), ("a_b.example", "a_b.example"), ("~a", "~a"),
        ("xn--bcher-kva.example", "xn--bcher-kva.example"), ("1.com", "1.com"), ("1.2.3.4.com", "1.2.3.4.com"),
        ("0x.example", "0x.example"), ("0xyz", "0xyz"), ("1a", "1a"), ("a1", "a1"), ("127.0.0.x1", "127.0.0.x1"),
        ("4294967296x", "4294967296x"), ("-", "-"), ("deadbeef", "deadbeef"), ("0x7f.example.", "0x7f.example."),
        (label63, label63),
        ("\(label63).\(label63).\(label63).\(label61)", "\(label63).\(label63).\(label63).\(label61)"),
        // Invalid labels.
        ("a..b", nil), (".example.com", nil), ("..example.com", nil), ("a..example.com", nil), ("example.com..", nil),
        (".", nil), ("..", nil), ("a\(label63)", nil), ("a\(label63).example.com", nil), ("example.a\(label63)", nil),
        ("\(label63).\(label63).\(label63).a\(label61)", nil),
        // IPv4 addresses in one to four parts, in three bases.
        ("127.0.0.1", "127.0.0.1"), ("127.0.0.1.", "127.0.0.1"), ("127.1", "127.0.0.1"), ("127.0.1", "127.0.0.1"),
        ("2130706433", "127.0.0.1"), ("0x7f000001", "127.0.0.1"), ("0X7F.1", "127.0.0.1"),
        ("0x7f.0.0x0.01", "127.0.0.1"),
        ("0177.0.0.1", "127.0.0.1"), ("0177.0.0.0x1", "127.0.0.1"), ("017700000001", "127.0.0.1"),
        ("0", "0.0.0.0"), ("0x", "0.0.0.0"), ("0.0x.0", "0.0.0.0"), ("00", "0.0.0.0"), ("0x0.0X.00", "0.0.0.0"),
        ("1", "0.0.0.1"), ("1.", "0.0.0.1"), ("1.2", "1.0.0.2"), ("1.2.3", "1.2.0.3"), ("1.2.3.", "1.2.0.3"),
        ("1.256", "1.0.1.0"),
        ("1.2.256", "1.2.1.0"), ("1.16777215", "1.255.255.255"), ("1.2.65535", "1.2.255.255"),
        ("4294967295", "255.255.255.255"), ("0xffffffff", "255.255.255.255"), ("037777777777", "255.255.255.255"),
        ("255.255.255.255", "255.255.255.255"), ("0000000000000000000000000000001", "0.0.0.1"),
        ("0x00000000000000000000000000000001", "0.0.0.1"), ("127.0.0.0x1", "127.0.0.1"),
        ("192.0x00A80001", "192.168.0.1"),
        ("192.168.257", "192.168.1.1"), ("010.8", "8.0.0.8"),
        // Hosts that end in a number but are not addresses.
        ("256.256.256.256", nil), ("1.2.3.08", nil), ("foo.0x4", nil), ("foo.1", nil), ("foo.09", nil),
        ("foo.09.", nil),
        ("foo.0x", nil), ("foo.0x.", nil), ("1.2.3.4.5", nil), ("1.2.3.4.5.", nil), ("256.0.0.1", nil),
        ("1.256.0.1", nil), ("1.2.256.1", nil), ("1.2.3.256", nil), ("1.2.65536", nil), ("1.16777216", nil),
        ("4294967296", nil), ("0x100000000", nil), ("040000000000", nil), ("99999999999999999999999999", nil),
        ("1..2", nil), (".1", nil), ("..1", nil), ("1.2.3.4..5", nil), ("09", nil), ("08.1.1.1", nil),
        ("0x1g.1", nil), ("0xg.1", nil), ("1e2.1", nil), ("-1.1", nil), ("a.b.c.1", nil), ("1.2.3.0x100", nil),
        ("00x7f.1", nil), ("foo.2.3.4", nil), ("0b1.1", nil), ("1_000.1", nil),
        // IPv6.
        ("[::1]", "[::1]"), ("[::]", "[::]"), ("[0:0:0:0:0:0:0:1]", "[::1]"), ("[2001:DB8::1]", "[2001:db8::1]"),
        ("[2001:db8:0:0:0:0:0:1]", "[2001:db8::1]"), ("[2001:0db8::0001]", "[2001:db8::1]"), ("[1::]", "[1::]"),
        ("[1:0:0:2:0:0:0:3]", "[1:0:0:2::3]"), ("[1:0:0:2:3:0:0:4]", "[1::2:3:0:0:4]"),
        ("[0:1:2:3:4:5:6:7]", "[0:1:2:3:4:5:6:7]"),
        ("[1:2:3:4:5:6:0:8]", "[1:2:3:4:5:6:0:8]"), ("[1::3:4:5:6:7:8]", "[1:0:3:4:5:6:7:8]"),
        ("[::2:3:4:5:6:7:8]", "[0:2:3:4:5:6:7:8]"),
        ("[1:2:3:4:5:6:7::]", "[1:2:3:4:5:6:7:0]"), ("[64:ff9b::192.0.2.1]", "[64:ff9b::c000:201]"),
        ("[::127.0.0.1]", "[::7f00:1]"), ("[1:2:3:4:5:6:192.0.2.1]", "[1:2:3:4:5:6:c000:201]"),
        // An IPv4 address inside an IPv6 address becomes the IPv4 address.
        ("[::ffff:127.0.0.1]", "127.0.0.1"), ("[::FFFF:7f00:1]", "127.0.0.1"),
        ("[0:0:0:0:0:ffff:127.0.0.1]", "127.0.0.1"),
        ("[::ffff:0:7f00:1]", "[::ffff:0:7f00:1]"),
        // Texts in brackets that are not addresses.
        ("[]", nil), ("[:]", nil), ("[::", nil), ("::1", nil), ("[::1", nil), ("::1]", nil), ("[1]", nil),
        ("[1:2]", nil),
        ("[:::]", nil), ("[:::1]", nil), ("[1:::2]", nil), ("[1::2::3]", nil), ("[1:2:3:4:5:6:7]", nil),
        ("[1:2:3:4:5:6:7:8:9]", nil), ("[1:2:3:4:5:6:7:8::]", nil), ("[1::3:4:5:6:7:8:9]", nil), ("[::12345]", nil),
        ("[1:]", nil), ("[:1]", nil), ("[1:2:3:4:5:6:7:]", nil), ("[::g]", nil), ("[127.0.0.1]", nil),
        ("[::127.1]", nil),
        ("[::127.0.0.256]", nil), ("[::127.0.0.01]", nil), ("[::127.0.0.]", nil), ("[::127.0.0.1.]", nil),
        ("[::127.0.0.1.2]", nil),
        ("[::127..0.1]", nil), ("[::.0.0.1]", nil), ("[1:2:3:4:5:6:7:192.0.2.1]", nil), ("[::192.0.2.1:1]", nil),
        ("[::0x7f.0.0.1]", nil), ("[::1]x", nil), ("x[::1]", nil),
        ("[[::1]]", nil), ("[ ::1]", nil), ("[v1.x]", nil), ("[::1.2.3.4000]", nil),
        // Zones.
        ("[FE80::1%25eth0]", "[fe80::1%25eth0]"), ("[febf::1%252]", "[febf::1%252]"),
        ("[fe80::1%25en-0.1_x~]", "[fe80::1%25en-0.1_x~]"),
        ("[fe80::1%25]", nil), ("[fe80::1%eth0]", nil), ("[fe80::1%25eth0%25x]", nil), ("[fe80::1%25e/0]", nil),
        ("[fe80::1%25e%300]", nil), ("[fe80::1%25e\u{FC}]", nil), ("[fe80::1%251234567890123456]", nil),
        ("[fec0::1%25eth0]", nil), ("[::1%25lo]", nil), ("[::ffff:127.0.0.1%25lo]", nil), ("[%25lo]", nil),
        // Characters that are not allowed in a host.
        ("", nil), ("a b", nil), ("a%41", nil), ("a\u{0}b", nil), ("a<b", nil), ("a|b", nil), ("a^b", nil),
        ("\u{FC} b", nil), ("\u{FC}\u{0}b", nil), ("\u{FC}%41", nil), ("\u{FC}<b", nil),
    ]

    @Test(arguments: table)
    func parsesHostsToOneForm(_ text: String, _ expected: String?) throws {
        guard let expected else {
            #expect { try RequestURL("http://\(text)/") } throws: { ($0 as? SessionError)?.code == .invalidURL }
            return
        }
        let url = try RequestURL("http://\(text)/x")
        #expect(url.host == expected)
        #expect(url.text == "http://\(expected)/x")
        #expect(try RequestURL(url.text) == url)
        // A port, a user or a base URL does not change the host.
        #expect(try RequestURL("//ada:pw@\(text):8080/", relativeTo: url).host == expected)
    }

    /// Addresses with different last bytes, in every spelling: each spelling must give the same address.
    @Test func everySpellingOfAnIPv4AddressIsEqual() throws {
        var generator = SeededGenerator(seed: 35)
        for _ in 0..<2000 {
            let value =
                UInt32.random(in: 0...UInt32.max, using: &generator) >> UInt32.random(in: 0...31, using: &generator)
            let bytes = (0..<4).map { value >> (24 - 8 * UInt32($0)) & 0xFF }
            let expected = bytes.map { "\($0)" }.joined(separator: ".")
            let count = Int.random(in: 1...4, using: &generator)
            var parts = Array(bytes.prefix(count - 1))
            parts.append(count == 1 ? value : value & (UInt32.max >> (8 * UInt32(count - 1))))
            let text =
                parts.map { part in
                    switch Int.random(in: 0...3, using: &generator) {
                    case 0: "0\(String(part, radix: 8))"
                    case 1: "0x\(String(part, radix: 16))"
                    case 2: "0X00\(String(part, radix: 16, uppercase: true))"
                    default: "\(part)"
                    }
                }.joined(separator: ".") + (Bool.random(using: &generator) ? "." : "")
            try #require(try RequestURL("http://\(text)/").host == expected, "\(text)")
            #if canImport(Glibc)
                // The system parses the same address, except for the dot at the end.
                var address = in_addr()
                // SAFETY: the text lives through the call, and the address is a variable of the type that it fills.
                let isRead = unsafe inet_aton(text.hasSuffix(".") ? String(text.dropLast()) : text, &address)
                try #require(isRead == 1 && UInt32(bigEndian: address.s_addr) == value, "\(text)")
            #endif
        }
    }

    /// Random texts of the characters of addresses: this parser and the system agree, and the canonical form is stable.
    @Test func parsesIPv6AddressesLikeTheSystem() throws {
        var generator = SeededGenerator(seed: 4291)
        let pieces = [
            "0", "1", "ffff", "FfFf", "00ab", "12345", ":", ":", "::", "127.0.0.1", "1.2.3.4", ".", "7f00", "g", "",
        ]
        var readCount = 0
        for round in 0..<20_000 {
            var text = ""
            if round % 2 == 0 {
                for _ in 0...Int.random(in: 0...9, using: &generator) {
                    text += pieces.randomElement(using: &generator) ?? ""
                }
            } else {
                // Eight groups, some of them abbreviated.
                let groups = (0..<8).map { _ in UInt16.random(in: 0...3, using: &generator) * 0x5555 }
                text = groups.map { String($0, radix: 16) }.joined(separator: ":")
                let zeros = String(repeating: "0:", count: Int.random(in: 1...5, using: &generator))
                if let range = text.firstRange(of: ":\(zeros)") { text.replaceSubrange(range, with: "::") }
            }
            var system = in6_addr()
            // SAFETY: the text lives through the call, and the address is a variable of the type that it fills.
            let isAddress = unsafe inet_pton(AF_INET6, text, &system) == 1
            let url = try? RequestURL("http://[\(text)]/")
            try #require((url != nil) == isAddress, "\(text)")
            guard let url else { continue }
            readCount += 1
            try #require(try RequestURL(url.text) == url)
            // The system parses the canonical form to the same bytes.
            var again = in6_addr()
            let inner = url.host.hasPrefix("[") ? String(url.host.dropFirst().dropLast()) : "::ffff:\(url.host)"
            // SAFETY: as above; both have 16 bytes.
            let isRead = unsafe inet_pton(AF_INET6, inner, &again) == 1
            let isSame = unsafe memcmp(&system, &again, MemoryLayout<in6_addr>.size) == 0
            try #require(isRead && isSame, "\(text) \(url.host)")
            try #require(inner == inner.lowercased())
        }
        #expect(readCount > 5000)
    }

    @Test(arguments: ["127.1", "2130706433", "0x7f.1", "0177.0.0.1", "[::ffff:127.0.0.1]", "127.0.0.1."])
    func aPinForAnAddressAppliesToEverySpelling(_ host: String) async throws {
        let transport = ScriptedTransport()
        transport.on("*", .init())
        let session = session(transport) { configuration in
            configuration.securityPolicy = Self.pinned("127.0.0.1")
        }
        await #expect { try await session.data(for: RequestMessage(url: "http://\(host)/")) } throws: {
            ($0 as? SessionError)?.code == .notEncrypted
        }
        #expect(transport.requests.isEmpty)
        // A pin for another spelling applies to the address, too.
        let policy = Self.pinned(host)
        #expect(throws: SessionError.self) { try policy.check(RequestURL("http://127.0.0.1/")) }
    }

    private static func pinned(_ host: String) -> SecurityPolicy {
        let pin = try? KeyPin("sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
        let policy = SecurityPolicy.pinning(keys: pin.map { [$0] } ?? [])
        return (try? SecurityPolicy.perHost([host: policy], others: .policy(SecurityPolicy()))) ?? .pinning(keys: [])
    }

    @Test(arguments: ["256.256.256.256", "foo.0x4", "1.2.3.08"])
    func rejectsPoliciesForInvalidAddresses(_ host: String) {
        #expect { try SecurityPolicy.perHost([host: SecurityPolicy()], others: .refused) } throws: {
            ($0 as? SessionError)?.code == .invalidSecurityPolicy
        }
    }

    @Test(arguments: ["127.0.0.1", "127.1", "0x7f.1", "127.0.0.0/8", "[::ffff:127.0.0.1]", "::ffff:127.0.0.0/104"])
    func noProxyAppliesToEverySpellingOfAnAddress(_ exception: String) async throws {
        for host in ["127.1", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"] {
            let transport = ScriptedTransport()
            transport.on("*", .init())
            let session = session(transport) {
                $0.proxies = .environment(["http_proxy": "p:1", "no_proxy": exception])
            }
            _ = try await session.data(for: RequestMessage(url: "http://\(host)/"))
            #expect(transport.requests.map { $0.options.proxy?.url } == [nil], "\(host)")
            #expect(transport.requests.map(\.url) == ["http://127.0.0.1/"])
        }
    }

    @Test(arguments: ["0.0x1", "0.0.0x1", "1", "0.1", "0.0.1", "127.0.0.1", "127.1"])
    func rejectsCookiesForPartsOfAnAddress(_ domain: String) throws {
        let storage = CookieStorage(isPublicSuffix: { _ in false })
        let fields: HeaderFields = ["Set-Cookie": "a=b; Domain=\(domain)"]
        try storage.store(from: fields, url: "http://127.0.0.0x1/")
        #expect(try storage.field(for: "http://10.0.0.1/") == nil)
        for cookie in storage.cookies {
            #expect(cookie.domain == "127.0.0.1" && cookie.isHostOnly)
        }
    }

    @Test func cookiesOfAnAddressApplyToEverySpelling() throws {
        let storage = CookieStorage()
        try storage.store(from: ["Set-Cookie": "a=b"], url: "http://127.1/")
        for host in ["127.0.0.1", "0x7f.1", "[::ffff:7f00:1]"] {
            #expect(try storage.field(for: "http://\(host)/") == "a=b")
        }
        storage.set(Cookie(name: "c", value: "d", domain: "[0::1]"))
        #expect(try storage.field(for: "http://[::1]/") == "c=d")
    }
}
