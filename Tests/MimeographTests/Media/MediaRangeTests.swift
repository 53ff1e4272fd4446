import Mimeograph
import Testing

@Suite struct MediaRangeTests {
    @Test(arguments: [
        ("*/*", "image/png", 1), ("image/*", "image/png", 2), ("*/*+json", "application/hal+json", 3),
        ("application/*+json", "application/hal+json", 4), ("application/hal+json", "application/hal+json", 5),
        ("APPLICATION/*+JSON", "application/hal+json", 4), ("*/*+json", "x/+json", 3), ("*/*+xml", "a/x+json+xml", 3),
        ("a+b/*+c", "a+b/d+c", 4), ("text/html", "Text/HTML; charset=utf-8", 5),
    ])
    func tierOfAMatch(range: String, type: String, specificity: Int) throws {
        let range = try MediaRange(range)
        #expect(range.specificity == specificity)
        #expect(try range.match(MediaType(type))?.specificity == specificity)
        #expect(try range.match(MediaType(type))?.matchedParameters == 0)
    }

    @Test(arguments: [
        ("image/*", "imagex/png"), ("image/*", "text/png"), ("text/*", "application/json"),
        ("*/*+json", "application/json"), ("*/*+json", "application/json-seq"), ("*/*+json", "application/x+json+xml"),
        ("*/*+json", "application/xjson"), ("text/*+json", "application/hal+json"), ("*/*+d", "a+d/c"),
        ("application/json", "application/jsonx"), ("application/json", "application/hal+json"),
        ("text/html;level=1", "text/html"), ("text/html;level=1", "text/html;level=2"), ("a/*;x=y", "a/b;x=Y"),
    ])
    func whatDoesNotMatch(range: String, type: String) throws {
        #expect(try MediaRange(range).match(MediaType(type)) == nil)
        #expect(try MediaRange(range).contains(MediaType(type)) == false)
    }

    @Test(arguments: [
        ("text/html;level=1", "text/html;charset=x;level=1", 1), ("text/html;charset=utf-8", "text/html", 0),
        ("text/html;q=0.5;Level=1", "text/html;level=1", 1), ("*/*;a=\"b\";c=d", "x/y;c=d;e=f;a=b", 2),
    ])
    func parametersThatARangeRequires(range: String, type: String, count: Int) throws {
        #expect(try MediaRange(range).match(MediaType(type))?.matchedParameters == count)
    }

    @Test func matchesAreOrderedByTierThenParameters() throws {
        let type: MediaType = "application/a+json;x=1;y=2"
        let ranges: [MediaRange] = [
            "*/*", "*/*;x=1;y=2", "application/*", "*/*+json", "application/*+json", "application/a+json",
            "application/a+json;y=2", "application/a+json;y=2;x=1",
        ]
        let matches = try ranges.map { try #require($0.match(type)) }
        #expect(matches == matches.sorted())
        #expect(Set(matches).count == ranges.count)
    }

    /// The patterns of AFNetworking and Alamofire, except that `*/json` is rejected; use `*/*+json` instead.
    @Test func whatOtherClientsMatch() throws {
        #expect(MediaRange("text/*").contains("text/html"))
        #expect(!MediaRange("text/*").contains("application/json"))
        #expect(throws: MediaTypeSyntaxError.self) { try MediaRange("*/json".lowercased()) }
        #expect(throws: MediaTypeSyntaxError.self) { try MediaRange("text".lowercased()) }
        #expect(throws: MediaTypeSyntaxError.self) { try MediaRange("".lowercased()) }
        let sent = try #require(MediaType(parsing: " text/html ; charset=utf-8 "))
        #expect(MediaRange("text/html").contains(sent))
    }

    @Test func aBadLiteralMatchesNothingAndSaysWhy() throws {
        let range: MediaRange = "*/json"
        #expect(range.invalidity == MediaTypeSyntaxError(text: "*/json", offset: 0, reason: .misplacedWildcard))
        #expect(range.match(.json) == nil)
        #expect(range.concreteType == nil)
        #expect(range.description == "\"*/json\"")
        let empty: MediaRange = ""
        #expect(empty.invalidity != nil)
        #expect(empty != range)
    }

    @Test func concreteType() throws {
        let range: MediaRange = "Text/HTML;level=1;charset=utf-8"
        #expect(range.concreteType == "text/html;level=1")
        for wild: MediaRange in ["*/*", "text/*", "*/*+json", "text/*+xml"] { #expect(wild.concreteType == nil) }
        #expect(MediaRange("text/html; charset=utf-8; level=1" as MediaType).description == "text/html;level=1")
        #expect(MediaRange.any == "*/*")
    }

    @Test(arguments: ["*/*", "text/*", "*/*+json", "application/*+json", "a/b;c=\"d e\";f=g"])
    func whatIsWrittenIsReadAgain(text: String) throws {
        let range = try MediaRange(text)
        #expect(range.description == text)
        #expect(try MediaRange(range.description) == range)
    }
}
