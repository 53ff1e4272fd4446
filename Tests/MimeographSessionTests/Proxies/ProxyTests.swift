import Mimeograph
import MimeographSessionTesting
import Testing

@testable import MimeographSession

/// An environment, a URL, and the proxy for that URL.
private let cases: [([String: String], String, String?)] = [
    ([:], "http://h/", nil),
    (["http_proxy": "http://p:3128"], "http://h/", "http://p:3128"),
    (["http_proxy": "p:3128"], "http://h/", "http://p:3128"),
    (["http_proxy": "http://p:3128"], "https://h/", nil), (["https_proxy": "p:1"], "https://h/", "http://p:1"),
    (["HTTPS_PROXY": "p:1"], "https://h/", "http://p:1"),
    (["https_proxy": "a:1", "HTTPS_PROXY": "b:1"], "https://h/", "http://a:1"),
    (["HTTP_PROXY": "p:1"], "http://h/", "http://p:1"),
    (["HTTP_PROXY": "p:1", "REQUEST_METHOD": "GET"], "http://h/", nil),
    (["http_proxy": "p:1", "REQUEST_METHOD": "GET"], "http://h/", "http://p:1"),
    (["all_proxy": "socks5h://s:1080"], "https://h/", "socks5h://s:1080"),
    (["all_proxy": "p:1", "https_proxy": ""], "https://h/", nil),
    (["ALL_PROXY": "p:1", "http_proxy": "q:1"], "http://h/", "http://q:1"),
    (["http_proxy": "p:1", "no_proxy": "*"], "http://h/", nil),
    (["http_proxy": "p:1", "no_proxy": "other, example.com"], "http://www.example.com/", nil),
    (["http_proxy": "p:1", "no_proxy": ".example.com"], "http://example.com/", nil),
    (["http_proxy": "p:1", "no_proxy": "example.com"], "http://notexample.com/", "http://p:1"),
    (["http_proxy": "p:1", "no_proxy": "www.example.com"], "http://example.com/", "http://p:1"),
    (["http_proxy": "p:1", "no_proxy": "EXAMPLE.com."], "http://example.COM/", nil),
    (["http_proxy": "p:1", "no_proxy": "h:8080"], "http://h:8080/", nil),
    (["http_proxy": "p:1", "no_proxy": "h:8080"], "http://h/", "http://p:1"),
    (["http_proxy": "p:1", "no_proxy": "10.0.0.0/8"], "http://10.9.8.7/", nil),
    (["http_proxy": "p:1", "no_proxy": "10.0.0.0/8"], "http://11.0.0.1/", "http://p:1"),
    (["http_proxy": "p:1", "no_proxy": "192.168.128.0/17"], "http://192.168.200.1/", nil),
    (["http_proxy": "p:1", "no_proxy": "192.168.128.0/17"], "http://192.168.1.1/", "http://p:1"),
    (["http_proxy": "p:1", "NO_PROXY": "::1"], "http://[::1]/", nil),
    (["http_proxy": "p:1", "no_proxy": "[2001:db8::1]"], "http://[2001:DB8:0:0:0:0:0:1]/", nil),
    (["http_proxy": "p:1", "no_proxy": "2001:db8::/32"], "http://[2001:db8:1::5]/", nil),
    (["http_proxy": "p:1", "no_proxy": "0.1"], "http://10.0.0.1/", "http://p:1"),
    (["http_proxy": "p:1", "no_proxy": "1.2.3.5,, ,"], "http://1.2.3.4/", "http://p:1"),
    (["http_proxy": "p:1", "no_proxy": "*.example.com"], "http://a.example.com/", nil),
    (["http_proxy": "p:1", "no_proxy": "[::1]:8080"], "http://[::1]:8080/", nil),
    (["http_proxy": "p:1", "no_proxy": "[::1]:8080"], "http://[::1]/", "http://p:1"),
    (["http_proxy": "p:1", "no_proxy": "127.1:8080"], "http://127.0.0.1:8080/", nil),
    (["http_proxy": "p:1", "no_proxy": "::/0"], "http://[2001:db8::1]/", nil),
    (["http_proxy": "p:1", "no_proxy": "0.0.0.0/0"], "http://a.example/", "http://p:1"),
]

@Test(arguments: cases.indices)
func theEnvironmentIsReadAsCurlReadsIt(_ index: Int) throws {
    let (environment, url, expected) = cases[index]
    #expect(try ProxyRules.environment(environment).proxy(for: RequestURL(url))?.url == expected)
}

@Test func proxiesHaveCredentials() throws {
    let proxy = try #require(
        try ProxyRules.environment(["https_proxy": "http://ada:p%40ss@p.example:8080/"]).proxy(
            for: RequestURL("https://h/")
        )
    )
    #expect(proxy == TransportOptions.Proxy(url: "http://p.example:8080", username: "ada", password: "p@ss"))
}

@Test func aProxyThatIsConfiguredGoesToTheTransport() async throws {
    let transport = ScriptedTransport()
    transport.on("*", .init(status: 302, fields: ["Location": "http://direct.example/"]))
    transport.on("*", .init())
    let proxy = TransportOptions.Proxy(url: "http://p:1")
    let session = session(transport) {
        $0.proxies = .fixed(proxy, except: ["direct.example"])
        $0.redirects.limit = 1
    }
    _ = try? await session.data(for: RequestMessage(url: "http://h/"))
    #expect(transport.requests.map(\.options.proxy) == [proxy, nil])
}
