import Testing

@testable import mimeo

@Suite struct XPathCommandTests {
    private static let text = #"<a xmlns="urn:a" xmlns:p="urn:p"><b p:c="1 &lt; 2">x<i/></b><b>7</b><!--n--></a>"#

    @Test(
        arguments: [
            ("//_:b", "<b p:c=\"1 &lt; 2\">x<i/></b>\n<b>7</b>\n", "2 nodes"), ("//@p:c", "1 < 2\n", "1 node"),
            ("count(//_:b)", "2\n", "application/xml, by its first bytes"), ("1 div 0", "Infinity\n", ""),
            ("0 div 0", "NaN\n", ""), ("1.5", "1.5\n", ""), ("//_:b = 7", "true\n", ""), ("string(//_:b)", "x\n", ""),
            ("//comment()", "n\n", ""), ("//b", "", "0 nodes"), ("//_:b/text()", "x\n7\n", ""),
        ]
    )
    func values(_ expression: String, _ output: String, _ remark: String) {
        let run = ToolRun("xpath", expression, "-", input: Self.text)
        #expect(run.exitCode == .success)
        #expect(run.output == output)
        #expect(run.errorOutput.contains(remark))
    }

    /// Nested elements, each written with its whole content, cannot make the output grow without limit.
    @Test(arguments: [[], ["--text"]]) func nestedNodesAreLimited(_ option: [String]) {
        let chain = String(repeating: "<a>", count: 250) + "text" + String(repeating: "</a>", count: 250)
        let body = "<r>" + String(repeating: chain, count: 240) + "</r>"
        let run = ToolRun(["xpath"] + option + ["//*", "-"], input: Array(body.utf8))
        let isWhole = option == ["--text"]
        #expect(run.exitCode == (isWhole ? .success : .badBody))
        #expect(run.output.utf8.count < 18 * body.utf8.count + (1 << 20))
        #expect(run.errorOutput.contains("contain each other") == !isWhole)
        #expect(ToolRun("xpath", "//a[not(ancestor::a)]", "-", input: body).exitCode == .success)
    }

    @Test func options() {
        let text = ToolRun("xpath", "--text", "/", "-", input: Self.text)
        #expect(text.output == "x7\n")
        let bound = ToolRun("xpath", "//a:i", "--namespaces=a=urn:a q=urn:q", "-", input: Self.text)
        #expect(bound.output == "<i/>\n")
    }

    @Test func errorDocumentsAreRead() {
        let run = ToolRun([
            "xpath", "string(//faultcode)", "--head-file", Samples.head("soap-fault"), Samples.body("soap-fault"),
        ])
        #expect(run.exitCode == .success)
        #expect(run.output == "soap:Client\n")
    }

    @Test(
        arguments: [
            (["xpath"], "name an expression"), (["xpath", "//a"], "name a file"), (["xpath", "bad(", "-"], "XPath"),
            (["xpath", "//q:a", "-"], "prefix"), (["xpath", "//a", "-", "--namespaces", "x"], "prefix=URI, not x"),
        ]
    )
    func wrongUsage(_ words: [String], _ message: String) {
        let run = ToolRun(words, input: Array("<a/>".utf8))
        #expect(run.exitCode == .wrongUsage)
        #expect(run.output == "")
        #expect(run.errorOutput.contains(message))
        #expect(run.errorOutput.contains("Try: mimeo xpath --help"))
    }

    @Test(arguments: ["<a", "{}", ""])
    func aBadBodyIsBad(_ body: String) {
        let run = ToolRun("xpath", "/", "-", input: body)
        #expect(run.exitCode == .badBody)
        #expect(run.output == "")
    }

    @Test func aBodyOfAnotherTypeIsNotXML() {
        #expect(ToolRun("xpath", "/", "-", "--type=application/json", input: "{}").exitCode == .badBody)
    }
}
