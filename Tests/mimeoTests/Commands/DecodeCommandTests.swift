import Testing

@testable import mimeo

@Suite struct DecodeCommandTests {
    /// The samples are what a newcomer sees first, so each has to come out as the documentation says.
    @Test(
        arguments: [
            ("article", [], .success, #""title": "How a mimeograph works""#, "read by json"),
            ("utf-16", [], .success, #""greeting": "Grüß Gott""#, "read by json"),
            ("no-content", [], .success, "", "status 204 has no body"),
            ("problem", [], .badBody, #""withdrawn": "2025-03-03""#, "404"),
            ("truncated", [], .badBody, "", "line 3"),
            ("property-list", [], .success, "<date>2026-03-01T06:30:00Z</date>", "read by property-list"),
            ("wrong-label", [], .success, #"{"name": "Ada", "born": 1815}"#, "read by text"),
            ("wrong-label", ["--as", "json"], .badBody, "", "--type application/json"),
            ("wrong-label", ["--type", "application/json"], .success, #""born": 1815"#, "read by json"),
        ] as [(String, [String], ExitCode, String, String)]
    )
    func samples(_ name: String, _ options: [String], _ exitCode: ExitCode, _ output: String, _ remark: String) {
        let run = ToolRun(["decode", "--head", Samples.head(name), Samples.body(name)] + options)
        #expect(run.exitCode == exitCode)
        #expect(output.isEmpty ? run.output.isEmpty : run.output.contains(output))
        #expect(run.errorOutput.contains(remark))
    }

    @Test func everySampleIsTested() throws {
        #expect(
            try Samples.names == [
                "article", "no-content", "problem", "property-list", "truncated", "utf-16", "wrong-label",
            ]
        )
    }

    @Test(arguments: [
        ([], #"{"a":null,"b":[null,1]}"#),
        (["--strip-nulls"], #"{"b":[null,1]}"#),
        (["--strip-nulls=all"], #"{"b":[1]}"#),
    ])
    func nullStripping(_ options: [String], _ compact: String) {
        let run = ToolRun(
            ["decode", "-", "--type=text/json"] + options,
            input: Array(#"{"a":null,"b":[null,1]}"#.utf8)
        )
        #expect(run.output.filter { !$0.isWhitespace } == compact)
        #expect(run.exitCode == .success)
    }

    @Test func typeFromExtensionAndFromOption() throws {
        try Samples.withFile("a.json", "[1]") { path in
            #expect(ToolRun(["decode", path]).errorOutput.contains("application/json, from the extension .json"))
            let text = ToolRun(["decode", path, "--type", "text/plain"])
            #expect(text.errorOutput.contains("text/plain, from --type"))
            #expect(text.output == "[1]\n")
        }
    }

    @Test func withoutATypeTheBytesAreShownWithAHint() {
        let run = ToolRun("decode", "-", input: #"{"a":1}"#)
        #expect(run.exitCode == .success)
        #expect(run.output.hasPrefix("00000000  7b 22"))
        #expect(run.errorOutput.contains("the bytes look like JSON: --type application/json"))
    }

    @Test(
        arguments: [
            (["--type", "json"], #"not "json"; did you mean application/json?"#),
            (["--type", "nonsense"], #"--type takes a media type such as application/json, not "nonsense""#),
            (["--type="], #"not """#),
            (["--type", "text/plain\nX: y"], "--type:"),
        ] as [([String], String)]
    )
    func aTypeThatIsNoneIsWrongUsage(_ options: [String], _ message: String) {
        let run = ToolRun(["decode", "-"] + options, input: Array("[1]".utf8))
        #expect(run.exitCode == .wrongUsage)
        #expect(run.errorOutput.contains(message))
        #expect(run.output == "")
    }

    @Test func rawBytesAreExplained() {
        let run = ToolRun(["decode", "-"], input: [0x00])
        #expect(run.errorOutput.contains("read by bytes"))
    }

    @Test func aBodyThatIsTooLargeIsNamed() {
        let run = ToolRun("decode", "-", "--type=text/plain", "--budget-input-bytes=2", input: "abc")
        #expect(run.exitCode == .badBody)
        #expect(run.errorOutput.contains("# standard input: status 200, more than 2 bytes"))
    }

    @Test func aLimitNamesItsOption() {
        let input = #"{"a":[[[[1]]]]}"#
        let depth = ToolRun("decode", "-", "--type=application/json", "--budget-depth=3", input: input)
        #expect(depth.exitCode == .badBody)
        #expect(depth.errorOutput.contains("with this tool: --budget-depth N"))
        let size = ToolRun("decode", "-", "--type=application/json", "--budget-input-bytes=5", input: input)
        #expect(size.exitCode == .badBody)
        #expect(size.errorOutput.contains("with this tool: --budget-input-bytes N"))
        let fits = "--budget-input-bytes=\(input.utf8.count)"
        #expect(ToolRun("decode", "-", "--type=application/json", fits, input: input).exitCode == .success)
    }

    @Test func colorsOnATerminalOnly() {
        let words = ["decode", "-", "--type=application/json"]
        let input = Array("[null]".utf8)
        #expect(ToolRun(words, input: input, isTerminal: true).output.contains("\u{1B}["))
        #expect(!ToolRun(words, input: input).output.contains("\u{1B}["))
        let environment = ["NO_COLOR": "1"]
        #expect(!ToolRun(words, input: input, isTerminal: true, environment: environment).output.contains("\u{1B}["))
    }

    /// A body must not be able to drive the terminal it is shown on.
    @Test func noControlReachesATerminal() {
        let hostile = "a\u{1B}]0;title\u{07}b"
        let words = ["decode", "-", "--type=text/plain", "--color=never"]
        #expect(ToolRun(words, input: Array(hostile.utf8), isTerminal: true).output == "a\\u001b]0;title\\u0007b\n")
        #expect(ToolRun(words, input: Array(hostile.utf8)).output == hostile + "\n")
    }

    @Test func theBodyOfAnErrorIsNotRepeated() {
        let run = ToolRun("decode", "-", "--type=application/json", input: #"{"password":"s3cret" oops"#)
        #expect(run.exitCode == .badBody)
        #expect(!run.errorOutput.contains("s3cret"))
        #expect(run.output == "")
    }
}
