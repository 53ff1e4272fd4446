import Mimeograph
import MimeographJSON
import MimeographJSONPath
import Testing

/// Queries, patterns and documents that would exhaust time, memory or stack.
@Suite struct JSONPathHostileTests {
    @Test func descendantsOfDescendants() throws {
        // 1 MB of chains that are 250 levels deep: their values have 5,000,000,000 triples of ancestors.
        let chain = String(repeating: "[", count: 250) + String(repeating: "]", count: 250)
        let document = try JSON(parsing: "[\(repeatElement(chain, count: 2000).joined(separator: ","))]".utf8)
        let few = limits { $0.steps = 1_000_000 }
        for (query, limits) in [
            ("$..*..*..*", JSONPathLimits()), ("$..[?count(@..*..*) == -1]", few), ("$[?count($..*) == -1]", few),
        ] {
            let error = try #require(throws: SerializationError.self) {
                _ = try JSONPath(query, limits: limits).values(in: document)
            }
            #expect(error.code == .limitExceeded)
            #expect(error.message.contains("steps"))
        }
        #expect(try JSONPath("$..*").values(in: document).count == 500_000)
        // The search is lazy, so a few values take a few steps.
        var matches = try JSONPath("$..*..*..*", limits: limits { $0.steps = 2000 }).matches(in: document)
        for _ in 0..<100 { #expect(try matches.next() != nil) }
    }

    @Test func longPaths() throws {
        let levels = 10_000
        let text = String(repeating: #"{"a":["#, count: levels / 2) + "1" + String(repeating: "]}", count: levels / 2)
        let document = try JSON(parsing: text.utf8, limits: DecodingLimits(depth: levels))
        let query = "$" + String(repeating: ".a[0]", count: levels / 2)
        #expect(try JSONPath(query).values(in: document) == [1])
        #expect(try JSONPath("$" + String(repeating: ".*", count: levels)).values(in: document) == [1])
        #expect(
            try JSONPath("$[?\("@" + String(repeating: "[0].a", count: levels / 2 - 1))]").values(in: document).count
                == 1
        )
        #expect(try JSONPath("$..*").values(in: document).count == levels)
        #expect(try JSONPath(query + ".a").values(in: document).isEmpty)
        // All paths together have 225 MB.
        let error = try #require(throws: SerializationError.self) {
            _ = try JSONPath("$..*", limits: limits { $0.steps = 100_000 }).nodes(in: document)
        }
        #expect(error.code == .limitExceeded)
        _ = try JSONPath("$" + String(repeating: "..*", count: 100_000))
    }

    @Test(arguments: ["(", "[?", "!(", "length(", "[?(", "[?count(@["]) func nestedQueries(_ part: String) throws {
        let error = try #require(throws: SerializationError.self) {
            _ = try JSONPath("$[?" + String(repeating: part, count: 50_000))
        }
        #expect(error.code == .limitExceeded || error.code == .invalidPath)
        let nested = "$" + String(repeating: "[?@", count: 64) + String(repeating: "]", count: 64)
        let deep = try JSON(parsing: (String(repeating: "[", count: 64) + "1" + String(repeating: "]", count: 64)).utf8)
        #expect(try JSONPath(nested, limits: limits { $0.nesting = .max }).values(in: deep).count == 1)
        #expect(throws: SerializationError.self) { _ = try JSONPath(nested) }
        #expect(throws: SerializationError.self) {
            _ = try JSONPath("$[?@\(nested.dropFirst())]", limits: limits { $0.nesting = .max })
        }
    }

    @Test func manyOperands() throws {
        let or = "$[?" + repeatElement("@.a==1", count: 50_000).joined(separator: "||") + "]"
        #expect(try JSONPath(or).values(in: [["a": 1]] as JSON).count == 1)
        let names = "$[" + repeatElement("'a'", count: 100_000).joined(separator: ",") + "]"
        #expect(try JSONPath(names).values(in: ["a": 1] as JSON).count == 100_000)
    }

    /// Patterns that take exponential time if an engine tries one way after the other.
    @Test(arguments: ["(a*)*b", "(a|a)*b", "(a|aa)+b", "a*a*a*a*a*a*a*b", "(.*)(.*)(.*)(.*)b", "(a?){50}a{50}b"])
    func slowPatterns(_ pattern: String) throws {
        let text = String(repeating: "a", count: 2000)
        let document: JSON = [JSON(text), JSON(text + "b")]
        #expect(try JSONPath("$[?match(@,'\(pattern)')]").values(in: document).count == (pattern.contains("{") ? 0 : 1))
        #expect(try JSONPath("$[?search(@,'\(pattern)')]").values(in: document).count == 1)
    }

    @Test(arguments: [
        "a{1,100000}", "(a{1,1000}){1,1000}", "((((a{99}){99}){99}){99}){99}", "(){99999999}",
        "(((){9999}){9999}){9999}",
        "a{99999999999999999999}", String(repeating: "(", count: 100_000), String(repeating: "a", count: 20_000),
    ])
    func largePatterns(_ pattern: String) throws {
        let error = try #require(throws: SerializationError.self) { _ = try JSONPath("$[?match(@,'\(pattern)')]") }
        #expect(error.code == .limitExceeded)
        let document: JSON = ["pattern": JSON(pattern), "text": "a"]
        #expect(throws: SerializationError.self) { _ = try JSONPath("$[?match(@, $.pattern)]").values(in: document) }
    }

    /// Work that finds nothing takes steps, too.
    @Test(arguments: [
        "$.list[?$.large.*]", "$.list[?@ == $.large]", "$.list[?length($.large) == 1]",
        "$.list[?search($.text, $.pattern)]",
        "$.list[?$.large == $.large]",
    ])
    func idleWork(_ query: String) throws {
        let members = (0..<5000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        let list = repeatElement(#"{"x":1}"#, count: 5000).joined(separator: ",")
        let pattern = "(" + String(repeating: "|", count: 2000) + ")b"
        let text = String(repeating: "a", count: 2000)
        let document = try JSON(
            parsing: #"{"list":[\#(list)],"large":{\#(members)},"text":"\#(text)","pattern":"\#(pattern)"}"#.utf8
        )
        // A table is kept for large objects, so only the first look takes time.
        if query.contains("length") || query.contains(".*") {
            #expect(try JSONPath(query, limits: limits { $0.steps = 100_000 }).values(in: document).count <= 5000)
        } else {
            let error = try #require(throws: SerializationError.self) {
                _ = try JSONPath(query, limits: limits { $0.steps = 500_000 }).values(in: document)
            }
            #expect(error.code == .limitExceeded)
        }
    }

    /// Comparing containers takes steps in proportion to what is compared.
    @Test func largeComparisons() throws {
        let large = try JSON(parsing: "[\(repeatElement("[1,2]", count: 10_000).joined(separator: ","))]".utf8)
        let document: JSON = .array(repeatElement(large, count: 50))
        let error = try #require(throws: SerializationError.self) {
            _ = try JSONPath("$[?@ == $[0]]", limits: limits { $0.steps = 1_000_000 }).values(in: document)
        }
        #expect(error.code == .limitExceeded)
    }
}
