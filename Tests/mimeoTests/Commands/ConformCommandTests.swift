import MimeographConformance
import Testing

@testable import mimeo

@Suite(.serialized) struct ConformCommandTests {
    @Test func table() async {
        let run = await ToolRun.request(["conform", "text", "--laws", "outcomes,pixels", "--mutations", "5"])
        #expect(run.exitCode == .success)
        #expect(run.output.hasPrefix("text\n  outcomes         holds, 4 cases\n  pixels           not applicable: "))
        #expect(run.output.hasSuffix("1 suite: 1 laws hold (4 cases), 1 do not apply, 0 broken.\n"))
    }

    @Test func json() async {
        let run = await ToolRun.request(["conform", "bytes", "--laws", "outcomes", "--json"])
        #expect(run.output.hasPrefix("[\n  {\"suite\": \"bytes\", \"law\": \"outcomes\", \"verdict\": \"passed\", "))
    }

    @Test func replay() async {
        let line = "suite=json law=mutations fixture=object seed=1 bytes=7b7d"
        let run = await ToolRun.request(["conform", "--replay", line])
        #expect(run.exitCode == .success)
        #expect(run.output == "json: mutations holds for this case\n")
        let broken = await ToolRun.request([
            "conform", "--replay", "suite=json law=outcomes fixture=object seed=1 bytes=7b",
        ])
        #expect(broken.exitCode == .badBody)
        #expect(broken.output.contains("  bytes:  7b (1 bytes)"))
    }

    @Test(arguments: [
        (["conform", "jsn"], "did you mean json?"), (["conform", "--laws", "dept"], "did you mean depth?"),
        (["conform", "--seed", "x"], "--seed takes a number"), (["conform", "--replay", "/nowhere"], "/nowhere"),
        (["conform", "--bodies", "/nowhere"], "/nowhere"),
    ])
    func wrongUsage(words: [String], text: String) async {
        let run = await ToolRun.request(words)
        #expect(run.exitCode == .wrongUsage)
        #expect(run.errorOutput.contains(text))
    }

    @Test func namesAreUnique() async {
        let names = Formats.suites.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(await ToolRun.request(["conform", "--list"]).output == names.map { "\($0)\n" }.joined())
    }

    /// Bodies with unknown results are checked by the laws about all bodies.
    @Test func bodies() async {
        let run = await ToolRun.request([
            "conform", "json", "--bodies", "\(Samples.folder)/../Requests", "--laws", "prefixes",
        ])
        #expect(run.exitCode == .success)
    }
}
