import Mimeograph
import MimeographSession
import MimeographStructuredFields
import TestSupport
import Testing

@testable import MimeographSignatures

/// Tests of the values of components, with the examples of RFC 9421 §2.
@Suite struct ComponentTests {
    private static func value(_ component: SignatureComponent, _ message: SignableMessage) throws -> String {
        try ComponentValues(message).value(of: component)
    }

    private static func request(_ url: String, _ fields: HeaderFields = [:]) -> SignableMessage {
        .request(RequestMessage(method: .post, url: url, fields: fields))
    }

    // MARK: - Derived components

    static let derived: [(SignatureComponent, String, String)] = [
        (.method, "https://www.example.com/path?param=value", "POST"),
        (.targetURI, "https://www.example.com/path?param=value", "https://www.example.com/path?param=value"),
        (.targetURI, "https://www.example.com/path#part", "https://www.example.com/path"),
        (.authority, "https://www.example.com/path?param=value", "www.example.com"),
        (.authority, "https://WWW.Example.com:443/", "www.example.com"),
        (.authority, "http://www.example.com:80/", "www.example.com"),
        (.authority, "http://www.example.com:443/", "www.example.com:443"),
        (.scheme, "http://www.example.com/path?param=value", "http"),
        (.requestTarget, "https://www.example.com/path?param=value", "/path?param=value"),
        (.requestTarget, "https://www.example.com", "/"),
        (.path, "https://www.example.com/path?param=value", "/path"),
        (.path, "https://www.example.com", "/"),
        (
            .query, "https://www.example.com/path?param=value&foo=bar&baz=bat%2Dman",
            "?param=value&foo=bar&baz=bat%2Dman"
        ),
        (.query, "https://www.example.com/path?queryString", "?queryString"),
        (.query, "https://www.example.com/path?", "?"),
        (.query, "https://www.example.com/path", "?"),
        (.queryParameter("baz"), "https://www.example.com/path?param=value&foo=bar&baz=batman&qux=", "batman"),
        (.queryParameter("qux"), "https://www.example.com/path?param=value&foo=bar&baz=batman&qux=", ""),
        (.queryParameter("param"), "https://www.example.com/path?param=value&foo=bar&baz=batman&qux=", "value"),
        (.queryParameter("var"), encoded, "this%20is%20a%20big%0Amultiline%20value"),
        (.queryParameter("bar"), encoded, "with%20plus%20whitespace"),
        (.queryParameter("fa\u{E7}ade\": "), encoded, "something"),
        (.queryParameter("a"), "https://h/?&b&a=1%zz%2&", "1%25zz%252"),
        (.queryParameter("a"), "https://h/?a=%FF*-._~", "%EF%BF%BD*-._%7E"),
        (.queryParameter("a"), "https://h/?a", ""),
    ]

    private static let encoded = """
        https://www.example.com/parameters?var=this%20is%20a%20big%0Amultiline%20value&bar=with+plus+whitespace\
        &fa%C3%A7ade%22%3A%20=something
        """

    @Test(arguments: derived) func derivedComponents(
        _ component: SignatureComponent,
        _ url: String,
        _ expected: String
    ) throws {
        #expect(try Self.value(component, Self.request(url)) == expected)
    }

    @Test func encodedNamesAreWrittenEncoded() {
        let component = SignatureComponent.queryParameter("fa\u{E7}ade\": ")
        #expect(component.description == #""@query-param";name="fa%C3%A7ade%22%3A%20""#)
    }

    @Test(arguments: [
        ("EXAMPLE.com", "example.com"), ("example.com:443", "example.com"), ("h:80", "h:80"),
        ("[::1]:8443", "[::1]:8443"),
    ])
    func theFieldHostIsTheAuthority(_ host: String, _ expected: String) throws {
        let request = Self.request("https://other/a?b", ["Host": host])
        #expect(try Self.value(.authority, request) == expected)
        #expect(try Self.value(.targetURI, request) == "https://\(expected)/a?b")
    }

