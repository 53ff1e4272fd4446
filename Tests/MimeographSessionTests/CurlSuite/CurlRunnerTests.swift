import Foundation
import Mimeograph
import Testing

/// Tests that the runner of curl's cases notices each kind of difference.
@Suite struct CurlRunnerTests {
    /// Makes a case from its text, for a server on port 80.
    private static func testCase(_ text: String) throws -> CurlCase {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("test7-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        return try CurlCase(file, CurlVariables(port: 80, closedPort: 1, folder: "/f"))
    }

    private static let sent = "POST /7 HTTP/1.1\r\nHost: a\r\nAccept: */*\r\nContent-Length: 2\r\n\r\nhi"

    @Test(arguments: [
        (sent, true),
        // The order and the case of names, and Proxy-Connection, do not matter.
        ("POST /7 HTTP/1.1\r\naccept: */*\r\nHost: a\r\nProxy-Connection: x\r\nContent-Length: 2\r\n\r\nhi", true),
        ("POST /7 HTTP/1.1\r\nHost: a\r\nAccept: */*\r\nContent-Length: 2\r\n\r\nho", false),
        ("POST /7 HTTP/1.1\r\nHost: b\r\nAccept: */*\r\nContent-Length: 2\r\n\r\nhi", false),
        ("POST /8 HTTP/1.1\r\nHost: a\r\nAccept: */*\r\nContent-Length: 2\r\n\r\nhi", false),
        ("POST /7 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi", false),
        (sent + sent, false), ("", false),
    ])
    func requestsAreCompared(_ expected: String, _ isSame: Bool) throws {
        let comparison = CurlProtocol(try Self.testCase(""))
        let difference = comparison.difference([Array(Self.sent.utf8)], Array(expected.utf8))
        #expect((difference == nil) == isSame, "\(difference ?? "")")
    }

    @Test func requestsThatAreMissingOrNotExpectedDiffer() throws {
        let comparison = CurlProtocol(try Self.testCase(""))
        let sent = Array(Self.sent.utf8)
        #expect(comparison.difference([sent, sent], sent + sent) == nil)
        #expect(comparison.difference([sent, sent], sent) != nil)
        #expect(comparison.difference([], sent) != nil)
    }

    @Test(arguments: [
        ("HTTP/1.0 200 Fine\nA: b\n\nhi", true), ("HTTP/1.1 201 OK\nA: b\n\nhi", false),
        ("HTTP/1.1 200 OK\nA: c\n\nhi", false), ("HTTP/1.1 200 OK\n\nhi", false), ("HTTP/1.1 200 OK\nA: b\n\nh", false),
        ("HTTP/1.1 200 OK\nA: b\n\nhi!", false), ("", false),
    ])
    func responsesAreCompared(_ expected: String, _ isSame: Bool) {
        let pieces: [CurlOutput] = [.head(ResponseHead(status: 200, fields: ["A": "b"])), .bytes(Array("hi".utf8))]
        #expect((CurlOutput.difference(pieces, Array(expected.utf8)) == nil) == isSame)
    }

    @Test func variablesAndConditionsAreReplaced() throws {
        let testCase = try Self.testCase(
            """
            <testcase>
            <reply>
            <data crlf="headers" nonewline="yes">
            HTTP/1.1 200 OK
            Host: %HOSTIP:%HTTPPORT
            %if !cookies
            Wrong: yes
            %else
            Right: %b64[a%62c]b64%
            %endif

            %repeat[3 x ab]%%hex[%41]hex%
            </data>
            </reply>
            </testcase>
            """
        )
        let data = try #require(testCase.part("reply", "data"))
        #expect(data.text == "HTTP/1.1 200 OK\r\nHost: 127.0.0.1:80\r\nRight: YWJj\r\n\r\nabababA")
    }

    @Test func commandLinesAreParsed() throws {
        let arguments = CurlCommandLine.arguments(#"-sd "a \"b\"" 'c d'e --next -X"PUT" f\ g"#)
        #expect(arguments == ["-sd", #"a "b""#, "c de", "--next", "-XPUT", "f g"])
        let groups = try CurlCommandLine(arguments).groups
        #expect(groups.count == 2 && groups[0].has("silent") && groups[0].last("data") == #"a "b""#)
        #expect(groups[0].all("url") == ["c de"] && groups[1].last("request") == "PUT")
        let globs = try #require(CurlGlob("a{b,c}[08-10]")).expansions
        #expect(globs.map(\.text) == ["ab08", "ab09", "ab10", "ac08", "ac09", "ac10"])
        #expect(globs[5].name("x#1-#2") == "xc-10")
    }

    @Test func filesOfOptionsAndVariablesAreExpanded() throws {
        let files = [
            "a": "# a comment\n-A \"one two\"\ndata = \"x\\ty\"\nheader: \"b: c\"\nurl=h\nconfig b\n",
            "b": "--next\nurl = i more\n",
            "v": "  a b\n",
        ]
        let line = CurlCommandLine.arguments(
            "-K a --variable v@v --variable w[1-2]=abcd --expand-data '{{v:trim:url}}{{w}}{{x}}!'"
        )
        let groups = try CurlCommandLine(line) { Array(try #require(files[$0]).utf8) }.groups
        #expect(groups.count == 2 && groups[0].last("user-agent") == "one two" && groups[0].last("data") == "x\ty")
        #expect(groups[0].last("header") == "b: c" && groups[0].all("url") == ["h"] && groups[1].all("url") == ["i"])
        #expect(groups[1].last("data") == "a%20bbc!")
        #expect(throws: CurlBody.Failure.self) {
            try CurlCommandLine(["-K", "loop"]) { _ in Array("config loop".utf8) }
        }
    }

    /// Only the command line decides whether a case applies.
    @Test(arguments: [
        ("http://h/", true), ("http://h/ -H 'Host: b'", true), ("http://127.0.0.1/ -H Host:", false),
        ("http://h/ -c jar -H 'Host: b'", false), ("http://h/ -H 'A b: c'", false), ("http://h/ -H 'A: b c'", true),
        ("http://h.1/", false), ("http://127.0.0.1/", true), ("http://1.2.3.4.5/", false), ("http://h..i/", false),
        ("http:/h/", false), ("http:///h/", false), ("http://h/a[1-2]", true), ("http://h/[]", false),
        ("'http://h/\"'", false), ("http://a%0Ab:c@h/", true), ("http://a%0Ab:c@h/ --digest", false),
        ("http://a:b@h/", true),
        ("http://h/ -L --max-redirs 0", false), ("http://h/ -L --max-redirs 1", true),
        ("http://h/ --digest -d a", false), ("http://h/ --digest -G -d a", true), ("http://h/ --anyauth -d a", true),
        ("http://h/ -T - -H 'Content-Length: 9'", false), ("http://h/ -T - -H 'Content-Length: 0'", true),
        ("http://h/ --never-seen value", false), ("http://h/ -ntZ", false), ("ftp://h/", false),
    ])
    func casesApplyByTheirOptions(_ line: String, _ applies: Bool) throws {
        let command = "<command>\n\(line)\n</command>\n"
        let testCase = try Self.testCase("<testcase>\n<client>\n\(command)</client>\n</testcase>\n")
        let commandLine = try CurlCommandLine(CurlCommandLine.arguments(line))
        let reason = CurlSupport.inapplicability(of: testCase, commandLine)
        #expect((reason == nil) == applies, "\(reason ?? "")")
    }

    /// Hosts are compared without their case. Paths are not.
    @Test(arguments: [
        ("GET http://A.b/C HTTP/1.1\r\nHost: a.B\r\n\r\n", "GET http://a.b/C HTTP/1.1\r\nHost: a.b\r\n\r\n", true),
        ("GET http://a.b/C HTTP/1.1\r\n\r\n", "GET http://a.b/c HTTP/1.1\r\n\r\n", false),
        ("GET /A HTTP/1.1\r\n\r\n", "GET /a HTTP/1.1\r\n\r\n", false),
    ])
    func hostsAreComparedWithoutTheirCase(_ sent: String, _ expected: String, _ isSame: Bool) throws {
        let comparison = CurlProtocol(try Self.testCase(""))
        #expect((comparison.difference([Array(sent.utf8)], Array(expected.utf8)) == nil) == isSame)
    }
}
