import Mimeograph
import MimeographForm
import MimeographJSON
import MimeographSessionTesting
import MimeographXML
import TestSupport
import Testing

@testable import MimeographSession

private struct Search: Codable, Sendable, Equatable { var name: String }
private let json: HeaderFields = ["Content-Type": "application/json"]
private let search = Search(name: "tea")
private let asJSON = #"{"name":"tea"}"#

private func manager(_ transport: ScriptedTransport) throws -> HTTPSessionManager {
    var configuration = SessionConfiguration()
    configuration.proxies = .none
    let serializers = try SerializerRegistry {
        JSONPlugin()
        XMLPlugin()
        FormPlugin()
    }
    return try HTTPSessionManager(
        baseURL: "http://h/v1",
        serializers: serializers,
        requestSerializer: HTTPRequestSerializer(client: nil),
        configuration: configuration,
        transport: transport
    )
}

/// A server that rejects every type but one with a 415 that has the given field.
private func server(accepting type: String, listing field: String) -> ScriptedTransport {
    let transport = ScriptedTransport()
    transport.on("*") { request in
        let isAccepted = request.fields["Content-Type"] == type
        return isAccepted
            ? .init(fields: json, body: #"{"name":"found"}"#) : .init(status: 415, fields: ["Accept-Query": field])
    }
    return transport
}

/// The fields and the media type of the body that a server accepts. Source: RFC 10008 §3.
private let lists: [(String, String)] = [
    ("application/xml", "application/xml"), (#""application/xml""#, "application/xml"),
    ("application/sql, application/x-www-form-urlencoded", "application/x-www-form-urlencoded"),
    // The order of the list has no meaning. The registry's own order counts, in which XML is last because of its weight.
    ("application/xml, application/x-www-form-urlencoded", "application/x-www-form-urlencoded"),
    ("application/vnd.tea+json", "application/vnd.tea+json"),
    (#"application/json;version="3""#, "application/json;version=3"),
    (#"application/json;version="2 b""#, #"application/json;version="2 b""#),
]

/// An interceptor of exchanges that accepts no response.
private struct Refusing: ExchangeInterceptor {
    var cacheIdentity: [UInt8] { [] }
    var addedNames: [String] { [] }
    var requiresContentDigest: Bool { false }
    func applies(to url: RequestURL, isHome: Bool) -> Bool { true }
    func prepare(_ request: inout RequestMessage) throws(SessionError) {}
    func check(_ head: ResponseHead, of request: RequestMessage) throws(SessionError) {
        throw SessionError(.invalidResponse, "The head is forged.")
    }
}

/// A QUERY with a question in another format than the server accepts, and the next one.
@Suite struct QueryTests {
    @Test func queriesCarryTheirBody() async throws {
        let transport = ScriptedTransport()
        transport.on(.query, "http://h/v1/items?page=2", .init(fields: json, body: #"{"name":"found"}"#))
        let found: Search = try await manager(transport).query("items", .value(search), query: ["page": 2])
        #expect(found.name == "found")
        let sent = try #require(transport.requests.last)
        #expect(sent.method == .query && sent.method.rawValue == "QUERY")
        #expect(String(decoding: sent.body, as: UTF8.self) == asJSON)
        #expect(sent.fields["Content-Type"] == "application/json")
    }

    @Test func parametersOfAQueryAreAForm() async throws {
        let transport = ScriptedTransport()
        transport.on(.query, "http://h/v1/items", .init())
        try await manager(transport).query("items", .parameters(["q": "tea & cake"]))
        let sent = try #require(transport.requests.last)
        #expect(String(decoding: sent.body, as: UTF8.self) == "q=tea%20%26%20cake")
        #expect(sent.fields["Content-Type"]?.hasPrefix("application/x-www-form-urlencoded") == true)
    }

    @Test(arguments: [404, 410])
    func missingResourcesAreNil(_ status: Int) async throws {
        let transport = ScriptedTransport()
        transport.on("*", .init(status: status, body: "no"))
        #expect(try await manager(transport).query("items", .value(search), as: Search?.self) == nil)
        await #expect(throws: SessionError.self) { try await manager(transport).query("items", .value(search)) }
    }

    @Test(arguments: lists)
    func theServersListChoosesTheFormat(_ field: String, _ type: String) async throws {
        let transport = server(accepting: type, listing: field)
        let api = try manager(transport)
        let found: Search = try await api.query("items", .value(search), query: ["page": 1])
        #expect(found.name == "found")
        #expect(transport.requests.map { $0.fields["Content-Type"] } == ["application/json", type])
        // The list holds for the path. The head alone is sent for in the same way.
        try await api.query("items", .value(search), query: ["page": 2])
        #expect(transport.requests.count == 3 && transport.requests.last?.fields["Content-Type"] == type)
        // Another path, another method and a format that the caller chose do not follow the list.
        await #expect(throws: SessionError.self) {
            try await api.query("items", .value(search, contentType: "application/json"))
        }
        await #expect(throws: SessionError.self) {
            try await api.query("items", .value(search), headers: ["Content-Type": "application/json"])
        }
        await #expect(throws: SessionError.self) { try await api.post("items", .value(search)) }
        #expect(transport.requests.dropFirst(3).allSatisfy { $0.fields["Content-Type"] == "application/json" })
        #expect(transport.requests.count == 6)
        try await api.query("others", .value(search))
        #expect(transport.requests.dropFirst(6).map { $0.fields["Content-Type"] } == ["application/json", type])
    }

    /// A response to any method may list the types.
    @Test func listsOfOtherResponsesAreRemembered() async throws {
        let transport = ScriptedTransport()
        transport.on(.options, "*", .init(status: 204, fields: ["Accept-Query": "application/xml"]))
        transport.on("*", .init(fields: json, body: #"[{"name":"found"}]"#))
        let api = try manager(transport)
        _ = try await api.response(.options, "items", as: Void.self)
        try await api.query("items", .value(search))
        _ = try await api.task(.query, "items", .value(search), as: [Search].self).value
        let stream: SessionElements<Search> = try await api.stream("items", method: .query, .value(search))
        for try await _ in stream {}
        #expect(transport.requests.dropFirst().allSatisfy { $0.fields["Content-Type"] == "application/xml" })
        // A copy of the manager shares the session.
        var copy = api
        copy.serializers = try SerializerRegistry { JSONPlugin() }
        try await copy.query("items", .value(search))
        #expect(transport.requests.last?.fields["Content-Type"] == "application/json")
    }

    /// After a redirect the list belongs to the target, and to the path that was asked.
    @Test func aListAfterARedirectIsUsed() async throws {
        let transport = ScriptedTransport()
        transport.on("http://h/v1/items", .init(status: 308, fields: ["Location": "/v2/items"]))
        transport.on("http://h/v2/items") { request in
            request.fields["Content-Type"] == "application/xml"
                ? .init(fields: json, body: #"{"name":"found"}"#)
                : .init(status: 415, fields: ["Accept-Query": "application/xml"])
        }
        let api = try manager(transport)
        for _ in 0..<2 { try await api.query("items", .value(search)) }
        let types = transport.requests.map { $0.fields["Content-Type"] ?? "" }
        #expect(types == ["application/json", "application/json"] + .init(repeating: "application/xml", count: 4))
    }

    /// Another origin does not choose the format for the one that was asked.
    @Test func aListOfAnotherOriginIsForThatOriginOnly() async throws {
        let transport = ScriptedTransport()
        transport.on("http://h/v1/items", .init(status: 308, fields: ["Location": "http://other/items"]))
        transport.on("*", .init(status: 415, fields: ["Accept-Query": "application/xml"]))
        let api = try manager(transport)
        for count in 1...2 {
            await #expect(throws: SessionError.self) { try await api.query("items", .value(search)) }
            #expect(transport.requests.count == 2 * count)
        }
        #expect(transport.requests.allSatisfy { $0.fields["Content-Type"] == "application/json" })
        let types = api.session.acceptedQueryTypes
        #expect(types.ranges(at: try RequestURL("http://h/v1/items")) == nil)
        #expect(types.ranges(at: try RequestURL("http://other/items")) == ["application/xml"])
    }

    /// A 415 that an interceptor has rejected, such as one without a signature, changes nothing.
    @Test func aListThatIsNotVerifiedChangesNothing() async throws {
        let transport = server(accepting: "application/xml", listing: "application/xml")
        var changed = try manager(transport)
        changed.configuration.interceptors = [Refusing(), RetryPolicy(delay: .zero)]
        let api = changed
        for count in 1...2 {
            let error = await #expect(throws: SessionError.self) { try await api.query("items", .value(search)) }
            #expect(error?.code == .invalidResponse && error?.status == 415)
            #expect(transport.requests.count == count)
            #expect(transport.requests.last?.fields["Content-Type"] == "application/json")
        }
    }

    /// Fields that list nothing that can be written. The server's answer is the error, and nothing is sent again.
    @Test(
        arguments: [
            "", "application/sql", "text/html", "application/json", "*/*", "application/*", "a/b,",
            "application/xml,,a/b", "application/xml, 7", "application/xml, (a/b)", "application/xml;q=1", "(",
            "\"application/xml", "application/xml;", "é/xml", #"application/xml;a="\x""#,
        ]
    )
    func hostileListsChangeNothing(_ field: String) async throws {
        let transport = server(accepting: "none", listing: field)
        let api = try manager(transport)
        for count in 1...2 {
            let error = await #expect(throws: SessionError.self) { try await api.query("items", .value(search)) }
            #expect(error?.status == 415)
            #expect(transport.requests.count == count)
            #expect(transport.requests.last?.fields["Content-Type"] == "application/json")
        }
    }

    /// Every prefix and every change of one byte in a list gives a format that can be written, and at most two requests.
    @Test func mutationsOfAListAreHarmless() async throws {
        let field = Array(#""application/xml", a/b;c="d\"e", application/x-www-form-urlencoded"#.utf8)
        var fields = (0...field.count).map { Array(field[..<$0]) }
        for index in field.indices {
            for byte in [0x20, 0x22, 0x2C, 0x3B, 0x28, 0x41, 0x7E] as [UInt8] {
                var changed = field
                changed[index] = byte
                fields.append(changed)
            }
        }
        let written = ["application/json", "application/xml", "application/x-www-form-urlencoded"]
        for bytes in fields {
            let transport = server(accepting: "none", listing: String(decoding: bytes, as: UTF8.self))
            await #expect(throws: SessionError.self) { try await manager(transport).query("items", .value(search)) }
            let types = transport.requests.map { $0.fields["Content-Type"] ?? "" }
            #expect(types.count <= 2 && types.allSatisfy(written.contains), "\(types)")
        }
    }

    /// A server that names another type each time gets two requests, not an endless row.
    @Test func aServerCannotCauseALoop() async throws {
        let transport = ScriptedTransport()
        transport.on("*") { request in
            let isXML = request.fields["Content-Type"] == "application/xml"
            return .init(status: 415, fields: ["Accept-Query": isXML ? "application/json" : "application/xml"])
        }
        let api = try manager(transport)
        for count in 1...3 {
            await #expect(throws: SessionError.self) { try await api.query("items", .value(search)) }
            #expect(transport.requests.count == 2 * count)
        }
    }

    /// A body that can be written in one way only is not sent again.
    @Test func bodiesOfOneFormatAreSentOnce() async throws {
        let transport = server(accepting: "none", listing: "application/xml, multipart/form-data")
        let api = try manager(transport)
        var form = MultipartFormData()
        form.append("tea", name: "name")
        for content in [
            .multipart(form), .form(["name": "tea"]), .json(["name": "tea"]), .none,
            .body(.bytes([1]), contentType: "application/sql"),
        ] as [RequestContent] {
            let before = transport.requests.count
            await #expect(throws: SessionError.self) { try await api.query("items", content) }
            #expect(transport.requests.count == before + 1)
        }
    }
}

/// The memory of a session for lists of media types.
@Suite struct AcceptedQueryTypesTests {
    @Test func theNumberOfPathsIsLimited() throws {
        let types = AcceptedQueryTypes()
        let first = try RequestURL("http://h/first")
        for number in 0..<1000 {
            types.learn(from: ["Accept-Query": "a/b"], at: try RequestURL("http://h/\(number)"))
            types.learn(from: ["Accept-Query": "a/b"], at: first)
        }
        #expect(types.count == 256)
        #expect(types.ranges(at: first) == ["a/b"])
        #expect(types.ranges(at: try RequestURL("http://h/0")) == nil)
        #expect(types.ranges(at: try RequestURL("http://h/999?a=b#c")) == ["a/b"])
    }

    @Test func theLengthOfAListIsLimited() throws {
        let types = AcceptedQueryTypes()
        let url = try RequestURL("http://h/")
        let field = (0..<500).map { "a/b\($0)" }.joined(separator: ", ")
        #expect(types.learn(from: ["Accept-Query": field], at: url))
        #expect(types.ranges(at: url)?.count == 64)
    }

    @Test func theBytesOfAListAreLimited() throws {
        let types = AcceptedQueryTypes()
        for (path, field) in [(10, 4_100), (4_100, 10), (2_050, 2_050)] {
            let url = try RequestURL("http://h/" + String(repeating: "p", count: path))
            #expect(!types.learn(from: ["Accept-Query": "a/" + String(repeating: "b", count: field)], at: url))
            #expect(types.ranges(at: url) == nil)
        }
        #expect(types.count == 0)
    }

    @Test(arguments: ["http://h:81/a", "https://h/a", "http://i/a", "http://h/a/", "http://h/A"])
    func otherResourcesHaveOtherLists(_ other: String) throws {
        let types = AcceptedQueryTypes()
        types.learn(from: ["Accept-Query": "a/b"], at: try RequestURL("http://h/a"))
        #expect(types.ranges(at: try RequestURL(other)) == nil)
        #expect(!types.learn(from: [:], at: try RequestURL("http://h/a")))
        #expect(types.ranges(at: try RequestURL("http://h/a")) == ["a/b"])
    }
}
