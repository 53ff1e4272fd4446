import Foundation
import Mimeograph
import MimeographForm
import MimeographSession
import TestSupport
import Testing

/// Tests of what a curl command line shows of each kind of body. `hush` is always the secret, and `shown` is not.
@Suite struct PrintedSecretTests {
    struct Row: CustomTestStringConvertible, Sendable {
        /// The Content-Type, or nil to send none.
        let type: String?
        let body: String
        var testDescription: String { "\(type ?? "no type"): \(body.prefix(60))" }

        init(_ type: String?, _ body: String) { (self.type, self.body) = (type, body) }
    }

    private static let jsonTypes: [String?] = [
        "application/json", "application/vnd.api+json", "application/x-ndjson", "application/json-seq",
        "application/jsonl",
        "text/plain", "application/octet-stream", "text/x-unknown", nil,
    ]

    private static let json = [
        #"{"password":"hush","a":"shown"}"#, #"{"passwords":["hush","hush"],"a":"shown"}"#,
        #"{"token":{"value":"hush"},"a":"shown"}"#, #"{"token":{"a":{"b":["hush",{"c":"hush"}]}},"a":"shown"}"#,
        #"{"a":["shown",{"b":{"apiKey":"hush"}}]}"#, #"[{"a":"shown"},{"secret":[["hush"],"hush"]}]"#,
        #"{"pass\u0077ord":"hush","a":"shown"}"#, #"{"credentials":{"user":"hush","key":"hush"},"a":"shown"}"#,
        #"[{"op":"add","path":"/password","value":"hush"},{"op":"add","path":"/a","value":"shown"}]"#,
        #"[{"value":{"b":"hush"},"path":"/user/token"},{"value":"shown","path":"/a"}]"#,
        #"{"headers":[{"name":"Authorization","value":"hush"},{"name":"Accept","value":"shown"}]}"#,
        #"{"b":{"key":"password","value":"hush"},"c":{"key":"hush","value":"shown"}}"#,
        #"{"note":"password=hush","a":"shown"}"#, #"{"url":"https://h/?access_token=hush","a":"shown"}"#,
        #"{"url":"https://ada:hush@h/","a":"shown"}"#, #"{"header":"Bearer hush","a":"shown"}"#,
        #"{"query":"mutation { login(password: \"hush\") }","a":"shown"}"#, #"{"a":"shown","token":{"b":"hush""#,
        #"{"a":"shown","token":["hush"#, #"{"token":12345,"a":"shown"}"#,
        "{ \"a\" : \"shown\" ,\n \"password\" :\n \"hush\" }",
        #"[["password","hush"],["a","shown"]]"#, #"{"a":"shown","b":["token",{"c":"hush"},["hush"]]}"#,
    ]

    private static let lines = [
        "{\"a\":\"shown\"}\n{\"password\":\"hush\"}\n{\"tokens\":[\"hush\"]}\n",
        "\u{1E}{\"a\":\"shown\"}\n\u{1E}{\"token\":{\"b\":\"hush\"}}\n",
    ]

    private static let markup = [
        "<a><b>shown</b><password>hush</password></a>", "<a b='shown' password='hush'/>",
        "<a><b>shown</b><x:token xmlns:x='u'><c><d>hush</d></c></x:token></a>",
        "<a><b>shown</b><password><![CDATA[hush]]></password></a>",
        "<a><b>shown</b><param name='password' value='hush'/></a>",
        "<a><b>shown</b><field name='token'>hush</field></a>",
        "<?xml version=\"1.0\"?><a><b>shown</b><member><name>password</name><value><string>hush</string></value></member></a>",
        "<a><b>shown</b><secrets><s>hush</s><s>hush</s></secrets><c/></a>", "<a><b>shown</b><token>hush",
        "<a><b>shown</b><c>password=hush</c></a>", "<a><b>shown</b><!-- token: hush --></a>",
        "<a><b>shown</b><c href='https://ada:hush@h/'/></a>",
        "<a><b>shown</b><token><token>hush</token>hush</token></a>",
        "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY password \"hush\">]><a>shown</a>",
        "<m><a>shown</a><n><name>password</name><type>string</type><value>hush</value></n></m>",
        "<m><n><name>password</name><x/><value>hush</value></n><n><name>a</name><value>shown</value></n></m>",
        // Property lists.
        "<?xml version=\"1.0\"?><!DOCTYPE plist PUBLIC \"x\" \"y\"><plist version=\"1.0\"><dict><key>a</key><string>shown</string>"
            + "<key>password</key><string>hush</string></dict></plist>",
        "<plist><dict><key>a</key><string>shown</string>\n<key>tokens</key>\n<array><string>hush</string><string>hush</string>"
            + "</array></dict></plist>",
        "<plist><dict><key>a</key><string>shown</string><key>secret</key><dict><key>b</key><data>hush</data></dict></dict></plist>",
    ]

