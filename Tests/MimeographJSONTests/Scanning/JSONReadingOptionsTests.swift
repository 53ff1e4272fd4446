import Mimeograph
import TestSupport
import Testing

@testable import MimeographJSON

@Suite struct JSONReadingOptionsTests {
    /// The sample of AFNetworking's own test.
    @Test func stripsAsAFNetworking() throws {
        let text = #"{"key":"value","nullkey":null,"array":[{"subnullkey":null}],"arrayWithNulls":[null]}"#
        let options = JSONReadingOptions(nullStripping: .objectMembersAndArrayElements)
        let json = try JSON(parsing: text.utf8, options: options)
        #expect(json["key"] == "value")
        #expect(json.object?["nullkey"] == nil)
        #expect(json["array"] == [[:]])
        #expect(json["arrayWithNulls"] == [])
        #expect(json.object?.count == 3)
    }

    @Test(arguments: [
        ("null", "null", "null"), ("[null]", "[null]", "[]"), (#"{"a":null}"#, "{}", "{}"),
        (#"{"a":null,"b":1,"c":null}"#, #"{"b":1}"#, #"{"b":1}"#),
        ("[null,1,null,2,null]", "[null,1,null,2,null]", "[1,2]"),
        (#"[{"a":[null,{"b":null}]},null]"#, #"[{"a":[null,{}]},null]"#, #"[{"a":[{}]}]"#),
        (#"{"a":{"b":{"c":null}}}"#, #"{"a":{"b":{}}}"#, #"{"a":{"b":{}}}"#),
    ])
    func strips(text: String, members: String, both: String) throws {
        #expect(try rewritten(text) == text)
        #expect(try rewritten(text, JSONReadingOptions(nullStripping: .objectMembers)) == members)
        let json = try JSON(
            parsing: text.utf8,
            options: JSONReadingOptions(nullStripping: .objectMembersAndArrayElements)
        )
        #expect(String(decoding: try json.serialized(), as: UTF8.self) == both)
        // Counts exclude stripped values.
        #expect(json.array.map { $0.count == Array($0).count } ?? true)
        #expect(json.object.map { $0.count == Array($0).count } ?? true)
    }

    @Test func stripsAsTheReferenceDoes() throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            let json = JSON.random(depth: 4, using: &generator)
            let body = try json.serialized()
            for mode in JSONNullStripping.allCases {
                let read = try JSON(parsing: body, options: JSONReadingOptions(nullStripping: mode))
                #expect(read == json.stripped(mode))
                #expect(read.hashValue == json.stripped(mode).hashValue)
            }
        }
    }

    @Test func lastDuplicateWins() throws {
        let json = try JSON(parsing: #"{"a":1,"b":2,"\u0061":{"x":3,"x":4},"b":5,"c":6}"#.utf8)
        #expect(json["a"]["x"].int == 4)
        #expect(json["b"].int == 5)
        #expect(json.object?.count == 3)
        #expect(json.object.map { $0.map(\.key) } == ["a", "b", "c"])
        #expect(String(decoding: try json.serialized(), as: UTF8.self) == #"{"a":{"x":4},"b":5,"c":6}"#)
        let sorted = try json.serialized(JSONWritingOptions(sortedKeys: true))
        #expect(String(decoding: sorted, as: UTF8.self) == #"{"a":{"x":4},"b":5,"c":6}"#)
        #expect(json == ["a": ["x": 4], "b": 5, "c": 6])
        #expect(try JSON(parsing: #"{"a":1,"a":1}"#.utf8) == ["a": 1])
    }

    @Test(arguments: [
        (#"{"a":1,"a":2}"#, 7), (#"[{"a":{"b":1,"c":2,"b":3}}]"#, 19), (#"{"a":1,"\u0061":2}"#, 7),
        (#"{"a":{"x":1,"x":2},"a":1}"#, 12),
    ])
    func refusesDuplicates(text: String, offset: Int) throws {
        for stripping in JSONNullStripping.allCases {
            let options = JSONReadingOptions(nullStripping: stripping, duplicateKeys: .refuse)
            let error = try #require(failure(text.utf8, options))
            #expect(error.code == .syntax)
            #expect(error.location?.offset == offset)
        }
    }

    @Test func refusesDuplicatesThatAreStripped() throws {
        let options = JSONReadingOptions(nullStripping: .objectMembers, duplicateKeys: .refuse)
        #expect(failure(#"{"a":1,"a":null}"#.utf8, options)?.code == .syntax)
        #expect(try rewritten(#"{"a":1,"b":null}"#, options) == #"{"a":1}"#)
        // As documented, a stripped value counts as absent.
        #expect(try rewritten(#"{"a":1,"a":null}"#, JSONReadingOptions(nullStripping: .objectMembers)) == #"{"a":1}"#)
    }

    /// A hundred thousand keys, and one of them repeated at the end; comparing all pairs would take minutes.
    @Test func refusesDuplicatesInTime() throws {
        let members = (0..<100_000).map { "\"key\($0)\":0" }.joined(separator: ",")
        let options = JSONReadingOptions(duplicateKeys: .refuse)
        #expect(failure("{\(members)}".utf8, options) == nil)
        #expect(failure("{\(members),\"key5\":1}".utf8, options)?.code == .syntax)
        let json = try JSON(parsing: "{\(members),\"key5\":1}".utf8)
        #expect(json.object?.count == 100_000)
        #expect(json["key5"].int == 1)
    }

    @Test func fragments() throws {
        let options = JSONReadingOptions(allowsFragments: false)
        for text in ["1", " \"a\"", "null", "true"] {
            let error = try #require(failure(text.utf8, options))
            #expect(error.code == .syntax)
            #expect(error.location?.offset == (text.first == " " ? 1 : 0))
        }
        #expect(try rewritten("[]", options) == "[]")
        #expect(try rewritten("{}", options) == "{}")
    }

    @Test(arguments: [
        ("[1,2,]", "[1,2]"), (#"{"a":[1,],}"#, #"{"a":[1]}"#), (#"["a,]",]"#, #"["a,]"]"#), ("[[],]", "[[]]"),
        ("[1 , \n ]", "[1]"),
    ])
    func trailingCommas(text: String, expected: String) throws {
        #expect(failure(text.utf8)?.code == .syntax)
        #expect(try rewritten(text, JSONReadingOptions(allowsTrailingCommas: true)) == expected)
    }

    @Test(arguments: ["[,]", "{,}", "[1,,]", "[1],", ",", #"{"a":,}"#, "[1,2"])
    func trailingCommasOnlyThere(text: String) {
        #expect(failure(text.utf8, JSONReadingOptions(allowsTrailingCommas: true)) != nil)
    }

    @Test(arguments: [
        ("/* a */[1,// b\n2]/**/", "[1,2]"), (#"{"/*":"//"/* " */}"#, #"{"/*":"//"}"#), ("[1]//", "[1]"),
        (#"["\"/*",1/**/]"#, #"["\"/*",1]"#), ("/***/1", "1"),
    ])
    func comments(text: String, expected: String) throws {
        #expect(failure(text.utf8)?.code == .syntax || text.hasPrefix("[1]//"))
        #expect(try rewritten(text, JSONReadingOptions(allowsComments: true)) == expected)
    }

    @Test func commentsThatAreNone() {
        let options = JSONReadingOptions(allowsComments: true)
        #expect(failure("[1/*".utf8, options)?.code == .truncated)
        #expect(failure("[1/*/".utf8, options)?.code == .truncated)
        #expect(failure("[1/2]".utf8, options)?.location?.offset == 2)
        #expect(failure("[1/".utf8, options) != nil)
        #expect(failure("// only".utf8, options)?.code == .truncated)
    }

    @Test func commentsBesideTrailingCommas() throws {
        let options = JSONReadingOptions(allowsTrailingCommas: true, allowsComments: true)
        #expect(try rewritten("[1,/* 2 */]", options) == "[1]")
    }
}

extension JSON {
    /// Returns a random value with many nulls, for a small document.
    static func random(depth: Int, using generator: inout SeededGenerator) -> JSON {
        let strings = ["", "a", "key", "é€😀", "\"\\/\u{8}\n\u{1}", "a much longer string than eight bytes"]
        switch Int.random(in: 0..<(depth > 0 ? 10 : 7), using: &generator) {
        case 0, 1: return .null
        case 2: return JSON(Bool.random(using: &generator))
        case 3:
            return JSON(
                Int64.random(in: .min ... .max, using: &generator) >> Int64.random(in: 0..<64, using: &generator)
            )
        case 4: return JSON(UInt64.random(in: 0 ... .max, using: &generator))
        case 5:
            let value = Double(bitPattern: UInt64.random(in: 0 ... .max, using: &generator))
            return JSON(value.isFinite ? value : 0.5)
        case 6: return JSON(strings.randomElement(using: &generator) ?? "")
        case 7, 8:
            return .array(
                (0..<Int.random(in: 0..<6, using: &generator)).map { _ in random(depth: depth - 1, using: &generator) }
            )
        default:
            let count = Int.random(in: 0..<14, using: &generator)
            return .object(
                (0..<count).map { number in
                    (
                        key: "\(strings.randomElement(using: &generator) ?? "")\(number % 11)",
                        value: random(depth: depth - 1, using: &generator)
                    )
                }
            )
        }
    }

    /// Returns the value with nulls stripped, by a simple algorithm.
    func stripped(_ mode: JSONNullStripping) -> JSON {
        if let array {
            let kept = mode == .objectMembersAndArrayElements ? array.filter { !$0.isNull } : Array(array)
            return .array(kept.map { $0.stripped(mode) })
        }
        guard let object else { return self }
        let kept = mode == .keep ? Array(object) : object.filter { !$0.value.isNull }
        return .object(kept.map { (key: $0.key, value: $0.value.stripped(mode)) })
    }
}
