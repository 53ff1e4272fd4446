import Foundation
import Mimeograph
import MimeographPropertyList
import Testing

@testable import TestSupport

/// Foundation's `PropertyListDecoder` in the same process is the reference: the same value, or the same kind of error at the same
/// coding path, from XML and from the binary format.
@Suite struct DecodingAgreementTests {
    @Test(arguments: scalars + containers + composites + manual)
    func sameAsFoundation(_ test: DecodingCase) throws {
        let binary = test.outcomes(try test.list.serialized(.binary))
        #expect(binary.ours == binary.theirs)
        // XML has no null.
        guard let bytes = try? test.list.serialized() else { return }
        let xml = test.outcomes(bytes)
        // Foundation makes infinity of a finite number that is too large for the type.
        if "\(xml.theirs)" == "value inf", "\(xml.ours)" == "dataCorrupted at []" { return }
        #expect(xml.ours == xml.theirs)
    }

    static let scalars: [DecodingCase] = {
        var cases: [DecodingCase] = []
        let lists: [PropertyList] = [
            0, 1, -1, 127, 128, -128, -129, 255, 256, 32_767, -32_768, 65_535, 2_147_483_647, -2_147_483_648,
            4_294_967_295, 16_777_217, 9_007_199_254_740_993, 576_460_752_303_423_487, 576_460_752_303_423_488,
            PropertyList(Int64.max), PropertyList(Int64.min), PropertyList(UInt64.max), PropertyList(UInt64(1) << 63),
            1.0, 0.0, -0.0, 1.5, 0.1, 1e10, -1e18, 1e19, 1.8e19, 1e20, 1e30, 1e39, 1e-50, 3.4028234e38,
            PropertyList(Double.infinity), PropertyList(-Double.infinity), PropertyList(Double.nan),
            PropertyList(0x1p63), PropertyList(-0x1p63), PropertyList(0x1p64), PropertyList(0x1.fffffep127),
            true, false, nil, "$null", "$nul", "$nulL", "", "1", "inf", "a\u{E9}\u{1F600}\n<&>", "http://a/b",
            .data([]), .data([1, 2, 3]), .date(secondsSinceReferenceDate: 123), PropertyList(PropertyList.UID(5)),
            [], [1], [:], ["a": 1], ["$null"], [nil], ["a": "$null"],
        ]
        for list in lists {
            cases += [
                DecodingCase(Bool.self, list), DecodingCase(String.self, list), DecodingCase(Double.self, list),
                DecodingCase(Float.self, list), DecodingCase(Int.self, list), DecodingCase(Int8.self, list),
                DecodingCase(Int16.self, list), DecodingCase(Int32.self, list), DecodingCase(Int64.self, list),
                DecodingCase(UInt.self, list), DecodingCase(UInt8.self, list), DecodingCase(UInt16.self, list),
                DecodingCase(UInt32.self, list), DecodingCase(UInt64.self, list), DecodingCase(Int?.self, list),
                DecodingCase(Date.self, list), DecodingCase(Data.self, list), DecodingCase(Data?.self, list),
                DecodingCase([Int].self, list), DecodingCase([String].self, list), DecodingCase([String?].self, list),
                DecodingCase([String: Int].self, list), DecodingCase([String: Int?].self, list),
                DecodingCase(Decimal.self, list), DecodingCase(URL.self, list), DecodingCase(Person.self, list),
                DecodingCase(Color.self, list), DecodingCase(Loose.self, list), DecodingCase(Float16.self, list),
            ]
        }
        return cases
    }()

    static let containers: [DecodingCase] = [
        DecodingCase(Person.self, ["name": "Ada", "age": 36, "isAdmin": true]),
        DecodingCase(Person.self, ["isAdmin": true, "age": "$null", "name": "Ada"]),
        DecodingCase(Person.self, ["isAdmin": true, "age": nil, "name": "Ada"]),
        DecodingCase(Person.self, ["isAdmin": true, "name": "Ada"]),
        DecodingCase(Person.self, ["name": "$null", "isAdmin": true]),
        DecodingCase(Person.self, ["name": "Ada"]), DecodingCase(Person.self, ["name": "Ada", "age": 1e30]),
        DecodingCase(Person.self, ["name": "Ada", "age": "x", "isAdmin": true]),
        DecodingCase(Person.self, ["name": ["Ada"], "isAdmin": 1]),
        DecodingCase([Person].self, [["name": "a", "isAdmin": false], ["name": 1, "isAdmin": false]]),
        DecodingCase([Person?].self, [["name": "a", "isAdmin": false], "$null"]),
        DecodingCase([[Int]].self, [[1], [2, 3], []]), DecodingCase([[Int]].self, [[1], [2, true]]),
        DecodingCase([[[Double]]].self, [[[1, 2.5], [3, "x"]]]), DecodingCase([[Int]?].self, ["$null", [1]]),
        DecodingCase([[Int]].self, ["$null", [1]]), DecodingCase([Int?].self, [1, "$null", "x"]),
        DecodingCase([Int8].self, [1, 300]), DecodingCase([Float].self, [1, 0.1]),
        DecodingCase([String].self, ["a", "$null"]), DecodingCase([Bool].self, [true, 0]),
        DecodingCase([Date].self, [.date(secondsSinceReferenceDate: 1), "x"]),
        DecodingCase([Data].self, [.data([1]), 1]),
        DecodingCase(Set<Int>.self, [3]), DecodingCase([String: Int].self, ["a": 1]),
        DecodingCase([String: Int].self, ["a": "x"]), DecodingCase([String: Int?].self, ["a": "$null"]),
        DecodingCase([String: Person].self, ["k": ["name": 1, "isAdmin": true]]),
        DecodingCase([String: [String: Int]].self, ["k": ["l": "$null"]]), DecodingCase([Int: Int].self, ["7": 1]),
        DecodingCase([Int: Int].self, ["x": 1]), DecodingCase([Int: Int].self, ["7": "x"]),
        DecodingCase([Color: Int].self, ["red": 1]), DecodingCase([Color: Int].self, ["blue": 1]),
        DecodingCase([Point: Int].self, [["x": 1, "y": 2], 3]), DecodingCase([Point: Int].self, [["x": 1, "y": 2]]),
        DecodingCase([String: Int].self, ["\u{E9}": 1]), DecodingCase([UInt8].self, [1, 2, 255]),
    ]

