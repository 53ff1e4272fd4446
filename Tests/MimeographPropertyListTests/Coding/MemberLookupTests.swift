import Foundation
import Mimeograph
import MimeographPropertyList
import Testing

@testable import TestSupport

/// The members that a type decodes, in any order of requests.
@Suite struct MemberLookupTests {
    struct Three: Decodable, Equatable {
        var a: Int?
        var b: Int?
        var c: Int?
    }

    /// Returns the XML of a dictionary, whose keys may occur more than once.
    private static func xml(_ members: [(String, String)]) -> [UInt8] {
        let text = members.map { "<key>\($0)</key>\($1)" }.joined()
        return Array("<plist><dict>\(text)</dict></plist>".utf8)
    }

    @Test(arguments: [
        ("abc", [0, 1, 2]), ("cba", [2, 1, 0]), ("aa", [1, nil, nil]), ("abcabc", [3, 4, 5]), ("bab", [1, 2, nil]),
        ("xayb", [1, 3, nil]), ("", [nil, nil, nil]),
    ])
    func lastOfEqualNames(_ names: String, _ expected: [Int?]) throws {
        let members = names.enumerated().map { ("\($1)", "<integer>\($0)</integer>") }
        let bytes = Self.xml(members)
        let three = try PropertyListFormat().decode(Three.self, from: bytes)
        #expect([three.a, three.b, three.c] == expected)
        let boxed = try PropertyListFormat().decode(
            [[String: Three]].self,
            from:
                "<plist><array><dict><key>k</key>\(String(decoding: bytes.dropFirst(7).dropLast(8), as: UTF8.self))</dict></array></plist>"
                .utf8
        )
        #expect(boxed == [["k": three]])
    }

    /// Dictionaries of any size, with keys requested in any order, have the values of a Swift dictionary.
    @Test(arguments: [1, 2, 3, 7, 63, 64, 65, 66, 200])
    func anyOrder(_ count: Int) throws {
        struct Asked: Decodable {
            var values: [String: Int?] = [:]
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyKey.self)
                var names = container.allKeys.map(\.stringValue) + ["missing", "k0x", "k\u{E9}"]
                var generator = SeededGenerator(seed: UInt64(names.count))
                #expect(Set(names).count == names.count)
                names = (names + names).shuffled(using: &generator)
                for name in names {
                    let key = AnyKey(stringValue: name)
                    values[name] = .some(try container.decodeIfPresent(Int.self, forKey: key))
                    #expect(container.contains(key) == !["missing", "k0x", "k\u{E9}"].contains(name))
                }
            }
        }
        var generator = SeededGenerator(seed: 7)
        for repetition in 0..<3 {
            var expected: [String: Int?] = ["missing": Int?.none, "k0x": Int?.none, "k\u{E9}": Int?.none]
            let members = (0..<count).map { number in
                // From the second repetition on, some names occur twice. Every third is not ASCII.
                let key = repetition == 0 ? number : Int.random(in: 0..<max(1, count), using: &generator)
                let name = key % 3 == 0 ? "\u{E9}\(key)" : "k\(key)"
                expected[name] = number
                return (name, number)
            }
            let text = Self.xml(members.map { ($0, "<integer>\($1)</integer>") })
            var bodies = [text]
            // The binary form also has keys in UTF-16.
            if repetition == 0 { bodies.append(try PropertyList(parsing: text).serialized(.binary)) }
            for body in bodies {
                #expect(try PropertyListFormat().decode(Asked.self, from: body).values == expected)
                let all = try PropertyListFormat().decode([String: Int?].self, from: body)
                #expect(all == expected.filter { $0.value != nil })
            }
        }
    }

    /// Two containers over one dictionary, and decoders that are kept until later, find their members.
    @Test func severalContainersAtOnce() throws {
        let body: PropertyList = ["one": ["a": 1, "b": [10, 20]], "two": ["b": 2, "a": 3]]
        let kept = try PropertyListFormat().decode([String: DecoderKeeper].self, from: body.serialized())
        try DecoderKeeper.expectContainersInTurns(kept)
    }

    /// Large dictionaries are read in time proportional to their size, in any order of keys.
    @Test(.within(minutes: 1)) func largeDictionaries() throws {
        let count = 20_000
        let text = Self.xml((0..<count).map { ("key\($0)", "<integer>\($0)</integer>") })
        #expect(try PropertyListFormat().decode(Backwards.self, from: text).sum == count * (count - 1) / 2)
    }
}
