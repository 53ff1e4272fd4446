import Foundation
import Mimeograph
import MimeographForm
import TestSupport
import Testing

/// Compares queries with the results of AFNetworking's rules in Foundation's classes: order, descriptions and escapes.
@Suite struct AFNetworkingAgreementTests {
    /// Returns the pairs of a value under a name, as AFNetworking 4 builds them.
    private func pairs(_ name: String?, _ value: Any) -> [(String, Any)] {
        switch value {
        case let dictionary as NSDictionary:
            let keys = dictionary.allKeys.compactMap { $0 as? NSString }
            return keys.sorted { $0.compare($1 as String) == .orderedAscending }.flatMap { key in
                pairs(name.map { "\($0)[\(key)]" } ?? key as String, dictionary[key] ?? NSNull())
            }
        case let array as NSArray: return array.flatMap { pairs("\(name ?? "")[]", $0) }
        case let set as NSSet:
            let texts = set.allObjects.compactMap { $0 as? NSString }
            return texts.sorted { $0.compare($1 as String) == .orderedAscending }.flatMap { pairs(name, $0) }
        default: return [(name ?? "", value)]
        }
    }

    private func query(_ value: NSDictionary) -> String {
        var allowed = CharacterSet.urlQueryAllowed
        allowed.remove(charactersIn: ":#[]@!$&'()*+,;=")
        func escape(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: allowed) ?? "?" }
        return pairs(nil, value).map { name, value in
            let text = (value as? NSNumber)?.stringValue ?? "\(value)"
            return value is NSNull ? escape(name) : "\(escape(name))=\(escape(text))"
        }.joined(separator: "&")
    }

    fileprivate static let names = [
        "a", "b", "B", "_", "10", "2", "z", "é", "e\u{301}", "ea", "ü", "ž", "ç", "Å", "가", "각", "\u{1100}\u{1161}z",
        "漢",
        "ﬁ", "ǭ", "ẛ̣", "a\u{323}\u{302}", "ậ", "\u{10437}", "𝄞", "😀", "[x]", "a&b", "a b", "%41", "~", "", "/?",
        "\u{0}", "=",
    ]

    private struct Generator {
        var random: SeededGenerator

        mutating func value(_ depth: Int) -> (QueryValue, Any) {
            switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
            case 0: return (.null, NSNull())
            case 1:
                let flag = Bool.random(using: &random)
                return (.boolean(flag), NSNumber(value: flag))
            case 2:
                let number = Int.random(in: .min ... .max, using: &random)
                return (.integer(number), NSNumber(value: number))
            case 3:
                let number = Double(Int.random(in: 1...9_999, using: &random) * 2 + 1) / 64
                return (.number(number), NSNumber(value: number))
            case 6:
                let elements = (0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth - 1) }
                return (.array(elements.map(\.0)), NSArray(array: elements.map(\.1)))
            case 7:
                let texts = Set((0..<Int.random(in: 0...4, using: &random)).map { _ in text() })
                return (.set(texts.map { .text($0) }), NSSet(array: texts.map { NSString(string: $0) }))
            case 8: return members(depth - 1)
            default:
                let text = text()
                return (.text(text), NSString(string: text))
            }
        }

        mutating func text() -> String { AFNetworkingAgreementTests.names.randomElement(using: &random) ?? "" }

        mutating func members(_ depth: Int) -> (QueryValue, NSDictionary) {
            var members: [String: (QueryValue, Any)] = [:]
            for _ in 0..<Int.random(in: 0...5, using: &random) { members[text()] = value(depth) }
            return (
                .members(members.map { QueryValue.Member($0.key, $0.value.0) }),
                NSDictionary(dictionary: members.mapValues(\.1))
            )
        }
    }

    @Test func random() throws {
        var generator = Generator(random: SeededGenerator(seed: 2))
        for _ in 0..<2_000 {
            let (value, object) = generator.members(3)
            let ours = try QueryEncoder.afnetworking.encode(value)
            // If name and value are both empty, AFNetworking writes an empty pair, but this library writes none.
            let theirs = query(object).split(separator: "&").joined(separator: "&")
            #expect(ours == theirs)
            if ours != theirs { return }
        }
    }

    @Test func everyPairOfNamesIsInTheSameOrder() throws {
        for one in Self.names {
            for other in Self.names where one != other {
                let expected = query([one: "1", other: "2"]).split(separator: "&").joined(separator: "&")
                #expect(try QueryEncoder.afnetworking.encode([one: "1", other: "2"]) == expected, "\(one), \(other)")
            }
        }
    }
}
