import Mimeograph
import MimeographXML
import TestSupport
import Testing

/// Checks that the limit on operations is a limit on time: expensive operations count, and cheap expressions stay cheap.
@Suite struct XPathCostTests {
    /// Returns a document of a size and a shape.
    static func body(_ shape: String, _ size: Int) -> String {
        switch shape {
        case "flat": "<r>" + String(repeating: "<a/><b/>", count: size / 2) + "</r>"
        case "texts": "<r>" + String(repeating: "<a>x</a>y<!---->", count: size / 4) + "</r>"
        case "one parent": "<r><p>" + String(repeating: "x<?y?>", count: size / 2) + "</p></r>"
        case "attributes": "<r>" + String(repeating: "<a b='1' c='2' d='3'/>", count: size / 4) + "</r>"
        case "nested":
            "<r>"
                + String(
                    repeating: String(repeating: "<a>", count: 100) + String(repeating: "</a>", count: 100),
                    count: size / 100
                )
                + "</r>"
        case "namespaces":
            "<r xmlns:p='u' xmlns:q='v'>" + String(repeating: "<p:a xmlns:s='w'/>", count: size / 3) + "</r>"
        default: "<r><a>" + String(repeating: "word ", count: size) + "</a></r>"
        }
    }
    static let shapes = ["flat", "texts", "one parent", "attributes", "nested"]

    private static let axes = XPathAxesTests.axes + ["namespace"]

    /// Paths of two steps visit each node only a few times, for all axes. Each node is up to a hundred levels deep.
    @Test(arguments: shapes, axes) func pathsOfTwoSteps(shape: String, first: String) throws {
        let document = try XML.Document(parsing: Self.body(shape, 2_000).utf8)
        let nodes = try document.nodes("//node()|//@*").count
        for second in Self.axes {
            for expression in [
                "//*/\(first)::node()/\(second)::node()", "//node()/\(first)::*/\(second)::a[not(self::b)]",
                "count(//*/\(first)::* | //*/\(second)::*)", "//@*/\(first)::node()/\(second)::text()",
            ] {
                var path = try XML.XPath(expression)
                path.operationLimit = 25 * nodes + 1_000
                #expect(throws: Never.self, "\(expression)") { try path.evaluate(at: document.node) }
            }
        }
    }

    /// Expressions that used to take minutes now grow in proportion to the document.
    @Test(.measuresTime, arguments: proportionate.indices) func isInProportion(index: Int) throws {
        let (shape, expression) = Self.proportionate[index]
        var path = try XML.XPath(expression)
        path.operationLimit = .max
        let growth = try GrowthOfWork.perDoubling(from: 800, upTo: 100_000) { size in
            try XML.Document(parsing: Self.body(shape, size).utf8)
        } work: { document in
            _ = try path.evaluate(at: document.node)
        }
        #expect(growth < GrowthOfWork.inProportion, "\(expression) in \(shape)")
    }

    private static let proportionate: [(shape: String, expression: String)] =
        [
            "//a/following::*", "//a/preceding::*", "//a/preceding-sibling::*", "//a/following-sibling::*", "//a|//b",
            "//a/..",
            "//*[self::a|self::b]", "count(//a|//b|//@*|//text())", "//*[1]", "//*[last()]", "//a[position() < 3]",
            "//a/following-sibling::*[1]", "//a/preceding-sibling::*[2]", "//a/following::*[1]", "//a/preceding::*[1]",
            "boolean(//a[b or c or not(d)])",
        ].map { ("flat", $0) }
        + ["//*/ancestor::*", "//*//*", "//*/descendant-or-self::*", "//a/preceding::*", "//*/following::*"].map {
            ("nested", $0)
        }
        + [
            "//a = //text()", "//a != //text()", "//a < //text()", "sum(//a)", "//text()[contains(., 'x')]",
            "//node()/parent::*/child::node()",
            "//text()|//comment()",
        ].map { ("texts", $0) }
        + ["//text()/preceding-sibling::node()", "//text()|//processing-instruction()", "//node()/following::node()"]
        .map { ("one parent", $0) }
        + ["//*[@b|@c]", "//@*[. = '3']", "//@*|//a", "id('x')|//@b"].map { ("attributes", $0) }
        + ["//*/namespace::*", "//*/namespace::*/.."].map { ("namespaces", $0) }
        + [
            "string-length(string(/))", "translate(/, 'abc', 'xyz')", "normalize-space(/)", "contains(/, 'zz')",
            "substring-after(/, 'x')",
            "substring(/, 2, 1000000)", "starts-with(/, /)", "number(/)", "id(/)",
        ].map { ("words", $0) }

