import Mimeograph
import MimeographForm
import MimeographText
import Testing

@Suite struct HTTPRequestSerializerTests {
    private let bare = HTTPRequestSerializer(client: nil)

    private func body(_ message: RequestMessage) -> String? {
        guard case .bytes(let bytes) = message.body else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Destinations of parameters

    @Test(
        arguments: [
            ("http://x/", ["key": "value"], "http://x/?key=value"),
            ("http://x/", [:], "http://x/"),
            ("http://x/", nil, "http://x/"),
            ("http://x/?baz=qux", ["foo": "bar"], "http://x/?baz=qux&foo=bar"),
            ("http://x/?", ["a": "b"], "http://x/?a=b"),
            ("http://x/?a=1&", ["b": 2], "http://x/?a=1&b=2"),
            ("http://x/#frag?ment", ["a": "b"], "http://x/?a=b#frag?ment"),
            ("http://x/?c=d#f#g", ["a": "b"], "http://x/?c=d&a=b#f#g"),
            ("", ["a": "b"], "?a=b"),
            ("users/7?full", ["a": ["b", "c"]], "users/7?full&a%5B%5D=b&a%5B%5D=c"),
        ] as [(String, QueryValue, String)]
    )
    func parametersInTheURL(_ url: String, _ parameters: QueryValue, _ expected: String) throws {
        for method in [.get, .head, .delete, "get", "Delete"] as [HTTPMethod] {
            let message = try bare.request(method, url, parameters: parameters)
            #expect(message.url == expected)
            #expect(message.method == method)
            #expect(message.fields.lines.isEmpty)
            guard case .none = message.body else {
                Issue.record("a body")
                return
            }
        }
    }

    @Test(arguments: [(["key": "value"], "key=value"), (nil, ""), ([:], "")] as [(QueryValue, String)])
    func parametersInTheBody(_ parameters: QueryValue, _ expected: String) throws {
        for method in [.post, .put, .patch, "QUERY"] as [HTTPMethod] {
            let message = try bare.request(method, "http://x/?a#b", parameters: parameters)
            #expect(message.url == "http://x/?a#b")
            #expect(body(message) == expected)
            #expect(message.fields["Content-Type"] == "application/x-www-form-urlencoded")
        }
    }

    @Test func theDestinationCanBeSet() throws {
        var serializer = bare
        serializer.methodsEncodingParametersInURL = ["post"]
        #expect(try serializer.request(.post, "/", parameters: ["a": 1]).url == "/?a=1")
        #expect(body(try serializer.request(.get, "/", parameters: ["a": 1])) == "a=1")
        #expect(try bare.request(.post, "/", parameters: ["a": 1], in: .url).url == "/?a=1")
        #expect(body(try bare.request(.delete, "/", parameters: ["a": 1], in: .body)) == "a=1")
    }

    @Test func anyEncodableIsParameters() throws {
        struct Search: Encodable {
            var term = "a b"
            var limit: Int?
        }
        #expect(try bare.request(.get, "/", parameters: Search()).url == "/?term=a%20b")
        let dynamic: any Encodable = Search(limit: 3)
        #expect(body(try bare.request(.post, "/", parameters: dynamic)) == "limit=3&term=a%20b")
        var message = RequestMessage(method: .post, url: "/")
        try bare.write(["k": "v", "n": 1], into: &message)
        #expect(body(message) == "k=v&n=1")
    }

    @Test func customParameters() throws {
        struct Failure: Error {}
        var serializer = bare
        serializer.parameters = .custom { _, request in request.method == .get ? "a;b" : nil }
        #expect(try serializer.request(.get, "/?x", parameters: ["q": 1]).url == "/?x&a;b")
        #expect(body(try serializer.request(.post, "/", parameters: ["q": 1])) == "")
        serializer.parameters = .custom { _, _ in throw Failure() }
        #expect { try serializer.request(.get, "/", parameters: ["q": 1]) } throws: {
            ($0 as? SerializationError)?.underlying.first is Failure
        }
        let own = SerializationError(.declined, "no")
        serializer.parameters = .custom { _, _ in throw own }
        #expect { try serializer.request(.get, "/", parameters: ["q": 1]) } throws: {
            ($0 as? SerializationError)?.code == .declined
        }
    }

    @Test func aFailureChangesNothing() {
        var message = RequestMessage(method: .post, url: "/")
        #expect { try HTTPRequestSerializer().write(["only", "values"], into: &message) } throws: {
            ($0 as? SerializationError)?.code == .unencodableValue
        }
        #expect(message.fields.lines.isEmpty)
        guard case .none = message.body else {
            Issue.record("a body")
            return
        }
    }

    // MARK: Fields

    @Test func fieldsOfTheRequestGoFirst() throws {
        var serializer = bare
        serializer.fields = ["X-Default": "1", "x-both": "default", "X-Twice": "a", "X-Twice": "b"]
        let message = try serializer.request(.get, "/", fields: ["X-BOTH": "mine"])
        #expect(message.fields["X-Both"] == "mine")
        #expect(message.fields["X-Default"] == "1")
        #expect(message.fields.values(of: "X-Twice") == ["a", "b"])
        serializer.fields["X-Default"] = nil
        #expect(try !serializer.request(.get, "/").fields.contains("X-Default"))
    }

    @Test func aContentTypeStays() throws {
        let message = try bare.request(.post, "/", parameters: ["a": 1], fields: ["content-type": "text/x-own"])
        #expect(message.fields.values(of: "Content-Type") == ["text/x-own"])
        #expect(body(message) == "a=1")
    }

    @Test func acceptIsTheRegistrysUnlessSet() throws {
        let registry = try SerializerRegistry { TextPlugin() }
        let accept = registry.accept(for: String.self)
        #expect(try bare.request(.get, "/", accept: accept).fields["Accept"] == accept.description)
        #expect(try bare.request(.get, "/", fields: ["accept": "a/b"], accept: accept).fields["Accept"] == "a/b")
        var serializer = bare
        serializer.fields["Accept"] = "c/d"
        #expect(try serializer.request(.get, "/", accept: accept).fields["Accept"] == "c/d")
        #expect(try !bare.request(.get, "/", accept: AcceptField([])).fields.contains("Accept"))
    }

    @Test func fieldsThatCannotBeSentAreAnError() {
        var serializer = bare
        serializer.fields["X-Bad"] = "a\r\nb: c"
        func check(_ serializer: HTTPRequestSerializer, _ fields: HeaderFields) {
            #expect { try serializer.request(.get, "/", fields: fields) } throws: {
                ($0 as? SerializationError)?.code == .invalidField
            }
        }
        check(serializer, [:])
        check(bare, ["X-Bad": "a\nb"])
    }

    @Test(
        arguments: [
            ("Aladdin", "open sesame", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
            ("test", "123£", "Basic dGVzdDoxMjPCow=="),
            ("", "", "Basic Og=="), ("a", "b:c", "Basic YTpiOmM="), ("user", "passwd", "Basic dXNlcjpwYXNzd2Q="),
        ]
    )
    func basicAuthorization(_ username: String, _ password: String, _ expected: String) throws {
        var serializer = bare
        try serializer.setAuthorization(username: username, password: password)
        #expect(try serializer.request(.get, "/").fields["Authorization"] == expected)
        serializer.clearAuthorization()
        #expect(try !serializer.request(.get, "/").fields.contains("Authorization"))
    }

    @Test(arguments: [("ada:x", "c"), ("ada", "b\n"), ("ada\u{7F}", "")]) func badCredentials(
        _ username: String,
        _ password: String
    ) {
        var serializer = bare
        #expect { try serializer.setAuthorization(username: username, password: password) } throws: {
            ($0 as? SerializationError)?.code == .invalidField && !"\($0)".contains("ada")
        }
        #expect(serializer.fields.lines.isEmpty)
    }

    // MARK: Bodies that a registry writes

    @Test func aRegistryWritesTheBody() throws {
        let registry = try SerializerRegistry { TextPlugin() }
        let message = try bare.request(.post, "/", body: "text", by: registry)
        #expect(body(message) == "text" && message.fields["Content-Type"] == "text/plain;charset=utf-8")
        let query = try bare.request(.delete, "/x", body: ["a": "b"], by: registry)
        #expect(query.url == "/x?a=b")
        struct Opaque {}
        #expect { try bare.request(.get, "/", body: Opaque(), by: registry) } throws: {
            ($0 as? SerializationError)?.code == .unencodableValue
        }
        #expect { try bare.request(.post, "/", body: Opaque(), by: registry) } throws: {
            ($0 as? SerializationError)?.code == .unsupportedMediaType
        }
    }

    // MARK: Client descriptions

    @Test func userAgent() throws {
        func agent(_ name: String, _ version: String? = nil, _ system: [String] = ["Linux", "x86_64"]) -> String? {
            ClientDescription(name: name, version: version, system: system).userAgent
        }
        #expect(agent("hello") == "hello (Linux; x86_64)")
        #expect(agent("hello", "1.2") == "hello/1.2 (Linux; x86_64)")
        #expect(agent("My App", "1 (beta)") == "My-App/1--beta- (Linux; x86_64)")
        #expect(agent("Élève日本", nil, []) == "Eleve")
        #expect(agent("日本") == nil)
        #expect(agent("a", nil, ["L(i)n;u\\x\n", ""]) == "a (Linux)")
        let own = try #require(HTTPRequestSerializer().fields["User-Agent"])
        #expect(own.hasPrefix(ClientDescription().userAgent?.prefix { $0 != " " } ?? "?"))
        #if os(Linux)
            #expect(own.contains("(Linux; "))
        #endif
    }

    @Test(
        arguments: [
            ([], nil), (["en-US"], "en-US;q=1"), (["en-US", "fr"], "en-US;q=1, fr;q=0.9"),
            (["a", "b", "c", "d", "e", "f", "g"], "a;q=1, b;q=0.9, c;q=0.8, d;q=0.7, e;q=0.6, f;q=0.5"),
            (["no good", "zh-Hant-TW", "x\r\ny", ""], "zh-Hant-TW;q=1"),
        ] as [([String], String?)]
    )
    func acceptLanguage(_ languages: [String], _ expected: String?) {
        let client = ClientDescription(languages: languages)
        #expect(client.acceptLanguage == expected)
        #expect(HTTPRequestSerializer(client: client).fields["Accept-Language"] == expected)
    }

    @Test(
        arguments: [
            ([:], []), (["LANG": "C.UTF-8"], []), (["LANG": "POSIX"], []), (["LANG": ""], []),
            (["LANG": "de_DE.UTF-8"], ["de-DE"]), (["LANG": "de", "LC_ALL": "fr_CH@euro"], ["fr-CH"]),
            (["LANG": "de", "LC_MESSAGES": "it", "LC_ALL": ""], ["it"]),
            (["LANG": "de_AT", "LANGUAGE": "de_CH:de:C:en_GB"], ["de-CH", "de", "en-GB", "de-AT"]),
            (["LANG": "C", "LANGUAGE": "de"], []), (["LANGUAGE": "de"], []),
            (["LANG": "sr_RS.UTF-8@latin"], ["sr-Latn-RS"]), (["LANG": "ca_ES@valencia"], ["ca-ES-valencia"]),
            (["LANG": "english"], []), (["LANG": "../../etc"], []), (["LANG": "de-DE"], ["de-DE"]),
        ] as [([String: String], [String])]
    )
    func languagesOfAnEnvironment(_ environment: [String: String], _ expected: [String]) {
        #expect(ClientDescription.languages(in: environment) == expected)
        #expect(ClientDescription(environment: environment).languages == expected)
    }
}
