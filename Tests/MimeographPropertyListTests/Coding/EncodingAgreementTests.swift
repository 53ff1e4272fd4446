import Foundation
import Mimeograph
import MimeographPropertyList
import Testing

@testable import TestSupport

/// Foundation's `PropertyListEncoder` in the same process is the reference: the same bytes of XML with sorted keys, and the same
/// content of the binary form, or the same kind of error at the same coding path.
@Suite struct EncodingAgreementTests {
    @Test(arguments: scalars + shapes + turns)
    func sameAsFoundation(_ test: EncodingCase) {
        let xml = test.xml()
        #expect(xml.ours == xml.theirs)
        let binary = test.binary()
        #expect(binary.ours == binary.theirs)
    }

    /// Members keep the order of encoding, unless keys are sorted.
    @Test func keysKeepTheirOrder() throws {
        struct Unsorted: Encodable {
            var z = 1
            var a = 2
        }
        for options in [PropertyListWritingOptions.xml, .binary] {
            let bytes = try PropertyListFormat(writing: options).encode(Unsorted())
            let members = try #require(try PropertyList(parsing: bytes).dictionary)
            #expect(members.map(\.key) == ["z", "a"])
        }
    }

    /// A value that throws leaves no trace, however much it had written.
    @Test func failedMembersLeaveNothing() throws {
        struct Tolerant: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: AnyKey.self)
                try container.encode(1, forKey: AnyKey(stringValue: "a"))
                for number in 0..<3 {
                    let far = Date(timeIntervalSinceReferenceDate: 1e15)
                    try? container.encode([[Date.distantPast], [far]], forKey: AnyKey(stringValue: "bad\(number)"))
                    try? container.encode(["x": Silent(fails: true)], forKey: AnyKey(stringValue: "worse\(number)"))
                    try? container.encode(Branching(), forKey: AnyKey(stringValue: "worst\(number)"))
                }
                var list = container.nestedUnkeyedContainer(forKey: AnyKey(stringValue: "b"))
                try? list.encode(Int128.max)
                try list.encode(2)
                #expect(list.count == 1)
                try? list.encode([Silent(fails: true)])
                try list.encode(3)
            }
        }
        /// Throws after it has written branches.
        struct Branching: Encodable {
            func encode(to encoder: any Encoder) throws {
                var list = encoder.unkeyedContainer()
                var inner = list.nestedUnkeyedContainer()
                try inner.encode(1)
                try [2].encode(to: list.superEncoder())
                throw Silent.Failure()
            }
        }
        let bytes = try PropertyListFormat().encode(Tolerant())
        #expect(try PropertyList(parsing: bytes) == ["a": 1, "b": [2, 3]])
    }

    /// Foundation traps on these values; here they throw an error.
    @Test func misuseIsRefused() {
        for value in [TwoKinds(), TwoValues()] as [any Encodable & Sendable] {
            #expect { try PropertyListFormat().encode(value) } throws: {
                ($0 as? SerializationError)?.code == .unencodableValue
            }
        }
        let kept = EncoderKeeper()
        #expect(throws: SerializationError.self) { try PropertyListFormat().encode([kept, kept]) }
    }

    /// A deeply nested value throws an error before the stack overflows.
    @Test(arguments: [511, 512, 513, 100_000])
    func depthIsLimited(_ depth: Int) throws {
        if depth <= 512 {
            _ = try PropertyList(parsing: PropertyListFormat().encode(DeepList(depth: depth)))
            _ = try PropertyList(parsing: PropertyListFormat(writing: .binary).encode(DeepList(depth: depth)))
        } else {
            #expect { try PropertyListFormat().encode(DeepList(depth: depth)) } throws: {
                ($0 as? SerializationError)?.code == .unencodableValue
            }
        }
    }

    /// A value that encodes itself also throws an error, without a container or with a new one each time.
    @Test func endlessValues() {
        for value in [EndlessValue(), EndlessMember()] as [any Encodable] {
            #expect { try PropertyListFormat().encode(value) } throws: {
                ($0 as? SerializationError)?.code == .unencodableValue
            }
        }
    }

    @Test func userInfoReachesValues() throws {
        var format = PropertyListFormat(writing: .binary)
        format.userInfo = [try #require(Told.key): "secret"]
        let told = try format.decode([Told].self, from: ([0] as PropertyList).serialized())
        #expect(told.first?.text == "secret")
        #expect(try PropertyList(parsing: format.encode(told)) == ["secret"])
    }

    /// Integers that Foundation's coders do not support.
    @Test func wideIntegers() throws {
        let values: [Int128] = [0, -1, Int128(Int64.min), Int128(UInt64.max)]
        for options in [PropertyListWritingOptions.xml, .binary] {
            let format = PropertyListFormat(writing: options)
            #expect(try format.decode([Int128].self, from: format.encode(values)) == values)
            #expect(
                try format.decode([UInt128].self, from: format.encode([UInt128(UInt64.max)])) == [UInt128(UInt64.max)]
            )
            for value in [Int128.max, Int128(Int64.min) - 1] {
                let error = try #require(throws: SerializationError.self) { try format.encode(["a": [value]]) }
                #expect(error.code == .unencodableValue)
                #expect(error.codingPath.map(\.stringValue) == ["a", "Index 0"])
            }
        }
        #expect(
            try PropertyListFormat().decode([Int128].self, from: ([1e20] as PropertyList).serialized()) == [
                100_000_000_000_000_000_000
            ]
        )
    }

    /// The error for text that XML cannot hold has its path; the binary format holds the text.
    @Test(arguments: ["a\u{1}", "\u{FFFE}"])
    func notInXML(text: String) throws {
        struct Held: Codable, Equatable { var values: [[String: String]] }
        let held = Held(values: [["a": "fine"], ["b": text], ["c": text]])
        let error = try #require(throws: SerializationError.self) { try PropertyListFormat().encode(held) }
        #expect(error.code == .unencodableValue)
        #expect(error.codingPath.map(\.stringValue) == ["values", "Index 1", "b"])
        #expect(error.underlying.first is EncodingError)
        let keyed = try #require(throws: SerializationError.self) {
            try PropertyListFormat().encode([["a": 1], [text: 1]])
        }
        #expect(keyed.codingPath.map(\.stringValue) == ["Index 1", text])
        let binary = PropertyListFormat(writing: .binary)
        #expect(try binary.decode(Held.self, from: binary.encode(held)) == held)
    }

    @Test func datesOutsideOfTheCalendar() throws {
        for options in [PropertyListWritingOptions.xml, .binary] {
            for seconds in [1e15, -1e15, .infinity, .nan] {
                let value = ["a": [Date(timeIntervalSinceReferenceDate: seconds)]]
                let error = try #require(throws: SerializationError.self) {
                    try PropertyListFormat(writing: options).encode(value)
                }
                #expect(error.code == .unencodableValue)
                #expect(error.codingPath.map(\.stringValue) == ["a", "Index 0"])
            }
        }
    }

    static let scalars: [EncodingCase] = [
        EncodingCase("true", true), EncodingCase("string", "x"), EncodingCase("date", Date(timeIntervalSince1970: 0)),
        EncodingCase("integer", 1), EncodingCase("real", 1.5), EncodingCase("none", Int?.none),
        EncodingCase("some", Int?.some(1)), EncodingCase("data", Data([1, 2, 3])), EncodingCase("color", Color.red),
        EncodingCase("strings", ["a/b\n\t\u{7f}\u{2028}é😀\"\\'<&>", "", "$null", "]]>", "e\u{301}"]),
        EncodingCase("integers", [Int.min, .max, 0, -1]), EncodingCase("unsigned", [UInt64.max, 0]),
        EncodingCase("bytes", [Int8.min, .max]), EncodingCase("words", [UInt16.max]), EncodingCase("u8", [UInt8.max]),
        EncodingCase("i16", [Int16.min]), EncodingCase("i32", [Int32.min]), EncodingCase("u32", [UInt32.max]),
        EncodingCase("i64", [Int64.min, .max]), EncodingCase("uint", [UInt.max]), EncodingCase("bools", [true, false]),
        EncodingCase("reals", [0.1, 1e300, -0.0, 2, 1e16, .leastNonzeroMagnitude, 1 / 3, .infinity, -.infinity]),
        EncodingCase("nan", [Double.nan]), EncodingCase("floats", [0.1, 1e10, 16_777_216, 1.5, .infinity] as [Float]),
        EncodingCase("url", [URL(string: "http://a/b")]),
        EncodingCase("relative", URL(string: "b", relativeTo: URL(string: "http://a/"))),
        EncodingCase("decimals", [Decimal(string: "1.50"), Decimal(string: "-12345678901234567890.5")]),
        EncodingCase("dates", [0, 0.75, -0.5, 1e9, -1e9].map { Date(timeIntervalSinceReferenceDate: $0) }),
        EncodingCase("datas", [Data(), Data([1]), Data((0..<200).map { UInt8($0) })]),
        EncodingCase("uuid", [UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")]), EncodingCase("range", 1..<5),
        EncodingCase("sample", Sampled()),
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
        EncodingCase("pairs", [Point(x: 1, y: 2): 3]), EncodingCase("set", Set([7])),
        EncodingCase("odd keys", ["10": 1, "9": 2, "A": 3, "a": 4, "é": 5, "😀": 7, "": 8, "<&>": 9, "$null ": 10]),
        EncodingCase("optionals", [1, nil, 2]), EncodingCase("dictionary of optionals", ["a": 1, "b": nil]),
        EncodingCase("nested optionals", [[1, nil], nil] as [[Int?]?]),
        EncodingCase("nested", [["a": [["b": [Int]()]]]]), EncodingCase("empty", [Silent(), Silent()]),
        EncodingCase("empty containers", ["a": [String: Int](), "b": [:]]), EncodingCase("names", Names(["b", "a"])),
        EncodingCase(
            "loose",
            Loose.object(["a": .list([.none, .flag(true), .text("x"), .data(Data([1]))]), "b": .number(1)])
        ),
    ]

    static let turns: [EncodingCase] = [
        EncodingCase("nothing", Silent()), EncodingCase("failure", ["a": Silent(fails: true)]),
        EncodingCase("in turns", InTurns()), EncodingCase("in turns, inside", ["k": [InTurns(), InTurns()]]),
        EncodingCase("twice", Twice()), EncodingCase("elements", Elements()),
        EncodingCase("many keys twice", ManyTwice()), EncodingCase("deep branches", DeepBranches(depth: 5)),
    ]

    /// Every kind of value, and data at many depths.
    struct Sampled: Encodable, Sendable {
        func encode(to encoder: any Encoder) throws { try SampleList().encode(to: encoder) }
    }

    /// Nested containers that are all created first and then filled from the outside in.
    struct DeepBranches: Encodable, Sendable {
        var depth: Int
        func encode(to encoder: any Encoder) throws {
            var containers = [encoder.container(keyedBy: AnyKey.self)]
            for number in 0..<depth {
                let outer = containers.count - 1
                containers.append(
                    containers[outer].nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey(stringValue: "k\(number)"))
                )
            }
            for index in containers.indices {
                try containers[index].encode([["v": index]], forKey: AnyKey(stringValue: "value"))
            }
        }
    }
}
