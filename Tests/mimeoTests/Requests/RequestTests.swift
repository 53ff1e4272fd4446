import Foundation
import LoopbackServer
import TestServers
import TestSupport
import Testing

@testable import mimeo

/// The requests that the tool sends.
@Suite(.within(minutes: 5)) struct RequestTests {
    /// Returns the request that the server received.
    private func sent(
        _ command: String,
        _ words: [String],
        path: String = "/request",
        input: String = "",
        environment: [String: String] = [:]
    ) async throws -> ServedRequest {
        let target = RequestServer.unique(path)
        let words = [command, try RequestServer.url(target)] + words
        let run = await ToolRun.request(words, input: input, environment: environment)
        #expect(run.exitCode == .success, "\(run.errorOutput)")
        return try #require(try RequestServer.requests(for: target).last)
    }

    @Test(arguments: ["get", "query", "post", "put", "patch", "delete", "head"])
    func theCommandIsTheMethod(_ command: String) async throws {
        let request = try await sent(command, [])
        #expect(request.method == command.uppercased())
        #expect(request.body == [])
        #expect(request.field("Content-Type") == nil)
    }

    @Test func acceptListsReadableTypes() async throws {
        let request = try await sent("get", [])
        let accept = try #require(request.field("Accept"))
        for type in [
            "application/json,", "image/png,", "text/event-stream", "application/x-ndjson,", "application/xml;q=0.8",
            "*/*;q=0.1",
        ] {
            #expect(accept.contains(type), "\(type) in \(accept)")
        }
        #expect(request.field("Accept-Encoding") == "br, zstd, gzip, deflate")
        #expect(request.field("User-Agent")?.hasPrefix("mimeo/") == true)
        #expect(try await sent("get", ["--as", "image"], path: "/picture").field("Accept")?.contains("json") == false)
        #expect(try await sent("get", ["--to", "application/json"]).field("Accept")?.contains("ndjson") == false)
    }

    @Test func fieldsReplaceThoseOfTheTool() async throws {
        let request = try await sent(
            "get",
            ["-H", "Accept: text/html", "--header", "X-A: 1", "-H", "X-A: 2", "-H=X-B:b"]
        )
        #expect(request.field("Accept") == "text/html")
        #expect(request.fields.filter { $0.name == "X-A" }.map(\.value) == ["1", "2"])
        #expect(request.field("X-B") == "b")
    }

    @Test func queriesAreAddedToTheURL() async throws {
        let target = RequestServer.unique("/request")
        let run = await ToolRun.request(
            ["get", try RequestServer.url(target), "--query", "q=tea & cake", "--query", "q=two=2"]
        )
        #expect(run.output.contains("\(target)&q=tea+%26+cake&q=two%3D2"))
    }

    @Test(
        arguments: [
            (["--data", "[1]"], "[1]", "application/json"),
            (["-d", "<a/>", "-H", "Content-Type: application/xml"], "<a/>", "application/xml"),
            (["--data", "-"], #"{"b":2}"#, "application/json"),
            (["--data", "@-"], #"{"b":2}"#, "application/json"),
            (["-"], #"{"b":2}"#, "application/json"),
            (["--form", "q=tea & cake", "q=2"], "q=tea+%26+cake&q=2", "application/x-www-form-urlencoded"),
        ] as [([String], String, String)]
    )
    func theBodyIsWhatTheOptionsSay(_ words: [String], _ body: String, _ type: String) async throws {
        for command in ["query", "post", "put", "patch", "delete"] {
            let request = try await sent(command, words, input: #"{"b":2}"#)
            #expect(String(decoding: request.body, as: UTF8.self) == body)
            #expect(request.field("Content-Type") == type)
            #expect(request.field("Content-Length") == "\(body.utf8.count)")
        }
    }

    @Test(arguments: [
        ("a.json", "application/json"), ("a.ndjson", "application/x-ndjson"), ("a.b", "application/octet-stream"),
    ])
    func aFileIsSentAsItIs(_ name: String, _ type: String) async throws {
        try await RequestServer.withFolder { folder in
            let content = SampleText.lines(3 << 19)
            try content.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
            for words in [["\(folder)/\(name)"], ["@\(folder)/\(name)"], ["--data", "@\(folder)/\(name)"]] {
                let request = try await sent("put", words, path: "/text")
                #expect(request.body == Array(content.utf8))
                #expect(request.field("Content-Type") == type)
            }
        }
    }

    @Test func aPipeIsReadOnce() async throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data("[1, 2]".utf8))
        try pipe.fileHandleForWriting.close()
        let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
        #expect(try await sent("post", [path]).body == Array("[1, 2]".utf8))
        try pipe.fileHandleForReading.close()
    }

    @Test func standardInputThatIsTooLongIsRefused() async throws {
        let words = ["post", try RequestServer.url("/echo"), "-", "--limits-input-bytes", "5"]
        let run = await ToolRun.request(words, input: "[1, 2]")
        #expect(run.exitCode == .wrongUsage)
        #expect(run.errorOutput == "mimeo: standard input: it has more than 5 bytes; raise --limits-input-bytes\n")
    }

    @Test func filesAreParts() async throws {
        try await RequestServer.withFolder { folder in
            try "<a/>".write(toFile: "\(folder)/a.xml", atomically: false, encoding: .utf8)
            let url = try RequestServer.url("/echo")
            let run = await ToolRun.request(["post", url, "title=Pier", "photo@\(folder)/a.xml"])
            #expect(run.exitCode == .success)
            for text in [
                #""name": "title""#, #""text": "Pier""#, #""fileName": "a.xml""#, #""type": "application/xml""#,
            ] {
                #expect(run.output.contains(text), "\(run.output)")
            }
            let missing = await ToolRun.request(["post", url, "photo@\(folder)/none"])
            #expect(missing.exitCode == .wrongUsage)
            #expect(missing.errorOutput.contains("none: No such file or directory"))
            try FileNode.pipe.make(at: "\(folder)/pipe")
            for words in [[], ["--curl"]] {
                let run = await ToolRun.request(["post", url, "photo@\(folder)/pipe"] + words)
                #expect(run.exitCode == .wrongUsage && run.errorOutput.contains("regular file"), "\(run.errorOutput)")
            }
        }
    }

    @Test func aBodyIsKeptWhereTheRedirectKeepsIt() async throws {
        let url = try RequestServer.url("/redirect?status=307")
        let run = await ToolRun.request(["post", url, "--data", #"{"kept":true}"#])
        #expect(run.output == "{\n  \"kept\": true\n}\n")
    }

    @Test func aChallengeIsAnswered() async throws {
        let url = try RequestServer.url("/secret")
        let right = await ToolRun.request(["get", url, "-u", "ada:engine"])
        #expect(right.exitCode == .success)
        #expect(right.output.contains(#""berth": 12"#))
        let asked = await ToolRun.request(["get", url, "--user", "ada"], password: "engine")
        #expect(asked.exitCode == .success)
        #expect(asked.errorOutput.hasPrefix("Password for ada: "))
        let wrong = await ToolRun.request(["get", url, "--user", "ada:wrong"])
        #expect(wrong.exitCode == .refused)
        #expect(wrong.errorOutput.contains("Check the name and the password of --user."))
        let inURL = await ToolRun.request(["get", url.replacing("http://", with: "http://ada:engine@")])
        #expect(inURL.exitCode == .success)
        for run in [right, asked, wrong, inURL] { #expect(!run.errorOutput.contains("engine")) }
    }

    /// The trailer of the body `hello`, whether --digest is given, and a part of the error message.
    @Test(
        .needsOddServer,
        arguments: [
            ("sha-256%3D:LPJNul%2Bwow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ%3D:", true, nil),
            ("sha-256%3D:LPJNul%2Bwow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCA%3D:", true, "damaged"),
            ("sha-256%3D:LPJNul%2Bwow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCA%3D:", false, "damaged"),
            ("md5%3D:AAAA:", true, "--digest"), ("md5%3D:AAAA:", false, nil),
        ] as [(String, Bool, String?)]
    )
    func digestsAreRequired(_ digest: String, _ isRequired: Bool, _ refusal: String?) async throws {
        let port = try TestServer.odd().port("http")
        let url = "http://127.0.0.1:\(port)/trailed?text=Content-Digest:%20\(digest)%0D%0A"
        try await RequestServer.withFolder { folder in
            for words in [["--as", "bytes"], ["-o", "\(folder)/body"]] {
                let run = await ToolRun.request(
                    ["get", url, "--proxy", "none"] + words + (isRequired ? ["--digest"] : [])
                )
                #expect(run.exitCode == (refusal == nil ? .success : .badBody), "\(run.errorOutput)")
                if let refusal { #expect(run.errorOutput.contains(refusal), "\(run.errorOutput)") }
            }
            let names = try RequestServer.names(folder)
            #expect(names == (refusal == nil ? ["body"] : []))
        }
    }

    @Test(.needsOddServer) func aDigestChallengeIsAnswered() async throws {
        let url = "http://127.0.0.1:\(try TestServer.odd().port("http"))/digest/ada/engine/SHA-256"
        #expect(await ToolRun.request(["get", url, "--user", "ada:engine"]).exitCode == .success)
        #expect(await ToolRun.request(["get", url, "--user", "ada:wrong"]).exitCode == .refused)
    }

    @Test func cookiesAreKeptInAFile() async throws {
        try await RequestServer.withFolder { folder in
            let jar = ["--cookies", "\(folder)/jar"]
            let cookies = ["get", try RequestServer.url("/cookies")]
            #expect(await ToolRun.request(cookies + jar).output == "none\n")
            #expect(await ToolRun.request(["get", try RequestServer.url("/cookie")] + jar).exitCode == .success)
            #expect(await ToolRun.request(cookies + jar).output == "berth=12; session=9\n")
            #expect(await ToolRun.request(cookies).output == "none\n")
            let unreadable = await ToolRun.request(cookies + ["--cookies", folder])
            #expect(unreadable.exitCode == .wrongUsage)
        }
    }

    @Test func proxiesAreUsed() async throws {
        let proxy = try RequestServer.url("")
        let path = RequestServer.unique("/request")
        // The tool never looks up this name; only the proxy needs to.
        let url = "http://harbour.invalid\(path)"
        for (words, environment) in [
            (["--proxy", proxy], [:]), ([], ["http_proxy": proxy]),
            (["--proxy", proxy], ["http_proxy": "http://127.0.0.1:1"]),
        ] {
            let run = await ToolRun.request(["get", url] + words, environment: environment)
            #expect(run.exitCode == .success, "\(run.errorOutput)")
            #expect(run.output.contains(#""target": "\#(url)""#))
        }
        let direct = await ToolRun.request(
            ["get", try RequestServer.url("/user"), "--proxy", "none"],
            environment: ["http_proxy": "http://127.0.0.1:1"]
        )
        #expect(direct.exitCode == .success)
    }

    @Test func aSocketOfTheFileSystemIsConnectedTo() async throws {
        try await RequestServer.withFolder { folder in
            let server = try LoopbackServer(socketPath: "\(folder)/s")
            let run = await ToolRun.request(["get", "http://harbour.invalid/text", "--unix-socket", "\(folder)/s"])
            #expect(run.output == "High water at noon.\n", "\(run.errorOutput)")
            #expect(server.requests.map(\.target) == ["/text"])
            server.stop()
        }
    }

    @Test(
        arguments: [
            (["get"], "name a URL", "get"),
            (["get", "example.com/a"], "Did you mean https://example.com/a?", "get"),
            (["get", "ftp://example.com/"], "neither http nor https", "get"),
            (["get", "http://a/", "b"], "has no body, but b would be one", "get"),
            (["get", "http://a/", "--data", "1"], "get has no option --data", "get"),
            (["head", "http://a/", "--to", "a/b"], "head has no option --to", "head"),
            (["post", "http://a/", "--data", "a=b"], "not JSON; name its type, such as --header", "post"),
            (["post", "http://a/", "b", "--form", "a=b"], "only one body", "post"),
            (["post", "http://a/", "a=b", "-d", "1"], "only one body", "post"),
            (["post", "http://a/", "b", "c"], "expected one file, found b and c", "post"),
            (["post", "http://a/", "@"], "name a file", "post"),
            (["post", "http://a/", "--form", "a"], "--form sends values such as name=text", "post"),
            (["post", "http://a/", "a:=b"], "the value of a is not JSON; for a text, write a=…", "post"),
            (["post", "http://a/", "=b"], "no name before =", "post"),
            (["post", "http://a/", "a=1", "a=2"], "a is given twice", "post"),
            (["post", "http://a/", "--form", "a:=1"], "a form holds texts only; write a=…", "post"),
            (["get", "http://a/", "A b:c"], "A b:", "get"),
            (["request", "http://a/"], "name a method and a URL", "request"),
            (["get", "http://a/", "--print", "x"], "--print takes the letters HBhbm, not x", "get"),
            (["get", "http://a/", "-v", "-b"], "only one of --verbose and --body", "get"),
            (["get", "http://a/", "--expect", "20"], "--expect takes a status", "get"),
            (["get", "http://a/", "--expect-select", "a"], "needs two values", "get"),
            (["get", "http://a/", "--select", "a["], "--select:", "get"),
            (["get", "http://a/", "--bearer=hush"], "--bearer takes @FILE or env:NAME", "get"),
            (["get", "http://a/", "--bearer"], "no terminal can ask for the token", "get"),
            (["get", "http://a/", "--resolve", "a"], "--resolve takes a name and a value", "get"),
            (["get", "@none", "/"], "there is no profile none", "get"),
            (["get", "localhost:8801/x"], "Did you mean http://localhost:8801/x?", "get"),
            (["get", "127.0.0.1/x"], "Did you mean http://127.0.0.1/x?", "get"),
            (["get", ":8801/x"], "Did you mean http://localhost:8801/x?", "get"),
            (["get", "example.com/x?a=b"], "Did you mean https://example.com/x?a=b?", "get"),
            (["post", "name=Ada", "http://a/"], "name the URL before values", "post"),
            (["get", "http://a/", "https://b/"], "found another that begins with https:", "get"),
            (["post", "http://a/", "a=b", "--compress", "rar"], "--compress takes gzip", "post"),
            (["post", "http://a/", "a=b", "--compress", "br", "--curl"], "cURL compresses no bodies", "post"),
            (
                ["post", "http://a/", "a=b", "--compress", "br", "Content-Encoding:gzip"], "use --compress without",
                "post"
            ),
            (["get", "http://a/", "--query", "=a"], "--query takes a name and a value", "get"),
            (["get", "http://a/", "-H", "Accept"], "--header takes a field", "get"),
            (["get", "http://a/", "-H", "A b: c"], "--header:", "get"),
            (["get", "http://a/", "--user", "ada"], "no terminal can ask for it", "get"),
            (["get", "http://a/", "--retry", "-1"], "--retry takes a number", "get"),
            (["get", "http://a/", "--max-redirects", "x"], "--max-redirects takes a number", "get"),
            (["get", "http://a/", "--max-time", "1m"], "--max-time takes a number of seconds", "get"),
            (["get", "http://a/", "--max-time", "nan"], "--max-time takes a number of seconds", "get"),
            (["get", "http://a/", "--proxy", ""], "--proxy takes a URL", "get"),
            (["get", "http://a/", "--to", "json"], "--to:", "get"),
            (["get", "http://a/", "-o", "a", "--to", "a/b"], "--output writes the body unchanged", "get"),
            (["get", "http://a/", "-o"], "-o needs a value: -o FILE", "get"),
            (["get", "http://a/", "-o", "/tmp"], "/tmp is not a file", "get"),
            (["get", "http://a/", "--type", "json"], "did you mean application/json?", "get"),
            (["get", "http://a/", "-x", "b"], "unknown option -x", "get"),
        ] as [([String], String, String)]
    )
    func wrongUsage(_ words: [String], _ message: String, _ command: String) async {
        let run = await ToolRun.request(words)
        #expect(run.exitCode == .wrongUsage)
        #expect(run.output == "")
        #expect(run.errorOutput.contains(message), "\(run.errorOutput)")
        #expect(run.errorOutput.contains("Try: mimeo \(command) --help"))
    }
}

/// Text whose parts all differ.
private enum SampleText {
    static func lines(_ count: Int) -> String {
        var text = ""
        var number = 0
        while text.utf8.count < count {
            text += "line \(number)\n"
            number += 1
        }
        return text
    }
}
