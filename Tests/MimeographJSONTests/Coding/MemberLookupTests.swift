import Foundation
import Mimeograph
import MimeographJSON
import Testing

@testable import TestSupport

/// The members that a type decodes, in any order of requests.
@Suite struct MemberLookupTests {
    struct Three: Decodable, Equatable {
        var a: Int?
        var b: Int?
        var c: Int?
    }

    @Test(arguments: [
        (#"{"a":1,"b":2,"c":3}"#, [1, 2, 3]), (#"{"c":3,"b":2,"a":1}"#, [1, 2, 3]), (#"{"a":1,"a":2}"#, [2, nil, nil]),
        (#"{"a":1,"b":2,"c":3,"a":4,"b":5,"c":6}"#, [4, 5, 6]), (#"{"b":1,"a":2,"b":null}"#, [2, nil, nil]),
        (#"{"\u0061":1,"b":2,"a":7}"#, [7, 2, nil]), (#"{"a":7,"b":2,"\u0061":1}"#, [1, 2, nil]),
        (#"{"x":{"a":9},"a":1,"y":[{"b":9}],"b":2}"#, [1, 2, nil]), (#"{"":1,"aa":2,"c":3}"#, [nil, nil, 3]),
    ])
    func lastOfEqualNames(_ text: String, _ expected: [Int?]) throws {
        let three = try JSONFormat().decode(Three.self, from: text.utf8)
        #expect([three.a, three.b, three.c] == expected)
        let boxed = try JSONFormat().decode([[String: Three]].self, from: "[{\"k\":\(text)}]".utf8)
        #expect(boxed == [["k": three]])
    }

    @Test func refusedDuplicates() throws {
        let format = JSONFormat(reading: JSONReadingOptions(duplicateKeys: .refuse))
        #expect { try format.decode(Three.self, from: #"{"a":1,"b":2,"a":3}"#.utf8) } throws: {
            ($0 as? SerializationError)?.code == .syntax
        }
        #expect(try format.decode(Three.self, from: #"{"a":1,"c":2}"#.utf8) == Three(a: 1, c: 2))
    }

    /// Objects of any size, with keys requested in any order, have the values of a dictionary.
    @Test(arguments: [1, 2, 3, 7, 63, 64, 65, 66, 300])
    func anyOrder(_ count: Int) throws {
        struct Asked: Decodable {
            var values: [String: Int?] = [:]
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyKey.self)
                var names = container.allKeys.map(\.stringValue) + ["missing", "k0x"]
                var generator = SeededGenerator(seed: UInt64(names.count))
                #expect(Set(names).count == names.count)
                names = (names + names).shuffled(using: &generator)
                for name in names {
                    let key = AnyKey(stringValue: name)
                    values[name] = .some(try container.decodeIfPresent(Int.self, forKey: key))
                    #expect(container.contains(key) == (name != "missing" && name != "k0x"))
                }
            }
        }
        var generator = SeededGenerator(seed: 7)
        for repetition in 0..<4 {
            var expected: [String: Int?] = ["missing": Int?.none, "k0x": Int?.none]
            let members = (0..<count).map { number in
                // From the second repetition on, some names occur twice.
                let name = "k\(repetition == 0 ? number : Int.random(in: 0..<max(1, count), using: &generator))"
                expected[name] = number
                return "\"\(name)\":\(number)"
            }
            let text = "{\(members.joined(separator: ","))}"
            let asked = try JSONFormat().decode(Asked.self, from: text.utf8)
            #expect(asked.values == expected)
            expected.removeValue(forKey: "missing")
            expected.removeValue(forKey: "k0x")
            #expect(try JSONFormat().decode([String: Int?].self, from: text.utf8) == expected)
        }
    }

    /// Names are compared byte by byte: a letter with its accent is not a letter and an accent.
    @Test func namesAreBytes() throws {
        let text = "{\"\u{E9}\":1,\"e\u{301}\":2}"
        struct Accents: Decodable {
            var values: [Int?]
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyKey.self)
                values = try ["\u{E9}", "e\u{301}", "e"].map {
                    try container.decodeIfPresent(Int.self, forKey: AnyKey(stringValue: $0))
                }
            }
        }
        #expect(try JSONFormat().decode(Accents.self, from: text.utf8).values == [1, 2, nil])
        let many = (0..<80).map { "\"k\($0)\":0" }.joined(separator: ",")
        let large = "{\(many),\(text.dropFirst())"
        #expect(try JSONFormat().decode(Accents.self, from: large.utf8).values == [1, 2, nil])
    }

    /// Two containers over one object, and decoders that are kept until later, find their members.
    @Test func severalContainersAtOnce() throws {
        let text = #"{"one":{"a":1,"b":[10,20]},"two":{"b":2,"a":3}}"#
        let kept = try JSONFormat().decode([String: DecoderKeeper].self, from: text.utf8)
        try DecoderKeeper.expectContainersInTurns(kept)
    }

    /// Large objects are read in time proportional to their size, in any order of keys.
    @Test(.within(minutes: 1)) func largeObjects() throws {
        let count = 20_000
        let text = "{\((0..<count).map { "\"key\($0)\":\($0)" }.joined(separator: ","))}"
        #expect(try JSONFormat().decode(Backwards.self, from: text.utf8).sum == count * (count - 1) / 2)
    }
}
