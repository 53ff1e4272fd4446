import Foundation
import Mimeograph
import TestSupport
import Testing

@testable import MimeographJSON

/// The special cases of writing from the tape: room that runs out, and keys in another order.
@Suite struct JSONTapeWriterTests {
    private static let layouts = [
        JSONWritingOptions.compact, .pretty, JSONWritingOptions(sortedKeys: true), .afnetworking,
        JSONWritingOptions(pretty: true, sortedKeys: true, escapesSlashes: true),
    ]

    /// Returns the same value as a tree, whose writer uses no tape.
    private func built(_ json: JSON) -> JSON {
        if let elements = json.array { return .array(elements.map(built)) }
        if let members = json.object { return .object(members.map { (key: $0.key, value: built($0.value)) }) }
        if let string = json.string { return JSON(string) }
        return json
    }

    private func check(_ text: String, _ source: Testing.SourceLocation = #_sourceLocation) throws {
        let json = try JSON(parsing: text.utf8)
        let tree = built(json)
        for options in JSONTapeWriterTests.layouts {
            #expect(try json.serialized(options) == tree.serialized(options), sourceLocation: source)
            // As a part of a built value, its indentation does not begin at zero.
            let part = try JSON.array([1, json]).serialized(options)
            #expect(try part == JSON.array([1, tree]).serialized(options), sourceLocation: source)
        }
    }

    /// The output is much larger than the input, so the first and second estimates of the room are too small.
    @Test func growth() throws {
        try check("[" + String(repeating: "[", count: 400) + String(repeating: "]", count: 400) + "]")
        try check("[" + String(repeating: "1,", count: 3000) + "1]")
        try check("[[[[[[[[[[[[[[[[" + String(repeating: "{},", count: 1000) + "0]]]]]]]]]]]]]]]]")
        // The layout with `\/` doubles it; control characters are written as they were read.
        try check("[\"" + String(repeating: "/", count: 10_000) + "\"]")
        try check(
            "[\"" + String(repeating: "\\u0001", count: 5000) + "\", \"" + String(repeating: "a", count: 5000) + "\"]"
        )
        try check("\"" + String(repeating: "/\\n", count: 700) + "\"")
        try check("-576460752303423489")
        try check("[-576460752303423488,9223372036854775807,18446744073709551615,1.50,-0,true,false,null]")
    }

    /// Escapes at every offset of a word, and at the end of strings of every length.
    @Test(arguments: ["\\\"", "\\\\", "\\n", "\\u001f", "/", "é", "\u{7F}", "𝄞"])
    func escapes(escape: String) throws {
        for length in 0..<20 {
            let before = String(repeating: "a", count: length)
            try check("[\"\(before)\(escape)\",\"\(before)\(escape)b\",\"\(escape)\(escape)\(before)\"]")
        }
    }

    @Test func keysInOrder() throws {
        let keys = [
            "b", "", "ab", "abcdefgh", "abcdefghi", "abcdefgh\\u0000", "abcdefg", "a\\u0000", "a", "é", "zz",
            "abcdefghj",
            "abcdefghijklmnop", "abcdefghijklmnoq", "~",
        ]
        try check("{" + keys.map { "\"\($0)\":1" }.joined(separator: ",") + "}")
        let many = keys + (0..<100).map { "key number \($0 * 7919 % 100)" }
        try check("{" + many.map { "\"\($0)\":{\"y\":[],\"x\":{\"b\":1,\"a\":2}}" }.joined(separator: ",") + "}")
        // The last of equal keys counts, at any position.
        try check(#"{"b":1,"a":{"d":1,"c":2,"d":3},"b":[{"x":1,"x":2}],"a":{"d":4,"d":5}}"#)
        try check("{" + (many + many.reversed()).map { "\"\($0)\":2" }.joined(separator: ",") + ",\"b\":{}}")
    }

    @Test func randomDocuments() throws {
        var generator = SeededGenerator(seed: 41)
        for _ in 0..<150 {
            try check(String(decoding: JSON.random(depth: 5, using: &generator).serialized(.pretty), as: UTF8.self))
        }
    }
}
