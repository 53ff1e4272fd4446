import Mimeograph
import MimeographBrotli
import MimeographCompression
import MimeographZstandard
import Testing

@testable import mimeo

@Suite struct DecodeCommandTests {
    /// The samples are the first thing a newcomer sees, so each must match the documentation.
    @Test(
        arguments: [
            ("article", [], .success, #""title": "How a mimeograph works""#, "read by json"),
            ("utf-16", [], .success, #""greeting": "Grüß Gott""#, "read by json"),
            ("events", [], .success, #""data": "{\"symbol\":\"TEA\",\"price\":4.25}""#, "3 events"),
            ("events", ["--as", "json"], .badBody, #""price": 4.3"#, "line 15"),
            ("feed", [], .success, "  <entry>\n    <id>urn:example:1</id>", "read by xml;"),
            ("feed", ["--as", "json"], .success, #""@xmlns:media": "http://search.yahoo.com/mrss/""#, "read by xml"),
            ("soap-fault", [], .badBody, "", "500"),
            ("no-content", [], .success, "", "status 204 has no body"),
            ("photo", [], .success, "format: JPEG\nsize: 96 by 64 pixels\n", "the bytes are image/jpeg"),
            ("photo", ["--max-size", "24"], .success, "size: 24 by 16 pixels\n", "read by image"),
            ("problem", [], .badBody, #""withdrawn": "2025-03-03""#, "404"),
            ("truncated", [], .badBody, "", "line 3"),
            ("property-list", [], .success, "<date>2026-03-01T06:30:00Z</date>", "read by property-list"),
            ("wrong-label", [], .success, #"{"name": "Ada", "born": 1815}"#, "read by text"),
            ("wrong-label", ["--as", "json"], .badBody, "", "--type application/json"),
            ("wrong-label", ["--type", "application/json"], .success, #""born": 1815"#, "read by json"),
        ] as [(String, [String], ExitCode, String, String)]
    )
    func samples(_ name: String, _ options: [String], _ exitCode: ExitCode, _ output: String, _ remark: String) {
        let run = ToolRun(["decode", "--head-file", Samples.head(name), Samples.body(name)] + options)
        #expect(run.exitCode == exitCode)
        #expect(output.isEmpty ? run.output.isEmpty : run.output.contains(output))
        #expect(run.errorOutput.contains(remark))
    }

    @Test func everySampleIsTested() throws {
        #expect(
            try Samples.names == [
                "article", "events", "feed", "no-content", "photo", "problem", "property-list", "soap-fault",
                "truncated", "utf-16", "wrong-label",
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

    @Test func withoutATypeTheFirstBytesDecide() {
        let run = ToolRun("decode", "-", "-c", input: #"{"a":1}"#)
        #expect(run.exitCode == .success)
        #expect(run.output == "{\"a\":1}\n")
        #expect(run.errorOutput.contains("application/json, by its first bytes"))
        #expect(
            ToolRun("decode", "-", input: "%PDF-1.7").errorOutput.contains("a PDF document; try --type application/pdf")
        )
    }

    @Test(
        arguments: [
            (["--type", "json"], #"not "json"; did you mean application/json?"#),
            (["--type", "nonsense"], #"--type takes a media type such as application/json, not "nonsense""#),
            (["--type="], #"not """#),
            (["--type", "text/plain\nX: y"], "--type:"),
        ] as [([String], String)]
    )
    func malformedTypesAreWrongUsage(_ options: [String], _ message: String) {
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
        let run = ToolRun("decode", "-", "--type=text/plain", "--limits-input-bytes=2", input: "abc")
        #expect(run.exitCode == .badBody)
        #expect(run.errorOutput.contains("# standard input: more than 2 bytes"))
    }

    @Test func aLimitNamesItsOption() {
        let input = #"{"a":[[[[1]]]]}"#
        let depth = ToolRun("decode", "-", "--type=application/json", "--limits-depth=3", input: input)
        #expect(depth.exitCode == .badBody)
        #expect(depth.errorOutput.contains("add --limits-depth N"))
        let size = ToolRun("decode", "-", "--type=application/json", "--limits-input-bytes=5", input: input)
        #expect(size.exitCode == .badBody)
        #expect(size.errorOutput.contains("add --limits-input-bytes N"))
        let fits = "--limits-input-bytes=\(input.utf8.count)"
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

    /// A body must not be able to control the terminal.
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

    /// Each value of a stream is shown, including those before an error.
    @Test(
        arguments: [
            ("a.ndjson", "{\"a\":null}\n\n[1]\n2", [], .success, "{\"a\":null}[1]2", "a stream of 3 JSON values"),
            ("a.jsonl", "{\"a\":null}\r\n", ["--strip-nulls"], .success, "{}", "a stream of 1 JSON value\n"),
            ("a.ndjson", "", [], .success, "", "a stream of 0 JSON values"),
            ("a.ndjson", "[1]\n[2\n[3]\n", [], .badBody, "[1]", "line 2"),
            ("a.ndjson", "[1]\n", ["--as", "text"], .success, "[1]", "application/x-ndjson"),
            ("a.ndjson", "[1]\n", ["--type", "text/plain"], .success, "[1]", "read by text"),
            (
                "a.sse", ": hi\nid: 1\ndata: [1]\n\nretry: 5\ndata: x", [], .success,
                #"{"event":"message","data":"[1]","id":"1"}"#, "a stream of 1 event\n"
            ),
            (
                "a.sse", "event: e\nretry: 5\ndata: {}\r\rdata\n\n", [], .success,
                #"{"event":"e","data":"{}","retry":5}{"event":"message","data":"","retry":5}"#, "a stream of 2 events"
            ),
            ("a.sse", "data: {\"a\": null}\n\n", ["--as", "json", "--strip-nulls"], .success, "{}", "1 JSON value\n"),
            ("a.sse", "data: 1\n\ndata: x\n\n", ["--as", "json"], .badBody, "1", "line 3, column 7"),
            ("a.sse", "data: 1\n\n", ["--as", "text"], .success, "data:1", "read by text"),
            ("a.txt", "\u{1E}[1]\n", ["--type", "application/geo+json-seq"], .success, "[1]", "a stream of 1"),
            // A body that can be read as one value is read as one value.
            ("a.json", "[1,2]", [], .success, "[1,2]", "read by json"),
        ] as [(String, String, [String], ExitCode, String, String)]
    )
    func streams(
        _ name: String,
        _ body: String,
        _ options: [String],
        _ exitCode: ExitCode,
        _ compact: String,
        _ remark: String
    ) throws {
        try Samples.withFile(name, body) { path in
            let run = ToolRun(["decode", path] + options)
            #expect(run.exitCode == exitCode)
            #expect(run.output.filter { !$0.isWhitespace } == compact)
            #expect(run.errorOutput.contains(remark), "\(run.errorOutput)")
        }
    }

    /// These streams are longer than the chunks in which they are read.
    @Test func longStreams() throws {
        let lines = (0..<20_000).map { "[\($0)]\n" }
        try Samples.withFile("a.ndjson", lines.joined()) { path in
            let run = ToolRun(["decode", path])
            #expect(run.exitCode == .success)
            #expect(run.output.filter { !$0.isWhitespace } == lines.joined().filter { !$0.isWhitespace })
        }
    }

    // MARK: Coded bodies

    @Test func compressedFiles() throws {
        let json = Array(#"{"a": "b"}"#.utf8)
        for (name, coding) in [("x.json.br", BrotliCoding()), ("x.json.ZST", ZstandardCoding())]
            as [(String, any ContentCoding)]
        {
            try Samples.withFile(name, try coding.encode(json.span)) { path in
                let run = ToolRun(["decode", path])
                #expect(run.output.filter { !$0.isWhitespace } == #"{"a":"b"}"#)
                #expect(run.errorOutput.contains("encoded with \(coding.names[0])"))
            }
        }
        let coded = try GzipCoding().encode(json.span)
        for (name, options) in [
            ("x.json.gz", []), ("X.JSON.GZ", []), ("x.gz", ["--type=application/json"]),
            ("x.json", ["--coding", "gzip"]), ("x", ["--coding=x-gzip", "--type", "application/json"]),
        ] {
            try Samples.withFile(name, coded) { path in
                let run = ToolRun(["decode"] + options + [path])
                #expect(run.exitCode == .success, "\(name)")
                #expect(run.output.filter { !$0.isWhitespace } == #"{"a":"b"}"#)
                #expect(run.errorOutput.contains("encoded with "))
            }
        }
        try Samples.withFile("x.json.gz", #"{"a": "b"}"#) { path in
            #expect(ToolRun(["decode", path]).exitCode == .badBody)
            #expect(ToolRun(["decode", "--coding=identity", path]).exitCode == .success)
        }
    }

    @Test func aStreamIsDecodedAsItComes() throws {
        let coded = try GzipCoding().encode(Array("1\n{\"a\":2}\n".utf8).span)
        let twice = try DeflateCoding().encode(coded.span)
        try Samples.withFile("x.ndjson.gz", coded) { path in
            let run = ToolRun(["decode", path])
            #expect(run.output.filter { !$0.isWhitespace } == #"1{"a":2}"#)
            #expect(run.errorOutput.contains("a stream of 2 JSON values"))
        }
        let run = ToolRun(["decode", "-", "--type=application/x-ndjson", "--coding=gzip, deflate"], input: twice)
        #expect(run.output.filter { !$0.isWhitespace } == #"1{"a":2}"#)
    }

    @Test func codingsThatAreRefused() {
        for (coding, part) in [("compress", "\"compress\""), ("gzip,gzip,gzip", "--limits-content-codings")] {
            let run = ToolRun(
                ["decode", "-", "--type=application/json", "--coding=\(coding)", "--limits-content-codings=2"],
                input: [1, 2, 3]
            )
            #expect(run.exitCode == .badBody)
            #expect(run.errorOutput.contains(part))
        }
        #expect(ToolRun(["decode", "-", "--coding=a\nb"]).exitCode == .wrongUsage)
    }
}
