import Foundation
import LoopbackServer
import MimeographJSON
import TestServers
import TestSupport
import Testing

@testable import mimeo

/// What the tool prints of an exchange, and what a script can demand of it.
@Suite(.within(minutes: 5)) struct PrintingTests {
    private func run(_ words: [String], environment: [String: String] = [:]) async throws -> ToolRun {
        var words = words
        if let index = words.firstIndex(where: { $0.hasPrefix("/") }) {
            words[index] = try RequestServer.url(words[index])
        }
        return await ToolRun.request(words, environment: environment)
    }

    @Test func theRequestIsShownAsSent() async throws {
        let words = ["post", "/echo", "name=Ada", "password=hush", "Authorization:Bearer hush", "X-A:1", "-v"]
        let run = try await run(words)
        for line in [
            "# POST /echo HTTP", "# Host: 127.0.0.1", "# X-A: 1", "# Authorization: (hidden)", "# User-Agent: mimeo/",
        ] {
            #expect(run.errorOutput.contains(line), "\(line) in \(run.errorOutput)")
        }
        #expect(run.errorOutput.contains(#""name":"Ada""#) && !run.errorOutput.contains("hush"))
        #expect(run.output.contains("hush"), "the body of the response is the value")
        #expect(try await self.run(words + ["--show-secrets"]).errorOutput.contains("# Authorization: Bearer hush"))
        let steps = try await self.run(["get", "/redirect", "-v", "-q"])
        #expect(steps.errorOutput.isEmpty)
        let shown = try await self.run(["get", "/redirect", "-v"]).errorOutput
        #expect(shown.contains("# GET /redirect HTTP") && shown.contains("# GET /user HTTP"))
    }

    @Test func partsArePrinted() async throws {
        let head = try await run(["get", "/user", "-h"])
        #expect(head.output.hasPrefix("HTTP/1.1 200 OK\n") && !head.output.contains("Ada"))
        let body = try await run(["get", "/user", "-b", "-c"])
        #expect(body.output.hasPrefix("{\"id\":7") && !body.errorOutput.contains("HTTP/"))
        let all = try await run(["get", "/user", "--print=Hhb", "-c"])
        #expect(all.output.hasPrefix("GET /user HTTP\nHost: 127.0.0.1:"))
        #expect(all.output.contains("\nHTTP/1.1 200 OK\n") && all.output.contains("\n\n{\"id\":7"), "\(all.output)")
        let quiet = try await run(["get", "/user", "-q"])
        #expect(quiet.errorOutput.isEmpty && !quiet.output.isEmpty)
        let times = try await run(["get", "/user", "-b", "--timing"])
        #expect(
            times.errorOutput.contains("# times: ") && times.errorOutput.contains("first byte"),
            "\(times.errorOutput)"
        )
    }

    @Test(
        arguments: [
            (["/user", "--expect", "200"], .success),
            (["/user", "--expect", "2xx", "--expect-type", "json"], .success),
            (["/user", "--expect", "404"], .unexpected), (["/boats", "--expect", "404"], .success),
            (["/boats", "--expect", "200,404", "--expect-type", "application/problem+json"], .success),
            (["/boats", "--expect-type", "json"], .refused), (["/boat", "--expect", "5xx"], .unexpected),
            (["/user", "--expect-type", "xml"], .unexpected), (["/user", "--expect-type", "application/*"], .success),
            (["/user", "--expect-select", "$.id", "7", "--expect-select", "$.name", "Ada"], .success),
            (["/user", "--expect-select", "$.id", "8"], .unexpected),
            (["/user", "--expect-select", "$.x", "8"], .unexpected),
            (["/user", "--expect-select", "$.retired", "null"], .success),
            (["/boat", "--expect", "404", "--expect-select", "$.error", "no such boat"], .success),
            (["/text", "--expect-select", "$.a", "1"], .unexpected), (["/full", "--expect", "422"], .success),
        ] as [([String], ExitCode)]
    )
    func expectationsDecideTheStatus(_ words: [String], _ code: ExitCode) async throws {
        let run = try await run(["get"] + words)
        #expect(run.exitCode == code, "\(run.errorOutput)")
        #expect(run.errorOutput.contains("Not as expected") == (code == .unexpected && words[0] != "/text"))
    }

    @Test func pagesAreFollowed() async throws {
        let all = try await run(["get", "/pages", "--all-pages", "--select", "$[*].page"])
        #expect(all.output == "1\n2\n3\n", "\(all.errorOutput)")
        let two = try await run(["get", "/pages", "--max-pages", "2", "-c"])
        #expect(two.output == "[{\"page\":1}]\n[{\"page\":2}]\n" && two.errorOutput.contains("--max-pages allows more"))
        #expect(try await run(["get", "/pages", "-c"]).output == "[{\"page\":1}]\n")
        let away = try await run(["get", "/pages?away", "--all-pages", "-c"])
        #expect(away.output == "[{\"page\":1}]\n" && away.errorOutput.contains("on another server"))
    }

    @Test func tokensComeFromFilesAndTheEnvironment() async throws {
        try await RequestServer.withFolder { folder in
            try "hush\n".write(toFile: "\(folder)/token", atomically: false, encoding: .utf8)
            let target = RequestServer.unique("/request")
            let url = try RequestServer.url(target)
            #expect(await ToolRun.request(["get", url, "--bearer=@\(folder)/token"]).exitCode == .success)
            #expect(await ToolRun.request(["get", url, "--bearer"], password: "hush").exitCode == .success)
            #expect(try RequestServer.requests(for: target).allSatisfy { $0.field("Authorization") == "Bearer hush" })
            let line = await ToolRun.request(["get", url, "--bearer=@\(folder)/token", "--curl"])
            #expect(!line.output.contains("hush"), "\(line.output)")
            #expect(await ToolRun.request(["get", url, "--bearer=@/dev/null"]).errorOutput.contains("is empty"))
        }
    }

    @Test func netrcHasTheCredential() async throws {
        try await RequestServer.withFolder { folder in
            let text = """
                # machine 127.0.0.1 login wrong password wrong
                macdef init
                machine 127.0.0.1 login macro password macro

                machine example.com login x password y
                machine 127.0.0.1
                  login ada password "engine"
                default login d password d
                """
            try text.write(toFile: "\(folder)/.netrc", atomically: false, encoding: .utf8)
            for words in [["--netrc"], ["--netrc=\(folder)/.netrc"]] {
                let run = try await run(["get", "/secret"] + words, environment: ["HOME": folder])
                #expect(run.exitCode == .success && run.output.contains("12"), "\(run.errorOutput)")
            }
        }
    }

    @Test func profilesHoldTheBaseAndOptions() async throws {
        try await RequestServer.withFolder { folder in
            let profiles = "\(folder)/mimeo/profiles"
            try FileManager.default.createDirectory(atPath: profiles, withIntermediateDirectories: true)
            let base = try RequestServer.url("")
            func write(_ text: String, mode: Int = 0o600) throws {
                try text.write(toFile: "\(profiles)/here", atomically: false, encoding: .utf8)
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(profiles)/here")
            }
            let environment = ["XDG_CONFIG_HOME": folder]
            try write("# A service.\nbase = \(base)/\n\nheader = X-A: 1\nbearer-command = echo hush; echo more\n")
            var target = RequestServer.unique("/request")
            let run = await ToolRun.request(["@here", target, "-H", "X-B: 2"], environment: environment)
            #expect(run.exitCode == .success && !run.errorOutput.contains("chmod"), "\(run.errorOutput)")
            var sent = try #require(try RequestServer.requests(for: target).last)
            #expect(sent.method == "GET" && sent.field("X-A") == "1" && sent.field("X-B") == "2")
            #expect(sent.field("Authorization") == "Bearer hush")
            target = RequestServer.unique("/request")
            _ = await ToolRun.request(["@here", target, "a=1"], environment: environment)
            sent = try #require(try RequestServer.requests(for: target).last)
            #expect(sent.method == "POST" && sent.body == Array(#"{"a":"1"}"#.utf8))
            // A pipe can be read only once.
            target = RequestServer.unique("/request")
            // SAFETY: Swift hands over a C string that lives through the call.
            let made = unsafe mkfifo("\(folder)/pipe", 0o600)
            #expect(made == 0)
            let writer = Thread { try? "Ada".write(toFile: "\(folder)/pipe", atomically: false, encoding: .utf8) }
            writer.start()
            _ = await ToolRun.request(["@here", target, "a=@\(folder)/pipe"], environment: environment)
            sent = try #require(try RequestServer.requests(for: target).last)
            #expect(sent.method == "POST" && sent.body == Array(#"{"a":"Ada"}"#.utf8))
            target = RequestServer.unique("/request")
            _ = await ToolRun.request(["put", "@here", target, "a=1"], environment: environment)
            #expect(try RequestServer.requests(for: target).last?.method == "PUT")
            let away = await ToolRun.request(["@here", "https://other.example/"], environment: environment)
            #expect(away.exitCode == .wrongUsage && away.errorOutput.contains("another server"))
            let back = await ToolRun.request(["@here", "/user?back=https://other.example/"], environment: environment)
            #expect(back.exitCode == .success, "\(back.errorOutput)")
            try write("base = \(base)\nuser = ada:engine\n", mode: 0o644)
            let open = await ToolRun.request(["@here", "/secret"], environment: environment)
            #expect(open.exitCode == .success && open.errorOutput.contains("chmod 600"), "\(open.errorOutput)")
            for (text, message) in [
                ("header = A: b\n", "no line such as base"), ("base = \(base)\ncurl\n", "line 2"),
                ("base = \(base)\nhush = x\n", "is not an option"),
                ("base = \(base)\nbearer-command = false\n", "printed no token"),
            ] {
                try write(text)
                let run = await ToolRun.request(["@here", "/user"], environment: environment)
                #expect(run.exitCode == .wrongUsage && run.errorOutput.contains(message), "\(run.errorOutput)")
            }
            #expect(ToolRun(["@../here", "/"]).errorOutput.contains("letters, digits"))
        }
    }

    @Test func recordingsAreReplayed() async throws {
        try await RequestServer.withFolder { folder in
            let file = "\(folder)/a.har"
            let recorded = try await run(["get", "/user", "--har", file])
            #expect(recorded.exitCode == .success, "\(recorded.errorOutput)")
            let same = await ToolRun.request(["replay", file])
            #expect(
                same.exitCode == .success && same.output.hasSuffix("/user: same\n"),
                "\(same.output)\(same.errorOutput)"
            )
            let text = String(decoding: RequestServer.bytes(file), as: UTF8.self)
            try text.replacing("Ada", with: "Eva").write(toFile: file, atomically: false, encoding: .utf8)
            let other = await ToolRun.request(["replay", file])
            #expect(
                other.exitCode == .unexpected && other.output.contains("the body differs at byte"),
                "\(other.output)"
            )
            #expect(await ToolRun.request(["replay", file, "--status-only"]).exitCode == .success)
            #expect(await ToolRun.request(["replay", file, "--only", "POST"]).output.isEmpty)
            #expect(await ToolRun.request(["replay", "/dev/null"]).exitCode == .badBody)
        }
    }

    @Test func otherServersAreConnectedTo() async throws {
        let server = try RequestServer.url("").replacing("http://", with: "")
        let run = await ToolRun.request([
            "get", "http://api.example.com/user", "--resolve", "api.example.com=\(server)",
        ])
        #expect(run.exitCode == .success && run.output.contains("Ada"), "\(run.errorOutput)")
    }
}