    private static let markupTypes: [String?] = [
        "application/xml", "text/xml", "application/atom+xml", "application/x-plist", "text/plain", nil,
    ]

    private static let others: [Row] = [
        Row("application/x-www-form-urlencoded", "a=shown&password=hush"),
        Row("application/x-www-form-urlencoded", "a=shown&user%5Bpassword%5D=hush&tokens%5B%5D=hush&code=hush"),
        Row("application/x-www-form-urlencoded", "a=shown&payload=%7B%22password%22%3A%22hush%22%7D"),
        Row("application/x-www-form-urlencoded", "a=shown&back=https%3A%2F%2Fada%3Ahush%40h%2F"),
        Row("application/x-www-form-urlencoded", "a=shown&state=Bearer+hush"),
        Row("application/x-www-form-urlencoded", "field=password&value=hush&other=hush"),
        Row(nil, "a=shown&password=hush"), Row("text/plain", "a: shown\npassword: hush\n"),
        Row("application/yaml", "a: shown\npasswords:\n  - hush\n  - hush\n"),
        Row("application/yaml", "a: shown\ntoken: |\n  hush\n  hush\n"), Row("text/plain", "a=shown\nAPI_KEY=hush\n"),
        Row("text/plain", "a=shown\nAuthorization: Bearer hush\n"), Row("text/csv", "user,password\nada,hush\n"),
        Row(nil, "user;password\nada;hush\n"), Row("text/csv", "token\nhush\n"),
        Row("text/csv", "sep=;\r\nuser;password\r\nada;hush\r\n"),
        Row("text/csv", "\u{FEFF}sep=;\nuser;password\nada;hush\n"), Row("text/csv", "\nuser,password\nada,hush\n"),
        Row("text/csv", "name,value\na,shown\npassword,hush\n"),
        Row("text/csv", "name,value\na,shown\npassword,\"hush\nhush\"\n"),
        Row("text/tab-separated-values", "user\ttoken\nada\thush\n"),
        Row("application/x-plist", "{ a = shown;\n password = hush;\n}"),
        Row("application/x-plist", "{ a = shown;\n tokens = (\n hush,\n hush\n ); }"),
        Row(nil, "{ \"a\" = shown;\n \"token\" = \"hush\nhush\"; }"),
    ]

    static let table: [Row] =
        jsonTypes.flatMap { type in (json + lines).map { Row(type, $0) } }
        + markupTypes.flatMap { type in markup.map { Row(type, $0) } } + others

    @Test(arguments: table)
    func aBodyShowsNoSecret(_ row: Row) {
        var message = RequestMessage(method: .post, url: "http://h/", body: .bytes(Array(row.body.utf8)))
        if let type = row.type { message.fields["Content-Type"] = type }
        let command = message.curlCommand()
        #expect(!command.contains("hush") && !command.contains("12345"), "\(command)")
        #expect(command.contains("shown") || !row.body.contains("shown"), "\(command)")
        #expect(command.contains("(hidden)"))
    }

    @Test(arguments: [
        "form-data; name=\"password\"", "form-data; name=token", "form-data; name=\"user[password]\"; filename=\"x\"",
        "form-data", "form-data; name",
    ])
    func aPartShowsNoSecret(_ disposition: String) throws {
        let body =
            "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nshown\r\n--B\r\nContent-Disposition: \(disposition)\r\n\r\n"
            + "hush\r\nhush\r\n--B\r\nContent-Type: application/json\r\nContent-Disposition: form-data; name=\"b\"\r\n\r\n"
            + "{\"token\":[\"hush\"]}\r\n--B--\r\n"
        for body in [body, String(body.dropLast(8))] {
            for type in ["multipart/form-data; boundary=B", "multipart/mixed; boundary=\"B\"", "multipart/form-data"] {
                let message = RequestMessage(
                    method: .post,
                    url: "http://h/",
                    fields: ["Content-Type": type],
                    body: .bytes(Array(body.utf8))
                )
                let command = message.curlCommand()
                #expect(!command.contains("hush"), "\(command)")
                #expect(command.contains("shown") == type.contains("B"), "\(command)")
            }
        }
    }

