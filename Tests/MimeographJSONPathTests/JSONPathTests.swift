import Mimeograph
import MimeographJSON
import MimeographJSONPath
import Testing

/// Returns limits that differ from the defaults in one or more properties.
func limits(_ change: (inout JSONPathLimits) -> Void) -> JSONPathLimits {
    var limits = JSONPathLimits()
    change(&limits)
    return limits
}

@Suite struct JSONPathTests {
    /// Source: RFC 9535, figure 1.
    static let store = """
        {"store":{"book":[
        {"category":"reference","author":"Nigel Rees","title":"Sayings of the Century","price":8.95},
        {"category":"fiction","author":"Evelyn Waugh","title":"Sword of Honour","price":12.99},
        {"category":"fiction","author":"Herman Melville","title":"Moby Dick","isbn":"0-553-21311-3","price":8.99},
        {"category":"fiction","author":"J. R. R. Tolkien","title":"The Lord of the Rings","isbn":"0-395-19395-8","price":22.99}
        ],"bicycle":{"color":"red","price":399}}}
        """

    /// Source: RFC 9535, table 2.
    static let examples: [(String, [String])] = [
        ("$.store.book[*].author", (0..<4).map { "$['store']['book'][\($0)]['author']" }),
        ("$..author", (0..<4).map { "$['store']['book'][\($0)]['author']" }),
        ("$.store.*", ["$['store']['book']", "$['store']['bicycle']"]),
        (
            "$.store..price",
            ["$['store']['bicycle']['price']"] + (0..<4).map { "$['store']['book'][\($0)]['price']" }
        ),
        ("$..book[2]", ["$['store']['book'][2]"]), ("$..book[2].author", ["$['store']['book'][2]['author']"]),
        ("$..book[2].publisher", []), ("$..book[-1]", ["$['store']['book'][3]"]),
        ("$..book[0,1]", ["$['store']['book'][0]", "$['store']['book'][1]"]),
        ("$..book[:2]", ["$['store']['book'][0]", "$['store']['book'][1]"]),
        ("$..book[?@.isbn]", ["$['store']['book'][2]", "$['store']['book'][3]"]),
        ("$..book[?@.price<10]", ["$['store']['book'][0]", "$['store']['book'][2]"]),
        ("$.store.book[?@.price < 10].title", ["$['store']['book'][0]['title']", "$['store']['book'][2]['title']"]),
    ]

    @Test(arguments: examples) func selects(_ query: String, _ paths: [String]) throws {
        let document = try JSON(parsing: Self.store.utf8)
        let path = try JSONPath(query)
        let nodes = try path.nodes(in: document)
        #expect(nodes.map(\.path).sorted() == paths.sorted())
        #expect(nodes.map(\.value) == (try path.values(in: document)))
        #expect(nodes.first?.value == (try path.first(in: document)))
        var matches = try path.matches(in: document)
        for node in nodes {
            #expect(try matches.next() == node.value)
            #expect(matches.path == node.path)
        }
        #expect(try matches.next() == nil)
        #expect(try matches.next() == nil)
        #expect(path == (try JSONPath(query)))
        #expect("\(path)" == query)
    }

    @Test func everything() throws {
        let document = try JSON(parsing: Self.store.utf8)
        #expect(try JSONPath("$..*").values(in: document).count == 27)
        #expect(try JSONPath("$").nodes(in: document) == [try #require(JSONPath("$").nodes(in: document).first)])
        #expect(try JSONPath("$").nodes(in: document).map(\.path) == ["$"])
    }

    /// Searches a value inside a document, for which `$` is that value.
    @Test func partsOfDocuments() throws {
        let books = try JSON(parsing: Self.store.utf8)["store"]["book"]
        #expect(try JSONPath("$[?@.price == $[0].price].title").nodes(in: books).map(\.path) == ["$[0]['title']"])
        #expect(try JSONPath("$[3].isbn").first(in: books) == "0-395-19395-8")
    }

