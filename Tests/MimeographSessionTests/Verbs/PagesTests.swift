import Mimeograph
import MimeographForm
import MimeographJSON
import MimeographSessionTesting
import TestServers
import Testing

@testable import MimeographSession

@Suite struct PagesTests {
    private struct Token: Authenticator {
        func apply(_ token: String, to request: inout RequestMessage) { request.fields["Authorization"] = token }
        func refresh(_ token: String) async throws -> String { token }
        func carries(_ request: RequestMessage, _ token: String) -> Bool { request.fields["Authorization"] == token }
    }

    private struct Found: Decodable, Sendable {
        var items: [Int]
        var cursor: String?
    }

    private let transport = ScriptedTransport()

    private func page(_ url: String, _ body: String, next: String? = nil) {
        var fields: HeaderFields = ["Content-Type": "application/json"]
        if let next { fields["Link"] = "<\(next)>; rel=\"next\"" }
        transport.on(.get, url, .init(fields: fields, body: body))
    }

    private func manager(base: String? = "http://h:1/v1") throws -> HTTPSessionManager {
        var configuration = SessionConfiguration()
        configuration.proxies = .none
        return try HTTPSessionManager(
            baseURL: base,
            serializers: try SerializerRegistry { JSONPlugin() },
            requestSerializer: HTTPRequestSerializer(client: nil),
            configuration: configuration,
            transport: transport
        )
    }

    private func read(_ pages: SessionPages<[Int]>) async throws -> [[Int]] {
        var read: [[Int]] = []
        for try await page in pages { read.append(page) }
        return read
    }

    /// An empty reference names the page itself, so following it would never end.
    @Test func anEmptyLinkIsIgnored() async throws {
        page("http://h:1/v1/items", "[1]", next: "")
        #expect(try await read(manager().pages("items", as: [Int].self)) == [[1]])
        #expect(transport.requests.count == 1)
    }

