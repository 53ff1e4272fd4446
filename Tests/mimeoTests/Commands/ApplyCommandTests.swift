import Testing

@testable import mimeo

@Suite struct ApplyCommandTests {
    private static let document = #"{"name":"Eve","tags":["a"],"nick":"E"}"#

    private static func run(_ patch: String, _ options: String..., document: String = document) throws -> ToolRun {
        var run: ToolRun?
        try Samples.withFile("patch.json", patch) { path in
            run = ToolRun(["apply", path, "-"] + options, input: Array(document.utf8))
        }
        return try #require(run)
    }

    @Test func patches() throws {
        let run = try Self.run(
            #"[{"op":"replace","path":"/name","value":"Ada"},{"op":"remove","path":"/tags"},{"op":"add","path":"/nick","value":null}]"#
        )
        #expect(run.exitCode == .success)
        #expect(run.output == "{\n  \"name\": \"Ada\",\n  \"nick\": null\n}\n")
        #expect(run.errorOutput.contains("a JSON Patch of 3 operations"))
    }

    @Test func merges() throws {
        let run = try Self.run(#"{"name":"Ada","nick":null,"tags":null}"#)
        #expect(run.exitCode == .success)
        #expect(run.output == "{\n  \"name\": \"Ada\"\n}\n")
        #expect(run.errorOutput.contains("a merge patch"))
        #expect(try Self.run("[1]", "--merge").output == "[\n  1\n]\n")
    }

    @Test func makes() throws {
        let new = #"{"name":"Ada","tags":["a"]}"#
        let run = try Self.run(new, "--make")
        #expect(run.exitCode == .success)
        #expect(try Self.run(run.output).output == (try Self.run(new, "--merge", document: "1")).output)
        #expect(try Self.run(new, "--make", "--merge").output == "{\n  \"nick\": null,\n  \"name\": \"Ada\"\n}\n")
    }

    /// A patch may be larger and deeper than the documents that it is made from.
    @Test func makesMoreThanItReads() throws {
        let run = try Self.run("[[2]]", "--make", "--limits-input-bytes=9", "--limits-depth=2", document: "[[1]]")
        #expect(run.exitCode == .success)
        #expect(try Self.run(run.output, document: "[[1]]").output == (try Self.run("[[2]]", "--merge").output))
        let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        #expect(try Self.run(#"{"a":1}"#, "--make", document: deep).exitCode == .success)
        #expect(try Self.run(deep, "--make", document: "1").exitCode == .success)
    }

    @Test func failuresShowThePointer() throws {
        let run = try Self.run(#"[{"op":"test","path":"/name","value":"Eve"},{"op":"remove","path":"/tags/7"}]"#)
        #expect(run.exitCode == .badBody)
        #expect(run.output == "")
        #expect(run.errorOutput.contains("Operation 1 of the patch (remove"))
        #expect(run.errorOutput.contains("at the pointer /tags/7"))
        #expect(try Self.run("[{}]").exitCode == .badBody)
        #expect(try Self.run("[").exitCode == .badBody)
        #expect(try Self.run("[]", document: "{").exitCode == .badBody)
    }

    @Test func limits() throws {
        let run = try Self.run(#"[{"op":"copy","from":"","path":"/a"}]"#, "--limits-elements=9")
        #expect(run.exitCode == .success)
        let bounded = try Self.run(
            #"[{"op":"copy","from":"","path":"/a"},{"op":"copy","from":"","path":"/b"}]"#,
            "--limits-elements=9"
        )
        #expect(bounded.exitCode == .badBody)
        #expect(bounded.errorOutput.contains("--limits-elements N"))
    }

    @Test(
        arguments: [
            (["apply"], "name a patch"), (["apply", "-", "-"], "name a patch"), (["apply", "a"], "name a file"),
            (["apply", "a", "b", "c"], "one file at a time"),
        ]
    )
    func wrongUsage(_ words: [String], _ message: String) {
        let run = ToolRun(words)
        #expect(run.exitCode == .wrongUsage)
        #expect(run.errorOutput.contains(message))
    }
}
