import Testing

@testable import mimeo

@Suite struct ExplainCommandTests {
    @Test(
        arguments: [
            ("application/vnd.api+json; charset=utf-8", "any", "json"),
            ("Application/JSON", "json", "json"),
            ("application/problem+json", "codable", "json"),
            ("text/html", "text", "text"),
            ("image/png", "bytes", "bytes"), ("image/png", "image", "image"),
            ("nonsense", "bytes", "bytes"),
            ("nonsense", "text", nil),
            ("application/json-seq", "codable", nil),
            ("text/plain", "codable", nil),
        ] as [(String, String, String?)]
    )
    func chosen(_ type: String, _ kind: String, _ id: String?) {
        let run = ToolRun(["explain", "--type", type, "--as", kind])
        #expect(run.exitCode == (id == nil ? .badBody : .success))
        if let id {
            let names = run.output.split(separator: "\n").filter { $0.contains("chosen") }
                .map { $0.split(separator: " ").first ?? "" }
            #expect(names.count == 1)
            #expect(names.first?.hasPrefix(id) == true)
        } else {
            #expect(run.output.contains("No serializer reads"))
        }
    }

    /// The command reads nothing, so no limit stops it.
    @Test func aLargeFileIsExplained() {
        let run = ToolRun("explain", "-", "--type=text/plain", "--limits-input-bytes=2", input: "abcdef")
        #expect(run.exitCode == .success)
        #expect(run.output.contains("text reads it"))
    }

    @Test func typesWithLineFeedsAreWrongUsage() {
        #expect(ToolRun(["explain", "--type", "a\nb"]).exitCode == .wrongUsage)
    }

    @Test func usesTheFileExtension() throws {
        try Samples.withFile("a.json", "[]") { path in
            let run = ToolRun(["explain", path])
            #expect(run.exitCode == .success)
            #expect(run.output.contains("application/json"))
        }
    }

    @Test(arguments: ["any", "json"])
    func streamsAreReported(kind: String) {
        let run = ToolRun("explain", "--type", "application/x-ndjson", "--as", kind, input: "")
        #expect(run.exitCode == .success)
        #expect(run.output.contains("as a stream"))
        #expect(!ToolRun(["explain", "--type", "application/json", "--as", kind]).output.contains("as a stream"))
    }
}
