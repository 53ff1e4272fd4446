import Mimeograph
import MimeographJSON
import MimeographJSONPath
import Testing

/// Queries that are malformed, and the messages about them.
@Suite struct JSONPathErrorTests {
    @Test(arguments: [
        ("", 0, "Expected $, with which a query begins, found the end of the query."),
        ("a", 0, "Expected $, with which a query begins, found a."),
        ("$.", 2, "Expected a name or * after the point (write other names as ['…']), found the end of the query."),
        ("$.1", 2, "Expected a name or * after the point (write other names as ['…']), found 1."),
        ("$ ", 1, "Expected a segment that begins with . or [, or the end, found  ."),
        ("$é", 1, "Expected a segment that begins with . or [, or the end, found é."),
        ("$[01]", 2, "Expected a number without leading zeros, found 0."),
        ("$[-0]", 2, "Expected an integer other than -0, found -."),
        ("$[9007199254740992]", 2, "Expected an integer from -(2^53 - 1) to 2^53 - 1, found 9."),
        ("$[1", 3, "Expected , or ] after a selector, found the end of the query."),
        ("$['a", 4, "Expected a quotation mark that ends the string of byte 2, found the end of the query."),
        (#"$["\ud800"]"#, 3, #"Expected a pair of surrogates, \uD800 to \uDBFF and \uDC00 to \uDFFF, found \."#),
        ("$[?@.a==1 &&]", 12, "Expected @, $, a literal, a function, ! or (, found ]."),
        ("$[?1]", 3, "Expected a comparison with the literal, found 1."),
        ("$[?length(@)]", 3, "Expected a comparison with the function's value, found l."),
        ("$[?@.*==1]", 3, "Expected a query of names and indices only, because one value is needed, found @."),
        (
            "$[?match(@,'a')==true]", 3,
            "Expected a value; match() and search() have none, they are true or false, found m."
        ),
        ("$[?count(1)>1]", 9, "Expected a query as the argument, found 1."),
        ("$[?nope(@)]", 3, "Expected a function: length, count, match, search or value, found n."),
        ("$[?match(@)]", 10, "Expected two arguments, found )."),
    ])
    func names(_ query: String, _ offset: Int, _ message: String) throws {
        let error = try #require(throws: SerializationError.self) { _ = try JSONPath(query) }
        #expect(error.code == .invalidPath)
        #expect(error.message == message)
        #expect(error.location?.offset == offset)
        #expect(error.remedy != nil)
    }

    private static let queries = [
        "$.store['book'][0,-1,1:2:3,*,?@.a]..b",
        #"$[?(@.price<10||!@["é\u00e9\ud83d\ude00"])&&match(@.b,'a[b-d]{1,3}|\\p{Lu}')]"#,
        "$..[?count($.a[*])>=length(value(@..x)) && 'x' != null]", "$[? @ .a == -1.5e+3 ][ 'b' , 2 ]",
    ]

    /// Every prefix, and every query with one byte removed, repeated or replaced, is read or rejected.
    @Test(arguments: queries) func changedQueries(_ query: String) throws {
        let document = try JSON(parsing: #"{"a":[{"price":1,"b":"abc"},2],"store":{"book":[[1]]}}"#.utf8)
        let bytes = Array(query.utf8)
        var changed = (0...bytes.count).map { Array(bytes[..<$0]) }
        for index in bytes.indices {
            changed.append(Array(bytes[..<index] + bytes[(index + 1)...]))
            changed.append(Array(bytes[...index] + bytes[index...]))
            for byte in "$@.[]()'\"\\,:?*-0e&|!<= a".utf8 {
                changed.append(Array(bytes[..<index] + [byte] + bytes[(index + 1)...]))
            }
        }
        var count = 0
        for bytes in changed {
            guard let text = String(validating: bytes, as: UTF8.self) else { continue }
            let path: JSONPath
            do throws(SerializationError) {
                path = try JSONPath(text)
            } catch {
                #expect(error.code == .invalidPath, "\(text): \(error)")
                #expect((0...bytes.count).contains(error.location?.offset ?? -1), "\(text)")
                continue
            }
            count += 1
            for node in try path.nodes(in: document) {
                #expect(try JSONPath(node.path).nodes(in: document) == [node], "\(text)")
            }
        }
        #expect(count > 20)
    }

    @Test func exceededLimits() throws {
        func limit(_ limits: JSONPathLimits, _ query: String, in text: String = "[]") throws -> String? {
            let error = try #require(throws: SerializationError.self) {
                _ = try JSONPath(query, limits: limits).values(in: try JSON(parsing: text.utf8))
            }
            #expect(error.code == .limitExceeded)
            return error.remedy
        }
        #expect(try limit(limits { $0.queryBytes = 3 }, "$.ab")?.contains("JSONPathLimits.queryBytes") == true)
        #expect(try limit(limits { $0.nesting = 1 }, "$[?(@.a)]")?.contains("JSONPathLimits.nesting") == true)
        #expect(try limit(limits { $0.depth = 1 }, "$[0][0]", in: "[[1]]")?.contains("JSONPathLimits.depth") == true)
        #expect(try limit(limits { $0.steps = 2 }, "$[*]", in: "[1,2,3]")?.contains("JSONPathLimits.steps") == true)
        let pattern = "$[?match(@,'a{1,100}')]"
        #expect(try limit(limits { $0.patternStates = 50 }, pattern)?.contains("JSONPathLimits.patternStates") == true)
        _ = try JSONPath(pattern, limits: limits { $0.patternStates = 500 })
    }
}
