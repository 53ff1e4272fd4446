import Testing

@testable import mimeo

@Suite struct ConvertCommandTests {
    @Test func jsonIsWrittenAsJSON() throws {
        let run = ToolRun([
            "convert", "--head-file", Samples.head("utf-16"), Samples.body("utf-16"), "--to", "application/json",
        ])
        #expect(run.exitCode == .success)
        #expect(run.output == #"{"greeting":"Grüß Gott","city":"Zürich"}"#)
    }

    @Test func textIsWrittenAsUTF8() {
        let run = ToolRun(
            ["convert", "-", "--type=text/plain; charset=iso-8859-1", "--to=text/plain;charset=utf-8"],
            input: [0x47, 0x72, 0xFC, 0xDF]
        )
        #expect(run.exitCode == .success)
        #expect(run.outputBytes == Array("Grüß".utf8))
    }

    @Test func bytesAreWrittenAsTheyAre() {
        let bytes: [UInt8] = [0x00, 0xFF, 0x1B, 0x0A]
        let run = ToolRun(
            ["convert", "-", "--type=application/octet-stream", "--to=application/octet-stream"],
            input: bytes
        )
        #expect(run.outputBytes == bytes)
    }

    @Test func unwritableTypesAreWrongUsage() {
        let run = ToolRun("convert", "-", "--type=application/json", "--to=image/png", input: "[]")
        #expect(run.exitCode == .wrongUsage)
        #expect(run.errorOutput.contains("image/png"))
        #expect(run.output == "")
    }

    @Test(arguments: [("utf-16", true), ("klingon", true), ("UTF8", false)])
    func rejectsOtherCharsets(_ charset: String, _ isRefused: Bool) {
        let run = ToolRun("convert", "-", "--type=text/plain", "--to=text/plain;charset=\(charset)", input: "a")
        #expect(run.exitCode == (isRefused ? .wrongUsage : .success))
        #expect(run.output == (isRefused ? "" : "a"))
        #expect(run.errorOutput.contains("text/plain is written in utf-8, not in \(charset)") == isRefused)
    }

    @Test func aBadBodyIsBad() {
        let run = ToolRun("convert", "-", "--type=application/json", "--to=application/json", input: "[1,]")
        #expect(run.exitCode == .badBody)
        #expect(run.output == "")
    }
}
