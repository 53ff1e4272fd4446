import Mimeograph
import MimeographSessionTesting
import Testing

@testable import MimeographSession

/// Tests of invalid proxy settings. They never make a request bypass a proxy.
@Suite struct UnreadableProxyTests {
    /// Environments in which a request to `http://h.example/` fails.
    static let unreadable: [[String: String]] = [
        ["http_proxy": "http://127.0.0.1:99999"], ["http_proxy": "http://127.0.0.1:0"], ["http_proxy": "http://p:-1"],
        ["http_proxy": "http://p:12x"], ["http_proxy": "socks5h://[::1%25lo]:9050"], ["http_proxy": "http:127.0.0.1:1"],
        ["http_proxy": "b\u{2603}cher.example:1"], ["http_proxy": "http://b\u{2603}cher.example"],
        ["http_proxy": "http://"],
        ["http_proxy": "://p:1"], ["http_proxy": "ftp://p:1"], ["http_proxy": "quic://p:1"], ["http_proxy": " "],
        ["http_proxy": "p q:1"], ["http_proxy": " p:1"], ["http_proxy": "p:1\n"], ["http_proxy": "http://p:1/path"],
        ["http_proxy": "http://p:1?x"], ["http_proxy": "http://p:1#x"], ["http_proxy": "http://256.1.1.1:1"],
        ["http_proxy": "http://[::1:1"], ["http_proxy": "http://[::g]:1"], ["http_proxy": "http://ada:%FF@p:1"],
        ["http_proxy": "http://%FF@p:1"], ["http_proxy": "http://a\\b@p:1"], ["http_proxy": "http://:pw@p:1"],
        ["http_proxy": "http://ada:a\u{FFFD}b@p:1"], ["http_proxy": "p:1:2"], ["http_proxy": "::1"],
        ["http_proxy": "http://ada:a%00b@p:1"], ["http_proxy": "http://ada:x@p:1,q:2"],
        ["HTTP_PROXY": "http://127.0.0.1:99999"], ["all_proxy": "http://127.0.0.1:99999"],
        ["ALL_PROXY": "socks5://:1"], ["http_proxy": "http://p:99999", "all_proxy": "http://p:1"],
        ["http_proxy": "p:1", "no_proxy": "10.0.0.0/33"], ["http_proxy": "p:1", "no_proxy": "10.0.0.0/x"],
        ["http_proxy": "p:1", "no_proxy": "name/8"], ["http_proxy": "p:1", "no_proxy": "192.168.*"],
        ["http_proxy": "p:1", "no_proxy": "256.1.1.1"], ["http_proxy": "p:1", "no_proxy": "[::g]"],
        ["http_proxy": "p:1", "no_proxy": "b\u{2603}cher.example"], ["http_proxy": "p:1", "no_proxy": "a;b"],
        ["http_proxy": "p:1", "no_proxy": "x:99999"], ["http_proxy": "p:1", "no_proxy": "x:"],
        ["http_proxy": "p:1", "no_proxy": "/"],
        ["http_proxy": "p:1", "no_proxy": ":"], ["http_proxy": "p:1", "no_proxy": "a\u{FFFD}"],
        ["http_proxy": "p:1", "NO_PROXY": "fe80::1%eth0"],
        ["http_proxy": "p:1", "no_proxy": "http://h.example"], ["http_proxy": "p:1", "no_proxy": "<local>"],
        ["http_proxy": "p:1", "no_proxy": "good.example,::ffff:10.0.0.0/129"],
    ]

    @Test(arguments: unreadable)
    func theRequestFails(_ environment: [String: String]) async throws {
        let transport = ScriptedTransport()
        transport.on("*", .init())
        let session = session(transport) { $0.proxies = .environment(environment) }
        var failure: SessionError?
        do {
            _ = try await session.data(for: RequestMessage(url: "http://h.example/"))
        } catch {
            failure = error
        }
        #expect(failure?.code == SessionError.Code(rawValue: "invalidProxy"))
        #expect(transport.requests.isEmpty, "sent: \(transport.requests.map { $0.options.proxy?.url })")
        // The error names the setting, but shows nothing of its value.
        let said = "\(failure.map { "\($0)" } ?? "")"
        #expect(environment.keys.contains { said.contains($0) }, "\(said)")
        for secret in ["ada", "99999", "b\u{FC}cher"] { #expect(!said.contains(secret)) }
    }

    /// The error names the entry by its number and does not show it. A request that matches another entry does not fail.
    @Test func anInvalidExceptionIsNamedByItsNumber() async throws {
        let transport = ScriptedTransport()
        transport.on("*", .init())
        let session = session(transport) {
            $0.proxies = .environment(["http_proxy": "p:1", "no_proxy": "a.example, ,192.168.*,b.example,10.0.0.0/99"])
        }
        _ = try await session.data(for: RequestMessage(url: "http://b.example/"))
        #expect(transport.requests.map { $0.options.proxy } == [nil])
        let error = try await #require(throws: SessionError.self) {
            try await session.data(for: RequestMessage(url: "http://c.example/"))
        }
        #expect(error.message.contains("entry 2 of 4 in no_proxy is not a host, an address or a network"))
        #expect(transport.requests.count == 1)
    }

