import Foundation
import LoopbackServer
import Mimeograph
import MimeographSession
import TestSupport
import Testing

@testable import mimeo

/// `mimeo events` follows a stream and reconnects.
@Suite(.within(minutes: 5)) struct EventsCommandTests {
    @Test func connectsAgain() async throws {
        let target = RequestServer.unique("/tides?count=2&pause=0")
        let url = try RequestServer.url(target)
        let run = await ToolRun.request(["events", url, "--count", "3", "--last-event-id", "seven"])
        #expect(run.exitCode == .success)
        #expect(run.output.components(separatedBy: #""event""#).count == 4)
        #expect(run.errorOutput.contains("# open\n# connecting again in "))
        #expect(run.errorOutput.contains("seconds, because the stream ended."))
        let requests = try RequestServer.requests(for: target)
        #expect(requests.count == 2)
        #expect(requests.first?.field("Last-Event-ID") == "seven")
        #expect(requests.first?.field("Accept") == "text/event-stream")
    }

    @Test func endsWithTheStream() async throws {
        let target = RequestServer.unique("/tides?count=2&pause=0")
        let once = await ToolRun.request(["events", try RequestServer.url(target), "--reconnect", "0"])
        #expect(once.exitCode == .success)
        #expect(try RequestServer.requests(for: target).count == 1)
        let posted = RequestServer.unique("/tides?count=1&pause=0")
        let answer = await ToolRun.request(["events", try RequestServer.url(posted), "--data", #"{"q":"tea"}"#])
        #expect(answer.exitCode == .success)
        #expect(try RequestServer.requests(for: posted).map(\.method) == ["POST"])
    }

    /// A server may send any number of interim responses that are not read.
    @Test func unreadInterimResponsesAreLimited() async throws {
        let count = await ToolRun.onThread {
            Result {
                let arguments = try Arguments(["http://h/"], declared: GetCommand.options)
                let writer = RecordingWriter()
                let console = Console(output: writer, errorOutput: writer, readInput: { _ throws(FileError) in [] })
                let registry = try Formats.registry(try Settings(arguments))
                let client = try RequestClient(try RequestOptions(arguments, console), registry, console)
                for _ in 0..<10_000 { client.configuration.onInterimResponse?(ResponseHead(status: 103)) }
                return client.interimResponses.count
            }
        }
        #expect(try count.get() == 100)
    }

    @Test func errors() async throws {
        let user = await ToolRun.request(["events", try RequestServer.url("/user")])
        #expect(user.exitCode == .badBody)
        #expect(user.output == "")
        #expect(user.errorOutput.contains("unacceptable content type"))
        let missing = await ToolRun.request(["events", try RequestServer.url("/status/404")])
        #expect(missing.exitCode != .success)
        #expect(await ToolRun.request(["events", "http://127.0.0.1:1/", "--count", "x"]).exitCode == .wrongUsage)
    }
}
