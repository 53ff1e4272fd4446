import Mimeograph
import MimeographXML
import Testing

@Suite struct XPathTests {
    static let text = """
        <feed xmlns="urn:f" xmlns:x="urn:x">
          <title>Feed</title>
          <entry id="a" x:n="1"><title>First</title><price>2.50</price></entry>
          <entry id="b" x:n="2"><title>Second</title><price>3.25</price><flag/></entry>
          <!--note--><?go there?>
        </feed>
        """
    let document: XML.Document

    init() throws { document = try XML.Document(parsing: Self.text.utf8) }

    @Test func typedResults() throws {
        let namespaces = ["f": "urn:f", "y": "urn:x"]
        #expect(
            try document.nodes("//f:entry/f:title", namespaces: namespaces).map(\.stringValue) == ["First", "Second"]
        )
        #expect(try document.string("//f:entry[@y:n = 2]/@id", namespaces: namespaces) == "b")
        #expect(try document.node.number("sum(//f:price)", namespaces: namespaces) == 5.75)
        #expect(try document.node.number("//f:price[2 - 1]", namespaces: namespaces) == 2.5)
        #expect(try document.node.boolean("//f:flag", namespaces: namespaces))
        #expect(try document.node.boolean("count(//f:flag) > 1", namespaces: namespaces) == false)
        #expect(try document.string("count(//f:entry) div 4", namespaces: namespaces) == "0.5")
        #expect(try document.string("//f:missing", namespaces: namespaces) == "")
        #expect(try document.string("//processing-instruction()") == "there")
        #expect(try document.string("//comment()") == "note")
        let entry = try #require(try document.nodes("//f:entry", namespaces: namespaces).last)
        #expect(try entry.string("f:title", namespaces: namespaces) == "Second")
        #expect(try entry.nodes("..").first == document.root)
    }

    @Test func namespacesOfAnElement() throws {
        let nodes = try document.nodes("/*/namespace::*")
        #expect(Set(nodes.map(\.name)) == ["", "x", "xml"])
        #expect(nodes.allSatisfy { $0.kind == .namespace && $0.parent == document.root })
        #expect(nodes.first { $0.name == "x" }?.stringValue == "urn:x")
        #expect(nodes.first { $0.name == "xml" }?.stringValue == "http://www.w3.org/XML/1998/namespace")
        #expect(throws: SerializationError.self) { try nodes[0].nodes(".") }
    }

    @Test func variables() throws {
        let path = try XML.XPath("//f:entry[@id = $id and $yes and $n = 1]", namespaces: ["f": "urn:f"])
        let found = try path.nodes(at: document.node, variables: ["id": "b", "yes": true, "n": 1])
        #expect(found.map { $0[attribute: "id"] } == ["b"])
        // A variable is removed after its evaluation.
        let error = try #require(throws: SerializationError.self) { try path.nodes(at: document.node) }
        #expect(error.code == .invalidExpression)
        let titles = try XML.XPath("$all/f:title", namespaces: ["f": "urn:f"])
        #expect(try titles.nodes(at: document.node, variables: ["all": .nodes(found)]).map(\.stringValue) == ["Second"])
        // Nodes of another document are rejected.
        let other = try XML.Document(parsing: "<a/>".utf8)
        #expect(throws: SerializationError.self) {
            try titles.nodes(at: other.node, variables: ["all": .nodes(found)])
        }
    }

    @Test(arguments: [
        ("", 0), ("//", 2), ("//a[", 4), ("//a]", 3), ("'abc", 4), ("a//", 3), ("1 +", 3), ("$", 1),
        ("@@", 1), ("foo(", 4), ("foo(1", 5), ("a[1", 3), ("a b", 2), ("1 2", 2), ("a:", 2), ("a::b", 0), ("$a:", 3),
        ("text(1)", 5), ("node()/..()", 9), ("a!b", 1), ("é é", 3), ("processing-instruction(a)", 23), (".[1]", 1),
        ("1e3", 1),
        ("a or", 4), ("//*[@a='b]", 10),
    ])
    func malformed(expression: String, expected: Int) throws {
        let error = try #require(throws: SerializationError.self) { try XML.XPath(expression) }
        #expect(error.code == .invalidExpression)
        let offset = try #require(error.location?.offset)
        #expect(abs(offset - expected) <= 1, "\(expression): \(offset)")
    }

    @Test(arguments: [
        "unknown(1)", "p:a", "$v", "count(1)", "count()", "1 | 2", "document('file:///etc/passwd')",
    ])
    func failsToEvaluate(expression: String) throws {
        let path = try XML.XPath(expression)
        let error = try #require(throws: SerializationError.self) { try path.evaluate(at: document.node) }
        #expect(error.code == .invalidExpression)
        #expect(error.remedy != nil)
    }

    @Test func limits() throws {
        let body = "<a>" + String(repeating: "<b><c/></b>", count: 2000) + "</a>"
        let document = try XML.Document(parsing: body.utf8)
        var path = try XML.XPath("count(//b[count(//c) > 1])")
        path.operationLimit = 100_000
        let error = try #require(throws: SerializationError.self) { try path.evaluate(at: document.node) }
        #expect(error.code == .limitExceeded)
        #expect(error.remedy?.contains("operationLimit") == true)
        path.operationLimit = 100_000_000
        #expect(try path.number(at: document.node) == 2000)
        for deep in [
            String(repeating: "(", count: 100_000), String(repeating: "a[", count: 5_000),
            String(repeating: "a/", count: 50_000) + "a",
        ] {
            let error = try #require(throws: SerializationError.self) { try XML.XPath(deep) }
            #expect(error.code == .limitExceeded)
        }
        // The longest allowed expression does not overflow the stack of a thread.
        _ = try? XML.XPath(String(repeating: "1+", count: 4_900) + "1").evaluate(at: document.node)
        _ = try? XML.XPath(String(repeating: "-", count: 9_900) + "1").evaluate(at: document.node)
        _ = try? XML.XPath(String(repeating: "(", count: 64) + "1" + String(repeating: ")", count: 64))
            .evaluate(at: document.node)
    }

    /// XPath has its own rules for numbers as strings.
    @Test(arguments: [
        ("1 div 3", "0.3333333333333333"), ("1000000", "1000000"), ("0.0000001", "0.0000001"),
        ("1000000 * 1000000 * 1000000 * 1000000", "1000000000000000000000000"), ("1 div 0", "Infinity"),
        ("-1 div 0", "-Infinity"),
        ("0 div 0", "NaN"), ("-0", "0"), ("-1.50", "-1.5"), ("0.000123", "0.000123"), ("-0.00000125", "-0.00000125"),
    ])
    func numbersAsStrings(expression: String, text: String) throws {
        #expect(try document.string(expression) == text)
    }

    @Test(arguments: [
        (" 12.5 ", 12.5), ("-.5", -0.5), ("5.", 5.0), ("1e3", nil), ("+1", nil), (".", nil), ("", nil), ("0x1", nil),
    ])
    func stringsAsNumbers(text: String, number: Double?) throws {
        let path = try XML.XPath("$v")
        let value = try path.number(at: document.node, variables: ["v": .string(text)])
        #expect(number == nil ? value.isNaN : value == number)
    }

    /// Many threads evaluate one expression on one document at once.
    @Test func underLoad() async throws {
        let path = try XML.XPath("//f:entry[@id = $id]/f:title", namespaces: ["f": "urn:f"])
        let document = document
        try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<16 {
                group.addTask {
                    var found = 0
                    for round in 0..<200 {
                        let id = (task + round) % 2 == 0 ? "a" : "b"
                        let titles = try path.nodes(at: document.node, variables: ["id": .string(id)])
                        if titles.map(\.stringValue) == [id == "a" ? "First" : "Second"] { found += 1 }
                    }
                    return found
                }
            }
            for try await found in group { #expect(found == 200) }
        }
    }
}
