import Foundation
import Mimeograph
import MimeographJSON
import Testing

@testable import TestSupport

/// Foundation's `JSONEncoder` in the same process is the reference: the same bytes with sorted keys, or the same kind of error at
/// the same coding path.
@Suite struct EncodingAgreementTests {
    @Test(arguments: scalars + shapes + turns)
    func sameAsFoundation(_ test: EncodingCase) {
        #expect(test.ours() == test.theirs())
    }

    /// Pretty text has the same bytes too, including empty containers.
    @Test func samePrettyText() throws {
        let values: [any Encodable & Sendable] = [
            InTurns(), Elements(), [Silent()], [[Int]()], ["a": [String: Int]()], Names([]), Twice(),
            Team(title: "t", members: [Person(name: "a/b")], scores: ["b": [1.5], "a": []], lead: nil),
        ]
        let format = JSONFormat(writing: JSONWritingOptions(pretty: true, sortedKeys: true, escapesSlashes: true))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        for value in values {
            #expect(try format.encode(value) == [UInt8](encoder.encode(value)))
        }
    }

    @Test func prettyLayout() throws {
        let format = JSONFormat(writing: JSONWritingOptions(pretty: true, sortedKeys: true))
        let text = String(decoding: try format.encode(InTurns()), as: UTF8.self)
        #expect(
            text == """
                {
                  "a" : {
                    "v" : [
                      9
                    ],
                    "x" : 1,
                    "y" : 4
                  },
                  "b" : [
                    2,
                    {
                      "z" : 5
                    },
                    6
                  ],
                  "c" : 3,
                  "super" : "late"
                }
                """
        )
    }

    /// A value that throws leaves no trace, however much it had written.
    @Test func failedMembersLeaveNothing() throws {
        struct Tolerant: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: AnyKey.self)
                try container.encode(1, forKey: AnyKey(stringValue: "a"))
                for number in 0..<3 {
                    try? container.encode([[1.0], [.nan]], forKey: AnyKey(stringValue: "bad\(number)"))
                    try? container.encode(["x": Silent(fails: true)], forKey: AnyKey(stringValue: "worse\(number)"))
                }
                var list = container.nestedUnkeyedContainer(forKey: AnyKey(stringValue: "b"))
                try? list.encode(Double.nan)
                try list.encode(2)
                #expect(list.count == 1)
                try? list.encode([Silent(fails: true)])
                try list.encode(3)
            }
        }
        #expect(String(decoding: try JSONFormat().encode(Tolerant()), as: UTF8.self) == #"{"a":1,"b":[2,3]}"#)
    }

    /// Foundation traps on these values; here they throw an error.
    @Test func misuseIsRefused() {
        for value in [TwoKinds(), TwoValues()] as [any Encodable & Sendable] {
            #expect { try JSONFormat().encode(value) } throws: {
                ($0 as? SerializationError)?.code == .unencodableValue
            }
        }
        let kept = EncoderKeeper()
        #expect(throws: SerializationError.self) { try JSONFormat().encode([kept, kept]) }
    }

    /// A deeply nested value throws an error before the stack overflows.
    @Test(arguments: [511, 512, 513, 100_000])
    func depthIsLimited(_ depth: Int) throws {
        if depth <= 512 {
            #expect(try JSONFormat().encode(DeepList(depth: depth)).count == 2 * depth)
        } else {
            #expect { try JSONFormat().encode(DeepList(depth: depth)) } throws: {
                ($0 as? SerializationError)?.code == .unencodableValue
            }
        }
    }

    @Test func userInfoReachesValues() throws {
        var format = JSONFormat()
        format.userInfo = [try #require(Told.key): "secret"]
        let told = try format.decode([Told].self, from: "[0]".utf8)
        #expect(told.first?.text == "secret")
        #expect(String(decoding: try format.encode(told), as: UTF8.self) == #"["secret"]"#)
    }

    static let scalars: [EncodingCase] = [
        EncodingCase("true", true), EncodingCase("string", "a/b\u{8}\u{c}\n\r\t\u{1f}\u{7f}\u{2028}é😀\"\\"),
        EncodingCase("empty string", ""), EncodingCase("none", Int?.none), EncodingCase("some", Int?.some(1)),
        EncodingCase("integers", [Int.min, .max, 0, -1]), EncodingCase("unsigned", [UInt64.max, 0]),
        EncodingCase("bytes", [Int8.min, .max]), EncodingCase("words", [UInt16.max]), EncodingCase("u8", [UInt8.max]),
        EncodingCase("i16", [Int16.min]), EncodingCase("i32", [Int32.min]), EncodingCase("u32", [UInt32.max]),
        EncodingCase("i64", [Int64.min]), EncodingCase("u", [UInt.max]), EncodingCase("i128", [Int128.min, .max]),
        EncodingCase("u128", [UInt128.max]), EncodingCase("half", Float16(0.1)),
        EncodingCase(
            "doubles",
            [
                1, 0.1, 1e20, 1e16, 1e15, 1e-7, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
                123_456_789_012_345_680, 100.5,
            ]
                as [Double]
        ),
        EncodingCase("floats", [0.1, 1e10, 16_777_216, 1.5] as [Float]), EncodingCase("url", URL(string: "http://a/b")),
        EncodingCase("decimals", [Decimal(string: "1.50"), Decimal(string: "123456789012345678901234567890.12345")]),
    ]

    static let shapes: [EncodingCase] = [
        EncodingCase("person", Person(name: "Ada", age: nil, isAdmin: true)),
        EncodingCase(
            "team",
            Team(
                title: "t",
                members: [Person(name: "a", age: 1)],
                scores: ["b": [1.5], "a": []],
                lead: Person(name: "b")
            )
        ),
        EncodingCase("enums", [Figure.circle(radius: 1), .polygon([], closed: false), .label("x", at: nil), .nothing]),
        EncodingCase("tree", Tree.node(left: .leaf(1), right: .node(left: .leaf(2), right: .leaf(3)))),
        EncodingCase("super", Dog(legs: 4, name: "Rex")), EncodingCase("inherited", Cat(legs: 4, lives: 9)),
        EncodingCase("int keys", [3: 1, 1: 2]), EncodingCase("enum keys", [Color.red: 1]),
        EncodingCase("odd keys", ["10": 1, "9": 2, "A": 3, "a": 4, "é": 5, "e\u{301}a": 6, "😀": 7, "\u{FFFF}": 8]),
        EncodingCase("escaped keys", ["\"": 1, "\n": 2, "/": 3, "\u{1}": 4, "": 5, "\\": 6, "[": 7]),
        EncodingCase("optionals", [1, nil, 2]), EncodingCase("dictionary of optionals", ["a": 1, "b": nil]),
        EncodingCase("nested", [["a": [["b": [Int]()]]]]), EncodingCase("empty", [Silent(), Silent()]),
        EncodingCase("loose", Loose.object(["a": .list([.none, .flag(true), .text("x")]), "b": .number(1)])),
    ]

    static let turns: [EncodingCase] = [
        EncodingCase("nothing", Silent()), EncodingCase("failure", ["a": Silent(fails: true)]),
        EncodingCase("in turns", InTurns()), EncodingCase("in turns, inside", ["k": [InTurns(), InTurns()]]),
        EncodingCase("twice", Twice()), EncodingCase("elements", Elements()),
        EncodingCase("many keys twice", ManyTwice()),
        EncodingCase("refused deep down", ["a": [Point(x: 1, y: .infinity)]]),
    ]
}