    /// Settings for other URLs are not read.
    @Test func settingsForOtherURLsAreNotRead() async throws {
        for environment in [
            ["https_proxy": "http://p:99999"], ["no_proxy": "10.0.0.0/99"], ["http_proxy": "", "all_proxy": "p:99999"],
            ["HTTP_PROXY": "p:99999", "REQUEST_METHOD": "GET"], ["http_proxy": "", "no_proxy": "%"],
        ] {
            let transport = ScriptedTransport()
            transport.on("*", .init())
            let session = session(transport) { $0.proxies = .environment(environment) }
            _ = try await session.data(for: RequestMessage(url: "http://h.example/"))
            #expect(transport.requests.map { $0.options.proxy } == [nil])
        }
    }

    /// A setting, and the proxy that it names in a normalized form, so that every transport reads the same.
    static let readable: [(String, TransportOptions.Proxy)] = [
        ("p", .init(url: "http://p")), ("p:80", .init(url: "http://p:80")),
        ("http://P:3128/", .init(url: "http://p:3128")),
        ("HTTPS://p:443", .init(url: "https://p:443")), ("https://p", .init(url: "https://p")),
        ("socks4://p:1", .init(url: "socks4://p:1")), ("socks4a://p:1", .init(url: "socks4a://p:1")),
        ("socks5://p:1", .init(url: "socks5://p:1")), ("SOCKS5H://p:1", .init(url: "socks5h://p:1")),
        ("127.1:3128", .init(url: "http://127.0.0.1:3128")), ("[0::1]:3128", .init(url: "http://[::1]:3128")),
        ("http://0x7f.1:1", .init(url: "http://127.0.0.1:1")), ("p:", .init(url: "http://p")),
        ("ada@p:1", .init(url: "http://p:1", username: "ada", password: "")),
        ("ada:@p:1", .init(url: "http://p:1", username: "ada", password: "")),
        ("http://ada:p%40ss:w@p:1/", .init(url: "http://p:1", username: "ada", password: "p@ss:w")),
        ("ada:a@b@p:1", .init(url: "http://p:1", username: "ada", password: "a@b")),
        ("ada:50%@p:1", .init(url: "http://p:1", username: "ada", password: "50%")),
    ]

    @Test(arguments: readable.indices)
    func validSettingsAreParsed(_ index: Int) async throws {
        let (text, expected) = Self.readable[index]
        let transport = ScriptedTransport()
        transport.on("*", .init())
        let session = session(transport) { $0.proxies = .environment(["http_proxy": text]) }
        _ = try await session.data(for: RequestMessage(url: "http://h.example/"))
        #expect(transport.requests.map(\.options.proxy) == [expected])
    }

    /// Exceptions that a program sets follow the same rules.
    @Test(arguments: ["10.0.0.0/33", "192.168.*"])
    func exceptionsOfAProgramAreReadInTheSameWay(_ exception: String) async throws {
        let transport = ScriptedTransport()
        transport.on("*", .init())
        let session = session(transport) { $0.proxies = .fixed(.init(url: "http://p:1"), except: [exception]) }
        let failure = await code { try await session.data(for: RequestMessage(url: "http://h/")) }
        #expect(failure == SessionError.Code(rawValue: "invalidProxy"))
        #expect(transport.requests.isEmpty)
    }
}

#if os(Linux)
    import Glibc

    extension UnreadableProxyTests {
        @Test func aVariableThatIsNotUTF8IsNotIgnored() async {
            // In a separate process, since all tests share the environment.
            await #expect(processExitsWith: .success) {
                let value: [CChar] = Array("http://p".utf8CString.dropLast()) + [-1, 0x3A, 0x31, 0]
                // SAFETY: both strings end with a zero byte and are copied; no other thread reads the environment yet.
                unsafe setenv("http_proxy", value, 1)
                let transport = ScriptedTransport()
                transport.on("*", .init())
                let session = SessionManager(transport: transport)
                let error = try await #require(throws: SessionError.self) {
                    try await session.data(for: RequestMessage(url: "http://h.example/"))
                }
                #expect(error.code == SessionError.Code(rawValue: "invalidProxy"))
                #expect(transport.requests.isEmpty)
            }
        }
    }
#endif
