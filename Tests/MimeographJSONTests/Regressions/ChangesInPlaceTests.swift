import Foundation
import Mimeograph
import MimeographJSON
import TestSupport
import Testing

/// Found in a security review: changes that took quadratic time, and traces that a failure left.
@Suite struct ChangesInPlaceTests {
    /// Each change copied all members.
    @Test(.within(minutes: 1)) func manyNewMembers() {
        var json: JSON = [:]
        for number in 0..<20_000 { json["k\(number)"].append(1) }
        #expect(json.object?.count == 20_000)
        #expect(json["k19999"] == [1])
    }

    /// Each change copied the inner array.
    @Test(.within(minutes: 1)) func anElementThatGrows() {
        var json: JSON = ["a": [[]]]
        for number in 0..<100_000 { json["a"][0].append(JSON(number)) }
        #expect(json["a"][0].array?.count == 100_000)
    }

    /// Each removal of a missing key read all members.
    @Test(.within(minutes: 1)) func removalsThatFindNothing() {
        var json: JSON = .object((0..<20_000).map { (key: "k\($0)", value: JSON($0)) })
        for number in 0..<20_000 { json["missing \(number)"].removeValue(forKey: "x") }
        #expect(json.object?.count == 20_000)
        for number in (0..<20_000).reversed() { #expect(json.removeValue(forKey: "k\(number)")?.int == number) }
        #expect(json == [:])
    }

    @Test func elementsThatAreNotThere() {
        var json: JSON = [1]
        json[1].append(2)
        json[5].append(3)
        json[-1].append(4)
        #expect(json == [1, [2]])
        json[2].removeValue(forKey: "x")
        #expect(json == [1, [2]])
        let before = json
        json[1][0] = 7
        #expect(before == [1, [2]])
        #expect(json == [1, [7]])
    }

    /// Random removals and additions, against a dictionary.
    @Test(arguments: [1, 2, 3]) func removalsAndAdditions(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var json: JSON = [:]
        var expected: [String: Int] = [:]
        for step in 0..<4_000 {
            let key = "k\(Int.random(in: 0..<600, using: &random))"
            if Int.random(in: 0..<5, using: &random) < 3 {
                json[key] = JSON(step)
                expected[key] = step
            } else {
                #expect(json.removeValue(forKey: key)?.int == expected.removeValue(forKey: key))
            }
        }
        #expect(json.object?.count == expected.count)
        for (key, value) in expected { #expect(json[key].int == value) }
        #expect(Set(json.object?.map(\.key) ?? []) == Set(expected.keys))
    }

    @Test func valuesAreEqualToThemselves() {
        let nan = JSON(Double.nan)
        #expect(nan == nan)
        #expect(Set([nan, nan]).count == 1)
        #expect(JSON(0.0) == JSON(-0.0))
        #expect(JSON(0.0).hashValue == JSON(-0.0).hashValue)
    }

    @Test func aNumberBeyondAllDoublesIsNotInfinite() throws {
        let json = try JSON(parsing: "[1e400]".utf8)
        #expect(try json.serialized() == Array("[1e400]".utf8))
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(json) }
    }
}

/// Encodings with repeated containers, and with failures that are caught.
@Suite struct CaughtFailureTests {
    private struct Deep: Encodable {
        let levels: Int
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            if levels > 0 { try container.encode(Deep(levels: levels - 1)) }
        }
    }

    private struct Script: Encodable {
        let write: @Sendable (any Encoder) throws -> Void
        func encode(to encoder: any Encoder) throws { try write(encoder) }
    }

    private func text(_ write: @escaping @Sendable (any Encoder) throws -> Void) throws -> String {
        String(decoding: try JSONFormat().encode(Script(write: write)), as: UTF8.self)
    }

    /// A value that was too deep failed the whole encoding, although its error was caught.
    @Test func tooDeep() throws {
        let text = try text { encoder in
            var container = encoder.unkeyedContainer()
            do { try container.encode(Deep(levels: 600)) } catch { try container.encode("too deep") }
        }
        #expect(text == #"["too deep"]"#)
    }

    /// The bytes of failed values were kept.
    @Test func failuresLeaveNothingBehind() throws {
        struct Failure: Error {}
        let filler = String(repeating: "x", count: 1 << 20)
        let text = try text { encoder in
            var container = encoder.unkeyedContainer()
            for _ in 0..<4_200 {
                let failing = Script { encoder in
                    var inner = encoder.unkeyedContainer()
                    try inner.encode(filler)
                    throw Failure()
                }
                try? container.encode(failing)
            }
            try container.encode(1)
        }
        // All of them would be too large for an encoding.
        #expect(text == "[1]")
    }

    private enum Key: String, CodingKey { case n, m }

    /// Output was lost if a container was requested again after another value had its name.
    @Test func aContainerAfterAnotherValue() throws {
        let written = try text { encoder in
            var container = encoder.container(keyedBy: Key.self)
            var first = container.nestedContainer(keyedBy: Key.self, forKey: .n)
            try first.encode(1, forKey: .m)
            var again = container.nestedContainer(keyedBy: Key.self, forKey: .n)
            try again.encode(2, forKey: .n)
        }
        #expect(written == #"{"n":{"m":1,"n":2}}"#)
        let other = try text { encoder in
            var container = encoder.container(keyedBy: Key.self)
            var first = container.nestedContainer(keyedBy: Key.self, forKey: .n)
            try first.encode(1, forKey: .m)
            try container.encode(5, forKey: .n)
            var third = container.nestedContainer(keyedBy: Key.self, forKey: .n)
            try third.encode(3, forKey: .m)
        }
        #expect(other == #"{"n":{"m":3}}"#)
    }

    /// Each container visited all earlier ones.
    @Test(.within(minutes: 1)) func manyNestedContainers() throws {
        let count = 40_000
        let text = try text { encoder in
            var container = encoder.container(keyedBy: PlainKey.self)
            for number in 0..<count {
                var nested = container.nestedContainer(keyedBy: Key.self, forKey: PlainKey(stringValue: "k\(number)"))
                try nested.encode(number, forKey: .n)
            }
            for number in stride(from: 0, to: count, by: 100) {
                var nested = container.nestedContainer(keyedBy: Key.self, forKey: PlainKey(stringValue: "k\(number)"))
                try nested.encode(true, forKey: .m)
            }
        }
        let json = try JSON(parsing: text.utf8)
        #expect(json.object?.count == count)
        #expect(json["k100"] == ["n": 100, "m": true])
    }

    private struct PlainKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { return nil }
    }
}