    @Test(arguments: ["a/b", "a/..", "a/.", "a/b/../", "user@a", "a?b", "a#b", "", "a b", "a\\b"])
    func aFieldHostThatIsNoHostIsAnError(_ host: String) {
        #expect(throws: SignatureFailure.self) {
            try Self.value(.authority, Self.request("https://other/", ["Host": host]))
        }
    }

    // MARK: - Fields

    static let fields: [(SignatureComponent, String)] = [
        ("x-ows-header", "Leading and trailing whitespace."),
        ("cache-control", "max-age=60, must-revalidate"),
        ("x-empty-header", ""),
        ("example-dict", "a=1,    b=2;x=1;y=2,   c=(a   b   c), d"),
        (.field("Example-Dict").asStructuredField, "a=1, b=2;x=1;y=2, c=(a b c), d"),
        (.field("example-dict").member("a"), "1"),
        (.field("example-dict").member("d"), "?1"),
        (.field("example-dict").member("b"), "2;x=1;y=2"),
        (.field("example-dict").member("c"), "(a b c)"),
        (.field("example-list").asStructuredField, "a, (b c);q=1.0, \"x\""),
        (.field("example-item").asStructuredField, "2"),
        (.field("example-header").asByteSequences, ":dmFsdWUsIHdpdGgsIGxvdHM=:, :b2YsIGNvbW1hcw==:"),
        ("example-header", "value, with, lots, of, commas"),
        (.field("x-latin").asByteSequences, ":Y2Fmw6k=:"),
    ]

    private static let message = request(
        "https://www.example.com/",
        [
            "X-OWS-Header": "  Leading and trailing whitespace.\t ", "Cache-Control": "max-age=60",
            "cache-control": "   must-revalidate", "X-Empty-Header": "",
            "Example-Dict": " a=1,    b=2;x=1;y=2,   c=(a   b   c), d", "Example-List": "a,(b  c);q=1.00 ,\"x\"",
            "Example-Item": "2", "Example-Header": "value, with, lots", "example-header": "of, commas",
            "X-Latin": "caf\u{E9}", "X-Same": "a, b, a", "X-Time": "Tue, 20 Apr 2021",
        ]
    )

    @Test(arguments: fields) func fieldComponents(_ component: SignatureComponent, _ expected: String) throws {
        #expect(try Self.value(component, Self.message) == expected)
    }

    // MARK: - Errors

    static let rejected: [SignatureComponent] = [
        "x-missing", "x-latin", .status, "@unknown", "@signature-params", "@query-param", .queryParameter("none"),
        .method.ofRequest, .field("cache-control").ofRequest,
        .field("example-dict").member("z"), .field("x-time").asStructuredField, .field("x-time").member("a"),
        // It may be a list or a dictionary, whose strict forms differ.
        .field("x-same").asStructuredField,
        .field("example-dict").asByteSequences.asStructuredField, .field("example-dict").asByteSequences.member("a"),
        SignatureComponent("example-dict", parameters: ["tr": true]),
        SignatureComponent("example-dict", parameters: ["sf": false]),
        SignatureComponent("example-dict", parameters: ["key": 1]),
        SignatureComponent("example-dict", parameters: ["key": .token("a")]),
        SignatureComponent("example-dict", parameters: ["name": "a"]),
        SignatureComponent("example-dict", parameters: ["other": true]),
        SignatureComponent("@path", parameters: ["name": "a"]), SignatureComponent("@path", parameters: ["sf": true]),
        SignatureComponent("@query-param", parameters: ["name": true]),
    ]

    @Test(arguments: rejected) func componentsThatAreRejected(_ component: SignatureComponent) {
        #expect(throws: SignatureFailure.self) { try Self.value(component, Self.message) }
    }

    @Test func aRepeatedQueryParameterIsRejected() {
        #expect(throws: SignatureFailure.self) {
            try Self.value(.queryParameter("a"), Self.request("https://h/?a=1&%61=2"))
        }
    }

    @Test(arguments: [
        #"("date" "date")"#, #"("a";sf;key="b" "a";key="b";sf)"#, #"("Date")"#, "(date)", "(1)", #"("")"#,
    ])
    func listsThatAreRejected(_ text: String) throws {
        guard case .innerList(let list)? = try StructuredDictionary(parsing: "a=\(text)")["a"] else {
            Issue.record("\(text) is not a list.")
            return
        }
        let message = Self.request("https://h/", ["Date": "1", "a": "b=1"])
        #expect(throws: SignatureFailure.self) { try SignatureBase(list, of: ComponentValues(message)) }
    }

    @Test func componentsAreCounted() throws {
        func list(_ count: Int) -> InnerList {
            InnerList((0..<count).map { SignatureComponent("a").member("k\($0)").item })
        }
        let dictionary = (0..<65).map { "k\($0)" }.joined(separator: ", ")
        let message = Self.request("https://h/", ["a": dictionary])
        #expect(try SignatureBase(list(64), of: ComponentValues(message)).text.utf8.count > 64 * 12)
        #expect(throws: SignatureFailure.self) { try SignatureBase(list(65), of: ComponentValues(message)) }
    }

    // MARK: - Bodies

    static let bodies: [(MessageBody, HeaderFields, Bool)] = [
        (.none, [:], false), (.bytes([]), [:], false), (.none, ["Content-Length": "0"], false),
        (.bytes([]), ["Content-Length": "0"], false), (.bytes([1]), [:], true),
        (.bytes([1]), ["Content-Length": "0"], true),
        (.none, ["Content-Length": "5"], true), (.bytes([]), ["Content-Length": "5"], true),
        (.none, ["Content-Length": "0, 5"], true), (.none, ["Transfer-Encoding": "chunked"], true),
        (.bytes([]), ["Transfer-Encoding": "chunked"], true), (.file(path: "/"), [:], true),
    ]

    @Test(arguments: bodies) func requestsWithABody(_ body: MessageBody, _ fields: HeaderFields, _ hasBody: Bool) {
        let request = RequestMessage(method: .post, url: "https://h/", fields: fields, body: body)
        #expect(SignableMessage.request(request).hasBody == hasBody)
    }

    // MARK: - Components of the request

    /// Source: RFC 9421 §2.4.
    @Test func responsesCoverTheirRequest() throws {
        var request = RFCExamples.request
        request.fields["Signature"] = "sig1=:AQID:"
        let response = SignableMessage.response(ResponseHead(status: 503), to: request)
        #expect(try Self.value(.status, response) == "503")
        #expect(try Self.value(.method.ofRequest, response) == "POST")
        #expect(try Self.value(.authority.ofRequest, response) == "example.com")
        #expect(try Self.value(.queryParameter("Pet").ofRequest, response) == "dog")
        #expect(try Self.value(.field("signature").ofRequest.member("sig1"), response) == ":AQID:")
        #expect(
            SignatureComponent.field("signature").member("a").ofRequest == .field("signature").ofRequest.member("a")
        )
        for component in [.method, .status.ofRequest] as [SignatureComponent] {
            #expect(throws: SignatureFailure.self) { try Self.value(component, response) }
        }
        let alone = SignableMessage.response(ResponseHead(status: 503), to: nil)
        #expect(throws: SignatureFailure.self) { try Self.value(.method.ofRequest, alone) }
        for status in [0, 99, 1000, -1] {
            #expect(throws: SignatureFailure.self) {
                try Self.value(.status, .response(ResponseHead(status: status), to: nil))
            }
        }
    }
}

/// The work for the parameters of a query does not grow with the number of components times that of parameters.
@Suite struct QueryParameterWorkTests {
    @Test func theQueryIsDecodedOnce() throws {
        let growth = try GrowthOfWork.perDoubling(from: 8, upTo: SignatureBase.mostComponents) { size in
            let names = (0..<size).map { "p\($0)" }
            let value = String(repeating: "%41", count: 200)
            let query = names.map { "\($0)=\(value)" }.joined(separator: "&")
            let list = InnerList(names.map { SignatureComponent.queryParameter($0).item })
            return (list, SignableMessage.request(RequestMessage(url: "https://h/?\(query)")))
        } work: { list, message in
            _ = try SignatureBase(list, of: ComponentValues(message))
        }
        #expect(growth < GrowthOfWork.inProportion)
    }
}
