import LoopbackServer
import TestSupport
import Testing

@testable import mimeo

/// The output for responses.
@Suite(.within(minutes: 5)) struct ResponseTests {
    @Test(
        arguments: [
            (["/user"], #""name": "Ada""#, "# Content-Type: application/json"),
            (["/user", "--strip-nulls"], #""languages": ["#, "# read by json;"),
            (["/text", "--as", "text"], "High water at noon.\n", "read by text"),
            (["/feed"], "<title>High water at noon</title>", "read by xml;"),
            (["/feed", "--as", "json"], #""title": "Harbour""#, "read by xml"),
            (["/feed", "--to", "application/json"], #"{"feed":{"@xmlns":"#, "written as application/json"),
            (["/user", "--to", "application/xml"], "<name>Ada</name>", "written as application/xml"),
            (
                ["/user", "--strip-nulls", "--to", "application/x-plist"], "<key>name</key>",
                "written as application/x-plist"
            ),
            (["/settings"], "<integer>7</integer>", "read by property-list"),
            (["/settings", "--to", "application/json"], #""volume":7"#, "written as application/json"),
            (["/picture"], "\u{1A}", "# Content-Type: image/png"),
            (["/picture", "--as", "image"], "24 by 24 pixels", "read by image"),
            (["/picture", "--to", "image/png", "--max-size", "8"], "PNG", "written as image/png"),
            (
                ["/readings", "--to", "application/json"], #"[{"hour":1,"level":3},{"hour":2"#,
                "a stream of 3 values, converted to an array"
            ),
            (
                ["/tides", "--to", "application/json"], #"[{"event":"tide","data":"{\"level\": 3}","id":"1"}"#,
                "of 3 values, converted"
            ),
            (["/tides", "--as", "json", "--to", "application/xml"], "<level>6</level>", "written as application/xml"),
            (["/tides", "--to", "text/event-stream"], "event: tide\n", "read by event-list"),
            (["/text"], "High water at noon.\n", "read by text"),
            (["/parts"], #""fileName": "facts.json""#, "read by multipart"),
            (["/gzip"], #""name": "Ada""#, "# Content-Encoding: gzip"),
            (["/untyped", "--type", "application/json"], #""name": "Ada""#, "read by json;"),
            (["/untyped"], #""name": "Ada""#, "no media type; it looks like application/json"),
            (["/user", "--as", "text"], #"{"id": 7"#, "# HTTP/1.1 200 OK"),
            (["/readings"], "\"hour\": 3,\n", "read as a stream of 3 JSON values"),
            (["/tides"], #""event": "tide""#, "read as a stream of 3 events"),
            (["/tides", "--as", "json"], "\"level\": 6\n", "read as a stream of 3 JSON values"),
            (["/cookie"], "", "# HTTP/1.1 204 No Content"),
            (["/redirect?count=3"], #""name": "Ada""#, "# after 3 redirects: http://127.0.0.1:"),
            (["/redirect", "--max-redirects", "0"], "", "# HTTP/1.1 302 Found"),
        ] as [([String], String, String)]
    )
    func theValueIsShown(_ words: [String], _ output: String, _ remark: String) async throws {
        let run = await ToolRun.request(["get", try RequestServer.url(words[0])] + words.dropFirst())
        #expect(run.exitCode == .success, "\(run.errorOutput)")
        #expect(run.output.contains(output) || output.isEmpty && run.output.isEmpty, "\(run.output)")
        #expect(run.errorOutput.contains(remark), "\(run.errorOutput)")
    }

    @Test func theHeadIsTheOutputOfHead() async throws {
        let run = await ToolRun.request(["head", try RequestServer.url("/user")])
        #expect(run.exitCode == .success)
        #expect(run.output == "HTTP/1.1 200 OK\nContent-Type: application/json\nContent-Length: 77\n")
        let missing = await ToolRun.request(["head", try RequestServer.url("/boats")])
        #expect(missing.exitCode == .refused)
        #expect(missing.output.hasPrefix("HTTP/1.1 404 Not Found\n"))
    }

    @Test(
        arguments: [
            ("/boats", 4, #""title": "No such boat""#, "error: The server answered 404 Not Found. Check the URL.\n"),
            ("/boat", 4, #""error": "no such boat""#, "the server's explanation:"),
            ("/nothing", 4, "There is no /nothing here.\n", "404 Not Found"),
            ("/full", 4, "", "error: The server answered 422 Unprocessable Content.\n"),
            ("/secret", 4, #""error": "who are you?""#, "Sign in with --user NAME:PASSWORD.\n"),
            ("/busy?first", 5, "Come back later.\n", "Try again later (Retry-After: 0)."),
            ("/broken", 1, "", "error: The body ends too early"),
        ] as [(String, Int32, String, String)]
    )
    func anErrorHasItsBodyAndItsExitStatus(
        _ path: String,
        _ status: Int32,
        _ output: String,
        _ message: String
    ) async throws {
        let run = await ToolRun.request(["get", try RequestServer.url(path)])
        #expect(run.exitCode.rawValue == status)
        #expect(run.output.contains(output) || output.isEmpty && run.output.isEmpty, "\(run.output)")
        #expect(run.errorOutput.contains(message), "\(run.errorOutput)")
    }

    @Test(
        arguments: [
            (["http://127.0.0.1:1/"], "Check that the server runs"),
            (
                ["/late?pause=600000", "--max-time", "0.3"],
                "Allow more time with --connect-timeout, --idle-timeout or --max-time"
            ),
            (["/late?pause=600000", "--idle-timeout", "0.3"], "Allow more time with --connect-timeout"),
            (["/redirect?count=4", "--max-redirects", "2"], "--max-redirects allows more"),
            (["/user", "--proxy", "http://127.0.0.1:1"], "No connection to the proxy could be made"),
        ] as [([String], String)]
    )
    func noResponseIsOneLine(_ words: [String], _ message: String) async throws {
        let url = words[0].hasPrefix("/") ? try RequestServer.url(words[0]) : words[0]
        let run = await ToolRun.request(["get", url] + words.dropFirst())
        #expect(run.exitCode == .noResponse)
        #expect(run.output == "")
        let lines = run.errorOutput.split(separator: "\n")
        #expect(lines.count == 2 && lines[0] == "# GET \(url)", "\(run.errorOutput)")
        #expect(lines.last?.hasPrefix("error: ") == true && lines.last?.contains(message) == true, "\(run.errorOutput)")
    }

    @Test func retriesOnRequest() async throws {
        let target = RequestServer.unique("/busy")
        let run = await ToolRun.request(["get", try RequestServer.url(target), "--retry", "1"])
        #expect(run.exitCode == .success)
        #expect(run.output.contains(#""attempt": 1"#))
        #expect(try RequestServer.requests(for: target).count == 2)
    }

    #if os(Linux)
        @Test(arguments: ["/readings", "/tides"]) func elementsAreShownAsTheyArrive(_ path: String) async throws {
            let url = try RequestServer.url("\(path)?count=3&pause=1000")
            let run = try await ToolProcess.run(["get", url, "--proxy", "none"])
            #expect(run.status == 0)
            // The first is shown two pauses before the last. On a busy machine, more than one pause must remain.
            let first = try #require(run.outputTimes.first)
            let last = try #require(run.outputTimes.last)
            #expect(last - first > .milliseconds(600), "\(last - first)")
        }
    #endif

    @Test func theElementsBeforeAnErrorAreShown() async throws {
        let url = try RequestServer.url("/echo")
        let run = await ToolRun.request(
            ["post", url, "-H", "Content-Type: application/x-ndjson", "--data", "{\"a\":1}\n{\"b\":\n"]
        )
        #expect(run.exitCode == .badBody)
        #expect(run.output == "{\n  \"a\": 1\n}\n")
        #expect(run.errorOutput.contains("error: "))
    }

    @Test func aBodyThatIsTooLargeIsRefused() async throws {
        let url = try RequestServer.url("/log?size=5000")
        let run = await ToolRun.request(["get", url, "--limits-input-bytes", "100"])
        #expect(run.exitCode == .badBody)
        #expect(run.errorOutput.contains("add --limits-input-bytes N"))
    }
}
