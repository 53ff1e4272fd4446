import Mimeograph
import MimeographBrotli
import MimeographCompression
import MimeographForm
import MimeographJSON
import MimeographZstandard
import Testing

@testable import mimeo

@Suite struct EncodeCommandTests {
    private let input = #"{"q": "swift & c", "page": 2, "tags": ["b", "a"], "no": null, "user": {"active": true}}"#

    @Test(
        arguments: [
            ("whatwg", "q=swift+%26+c&page=2&tags=b&tags=a&user%5Bactive%5D=true"),
            ("afnetworking", "no&page=2&q=swift%20%26%20c&tags%5B%5D=b&tags%5B%5D=a&user%5Bactive%5D=1"),
            ("alamofire", "page=2&q=swift%20%26%20c&tags%5B%5D=a&tags%5B%5D=b&user%5Bactive%5D=1"),
        ]
    )
    func dialects(_ name: String, _ expected: String) {
        let run = ToolRun("encode", "-", "--dialect", name, input: input)
        #expect(run.exitCode == .success)
        #expect(run.output == expected)
        #expect(
            run.errorOutput.hasPrefix("# standard input: \(input.utf8.count) bytes, application/json, from --type\n")
        )
        #expect(run.errorOutput.contains("written as application/x-www-form-urlencoded, \(expected.utf8.count) bytes"))
    }

    @Test func aRequestWithParametersInTheURL() {
        let run = ToolRun(
            ["encode", "-", "--method=GET", "--url=https://example.com/?x#top"],
            input: Array(#"{"a": "b c"}"#.utf8),
            environment: ["LANG": "de_AT.UTF-8"]
        )
        #expect(run.exitCode == .success)
        #expect(
            run.output.hasPrefix("GET https://example.com/?x&a=b+c#top\nAccept-Language: de-AT;q=1\nUser-Agent: mimeo/")
        )
        #expect(run.output.hasSuffix("\n\n"))
    }

    @Test func aRequestWithABody() {
        let run = ToolRun("encode", "-", "--url=/users", input: #"{"a": "b c"}"#)
        #expect(run.output.hasPrefix("POST /users\n"))
        #expect(run.output.contains("\nContent-Type: application/x-www-form-urlencoded\n"))
        #expect(run.output.hasSuffix("\n\na=b+c"))
        let json = ToolRun("encode", "-", "--url=/users", "--to=application/json", input: #"{"a": "b c"}"#)
        #expect(json.output.hasSuffix("Content-Type: application/json\n\n" + #"{"a":"b c"}"#))
    }

    @Test func otherInputThanJSON() {
        let type = "--type=application/x-www-form-urlencoded"
        let run = ToolRun("encode", "-", type, "--to=application/json", input: "a[]=1&a[]=true&b[c]=&d=x&e")
        #expect(run.output == #"{"a":["1","true"],"b":{"c":""},"d":"x","e":{}}"#)
        #expect(ToolRun("encode", "-", type, input: "b=2&a=1").output == "b=2&a=1")
        let decoded = ToolRun("decode", "-", type, input: "b[]=2&a=1")
        #expect(decoded.output.filter { !$0.isWhitespace } == #"{"b":["2"],"a":"1"}"#)
        let flat = ToolRun("decode", "-", type, input: "b=2&b[]=1")
        #expect(flat.output.filter { !$0.isWhitespace } == #"[{"name":"b","value":"2"},{"name":"b[]","value":"1"}]"#)
    }

    @Test func badInput() {
        for (input, code) in [("[1", ExitCode.badBody), ("[1]", .badBody), (#""text""#, .badBody)] {
            let run = ToolRun("encode", "-", input: input)
            #expect(run.exitCode == code)
            #expect(run.output == "")
            #expect(run.errorOutput.contains("error:"))
        }
        #expect(ToolRun("encode", "-", "--to=image/png", input: "{}").exitCode == .wrongUsage)
    }

    // MARK: Multipart bodies

    @Test func severalParts() throws {
        let run = ToolRun(
            "encode",
            "-",
            "--to=multipart/form-data; boundary=B",
            "--dialect=afnetworking",
            input: #"{"b": [1, "x\"y"], "a": {"c": null}}"#
        )
        #expect(run.exitCode == .success)
        #expect(
            run.output == """
                --B\r
                Content-Disposition: form-data; name="a[c]"\r
                \r
                \r
                --B\r
                Content-Disposition: form-data; name="b[]"\r
                \r
                1\r
                --B\r
                Content-Disposition: form-data; name="b[]"\r
                \r
                x"y\r
                --B--\r

                """
        )
        #expect(run.errorOutput.contains("written as multipart/form-data; boundary=B, "))
        let decoded = ToolRun(
            ["decode", "-", "--type=multipart/form-data; boundary=B"],
            input: run.outputBytes
        )
        #expect(
            try JSON(parsing: decoded.outputBytes.span) == [
                ["name": "a[c]", "text": ""], ["name": "b[]", "text": "1"], ["name": "b[]", "text": "x\"y"],
            ]
        )
    }

    @Test func filesAreParts() throws {
        try Samples.withFile("a b.json", "[1]") { json in
            try Samples.withFile("x", "\0\u{1}") { bytes in
                let files = ["--file", "one=\(json)", "--file=two=\(bytes)"]
                let words = ["encode", "-", "--to", "multipart/form-data", "--url", "/up"] + files
                let run = ToolRun(words, input: Array(#"{"k": true}"#.utf8))
                #expect(run.output.hasPrefix("POST /up\n"))
                let field = try #require(run.output.split(separator: "\n").first { $0.hasPrefix("Content-Type: ") })
                let type = try MediaType(String(field.dropFirst("Content-Type: ".count)))
                let start = try #require(run.output.utf8.firstRange(of: "\n\n".utf8)?.upperBound)
                let body = Array(run.output.utf8[start...])
                let form = try Multipart(parsing: body, type: type)
                #expect(form.parts.map(\.name) == ["k", "one", "two"])
                #expect(form.parts.map(\.fileName) == [nil, "a b.json", "x"])
                #expect(
                    form.parts.map { $0.contentType?.essence } == [nil, "application/json", "application/octet-stream"]
                )
                #expect(form.parts.map(\.bytes) == [Array("true".utf8), Array("[1]".utf8), [0, 1]])
                let decoded = ToolRun(["decode", "-", "--type=\(type)"], input: body)
                let shown = try JSON(parsing: decoded.outputBytes.span)
                #expect(
                    shown == [
                        ["name": "k", "text": "true"],
                        ["name": "one", "fileName": "a b.json", "type": "application/json", "text": "[1]"],
                        ["name": "two", "fileName": "x", "type": "application/octet-stream", "base64": "AAE="],
                    ]
                )
                let large = ToolRun(words + ["--limits-input-bytes=12"], input: Array(#"{"k": true}"#.utf8))
                #expect(large.exitCode == .success)
                let tooLarge = ToolRun(words + ["--limits-input-bytes=2"], input: Array("{}".utf8))
                #expect(tooLarge.exitCode == .wrongUsage)
            }
        }
    }

    // MARK: Compressed

    @Test(arguments: ["--gzip", "--gzip=0", "--gzip=9", "--br", "--br=0", "--br=11", "--zstd", "--zstd=1", "--zstd=22"])
    func compressed(option: String) throws {
        let run = ToolRun(["encode", "-", option], input: Array(input.utf8))
        let codings: [any ContentCoding] = [GzipCoding(), BrotliCoding(), ZstandardCoding()]
        let coding = try #require(codings.first { option.hasPrefix("--" + $0.names[0]) })
        #expect(run.exitCode == .success)
        #expect(run.errorOutput.contains("written as application/x-www-form-urlencoded with \(coding.names[0]), "))
        let body = try coding.decode(run.outputBytes.span, limits: .standard)
        #expect(String(decoding: body, as: UTF8.self) == ToolRun("encode", "-", input: input).output)
        let decoded = ToolRun(
            ["decode", "-", "--coding=\(coding.names[0])", "--type=application/x-www-form-urlencoded"],
            input: run.outputBytes
        )
        #expect(decoded.exitCode == .success)
        #expect(decoded.output.contains("swift & c"))
        #expect(decoded.errorOutput.contains("encoded with \(coding.names[0])"))
    }

    @Test func aCompressedRequest() {
        let run = ToolRun("encode", "-", "--gzip", "--url=/", input: input)
        #expect(run.output.contains("\nContent-Encoding: gzip\n"))
        // A request without a body has no coding.
        let get = ToolRun("encode", "-", "--gzip", "--url=/", "--method=GET", input: input)
        #expect(get.exitCode == .success && !get.output.contains("Content-Encoding"))
    }

    @Test(
        arguments: [
            (["--file", "a"], "NAME=PATH"), (["--file", "=a"], "NAME=PATH"),
            (["--file", "a=b"], "--to multipart/form-data"),
            (["--to=multipart/form-data", "--file=a=b", "--url=/", "--method=GET"], "parameters in the URL"),
            (["--to=multipart/form-data", "--file=a=/none/at/all"], "/none/at/all"),
            (["--gzip=x"], "from 0 to 9"), (["--gzip=10"], "from 0 to 9"), (["--br=12"], "from 0 to 11"),
            (["--zstd=0"], "from 1 to 22"), (["--gzip", "--zstd=3"], "one coding at a time"),
        ]
    )
    func wrongUsage(words: [String], message: String) {
        let run = ToolRun(["encode", "-"] + words, input: Array("{}".utf8))
        #expect(run.exitCode == .wrongUsage)
        #expect(run.errorOutput.contains(message))
        #expect(run.output.isEmpty)
    }

    @Test func compressedBytesDoNotGoToATerminal() {
        let run = ToolRun(["encode", "-", "--gzip"], input: Array("{}".utf8), isTerminal: true)
        #expect(run.exitCode == .wrongUsage && run.output.isEmpty)
    }

    @Test func aBoundaryThatAPartHoldsIsRefused() {
        let run = ToolRun("encode", "-", "--to=multipart/form-data; boundary=B", input: #"{"a": "x\r\n--B"}"#)
        #expect(run.exitCode == .badBody && run.output.isEmpty)
    }
}