    /// A reference is relative to the URL of the response, not to the base.
    @Test func followsLinks() async throws {
        page("http://h:1/v1/items?size=2", "[1,2]", next: "?page=2")
        page("http://h:1/v1/items?page=2", "[3]", next: "more/3")
        page("http://h:1/v1/more/3", "[4]", next: "/4")
        page("http://h:1/4", "[]")
        let size = 2
        let pages = try manager().pages("items", query: ["size": size], headers: ["X-A": "b"], as: [Int].self)
        #expect(try await read(pages) == [[1, 2], [3], [4], []])
        #expect(
            transport.requests.allSatisfy { $0.fields["X-A"] == "b" && $0.fields["Accept"]?.contains("json") == true }
        )
        // Each iteration starts over, and requests a page only when it is needed.
        var iterator = pages.makeAsyncIterator()
        #expect(try await iterator.next() == [1, 2])
        #expect(transport.requests.count == 5)
    }

    @Test func allElementsOfAllPages() async throws {
        page("http://h:1/v1/items", "[1,2]", next: "?page=2")
        page("http://h:1/v1/items?page=2", "[3]", next: "?page=3")
        page("http://h:1/v1/items?page=3", "[]")
        let items: [Int] = try await manager().pages("items").all(limit: 3)
        #expect(items == [1, 2, 3])
        let error = await #expect(throws: SessionError.self) {
            let _: [Int] = try await manager().pages("items").all(limit: 2)
        }
        #expect(error?.code == .limitExceeded)
        #expect(error?.message == "The pages have more than 2 elements, or more empty pages than that.")
        // The page that exceeds the limit is the last one that is requested.
        #expect(transport.requests.count == 5)
    }

    @Test func emptyPagesWithoutEnd() async throws {
        for number in 1...9 { page("http://h:1/v1/none?page=\(number)", "[]", next: "?page=\(number + 1)") }
        let error = await #expect(throws: SessionError.self) {
            let _: [Int] = try await manager().pages("none?page=1").all(limit: 3)
        }
        #expect(error?.code == .limitExceeded)
        #expect(transport.requests.count == 4)
    }

    @Test func theBodyMayNameTheNextPage() async throws {
        page("http://h:1/v1/search", #"{"items":[1],"cursor":"a"}"#)
        page("http://h:1/v1/search?cursor=a", #"{"items":[2]}"#)
        var items: [Int] = []
        let pages = try manager().pages("search", as: Found.self) { page in page.value.cursor.map { "?cursor=\($0)" } }
        for try await page in pages { items += page.items }
        #expect(items == [1, 2])
    }

    /// If a server says that the next page is on another origin, the request there has no secrets.
    @Test(arguments: [true, false])
    func noCredentialFollowsToAnotherOrigin(_ hasBase: Bool) async throws {
        page("http://h:1/v1/items", "[1]", next: "http://u:p@h:2/v1/items?page=2")
        page("http://h:2/v1/items?page=2", "[2]", next: "http://h:1/v1/items?page=3")
        page("http://h:1/v1/items?page=3", "[3]")
        var api = try manager(base: hasBase ? "http://h:1/v1" : nil)
        api.requestSerializer.fields["X-Api-Key"] = "secret"
        api.configuration.fields["Cookie"] = "secret=1"
        api.configuration.interceptors = [AuthenticationInterceptor(Token(), token: "secret")]
        let headers: HeaderFields = ["X-Auth-Token": "secret", "X-Client": "7"]
        let read = try await read(api.pages("http://h:1/v1/items", headers: headers))
        #expect(read == [[1], [2], [3]])
        let secrets = ["Authorization", "X-Api-Key", "Cookie", "X-Auth-Token"]
        for (request, isHome) in zip(transport.requests, [true, false, true]) {
            for name in secrets { #expect(request.fields.contains(name) == isHome, "\(name) to \(request.url)") }
            #expect(request.fields["X-Client"] == "7")
        }
        #expect(transport.requests[1].url == "http://h:2/v1/items?page=2")
    }

    private struct Asked: Decodable, Sendable {
        var fields: [[String]]
        func has(_ name: String) -> Bool { fields.contains { $0[0].lowercased() == name.lowercased() } }
    }

    /// The same test over sockets, with two servers.
    @Test(.needsOddServer) func noCredentialFollowsToAnotherServer() async throws {
        func linking(_ url: String, to next: String) -> String {
            url + "?link=" + QueryEncoder.whatwg.escape("<\(next)>; rel=\"next\"")
        }
        let (home, elsewhere) = (try TestServer.odd("/echo"), try TestServer.calm("/echo"))
        let second = linking(elsewhere, to: home + "?page=3")
        var configuration = SessionConfiguration()
        configuration.proxies = .none
        configuration.fields["X-Auth-Token"] = "secret"
        configuration.interceptors = [AuthenticationInterceptor(Token(), token: "secret")]
        let api = try HTTPSessionManager(
            baseURL: try TestServer.odd("/"),
            serializers: try SerializerRegistry { JSONPlugin() },
            configuration: configuration
        )
        var pages: [Asked] = []
        for try await page: Asked in api.pages(linking(home, to: second), headers: ["X-Client": "7"]) {
            pages.append(page)
        }
        #expect(pages.map { $0.has("Authorization") } == [true, false, true])
        #expect(pages.map { $0.has("X-Auth-Token") } == [true, false, true])
        #expect(pages.map { $0.has("X-Client") } == [true, true, true])
    }

    /// Allowed origins get the manager's fields, but not the fields passed for the first page.
    @Test func allowedOriginsGetTheToken() async throws {
        page("http://h:1/v1/items", "[1]", next: "http://h:2/items")
        page("http://h:2/items", "[2]")
        var api = try manager()
        api.allowedOrigins = try AllowedOrigins(["http://h:2"])
        api.configuration.interceptors = [AuthenticationInterceptor(Token(), token: "secret")]
        #expect(try await read(api.pages("items", headers: ["X-Auth-Token": "secret"])) == [[1], [2]])
        #expect(transport.requests[1].fields["Authorization"] == "secret")
        #expect(!transport.requests[1].fields.contains("X-Auth-Token"))
    }

    /// If a page of another site names the next page, the request does not count as the user's.
    @Test func aPageThatAnotherSiteNamesGetsNoStrictCookie() async throws {
        let url = "http://a.example/items"
        transport.on(.get, url, .init(status: 302, fields: ["Location": "http://b.example/items"]))
        page("http://b.example/items", "[1]", next: "http://a.example/more")
        page("http://a.example/more", "[2]", next: "/last")
        page("http://a.example/last", "[3]")
        let cookies = CookieStorage { $0 == "example" }
        cookies.set(Cookie(name: "strict", value: "1", domain: "a.example", sameSite: .strict))
        cookies.set(Cookie(name: "lax", value: "1", domain: "a.example", sameSite: .lax))
        var api = try manager(base: nil)
        api.configuration.cookies = cookies
        #expect(try await read(api.pages(url)) == [[1], [2], [3]])
        let all = "strict=1; lax=1"
        #expect(transport.requests.map { $0.fields["Cookie"] } == [all, nil, "lax=1", all])
    }

    /// The same holds for a next page on an allowed origin.
    @Test func aPageOfAnAllowedOriginGetsNoStrictCookie() async throws {
        page("http://a.example/items", "[1]", next: "http://b.example/more")
        page("http://b.example/more", "[2]")
        let cookies = CookieStorage { $0 == "example" }
        cookies.set(Cookie(name: "strict", value: "1", domain: "b.example", sameSite: .strict))
        var api = try manager(base: "http://a.example")
        api.allowedOrigins = try AllowedOrigins(["http://b.example"])
        api.configuration.cookies = cookies
        #expect(try await read(api.pages("items")) == [[1], [2]])
        #expect(transport.requests.allSatisfy { !$0.fields.contains("Cookie") })
    }

    @Test func cyclesAndErrorsEnd() async throws {
        page("http://h:1/v1/a", "[1]", next: "b")
        page("http://h:1/v1/b", "[2]", next: "c")
        page("http://h:1/v1/c", "[3]", next: "b")
        #expect(await code { try await read(try manager().pages("a")) } == .tooManyRedirects)
        #expect(transport.requests.count < 10)
        page("http://h:1/v1/bad", "[1]", next: "ftp://x/")
        #expect(await code { try await read(try manager().pages("bad")) } == .invalidURL)
        page("https://h:1/v1/s", "[1]", next: "http://h:1/v1/a")
        #expect(await code { try await read(try manager().pages("https://h:1/v1/s")) } == .redirectRefused)
        var iterator = try manager().pages("none", as: [Int].self).makeAsyncIterator()
        await #expect(throws: SessionError.self) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test func targetsOfLinks() {
        let fields: HeaderFields = ["Link": "<../b?x=1>; rel=prev, <mailto:a@b>; rel=author"]
        let head = ResponseHead(status: 200, fields: fields, url: "https://h/a/c/d")
        #expect(head.url(ofLink: "prev") == "https://h/a/b?x=1")
        #expect(head.url(ofLink: "author") == nil && head.url(ofLink: "next") == nil)
    }
}
