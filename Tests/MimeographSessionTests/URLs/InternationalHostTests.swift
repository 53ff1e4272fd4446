import Foundation
import Mimeograph
import MimeographSessionTesting
import TestSupport
import Testing

@testable import MimeographSession

#if os(Linux)
    /// Tests of hosts outside ASCII. The machine needs libidn2.
    @Suite struct InternationalHostTests {
        /// Spellings of one host.
        static let spellings = [
            "bücher.example", "BÜCHER.Example", "bu\u{308}cher.example", "bücher\u{3002}example",
            "bü\u{AD}cher.example",
            "xn--bcher-kva.example", "XN--Bcher-KVA.example", "ｂücher．example",
        ]
        static let ascii = "xn--bcher-kva.example"

        @Test(arguments: [
            ("faß.de", "xn--fa-hia.de"), ("日本語.jp", "xn--wgv71a119e.jp"), ("bücher.example.", "xn--bcher-kva.example."),
            ("a_b.bücher.example", "a_b.xn--bcher-kva.example"), ("שלום.example", "xn--9dbne9b.example"),
            // Characters that become ASCII, and addresses.
            ("ＥＸＡＭＰＬＥ.com", "example.com"), ("１２７.0.0.1", "127.0.0.1"), ("127\u{3002}0.1", "127.0.0.1"),
            ("０ｘ7f.1", "127.0.0.1"),
            // The scripts of a name may differ: the standard allows it, and the form in ASCII shows it.
            ("\u{430}pple.com", "xn--pple-43d.com"),
            // Symbols only in ASCII.
            ("\u{2603}.net", nil), ("\u{1F4A9}.la", nil), ("xn--ls8h.la", "xn--ls8h.la"),
            ("r3---sn.example", "r3---sn.example"),
            // No names.
            ("bücher..example", nil), ("\u{AD}.example", nil), ("\u{301}a.example", nil), ("１２７.0.0.256", nil),
            ("bücher／x.example", nil), ("bücher：80.example", nil), ("bücher％41", nil), ("bücher＠x", nil), ("ü[", nil),
            ("xn--a.example", nil), ("xn--.example", nil), ("xn--\u{FC}.example", nil), ("ü\u{200D}x", nil),
            ("ü\u{FFFD}", nil),
            (String(repeating: "ü.", count: 255), nil), (String(repeating: "ü", count: 64), nil),
            (String(repeating: "\u{AD}", count: 100_000) + "ü", nil), (String(repeating: "a.", count: 126) + "ü", nil),
        ])
        func hostsHaveOneForm(_ text: String, _ expected: String?) throws {
            guard let expected else {
                #expect { try RequestURL("http://\(text)/") } throws: { ($0 as? SessionError)?.code == .invalidURL }
                return
            }
            let url = try RequestURL("http://\(text):8080/x?y")
            #expect(url.text == "http://\(expected):8080/x?y" && url.host == expected)
            #expect(try RequestURL(url.text) == url)
        }

        @Test(arguments: spellings)
        func everySpellingIsTheSameHost(_ host: String) async throws {
            #expect(try RequestURL("http://\(host)/").hasSameOrigin(as: RequestURL("http://\(Self.ascii)/")))
            #expect(try AllowedOrigins(["http://\(host)/"]).contains(RequestURL("http://\(Self.ascii)/")))
            // Cookies. Their domains are in ASCII. Source: draft-ietf-httpbis-rfc6265bis §5.7.
            let storage = CookieStorage(isPublicSuffix: { _ in false })
            try storage.store(from: ["Set-Cookie": "a=b; Domain=\(Self.ascii)"], url: "http://www.\(host)/")
            try storage.store(from: ["Set-Cookie": "c=d"], url: "http://\(host)/")
            #expect(try storage.field(for: "http://\(Self.ascii)/") == "a=b; c=d")
            // Policies, and exceptions of proxies.
            for name in [host, "*.\(host)"] {
                let policy = try SecurityPolicy.perHost([name: SecurityPolicy()])
                let url = name == host ? "https://\(Self.ascii)/" : "https://a.\(Self.ascii)/"
                try policy.check(RequestURL(url))
                #expect(throws: SessionError.self) { try policy.check(RequestURL("https://other.example/")) }
            }
            let rules = ProxyRules.environment(["http_proxy": "p:1", "no_proxy": host])
            #expect(try rules.proxy(for: RequestURL("http://www.\(Self.ascii)/")) == nil)
        }

        @Test(arguments: spellings)
        func theCacheAndRedirectsUseOneSpelling(_ host: String) async throws {
            let transport = ScriptedTransport()
            transport.on("http://\(Self.ascii)/start", .init(status: 302, fields: ["Location": "//\(host)/next"]))
            transport.on(
                "http://\(Self.ascii)/next",
                .init(fields: ["Cache-Control": "max-age=60", "Content-Type": "text/plain"], body: "x")
            )
            let session = session(transport) { $0.cache = ResponseCache() }
            var message = RequestMessage(url: "http://\(host)/start")
            message.fields["Authorization"] = "Bearer t"
            _ = try await session.data(for: message)
            message.url = "http://\(Self.ascii)/next"
            _ = try await session.data(for: message)
            // The redirect stayed at the origin, so it has the token, and its response came from the cache the second time.
            #expect(transport.requests.map(\.url) == ["/start", "/next"].map { "http://\(Self.ascii)\($0)" })
            #expect(transport.requests.allSatisfy { $0.fields["Authorization"] == "Bearer t" })
        }

        @Test func theTransportConvertsHosts() throws {
            let request = try TransportRequest(url: "http://BÜCHER.example/%C3%A4").withCanonicalHosts()
            #expect(request.url == "http://\(Self.ascii)/%C3%A4")
            #expect { try TransportRequest(url: "http://\u{2603}.example/").withCanonicalHosts() } throws: {
                ($0 as? TransportError)?.code == .invalidRequest
            }
        }

        @Test func aZoneIsForTheConnectionOnly() async throws {
            let url = try RequestURL("http://[FE80::1%25eth0]:8080/")
            #expect(url.authority == "[fe80::1]:8080" && url.origin == "http://[fe80::1%25eth0]:8080")
            #expect(HostName(url.host).text == "fe80::1")
            let other = try RequestURL("http://[fe80::1%25eth1]:8080/")
            #expect(!url.hasSameOrigin(as: other))
            let storage = CookieStorage()
            try storage.store(from: ["Set-Cookie": "a=b"], url: url.text)
            #expect(try storage.field(for: other.text) == nil && storage.field(for: url.text) == "a=b")
            let rules = ProxyRules.environment(["http_proxy": "p:1", "no_proxy": "fe80::/10"])
            #expect(try rules.proxy(for: url) == nil)
            // An address of no interface: the transport parses it, and the system cannot connect.
            let session = SessionManager(configuration: SessionConfiguration(), transport: CurlTransport())
            let error = await #expect(throws: SessionError.self) {
                try await session.data(for: RequestMessage(url: "http://[fe80::1%25lo]:9/"))
            }
            #expect(error?.code != .invalidURL, "\(String(describing: error))")
        }

        /// Every case of Unicode's suite, for `toASCII` with nontransitional processing.
        @Test(.needsCorpora) func everyCaseOfTheSuite() throws {
            let record = SuiteRecord("idna")
            let text = String(decoding: try Corpora.read("idna/IdnaTestV2.txt"), as: UTF8.self)
            for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                guard let example = Example(line) else { continue }
                let name = "line \(index + 1)"
                guard let source = example.source else {
                    record.leaveOut(name, because: "it is not valid Unicode")
                    continue
                }
                let found = try? URLHost.canonical(source[...])
                if found == example.expected {
                    record.expect(true, name)
                } else if let reason = example.reason(for: found) {
                    record.differs(name, because: reason)
                } else {
                    record.expect(
                        false,
                        name,
                        "\(source): \(found ?? "rejected"), not \(example.expected ?? "rejected")"
                    )
                }
            }
            try record.write()
        }

        /// A line of IdnaTestV2.txt.
        private struct Example {
            /// The host; nil if it has a lone surrogate.
            let source: String?
            /// The form in ASCII, also of a host that is rejected.
            let ascii: String
            let status: String

            var expected: String? { status.isEmpty ? ascii : nil }

            init?(_ line: Substring) {
                let columns = line.prefix { $0 != "#" }.split(separator: ";", omittingEmptySubsequences: false)
                    .map { $0.trimmingCharacters(in: .whitespaces) }
                guard columns.count >= 5 else { return nil }
                let texts = columns.map { $0 == "\"\"" ? "" : Self.unescaped($0) }
                source = texts[0]
                let unicode = columns[1].isEmpty ? texts[0] : texts[1]
                ascii = (columns[3].isEmpty ? unicode : texts[3]) ?? ""
                let status = columns[4].isEmpty ? columns[2] : columns[4]
                self.status = status == "[]" ? "" : status
            }

            /// Replaces `\uXXXX` and `\x{XXXX}`; nil if one is not a character.
            private static func unescaped(_ text: String) -> String? {
                var result = String.UnicodeScalarView()
                var rest = text.unicodeScalars[...]
                while let scalar = rest.popFirst() {
                    guard scalar == "\\" else {
                        result.append(scalar)
                        continue
                    }
                    let isBraced = rest.popFirst() == "x"
                    if isBraced { rest.removeFirst() }
                    let digits = isBraced ? rest.prefix { $0 != "}" } : rest.prefix(4)
                    rest = rest.dropFirst(digits.count + (isBraced ? 1 : 0))
                    guard let value = UInt32(String(digits), radix: 16), let found = Unicode.Scalar(value) else {
                        return nil
                    }
                    result.append(found)
                }
                return String(result)
            }

            /// Returns why another result is right; nil if it is not.
            func reason(for found: String?) -> String? {
                guard let found else {
                    // The form in ASCII is a host.
                    let isHost = (try? URLHost.canonical(ascii[...])) == ascii
                    return status.isEmpty && isHost
                        ? "IDNA 2008, or the library's version of Unicode, does not have the character" : nil
                }
                if status == "[A4_2]", found.hasSuffix(".") {
                    return "a host may end with a dot, as in the WHATWG standard"
                }
                if ["[B1]", "[B4]", "[B5]", "[B6]"].contains(status) {
                    return "the library checks the direction of each label by itself"
                }
                if source?.contains("\u{1E9E}") == true { return "the character's mapping is newer than the library" }
                // Symbols, and characters that are newer than the library, stay if the name is in ASCII.
                let isNotConverted = source.map { (try? InternationalName.ascii($0[...])) == nil } ?? false
                return isNotConverted && found == source?.lowercased()
                    ? "the library does not know the character of a name in ASCII, which is sent as it is" : nil
            }
        }
    }
#endif
