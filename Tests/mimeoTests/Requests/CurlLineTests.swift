import Foundation
import TestSupport
import Testing

@testable import mimeo

/// The cURL command line.
@Suite(.within(minutes: 5)) struct CurlLineTests {
    /// Returns the words of the line, split by a shell.
    private func words(_ line: String) async throws -> [String] {
        try await ToolRun.onThread {
            Result {
                try ChildProcess.run("/bin/sh", ["-c", "curl() { printf '%s\\n' \"$@\"; }\n\(line)"])
                    .text.split(separator: "\n").map(String.init)
            }
        }.get()
    }

    @Test func nothingIsSent() async throws {
        let target = RequestServer.unique("/user")
        let run = await ToolRun.request(["get", try RequestServer.url(target), "--curl"])
        #expect(run.exitCode == .success)
        #expect(run.errorOutput == "")
        #expect(run.output.hasPrefix("curl --location --max-redirs 20 --compressed "))
        #expect(run.output.hasSuffix("'\(try RequestServer.url(target))'\n"))
        #expect(try RequestServer.requests(for: target).isEmpty)
    }

    /// An option that cURL does not support is an error.
    @Test func digestsAreRefused() async {
        let run = await ToolRun.request(["get", "http://example.com/", "--curl", "--digest"])
        #expect(run.exitCode == .wrongUsage && run.output == "" && run.errorOutput.contains("--digest"))
    }

    @Test func secretsAreLeftOut() async throws {
        let run = await ToolRun.request([
            "get", "http://ada:hidden1@example.com/", "--curl", "--user", "ada:hidden2", "-H", "Authorization: hidden3",
            "--proxy", "http://grace:hidden4@proxy.example:3128",
        ])
        #expect(!run.output.contains("hidden1") && !run.output.contains("hidden2") && !run.output.contains("hidden3"))
        #expect(!run.output.contains("hidden4"))
        let words = try await words(run.output)
        #expect(words.contains("Authorization: (hidden)"))
        #expect(words.contains("http://grace@proxy.example:3128"))
        #expect(words.contains("http://example.com/"))
    }

    /// Digests in Base64.
    private static let pins = ["A", "B"].map { String(repeating: $0, count: 42) + "A=" }

    @Test(
        arguments: [
            (["--data", #"{"it's": "$HOME"}"#], ["--request", "POST", "--data-raw", #"{"it's": "$HOME"}"#]),
            (["--form", "q=tea & cake"], ["--data-raw", "q=tea+%26+cake"]),
            (["a=\\@b", "c@\(#filePath)"], ["--form-string", "a=@b", "--form"]),
            (["--max-redirects", "0"], ["--compressed"]),
            (["--cookies", "/tmp/a b"], ["--cookie", "/tmp/a b", "--cookie-jar", "/tmp/a b"]),
            (["--max-time", "3", "--retry", "2"], ["--max-time", "3", "--retry", "2"]),
            (["--connect-timeout", "1.5"], ["--connect-timeout", "1.5"]),
            (["--idle-timeout", "9"], ["--speed-limit", "1", "--speed-time", "9"]),
            (["--proxy", "none"], ["--proxy", ""]),
            (["--unix-socket", "/run/s"], ["--unix-socket", "/run/s"]),
            (["--stapled-status"], ["--cert-status"]),
            (["-o", "it's"], ["--output", "it's"]),
            // Swift sees a quote with the accent after it as one character, but the shell sees a quote.
            (["-o", "a'\u{301}$(exit 1)'\u{301}"], ["--output", "a'\u{301}$(exit 1)'\u{301}"]),
            (["--user", "ada:\u{301}x"], ["--anyauth", "--user", "ada"]),
            (["--proxy", "http://ada:\u{301}x@proxy.example"], ["--proxy", "http://ada@proxy.example"]),
            (["-H", "X-A:\u{301}b"], ["--header", "X-A: \u{301}b"]),
            (["--certificate", "c.pem:\u{301}x"], ["--cert", "c.pem"]),
            (["--user", "grace"], ["--anyauth", "--user", "grace"]),
            (["--certificate", "my c.pem:x", "--key", "k"], ["--cert", "my c.pem", "--key", "k"]),
            (["--certificate", "c.p12:x"], ["--cert", "c.p12", "--cert-type", "P12"]),
            (
                ["--pin", "sha256/\(pins[0])", "--pin", "sha256/\(pins[1])"],
                ["--pinnedpubkey", "sha256//\(pins[0]);sha256//\(pins[1])"]
            ),
            (["--user", "ada lovelace:x"], ["--anyauth", "--user", "ada lovelace"]),
        ] as [([String], [String])]
    )
    func theOptionsAreThoseOfCURL(_ options: [String], _ expected: [String]) async throws {
        let run = await ToolRun.request(["post", "http://example.com/a?b=c", "--curl"] + options)
        #expect(run.exitCode == .success, "\(run.errorOutput)")
        let words = try await words(run.output)
        for word in expected where !word.isEmpty { #expect(words.contains(word), "\(word) in \(words)") }
        #expect(words.last == "http://example.com/a?b=c")
    }

    /// cURL would end the path of a part at a comma or a semicolon, and send another file.
    @Test func aPathOfAPartIsWhole() async throws {
        let folder = NSTemporaryDirectory() + "mimeograph-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + #"/f;x,"y\z.txt"#
        try Data("text".utf8).write(to: URL(fileURLWithPath: path))
        let run = await ToolRun.request(["post", "http://example.com/", "--curl", "b@\(path)"])
        let name = #""\#(folder)/f;x,\"y\\z.txt""#
        #expect(try await words(run.output).contains("b=@\(name);type=text/plain"), "\(run.output)")
    }
}
