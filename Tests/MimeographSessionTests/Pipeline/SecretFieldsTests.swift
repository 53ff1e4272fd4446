import Mimeograph
import MimeographJSON
import MimeographSession
import MimeographSessionTesting
import Testing

/// Tests of who sets a field, and where it is sent. A field that an interceptor adds is secret, whatever its name.
struct SecretFieldsTests {
    /// The part that sets the field.
    enum Setter: String, CaseIterable, Sendable {
        case authenticator, interceptor, caller, publicInterceptor
    }

    /// The reason why a request is sent on to another URL.
    enum Way: String, CaseIterable, Sendable {
        case redirectWithin, redirectToHost, redirectToPort, redirectToScheme, redirectByRetry, redirectKept
        case pageWithin, pageElsewhere, pageOfAllowedOrigin
    }

    private struct Keys: Authenticator {
        func apply(_ token: String, to request: inout RequestMessage) { request.fields["X-Honeycomb-Team"] = token }
        func refresh(_ token: String) async throws -> String { token }
        func carries(_ request: RequestMessage, _ token: String) -> Bool { true }
    }

    private struct Adding: RequestInterceptor {
        let name: String
        let value: String
        func adapt(_ request: RequestMessage) async throws -> RequestMessage {
            var request = request
            request.fields[name] = value
            return request
        }
    }

    private static func goesAlong(_ setter: Setter, _ way: Way) -> Bool {
        switch (setter, way) {
        case (_, .redirectWithin), (_, .pageWithin), (_, .pageOfAllowedOrigin): true
        // A URL that only the server has chosen gets no field of an interceptor.
        case (.publicInterceptor, .pageElsewhere): false
        case (.authenticator, _), (.interceptor, _): false
        case (.caller, _), (.publicInterceptor, _): true
        }
    }

    @Test(arguments: Setter.allCases, Way.allCases)
    func secretFieldsStayWithTheirOrigin(_ setter: Setter, _ way: Way) async throws {
        let name = setter == .publicInterceptor ? "Accept-Language" : "X-Honeycomb-Team"
        let transport = ScriptedTransport()
        let target =
            switch way {
            case .redirectWithin, .pageWithin: "https://a.example/b"
            case .redirectToPort: "https://a.example:8443/b"
            case .redirectToScheme: "http://a.example/b"
            default: "https://b.example/b"
            }
        let isPage = way.rawValue.hasPrefix("page")
        let json: HeaderFields = ["Content-Type": "application/json"]
        var linked = json
        linked["Link"] = "<\(target)>; rel=next"
        let redirect = ScriptedAnswer(status: way == .redirectKept ? 307 : 302, fields: ["Location": target])
        if way == .redirectByRetry { transport.on("https://a.example/*", call: 1, .init(status: 503)) }
        transport.on("https://a.example/a", isPage ? .init(fields: linked, body: "[1]") : redirect)
        transport.on("*", .init(fields: json, body: "[2]"))
        var configuration = SessionConfiguration()
        configuration.proxies = .none
        configuration.redirects.allowsDowngrade = true
        switch setter {
        case .authenticator: configuration.interceptors = [AuthenticationInterceptor(Keys(), token: "t")]
        case .caller: break
        case .interceptor, .publicInterceptor: configuration.interceptors = [Adding(name: name, value: "t")]
        }
        configuration.interceptors.append(RetryPolicy(delay: .zero))
        let headers: HeaderFields = setter == .caller ? [name: "t"] : [:]
        var api = try HTTPSessionManager(
            baseURL: "https://a.example/",
            serializers: try SerializerRegistry { JSONPlugin() },
            configuration: configuration,
            transport: transport
        )
        if way == .pageOfAllowedOrigin { api.allowedOrigins = try AllowedOrigins(["https://b.example"]) }
        if isPage {
            var all: [Int] = []
            for try await page: [Int] in api.pages("a", headers: headers) { all += page }
            #expect(all == [1, 2])
        } else {
            let values: [Int] = try await api.get("a", headers: headers)
            #expect(values == [2])
        }
        #expect(transport.requests.first?.fields[name] == "t")
        let last = try #require(transport.requests.last)
        #expect(last.url == target)
        #expect((last.fields[name] == "t") == Self.goesAlong(setter, way))
    }

    /// A stored page of one user is not served to another, whatever field identifies the users.
    @Test(arguments: ["X-Honeycomb-Team", "X-Acme-Key", "X-Plan"])
    func aStoredPageIsForTheUserThatAnInterceptorNames(_ name: String) async throws {
        let transport = ScriptedTransport()
        transport.on("*") { request in
            .init(fields: ["Cache-Control": "max-age=60"], body: "page of \(request.fields[name] ?? "nobody")")
        }
        let cache = ResponseCache()
        var seen: [String] = []
        for user in ["ada", "bob", "ada"] {
            let session = session(transport) {
                $0.cache = cache
                $0.interceptors = [Adding(name: name, value: user)]
            }
            seen.append(
                String(decoding: try await session.data(for: RequestMessage(url: "http://h/")).value, as: UTF8.self)
            )
        }
        #expect(seen == ["page of ada", "page of bob", "page of ada"])
        #expect(transport.requests.count == 2)
    }

    /// A trace field differs each time and does not identify the user.
    @Test func aTraceFieldDoesNotPreventCacheHits() async throws {
        let transport = ScriptedTransport()
        transport.on("*", .init(fields: ["Cache-Control": "max-age=60"], body: "page"))
        let cache = ResponseCache()
        for number in 0..<3 {
            let session = session(transport) {
                $0.cache = cache
                $0.interceptors = [Adding(name: "traceparent", value: "00-\(number)")]
            }
            _ = try await session.data(for: RequestMessage(url: "http://h/"))
        }
        #expect(transport.requests.count == 1)
    }

    /// A redirect's closure gets a request without the secrets of another origin. The fields that it adds are sent.
    @Test func theClosureOfARedirectDecides() async throws {
        let transport = ScriptedTransport()
        transport.on("https://a.example/", .init(status: 302, fields: ["Location": "https://b.example/"]))
        transport.on("*", .init())
        let session = session(transport) {
            $0.interceptors = [Adding(name: "X-Plan", value: "t")]
            $0.redirects.decide = { redirect in
                var request = redirect.request
                if request.fields.contains("X-Plan") { return .stop }
                request.fields["X-Plan"] = "given"
                return .send(request)
            }
        }
        _ = try await session.data(for: RequestMessage(url: "https://a.example/"))
        #expect(transport.requests.map { $0.fields["X-Plan"] } == ["t", "given"])
    }
}