    /// More expensive expressions stop at the limit. An operation costs about as much in each of them as in a plain walk.
    @Test(
        .measuresTime,
        arguments: [
            "//*[count(//*) > 1]", "//*[count(following::*) > 1]", "//*[preceding::*[. = 'x']]", "//a[. = //b]",
            "//*[.//text() = //text()]",
            "//*/following::*[position() > 1]", "//*/preceding-sibling::node()[position() mod 2 = 1]",
            "//*[//*[//*[//*]]]",
            "//*[following-sibling::*[following-sibling::*[2]][2]]", "//*[sum(//@*) = 1]",
            "//*[contains(string(/), 'zz')]",
            "//*[translate(/, 'a', 'b') = 'x']", "//*[normalize-space(/) = 'x']", "//*[concat(/, /, /, /) = 'x']",
            "//*[string-length(/) = 1]",
            "//*[substring-before(/, 'zz')]", "//*[substring-after(/, 'x')]", "//*[substring(/, 2) = 'x']",
            "//*[number(/) = 1]", "//*[starts-with(/, /)]",
            "//*[id(/)]", "//*[lang(/)]", "//node()[//a|//b]", "//node()[(//a|//b|//@*)[last()]]",
            "//*[ancestor::*[//*]]", "//*[namespace::*[//*]]",
            "//*[//* < //*]", "//*[//* != //*]", "//*[//@* = //text()]", "//*[name(//*[last()]) = 'x']",
            "count(//*/following::*[//a][2])",
            "//*[string(/) = string(/)]", "//*[/ = /]", "//*[. != /]",
        ],
        ["flat", "nested", "words", "namespaces"]
    )
    func endsAtTheLimit(expression: String, shape: String) throws {
        let size = shape == "words" ? 200_000 : 20_000
        let document = try XML.Document(parsing: Self.body(shape, size).utf8)
        var path = try XML.XPath(expression)
        path.operationLimit = 300_000
        let start = GrowthOfWork.threadTime
        do throws(SerializationError) {
            _ = try path.evaluate(at: document.node)
        } catch {
            #expect(error.code == .limitExceeded, "\(expression): \(error)")
        }
        let cost = GrowthOfWork.threadTime - start
        #expect(cost < 30 * Self.stepTime * 300_000, "\(expression) in \(shape): \(cost / Self.stepTime / 300_000)")
    }

    /// Creating the text of a node counts according to its cost.
    @Test(
        .measuresTime,
        arguments: [
            "//*[number(.)]", "sum(//*)", "//*[string-length(.) > 1]", "//*[contains(., 'x')]", "//*[. + 1]",
            "//*[normalize-space(.)]", "//*[substring(., 1, 1) = 'a']", "//*[concat(., .)]",
            "//*[translate(., 'a', 'b')]", "//*[translate(/, 'w', 'y') = 'q']",
        ],
        ["flat", "words"]
    )
    func textsCountForWhatTheyTake(expression: String, shape: String) throws {
        let document = try XML.Document(parsing: Self.body(shape, 200_000).utf8)
        var path = try XML.XPath(expression)
        path.operationLimit = 300_000
        let start = GrowthOfWork.threadTime
        _ = try? path.evaluate(at: document.node)
        let cost = GrowthOfWork.threadTime - start
        #expect(cost < 10 * Self.stepTime * 300_000, "\(expression) in \(shape): \(cost / Self.stepTime / 300_000)")
    }

    /// The time of one operation in a plain walk, in seconds.
    private static let stepTime: Double = {
        guard let document = try? XML.Document(parsing: body("flat", 100_000).utf8),
            let path = try? XML.XPath("count(/r/node())")
        else { return .infinity }
        var least = Double.infinity
        for _ in 0..<5 {
            let start = GrowthOfWork.threadTime
            _ = try? path.evaluate(at: document.node)
            least = min(least, GrowthOfWork.threadTime - start)
        }
        return least / 100_000
    }()

    /// With the default limit, every evaluation ends soon, and harmless expressions succeed on the largest documents.
    @Test func harmlessOnLargeDocuments() throws {
        let document = try XML.Document(parsing: Self.body("flat", 800_000).utf8)
        #expect(try document.node.number("count(//a|//b)") == 800_000)
        #expect(try document.node.number("count(//a/following::*)") == 799_999)
        #expect(try document.node.number("count(//a/..)") == 1)
        #expect(try document.node.boolean("//a/preceding-sibling::*"))
    }

    /// The error names the limit, which applies to each evaluation.
    @Test func theLimit() throws {
        let document = try XML.Document(parsing: Self.body("flat", 100).utf8)
        var path = try XML.XPath("count(//*)")
        path.operationLimit = 110
        #expect(try path.number(at: document.node) == 101)
        #expect(try path.number(at: document.node) == 101)
        path.operationLimit = 50
        let error = try #require(throws: SerializationError.self) { try path.number(at: document.node) }
        #expect(error.code == .limitExceeded)
        #expect(error.remedy?.contains("operationLimit") == true)
    }
}