    static let composites: [DecodingCase] = [
        DecodingCase(
            Team.self,
            ["title": "t", "members": [["name": "a", "isAdmin": true]], "scores": ["s": [1, 2.5]], "lead": "$null"]
        ),
        DecodingCase(Team.self, ["title": "t", "members": [["name": "a", "isAdmin": 0]], "scores": [:]]),
        DecodingCase(Team.self, ["title": "t", "members": [], "scores": ["s": [1, "2"]]]),
        DecodingCase(Team.self, ["title": "t", "members": [], "scores": [:], "lead": ["age": 1]]),
        DecodingCase(Figure.self, ["circle": ["radius": 2]]), DecodingCase(Figure.self, ["nothing": [:]]),
        DecodingCase(Figure.self, ["polygon": ["_0": [["x": 1, "y": 2]], "closed": true]]),
        DecodingCase(Figure.self, ["polygon": ["_0": [["x": 1, "y": "2"]], "closed": true]]),
        DecodingCase(Figure.self, ["label": ["_0": "a"]]), DecodingCase(Figure.self, ["label": ["at": "$null"]]),
        DecodingCase(Figure.self, ["square": [:]]), DecodingCase(Figure.self, ["circle": [:], "nothing": [:]]),
        DecodingCase(Figure.self, ["circle": []]), DecodingCase(Figure.self, ["circle": "$null"]),
        DecodingCase(Tree.self, ["node": ["left": ["leaf": ["_0": 1]], "right": ["leaf": ["_0": 2]]]]),
        DecodingCase(Tree.self, ["node": ["left": ["leaf": ["_0": 1]], "right": ["leaf": ["_0": "$null"]]]]),
        DecodingCase(Dog.self, ["super": ["legs": 4], "name": "Rex"]), DecodingCase(Dog.self, ["name": "Rex"]),
        DecodingCase(Dog.self, ["super": [:], "name": "Rex"]), DecodingCase(Dog.self, ["super": 3, "name": "Rex"]),
        DecodingCase(Cat.self, ["legs": 4, "lives": 9]), DecodingCase(Cat.self, ["lives": 9]),
        DecodingCase([Color].self, ["red", "blue"]), DecodingCase(URL.self, ["relative": "http://a/b"]),
        DecodingCase(URL.self, ["relative": "b", "base": ["relative": "http://a/"]]), DecodingCase(URL.self, [:]),
        DecodingCase(Range<Int>.self, [1, 5]), DecodingCase(UUID.self, "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"),
        DecodingCase(
            Decimal.self,
            [
                "exponent": -2, "length": 1, "isNegative": false, "isCompact": true,
                "mantissa": [150, 0, 0, 0, 0, 0, 0, 0],
            ]
        ),
    ]

    static let manual: [DecodingCase] = [
        DecodingCase(Restless.self, ["a": 1, "b": true, "c": "z", "d": [1, ["a": 2]]]),
        DecodingCase(Restless.self, ["d": ["c": 1], "c": "z", "a": 1]), DecodingCase(Restless.self, ["a": 1]),
        digger([["value": 7], [["x": 1, "y": 2], ["x": 3, "y": 4]], 2.5], "v"),
        digger([["value": 7], [["x": 1]], 2.5], "v"), digger([["value": "7"]], "v"), digger([], "v"),
        digger([1, 2], "v"), digger([1, "$null"], "v"), digger([], "$null"),
        digger([["value": 7], []], "v"), digger([["value": 7], [], []], "v"),
        DecodingCase(Digger.self, ["outer": ["list": [], "inner": ["value": "v"]]]),
        DecodingCase(Digger.self, ["outer": ["list": [:]]]), DecodingCase(Digger.self, ["outer": "$null"]),
        DecodingCase(Digger.self, ["outer": ["list": "$null"]]), DecodingCase(Digger.self, [:]),
        DecodingCase(Forgiving.self, [["number": 1], ["number": "x"], [:], ["number": 3]]),
        DecodingCase(Loose.self, ["a": [1, "x", "$null", ["b": [true, []]], .data([1])]]),
        DecodingCase(Names.self, ["b": 1, "a": ["c": 2], "d": [["e": 1]]]),
    ]

    private static func digger(_ rest: [PropertyList], _ value: PropertyList) -> DecodingCase {
        DecodingCase(Digger.self, ["outer": ["list": .array(["$null"] + rest), "inner": ["value": value]]])
    }
}