    /// Names whose normalized paths need escapes. Source: RFC 9535 §2.7.
    @Test(arguments: [
        ("a", "$['a']"), ("'", #"$['\'']"#), ("\"", #"$['"']"#), ("\\", #"$['\\']"#), ("/", "$['/']"),
        ("\u{8}\t\n\u{C}\r", #"$['\b\t\n\f\r']"#), ("\u{0}\u{B}\u{1F}", #"$['\u0000\u000b\u001f']"#),
        ("\u{7F}é😀", "$['\u{7F}é😀']"), ("", "$['']"),
    ])
    func escapesNames(_ name: String, _ path: String) throws {
        let members: [(key: String, value: JSON)] = [(name, 1), ("other", 2)]
        let document = JSON.object(members)
        let nodes = try JSONPath("$[?@ == 1]").nodes(in: document)
        #expect(nodes.map(\.path) == [path])
        #expect(try JSONPath(path).nodes(in: document) == nodes)
    }

    /// Only the last member of a key counts, as for `JSON`.
    @Test(arguments: [
        ("$.a", ["$['a']"]), ("$.*", ["$['b']", "$['a']"]), ("$..x", ["$['b']['x']", "$['a']['x']"]),
        ("$[?@.x == 3]", ["$['a']"]), ("$[?length($) == 2]", ["$['b']", "$['a']"]), ("$[?@.x == 1]", []),
    ])
    func repeatedKeys(_ query: String, _ paths: [String]) throws {
        let document = try JSON(parsing: #"{"a":{"x":1},"b":{"x":2,"x":2},"a":{"x":3}}"#.utf8)
        #expect(try JSONPath(query).nodes(in: document).map(\.path) == paths)
        let many = (0..<100).map { "\"k\($0)\":\($0),\"a\":\($0)" }.joined(separator: ",")
        let large = try JSON(parsing: "{\(many)}".utf8)
        #expect(try JSONPath("$.a").values(in: large) == [99])
        #expect(try JSONPath("$.*").values(in: large).count == 101)
        for count in [0, 1, 60, 61, 200] {
            let others = (0..<count).map { ",\"k\($0)\":[\"x\"]" }.joined()
            let object = try JSON(parsing: "{\"a\":[1],\"b\":[2]\(others),\"a\":[3],\"b\":4}".utf8)
            #expect(try JSONPath("$..[0]").values(in: object) == Array(repeating: "x", count: count) + [3])
        }
    }

    @Test func largeContainers() throws {
        let array = try JSON(parsing: "[\((0..<1000).map(String.init).joined(separator: ","))]".utf8)
        for (start, end, step) in [
            (10, 990, 7), (0, 1000, 1), (5, 100, 1), (999, 2, -3), (-1, -2000, -1), (3, 4, 1 << 50),
        ] {
            let values = try JSONPath("$[\(start):\(end):\(step)]").values(in: array)
            let first = start < 0 ? 1000 + start : start
            let expected = Array(stride(from: first, to: end < 0 ? -1 : end, by: step))
            #expect(values.map(\.int) == expected.map(Optional.some))
        }
        for offset in [0, 31, 32, 999, -1, -1000] {
            #expect(try JSONPath("$[\(offset)]").first(in: array)?.int == (offset < 0 ? 1000 + offset : offset))
        }
        #expect(try JSONPath("$[1000,-1001]").values(in: array).isEmpty)
        let object = try JSON(parsing: "{\((0..<500).map { "\"k\($0)\":\($0)" }.joined(separator: ","))}".utf8)
        for number in 0..<500 { #expect(try JSONPath("$.k\(number)").first(in: object)?.int == number) }
        #expect(try JSONPath("$.k500").first(in: object) == nil)
    }

    /// Numbers compare by value, and integers exactly.
    @Test(arguments: [
        ("1 == 1.0", true), ("1 == 1e0", true), ("-0 == 0", true), ("9007199254740993 == 9007199254740992", false),
        ("9007199254740993 > 9007199254740992", true), ("18446744073709551615 > 18446744073709551614", true),
        ("18446744073709551615 > 1", true), ("1e400 > 1e308", true), ("-1e400 < 1", true), ("1e400 == 1e400", true),
        ("1e400 == 1e401", false), ("0.1 == 0.10", true), ("1.5 < 2", true), ("2 >= 1.5", true), ("1 < '2'", false),
        ("'a' < 'b'", true), ("'a' < 'aa'", true), ("'\u{FFFD}' < '\u{10000}'", true), ("'é' == 'e\u{301}'", false),
        ("null == null", true), ("null < null", false), ("null <= null", true), ("true < false", false),
        ("true <= true", true), ("@.none == $.none", true), ("@.none <= $.none", true), ("@.none == null", false),
        ("@.none != null", true), ("@ == $[0]", true), ("length(@) == 2", true), ("length('é😀') == 2", true),
        ("length(1) == length(null)", true), ("count(@.*) == 2", true), ("value(@.*) == value(@..none)", true),
        ("value(@['a','c']) == 1", true), ("count($..*) == 5", true), ("@ == @.b", false), ("@.b == $[0]['b']", true),
        ("!(1 == 2) && (1 == 1 || 1 == 2)", true), ("!@.none", true), ("1 == 2 || 1 == 1 && 1 == 2", false),
    ])
    func compares(_ expression: String, _ isTrue: Bool) throws {
        let document = try JSON(parsing: #"[{"a":1,"b":[2,3]}]"#.utf8)
        #expect(try JSONPath("$[?\(expression)]").values(in: document).isEmpty != isTrue)
    }
}
