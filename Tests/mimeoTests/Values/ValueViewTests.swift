import Foundation
import Mimeograph
import MimeographCBOR
import MimeographJSON
import MimeographMessagePack
import MimeographPropertyList
import Testing

@testable import mimeo

/// The parts of a value that `--select` shows, and the layouts of values.
@Suite struct ValueViewTests {
    private static let json = #"{"b":[{"n":"Ada","x":1},{"n":"Bo\u00e9","x":null}],"a":"t"}"#

    /// Every format has the same values at the same path.
    @Test(arguments: ["application/json", "application/cbor", "application/vnd.msgpack", "application/x-plist"])
    func everyFormatIsSearched(_ type: String) throws {
        let value = try JSON(parsing: Array(#"{"b":[{"n":"Ada","x":1},{"n":"Boé","x":2}]}"#.utf8))
        let media = try MediaType(type)
        let registry = try Formats.registry(Settings())
        let body = try registry.encode(try Conversion.convert(value, for: media).value, as: media).bytes
        let run = ToolRun(["decode", "-", "--type", type, "--select", "$.b[*].n", "--raw"], input: body)
        #expect(run.exitCode == .success && run.output == "Ada\nBoé\n", "\(run.errorOutput)")
        #expect(run.errorOutput.contains("selected 2 values"))
        let whole = ToolRun(["decode", "-", "--type", type, "--select", "$.b[1]", "-c"], input: body)
        #expect(whole.output == "{\"n\":\"Boé\",\"x\":2}\n")
    }

    @Test(
        arguments: [
            ("application/json", json, "$.a", "\"t\"\n"), ("application/json", json, "$.none", ""),
            ("application/json", json, "$.b[?@.x == 1].n", "\"Ada\"\n"),
            ("text/csv", "n,x\nAda,1\nBo,2\n", "$[?@.x == '2'].n", "\"Bo\"\n"),
            ("application/x-www-form-urlencoded", "u[n]=Ada&v=1", "$.u.n", "\"Ada\"\n"),
            ("application/x-ndjson", "{\"a\":1}\n{\"a\":2}\n", "$.a", "1\n2\n"),
            ("text/event-stream", "data: x\n\ndata: y\n\n", "$.data", "\"x\"\n\"y\"\n"),
        ] as [(String, String, String, String)]
    )
    func aPathSelectsValues(_ type: String, _ body: String, _ path: String, _ output: String) {
        let run = ToolRun("decode", "-", "--type", type, "--select", path, "--compact", input: body)
        #expect(run.exitCode == .success && run.output == output, "\(run.errorOutput)")
    }

    @Test(
        arguments: [
            ("application/xml", "<a/>", "mimeo xpath"), ("text/plain", "a", "has no members"),
            ("application/octet-stream", "a", "has no members"),
        ] as [(String, String, String)]
    )
    func valuesWithoutMembersAreRefused(_ type: String, _ body: String, _ remedy: String) {
        let run = ToolRun("decode", "-", "--type", type, "--select", "$.a", input: body)
        #expect(
            run.exitCode == .badBody && run.output.isEmpty && run.errorOutput.contains(remedy),
            "\(run.errorOutput)"
        )
        if type.hasSuffix("xml") {
            let run = ToolRun("decode", "-", "--type", type, "--as", "json", "--select", "$.a", "-c", input: body)
            #expect(run.exitCode == .success && !run.output.isEmpty)
        }
    }

    /// A path may select each value many times.
    @Test func aSearchIsLimited() {
        let body = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
        let path = "$" + String(repeating: "..*", count: 30)
        let run = ToolRun("decode", "-", "--type", "application/json", "--select", path, input: body)
        #expect(run.exitCode == .badBody && run.errorOutput.contains("error:"), "\(run.errorOutput)")
    }

    @Test func layoutsOfJSON() {
        let words = ["decode", "-", "--type", "application/json"]
        let body = Array(#"{"b": [1, {"c": []}], "a": "\u0007"}"#.utf8)
        #expect(ToolRun(words + ["-c"], input: body).output == #"{"b":[1,{"c":[]}],"a":"\u0007"}"# + "\n")
        #expect(ToolRun(words + ["-c", "--sorted"], input: body).output == #"{"a":"\u0007","b":[1,{"c":[]}]}"# + "\n")
        #expect(ToolRun(words + ["-q"], input: body).errorOutput.isEmpty)
    }

    @Test(
        arguments: [
            (#"[{"a":1,"b":"x\ny"},{"b":null,"c":[1]}]"#, "a  b    c\n1  x y  \n        [1]\n"),
            ("[]", "\n"), ("[1,\"a\"]", "value\n1\na\n"), (#"{"a":1}"#, "a\n1\n"),
        ] as [(String, String)]
    )
    func objectsAreRows(_ body: String, _ table: String) {
        let run = ToolRun("decode", "-", "--type", "application/json", "--as", "table", input: body)
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }
        let wanted = table.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }
        #expect(run.exitCode == .success && lines == wanted, "\(run.output)\(run.errorOutput)")
    }

    @Test func aTableFitsATerminal() throws {
        let long = String(repeating: "x", count: 100)
        let table = try Table(JSON(parsing: Array(#"[{"name":"\#(long)","other":"\#(long)","n":1}]"#.utf8)))
        for width in [20, 40, 80, 400] {
            let writer = RecordingWriter()
            table.write(.plain, width: width, to: writer)
            let widths = writer.text.split(separator: "\n").map(\.count)
            #expect(widths.allSatisfy { $0 <= width }, "\(width): \(widths)")
        }
    }

    /// Objects with other names each make a table whose cells are the square of their number.
    @Test func aTableIsLimited() {
        let body = "[" + (0..<4000).map { #"{"k\#($0)":1}"# }.joined(separator: ",") + "]"
        for words in [["decode", "-", "--as", "table"], ["convert", "-", "--to", "text/csv"]] {
            let run = ToolRun(words + ["--type", "application/json"], input: Array(body.utf8))
            #expect(run.exitCode == .badBody && run.errorOutput.contains("cells"), "\(run.errorOutput)")
        }
    }

    @Test func objectsAreCSV() {
        let body = #"{"users":[{"n":"Ada, L","x":1},{"n":"Bo","y":{"z":[1]}}]}"#
        let run = ToolRun(
            "convert",
            "-",
            "--type",
            "application/json",
            "--select",
            "$.users[*]",
            "--to",
            "text/csv",
            input: body
        )
        #expect(
            run.output.replacing("\r\n", with: "\n") == "n,x,y\n\"Ada, L\",1,\nBo,,\"{\"\"z\"\":[1]}\"\n",
            "\(run.errorOutput)"
        )
    }
}