    /// One part has the name of a secret, and another part its value.
    @Test func aPartWithASecretNamedElsewhereIsHidden() {
        let parts = [("field", "password"), ("value", "hush"), ("other", "hush\r\nhush")].map { name, value in
            "--B\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        let message = RequestMessage(
            method: .post,
            url: "http://h/",
            fields: ["Content-Type": "multipart/form-data; boundary=B"],
            body: .bytes(Array((parts.joined() + "--B--\r\n").utf8))
        )
        let command = message.curlCommand()
        #expect(!command.contains("hush") && command.contains("password"), "\(command)")
    }

    @Test func aSerializedFormShowsNoSecret() throws {
        var form = MultipartFormData(boundary: try MultipartBoundary("B"))
        form.append("shown", name: "a")
        form.append("hush", name: "password")
        var message = RequestMessage(method: .post, url: "http://h/")
        try MultipartRequestSerializer().write(form, into: &message)
        #expect(!message.curlCommand().contains("hush"))
    }

    @Test(arguments: [
        ("Referer", "https://h/?token=hush"), ("Destination", "https://ada:hush@h/"), ("X-A", "Bearer hush"),
        ("X-Api-Key", "hush"), ("X-A", "basic hush"), ("X-A", "password=hush"), ("Cookie", "a=hush"),
    ])
    func aFieldShowsNoSecret(_ name: String, _ value: String) {
        let message = RequestMessage(url: "http://h/", fields: ["Accept": "shown"]).with(name, value)
        #expect(!message.curlCommand().contains("hush") && message.curlCommand().contains("Accept: shown"))
    }

    /// An invalid body ends the scan without a trap.
    @Test func damagedBodiesNeverTrap() {
        var generator = SeededGenerator(seed: 100)
        for row in Self.table {
            for _ in 0..<20 {
                let bytes = Mutation.mutate(Array(row.body.utf8), using: &generator)
                var message = RequestMessage(method: .post, url: "http://h/", body: .bytes(bytes))
                if let type = row.type { message.fields["Content-Type"] = type }
                _ = message.curlCommand()
            }
        }
        for body in ["[", "{\"a\":", "<a>", "<token>", "password:\n", "\""] {
            let message = RequestMessage(
                url: "http://h/",
                body: .bytes(Array(String(repeating: body, count: 9_000).utf8))
            )
            _ = message.curlCommand()
        }
    }

    /// Neither printing nor reflecting a message shows a secret.
    @Test func printedMessagesShowNoSecrets() throws {
        let url = "https://ada:hush@h/a;jsessionid=hush?token=hush"
        let fields: HeaderFields = ["Authorization": "Bearer hush", "Accept": "shown"]
        let message = RequestMessage(method: .post, url: url, fields: fields, body: .bytes(Array("hush".utf8)))
        let head = ResponseHead(status: 200, fields: fields, url: url)
        let target = RequestHead(target: "/a?token=hush", fields: fields)
        var configuration = SessionConfiguration()
        configuration.fields = fields
        let values: [Any] = [
            message, head, target, fields, fields.lines, configuration, try RequestURL(url),
            Mirror(reflecting: fields.lines[0]).children.map { $0.value },
        ]
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] { #expect(!text.contains("hush"), "\(text)") }
        }
        #expect("\(message)" == "POST https://h/a;jsessionid=…?…, 2 fields, body of 4 bytes")
        #expect("\(head)" == "200 of GET https://h/a;jsessionid=…?…, 2 fields")
        #expect("\(target)" == "GET /a?…, 2 fields")
    }

    @Test func aProxyShowsNoPassword() {
        let proxy = TransportOptions.Proxy(url: "http://proxy.example:3128", username: "ada", password: "hush")
        var options = TransportOptions(proxy: proxy)
        options.connectTimeout = nil
        var configuration = SessionConfiguration()
        configuration.options = options
        configuration.proxies = .fixed(proxy)
        var dumped = ""
        dump(configuration, to: &dumped)
        for text in ["\(proxy)", String(reflecting: proxy), "\(options)", "\(configuration)", dumped] {
            #expect(!text.contains("hush"), "\(text)")
        }
        #expect("\(proxy)".contains("ada") && "\(proxy)".contains("proxy.example"))
    }
}

extension RequestMessage {
    fileprivate func with(_ name: String, _ value: String) -> RequestMessage {
        var message = self
        message.fields[name] = value
        return message
    }
}
