import Foundation
import Mimeograph
import MimeographJSON
import Testing

@testable import TestSupport

/// Nested containers are finished early if nothing else can write to them. The output does not depend on that.
@Suite struct NestedContainerTests {
    /// Writes nested containers from a number of seeds, and computes the expected output in another way.
    private struct Random: Encodable {
        let seed: UInt64

        func encode(to encoder: any Encoder) throws {
            var generator = SeededGenerator(seed: seed)
            var root = encoder.container(keyedBy: AnyKey.self)
            try fill(&root, depth: 0, &generator)
        }

        private func fill(
            _ container: inout KeyedEncodingContainer<AnyKey>,
            depth: Int,
            _ generator: inout SeededGenerator
        ) throws {
            var kept: [KeyedEncodingContainer<AnyKey>] = []
            var lists: [any UnkeyedEncodingContainer] = []
            for step in 0..<Int.random(in: 1...(depth == 0 ? 40 : 6), using: &generator) {
                // Few names, so that containers are requested again.
                let name = key("k\(Int.random(in: 0..<12, using: &generator))")
                switch Int.random(in: 0..<8, using: &generator) {
                case 0: try container.encode(step, forKey: key("v\(step % 5)"))
                case 1, 2:
                    var object = container.nestedContainer(keyedBy: AnyKey.self, forKey: key("o" + name.stringValue))
                    try object.encode("\(step)", forKey: key("s\(step % 3)"))
                    if depth < 3 { try fill(&object, depth: depth + 1, &generator) }
                    if Bool.random(using: &generator) { kept.append(object) }
                case 3, 4:
                    var list = container.nestedUnkeyedContainer(forKey: key("l" + name.stringValue))
                    try list.encode("\(step)")
                    if Bool.random(using: &generator) { lists.append(list) }
                    if Bool.random(using: &generator) {
                        var inner = list.nestedContainer(keyedBy: AnyKey.self)
                        try inner.encode([step], forKey: key("i"))
                    }
                case 5: try ["in": step].encode(to: container.superEncoder(forKey: key("s" + name.stringValue)))
                case 6:
                    for index in lists.indices { try lists[index].encode(lists[index].count) }
                    if Bool.random(using: &generator) { lists = [] }
                default:
                    for index in kept.indices { try kept[index].encode(step, forKey: key("late")) }
                    if Bool.random(using: &generator) { kept = [] }
                }
            }
        }
    }

    @Test func writesTheSameAsFoundation() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        for seed in 0..<300 {
            let theirs = try JSONSerialization.jsonObject(with: encoder.encode(Random(seed: UInt64(seed))))
            let bytes = try JSONFormat().encode(Random(seed: UInt64(seed)))
            let ours = try JSONSerialization.jsonObject(with: Data(bytes))
            #expect((ours as? NSDictionary) == (theirs as? NSDictionary), "seed \(seed)")
        }
    }

    /// A path of keys for each value, like the key paths of configuration files.
    @Test func repeatedContainersContinue() throws {
        struct Paths: Encodable {
            let count: Int
            func encode(to encoder: any Encoder) throws {
                var root = encoder.container(keyedBy: AnyKey.self)
                for round in 0..<3 {
                    for number in 0..<count {
                        var first = root.nestedContainer(keyedBy: AnyKey.self, forKey: key("a\(number)"))
                        var second = first.nestedContainer(keyedBy: AnyKey.self, forKey: key("b"))
                        try second.encode(number, forKey: key("c\(round)"))
                        var list = first.nestedUnkeyedContainer(forKey: key("l"))
                        #expect(list.count == round)
                        try list.encode(round)
                    }
                }
            }
        }
        for count in [1, 3, 4, 5, 16, 17, 40, 3_000] {
            let members = (0..<count).map {
                #""a\#($0)":{"b":{"c0":\#($0),"c1":\#($0),"c2":\#($0)},"l":[0,1,2]}"#
            }
            let text = String(decoding: try JSONFormat().encode(Paths(count: count)), as: UTF8.self)
            #expect(text == "{\(members.joined(separator: ","))}", "\(count)")
        }
    }

    /// A value of the same name after a container replaces it, and the next container of the name is a new one.
    @Test func aValueBetweenTwoContainersReplacesTheFirst() throws {
        struct Replaced: Encodable {
            let count: Int
            func encode(to encoder: any Encoder) throws {
                var root = encoder.container(keyedBy: AnyKey.self)
                for number in 0..<count {
                    var first = root.nestedContainer(keyedBy: AnyKey.self, forKey: key("\(number)"))
                    try first.encode(1, forKey: key("x"))
                }
                for number in 0..<count { try root.encode(0, forKey: key("\(number)")) }
                for number in 0..<count {
                    var last = root.nestedContainer(keyedBy: AnyKey.self, forKey: key("\(number)"))
                    try last.encode(2, forKey: key("y"))
                }
            }
        }
        for count in [1, 5, 100] {
            let bytes = try JSONFormat().encode(Replaced(count: count))
            let objects = try JSONFormat().decode([String: [String: Int]].self, from: bytes)
            #expect(objects == Dictionary(uniqueKeysWithValues: (0..<count).map { ("\($0)", ["y": 2]) }))
        }
    }

    /// A failure in a nested container removes its own bytes, and no bytes of another container.
    @Test func aFailureTakesNothingFromAnotherContainer() throws {
        struct Failure: Error {}
        struct Written: Encodable {
            func encode(to encoder: any Encoder) throws {
                var list = encoder.unkeyedContainer()
                var inner = list.nestedUnkeyedContainer()
                try inner.encode("a text of the container outside")
            }
        }
        struct Fails: Encodable {
            let outside: KeyedEncodingContainer<AnyKey>
            func encode(to encoder: any Encoder) throws {
                var outside = outside
                try outside.encode(Written(), forKey: key("w"))
                throw Failure()
            }
        }
        struct Whole: Encodable {
            func encode(to encoder: any Encoder) throws {
                var root = encoder.container(keyedBy: AnyKey.self)
                let outside = root.nestedContainer(keyedBy: AnyKey.self, forKey: key("o"))
                try? root.encode(Fails(outside: outside), forKey: key("f"))
                try root.encode("a long text that takes the bytes that were taken back", forKey: key("g"))
            }
        }
        let text = String(decoding: try JSONFormat().encode(Whole()), as: UTF8.self)
        let inner = #"{"w":[["a text of the container outside"]]}"#
        #expect(text == #"{"o":\#(inner),"g":"a long text that takes the bytes that were taken back"}"#)
    }

    /// An encoder that is kept beyond its encoding rejects writes, and keeps only itself alive.
    @Test func aContainerKeptBeyondItsEncodingIsRejected() throws {
        final class Box { var container: KeyedEncodingContainer<AnyKey>? }
        struct Kept: Encodable {
            let box: Box
            let fails: Bool
            func encode(to encoder: any Encoder) throws {
                var root = encoder.unkeyedContainer()
                for number in 0..<20 {
                    box.container = root.nestedContainer(keyedBy: AnyKey.self)
                    try box.container?.encode(number, forKey: key("a"))
                }
                if fails { try root.encode(Double.nan) }
            }
        }
        for fails in [false, true] {
            let box = Box()
            let bytes = try? JSONFormat().encode(Kept(box: box, fails: fails))
            #expect((bytes == nil) == fails)
            var nested = box.container?.nestedContainer(keyedBy: AnyKey.self, forKey: key("b"))
            #expect(throws: EncodingError.self) { try nested?.encode(1, forKey: key("c")) }
        }
    }
}

private func key(_ name: String) -> AnyKey { AnyKey(stringValue: name) }
