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
        #expect(run.output == #"{"a":["1","true"],"b":{"c":""},"d":"x","e":null}"#)
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
}
