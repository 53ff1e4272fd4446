import Foundation
import LoopbackServer
import Synchronization
import TestSupport
import Testing

@testable import mimeo

/// Secrets must not appear in the tool's output, its errors or the process list. `hush` is the secret everywhere.
@Suite(.within(minutes: 5)) struct ToolSecretTests {
    private static let host = "http://example.com/"

    @Test(arguments: [
        ["post", host, "--curl", "--form", "password=hush", "a=shown", "f@\(#filePath)"],
        ["post", host, "--curl", "--form", "code=hush", "a=shown", "f@\(#filePath)"],
        ["post", host, "--curl", "--form", "x={\"token\":\"hush\"}", "a=shown", "f@\(#filePath)"],
        ["post", host, "--curl", "--form", "password=hush", "a=shown"],
        ["post", host, "--curl", "-d", #"{"passwords":["hush"],"a":"shown"}"#],
        ["post", host, "--curl", "-d", #"{"token":{"value":"hush"},"a":"shown"}"#],
        [
            "post", host, "--curl", "-H", "Content-Type: application/x-ndjson", "-d",
            "{\"a\":\"shown\"}\n{\"token\":[\"hush\"]}",
        ],
        ["post", host, "--curl", "-H", "Content-Type: application/xml", "-d", "<a b='shown'><token>hush</token></a>"],
        ["post", host, "--curl", "-H", "Content-Type: text/plain", "-d", "a: shown\npassword: hush"],
        ["post", host, "--curl", "--form", "shown=password", "value=hush"],
        ["post", host, "--curl", "--form", "shown=password", "value=hush", "f@\(#filePath)"],
        ["get", "\(host)?access_token=hush&a=shown", "--curl"], ["get", "\(host)shown;jsessionid=hush", "--curl"],
        ["get", "\(host)?state2=Bearer+hush&a=shown", "--curl"],
        ["get", host, "--curl", "--query", "token=hush", "--query", "a=shown"],
        ["get", "http://ada:hush@example.com/", "--curl", "--query", "a=shown"],
        ["get", host, "--curl", "-u", "shown:hush"], ["get", host, "--curl", "-H", "X-Token: hush", "-H", "A: shown"],
        ["get", host, "--curl", "-H", "X-A: Bearer hush", "-H", "A: shown"],
        ["get", host, "--curl", "--proxy", "http://shown:hush@proxy.example:3128"],
        ["get", host, "--curl", "--certificate", "shown.pem:hush"],
        // Errors.
        ["post", host, "--form", "hush", "--curl"], ["get", host, "--query", "=hush", "--curl"],
        ["get", host, "-H", "hush", "--curl"], ["get", "ada:hush@example.com/", "--curl"],
        ["get", "http://ada:hush@example.com/", "shown", "--curl"], ["get", "http://ada:hush@/", "--curl"],
        ["get", host, "--proxy", "ftp://ada:hush@h", "--curl"], ["get", "\(host)?code=hush", "shown", "--curl"],
        ["get", "-uada:hush", host], ["get", "-HAuthorization: Bearer hush", host], ["http://ada:hush@example.com/"],
        ["help", "http://ada:hush@example.com/"],
    ])
    func outputHoldsNoSecret(_ words: [String]) async {
        let run = await ToolRun.request(words)
        let text = run.output + run.errorOutput
        #expect(!text.contains("hush") && !text.isEmpty, "\(text)")
        #expect(text.contains("shown") || !words.joined().contains("shown"), "\(text)")
    }

    @Test func remarksHoldNoSecret() async throws {
        let url = try RequestServer.url("/user?token=hush&a=shown")
        let run = await ToolRun.request(["get", url, "--log"])
        #expect(!run.errorOutput.contains("hush") && run.errorOutput.contains("shown"), "\(run.errorOutput)")
    }

    /// cURL would also trust its own folder besides a file, and expects other file names in a folder.
    @Test func curlTrustsOnlyTheGivenAnchors() async throws {
        try await RequestServer.withFolder { folder in
            let pem = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
            try pem.write(toFile: "\(folder)/a.pem", atomically: false, encoding: .utf8)
            for path in ["\(folder)/a.pem", folder] {
                let run = await ToolRun.request(["get", Self.host, "--curl", "--anchors", path])
                #expect(run.exitCode == .wrongUsage && run.output.isEmpty)
            }
        }
    }

    // MARK: From files

    @Test func aNameAndAPasswordMayComeFromAFile() async throws {
        try await RequestServer.withFolder { folder in
            try "ada:hush\n".write(toFile: "\(folder)/user", atomically: false, encoding: .utf8)
            try "\nX-Token: hush\r\nX-A: b\n".write(toFile: "\(folder)/fields", atomically: false, encoding: .utf8)
            let target = RequestServer.unique("/user")
            let run = await ToolRun.request([
                "get", try RequestServer.url(target), "-H", "@\(folder)/fields", "-u", "@\(folder)/user",
            ])
            #expect(run.exitCode == .success, "\(run.errorOutput)")
            let sent = try #require(try RequestServer.requests(for: target).first)
            #expect(sent.field("X-Token") == "hush" && sent.field("X-A") == "b")
            let line = await ToolRun.request([
                "get", Self.host, "--curl", "-u", "@\(folder)/user", "-H", "@\(folder)/fields",
            ])
            #expect(line.output.contains("--user ada") && line.output.contains("'X-A: (hidden)'"))
            #expect(!line.output.contains("hush"))
            let read = await ToolRun.request(["get", Self.host, "--curl", "-u", "@-"], input: "grace:hush")
            #expect(read.output.contains("--user grace") && !read.output.contains("hush"))
            // If only a name is given, the tool asks for the password.
            let asked = await ToolRun.request(
                ["get", try RequestServer.url("/user"), "-u", "@-"],
                input: "grace",
                password: "x"
            )
            #expect(asked.exitCode == .success && asked.errorOutput.contains("Password for grace"))
            for words in [["-u", "@\(folder)/none"], ["-H", "@\(folder)/none"], ["-u", "@-"]] {
                let run = await ToolRun.request(["get", Self.host, "--curl"] + words)
                #expect(run.exitCode == .wrongUsage && run.output.isEmpty)
            }
        }
    }

    // MARK: The process list

    #if os(Linux)
        @Test(arguments: [
            ["--user", "ada:hush"], ["-u", "ada:hush"], ["--user=ada:hush"], ["--header", "X-Token: hush"],
            ["-H", "X-Token: hush"], ["--proxy", "http://ada:hush@127.0.0.1:1"], ["--query", "token=hush"],
            ["--query=token=hush"],
        ])
        func theListOfProcessesHoldsNoSecret(_ words: [String]) async throws {
            let url = try RequestServer.url(RequestServer.unique("/log?size=80000&pause=50"))
            let proxy = words.contains("--proxy") ? [] : ["--proxy", "none"]
            let seen = Mutex<[String]>([])
            _ = try await ToolProcess.run(
                ["get", "--max-time", "4", "--retry", "2"] + words + proxy + [url, "-o", "-"]
            ) { process in
                // As soon as the tool runs.
                for _ in 0..<400 {
                    let bytes = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
                    let text = String(decoding: bytes, as: UTF8.self)
                    seen.withLock { $0.append(text) }
                    if text.contains("*"), !text.contains("hush") { return }
                    usleep(10_000)
                }
            }
            let last = try #require(seen.withLock { $0.last })
            #expect(last.contains("*") && !last.contains("hush"), "\(last)")
            #expect(last.contains("--max-time"))
        }

        @Test(arguments: [
            ("://", "://ada:hush@"), ("?size", "?code=hush&size"), ("?size", "?pass%77ord=hush&size"),
        ])
        func urlsWithASecretAreHidden(_ place: String, _ secret: String) async throws {
            let url = try RequestServer.url(RequestServer.unique("/log?size=800000&pause=50"))
            let named = url.replacingOccurrences(of: place, with: secret)
            let seen = Mutex("")
            _ = try await ToolProcess.run(["get", "--max-time", "4", "--proxy", "none", named, "-o", "-"]) { process in
                for _ in 0..<400 where !seen.withLock({ $0.contains("*") && !$0.contains("hush") }) {
                    let bytes = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
                    seen.withLock { $0 = String(decoding: bytes, as: UTF8.self) }
                    usleep(10_000)
                }
            }
            #expect(seen.withLock { $0.contains("*") && !$0.contains("hush") })
        }
    #endif
}
