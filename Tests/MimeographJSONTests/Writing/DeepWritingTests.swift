import Mimeograph
import MimeographJSON
import Testing

@testable import TestSupport

/// Indentation stops growing at some depth, so that pretty text is not many times as large.
@Suite struct DeepWritingTests {
    static func lines(_ depth: Int) -> String {
        var text = "1"
        for level in (1...depth).reversed() {
            func spaces(_ level: Int) -> String { String(repeating: " ", count: 2 * min(level, 32)) }
            text =
                level % 2 == 0
                ? "[\n\(spaces(level))\(text)\n\(spaces(level - 1))]"
                : "{\n\(spaces(level))\"a\" : \(text)\n\(spaces(level - 1))}"
        }
        return text
    }

    /// A parsed value, a built one, one that is both, and the output of an encoder.
    @Test(arguments: [1, 2, 31, 32, 33, 34, 100, 400]) func indentation(_ depth: Int) throws {
        let expected = Self.lines(depth)
        let read = try JSON(parsing: expected.utf8)
        #expect(String(decoding: try read.serialized(.pretty), as: UTF8.self) == expected)
        var built: JSON = 1
        for level in (1...depth).reversed() { built = level % 2 == 0 ? [built] : ["a": built] }
        #expect(String(decoding: try built.serialized(.pretty), as: UTF8.self) == expected)
        let both: JSON = ["a": read["a"]]
        #expect(String(decoding: try both.serialized(.pretty), as: UTF8.self) == expected)
        for sorted in [false, true] {
            let format = JSONFormat(writing: JSONWritingOptions(pretty: true, sortedKeys: sorted))
            #expect(String(decoding: try format.encode(Nested(depth: depth, level: 1)), as: UTF8.self) == expected)
            #expect(String(decoding: try format.encode(read), as: UTF8.self) == expected)
        }
    }

    struct Nested: Encodable {
        var depth: Int
        var level: Int
        enum CodingKeys: CodingKey { case a }
        func encode(to encoder: any Encoder) throws {
            if level > depth {
                var container = encoder.singleValueContainer()
                try container.encode(1)
            } else if level % 2 == 0 {
                var container = encoder.unkeyedContainer()
                try container.encode(Nested(depth: depth, level: level + 1))
            } else {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(Nested(depth: depth, level: level + 1), forKey: .a)
            }
        }
    }

    /// Unordered and repeated members are put in order, also at depths at which the indentation no longer grows.
    @Test(arguments: [30, 31, 32, 33, 60]) func membersInOrder(_ depth: Int) throws {
        struct Members: Encodable {
            var depth: Int
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: AnyKey.self)
                try container.encode(1, forKey: AnyKey(stringValue: "b"))
                if depth > 0 { try container.encode(Members(depth: depth - 1), forKey: AnyKey(stringValue: "a")) }
                try container.encode(2, forKey: AnyKey(stringValue: "b"))
            }
        }
        let format = JSONFormat(writing: JSONWritingOptions(pretty: true, sortedKeys: true))
        let written = try format.encode(Members(depth: depth))
        let read = try JSON(parsing: written)
        #expect(try read.serialized(JSONWritingOptions(pretty: true, sortedKeys: true)) == written)
        #expect(read.pointer(String(repeating: "/a", count: depth) + "/b") == 2)
    }

    @Test func aDeepTextIsLaidOutInProportion() throws {
        let text =
            String(repeating: "[", count: 500) + Array(repeating: "1", count: 10_000).joined(separator: ",")
            + String(repeating: "]", count: 500)
        let written = try JSON(parsing: text.utf8).serialized(.pretty)
        #expect(written.count < 40 * text.utf8.count)
    }
}
