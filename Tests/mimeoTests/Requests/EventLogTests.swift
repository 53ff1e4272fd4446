import LoopbackServer
import TestSupport
import Testing

@testable import mimeo

/// `--log` prints a line for each event.
@Suite(.within(minutes: 5)) struct EventLogTests {
    @Test func logsTheEventsOfARequest() async throws {
        let run = await ToolRun.request(["get", try RequestServer.url("/redirect?count=3"), "--log"])
        #expect(run.exitCode == .success)
        let url = try RequestServer.url("/redirect")
        let lines = run.errorOutput.split(separator: "\n").filter { $0.hasPrefix("# #1 GET \(url)?…: ") }
        #expect(lines.first?.hasSuffix("?…: started") == true)
        #expect(lines.last?.contains(": 200, ") == true && lines.last?.hasSuffix(" ms, 3 redirects") == true)
        #expect(run.errorOutput.hasSuffix("# The session is invalidated.\n"))
        let plain = await ToolRun.request(["get", try RequestServer.url("/user")])
        #expect(!plain.errorOutput.contains("#1"))
    }
}
