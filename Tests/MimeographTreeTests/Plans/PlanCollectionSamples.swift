import Mimeograph

func collectionSamples<Mark>(_ mark: Mark.Type) -> [any PlanSample.Type] {
    [
        Arrays<Mark>.self, NarrowArrays<Mark>.self, ArraysOfArrays<Mark>.self, Sets<Mark>.self, Dictionaries<Mark>.self,
        OddDictionaries<Mark>.self, LargeArrays<Mark>.self, OptionalCollections<Mark>.self,
    ]
}

func nestedSamples<Mark>(_ mark: Mark.Type) -> [any PlanSample.Type] {
    [
        Nest<Mark>.self, Tree<Mark>.self, Ranks<Mark>.self, Payload<Mark>.self, Payloads<Mark>.self,
        Box<Mark, Int>.self, Box<Mark, Int?>.self,
        Box<Mark, String?>.self, Box<Mark, Flag<Mark>?>.self, Box<Mark, [Flag<Mark>]>.self,
        Box<Mark, Box<Mark, Double>>.self,
        Box<Mark, [String: Int]>.self, OptionalBox<Mark, String>.self, OptionalBox<Mark, Flag<Mark>>.self,
        Options<Mark>.self,
        Rank<Mark>.self, Level<Mark>.self, MixedNest<Mark>.self, Ring<Mark>.self,
    ]
}

struct Arrays<Mark>: PlanSample {
    var ints: [Int], optionals: [Int?], texts: [String], optionalTexts: [String?], flags: [Flag<Mark>],
        doubles: [Double]

    static var samples: [Self] {
        [
            Self(
                ints: [1, 2],
                optionals: [nil, 1],
                texts: ["a", "a text longer than fifteen bytes"],
                optionalTexts: [nil, ""],
                flags: [Flag(on: true), Flag(on: false)],
                doubles: [0.1, 1]
            ),
            Self(ints: [], optionals: [], texts: [], optionalTexts: [], flags: [], doubles: []),
            Self(
                ints: Array(0..<100),
                optionals: [.min],
                texts: [""],
                optionalTexts: ["x"],
                flags: [Flag(on: true)],
                doubles: [.infinity]
            ),
        ]
    }
}

extension Arrays: SynthesizedCodable where Mark: PlanMark {}

struct NarrowArrays<Mark>: PlanSample {
    var a: [Int8], b: [UInt8], c: [Int16], d: [UInt16], e: [Int32], f: [UInt32], g: [UInt64], h: [Bool], i: [Float],
        j: [UInt]
    var k: ContiguousArray<Int>, l: [Int128]

    static var samples: [Self] {
        [
            Self(
                a: [.min, .max],
                b: [0, .max],
                c: [.min],
                d: [.max],
                e: [.min, 0],
                f: [.max],
                g: [.max, 0],
                h: [true],
                i: [1.5],
                j: [.max],
                k: [1, 2],
                l: [.max]
            ),
            Self(a: [], b: [], c: [], d: [], e: [], f: [], g: [], h: [], i: [], j: [], k: [], l: []),
        ]
    }
}

extension NarrowArrays: SynthesizedCodable where Mark: PlanMark {}

struct ArraysOfArrays<Mark>: PlanSample {
    var ints: [[Int]], deep: [[[String]]], optionals: [[Int?]?], flags: [[Flag<Mark>]], dictionaries: [[String: [Int]]]

    static var samples: [Self] {
        [
            Self(
                ints: [[], [1], [2, 3]],
                deep: [[["a"], []], []],
                optionals: [nil, [], [nil, 1]],
                flags: [[Flag(on: true)], []],
                dictionaries: [["a": [1]], [:]]
            ),
            Self(ints: [], deep: [], optionals: [], flags: [], dictionaries: []),
        ]
    }
}

extension ArraysOfArrays: SynthesizedCodable where Mark: PlanMark {}

struct Sets<Mark>: PlanSample {
    var numbers: Set<Int>
    var texts: Set<String>
    var optional: Set<Int>?

    static var samples: [Self] {
        [
            Self(numbers: [7], texts: ["a"], optional: nil), Self(numbers: [], texts: [], optional: [1]),
            Self(numbers: [.max], texts: ["b"], optional: []),
        ]
    }
}

extension Sets: SynthesizedCodable where Mark: PlanMark {}

struct Dictionaries<Mark>: PlanSample {
    var numbers: [String: Int], flags: [String: Flag<Mark>], optionals: [String: Int?], lists: [String: [Flag<Mark>]]
    var nested: [String: [String: Double]], maybe: [String: String]?

    static var samples: [Self] {
        [
            Self(
                numbers: ["aKey": 1],
                flags: ["someFlag": Flag(on: true)],
                optionals: ["x": nil],
                lists: ["l": [Flag(on: false)]],
                nested: ["a": ["b": 0.5]],
                maybe: ["URLOfThis": "c"]
            ),
            Self(numbers: [:], flags: [:], optionals: [:], lists: [:], nested: [:], maybe: nil),
            Self(
                numbers: ["": 1],
                flags: ["é\u{1}": Flag(on: false)],
                optionals: ["y": 3],
                lists: ["": []],
                nested: ["": [:]],
                maybe: [:]
            ),
        ]
            + ["a\"b", "é", "a/b", "with.dot", "0", "UPPER", "snake_case", "camelCase"].map { name in
                Self(
                    numbers: [name: 1],
                    flags: [name: Flag(on: true)],
                    optionals: [:],
                    lists: [name: []],
                    nested: [name: [name: 1]],
                    maybe: nil
                )
            }
    }
}

extension Dictionaries: SynthesizedCodable where Mark: PlanMark {}

enum Suit: String, Codable, Hashable { case hearts, spades }
enum RepresentedKey: String, Codable, CodingKeyRepresentable { case firstKey, second = "2nd" }

struct OddDictionaries<Mark>: PlanSample {
    var byNumber: [Int: String], flagsByNumber: [Int: Flag<Mark>], bySuit: [Suit: Int],
        byKey: [RepresentedKey: Flag<Mark>]
    var byDouble: [Double: Int]

    static var samples: [Self] {
        [
            Self(
                byNumber: [1: "a"],
                flagsByNumber: [-2: Flag(on: true)],
                bySuit: [.hearts: 1],
                byKey: [.second: Flag(on: true)],
                byDouble: [0.5: 1]
            ),
            Self(byNumber: [:], flagsByNumber: [:], bySuit: [:], byKey: [:], byDouble: [:]),
            Self(
                byNumber: [.max: ""],
                flagsByNumber: [:],
                bySuit: [.spades: 2],
                byKey: [.firstKey: Flag(on: true)],
                byDouble: [1: 1]
            ),
        ]
    }
}

extension OddDictionaries: SynthesizedCodable where Mark: PlanMark {}

/// Arrays for which a plan does not take the memory at once.
struct LargeArrays<Mark>: PlanSample {
    var records: [OptionalText<Mark>]
    var numbers: [Int]

    static var samples: [Self] {
        [
            Self(records: [OptionalText()], numbers: []),
            Self(records: Array(repeating: OptionalText(text: "a", other: nil), count: 2_100), numbers: Array(0..<300)),
        ]
    }
}

extension LargeArrays: SynthesizedCodable where Mark: PlanMark {}

struct OptionalCollections<Mark>: PlanSample {
    var ints: [Int]?, flags: [Flag<Mark>]?, nested: [[Int]?]?, named: [String: Flag<Mark>]?, set: Set<String>?

    static var samples: [Self] {
        [
            Self(ints: [1], flags: [Flag(on: true)], nested: [nil, [1]], named: ["a": Flag(on: false)], set: ["s"]),
            Self(),
            Self(ints: [], flags: [], nested: [], named: [:], set: []),
        ]
    }
}

extension OptionalCollections: SynthesizedCodable where Mark: PlanMark {}

// MARK: - Nested types

struct Nest<Mark>: PlanSample {
    var inner: Integers<Mark>, maybe: Texts<Mark>?, list: [OptionalText<Mark>], named: [String: Flag<Mark>],
        holes: [Flag<Mark>?]

    static var samples: [Self] {
        let texts = Texts<Mark>(short: "a", long: "b", last: "c")
        return Integers<Mark>.samples.flatMap { inner in
            [
                Self(
                    inner: inner,
                    maybe: texts,
                    list: OptionalText.samples,
                    named: ["a": Flag(on: true)],
                    holes: [nil, Flag(on: true)]
                ),
                Self(inner: inner, maybe: nil, list: [], named: [:], holes: []),
            ]
        }
    }
}

extension Nest: SynthesizedCodable where Mark: PlanMark {}

struct Tree<Mark>: PlanSample {
    var name: String
    var children: [Tree]
    var left: [String: Tree]?

    static var samples: [Self] {
        let leaf = Self(name: "leaf", children: [], left: nil)
        let branch = Self(name: "branch", children: [leaf, leaf], left: ["a": leaf])
        let deep = (0..<100).reduce(leaf) { tree, number in Self(name: "\(number)", children: [tree], left: nil) }
        let deeper = (0..<600).reduce(leaf) { tree, number in Self(name: "\(number)", children: [tree], left: nil) }
        return [leaf, branch, deep, deeper, Self(name: "root", children: [branch, leaf], left: [:])]
    }
}

extension Tree: SynthesizedCodable where Mark: PlanMark {}

enum Rank<Mark>: String, PlanSample {
    case low
    case high = "a raw value that is \"long\" é"

    static var samples: [Self] { [.low, .high] }
}

extension Rank: SynthesizedCodable where Mark: PlanMark {}

enum Level<Mark>: Int, PlanSample {
    case one = 1, many = 1_000_000_000_000

    static var samples: [Self] { [.one, .many] }
}

extension Level: SynthesizedCodable where Mark: PlanMark {}

enum Byte<Mark>: UInt8, Codable { case zero, most = 255 }
extension Byte: SynthesizedCodable where Mark: PlanMark {}

enum Share<Mark>: Double, Codable { case half = 0.5, all = 1 }
extension Share: SynthesizedCodable where Mark: PlanMark {}

struct Ranks<Mark>: PlanSample {
    var rank: Rank<Mark>, level: Level<Mark>, byte: Byte<Mark>, maybe: Rank<Mark>?, bytes: [Byte<Mark>?],
        ranks: [Rank<Mark>]
    var named: [String: Level<Mark>], suit: Suit, suits: [Suit?], share: Share<Mark>

    static var samples: [Self] {
        [
            Self(
                rank: .high,
                level: .many,
                byte: .most,
                maybe: .low,
                bytes: [nil, .zero],
                ranks: [.low, .high],
                named: ["a": .one],
                suit: .hearts,
                suits: [nil, .spades],
                share: .half
            ),
            Self(
                rank: .low,
                level: .one,
                byte: .zero,
                maybe: nil,
                bytes: [],
                ranks: [],
                named: [:],
                suit: .spades,
                suits: [],
                share: .all
            ),
        ]
    }
}

extension Ranks: SynthesizedCodable where Mark: PlanMark {}

enum Payload<Mark>: PlanSample {
    case nothing
    case number(Int)
    case named(first: String, second: Flag<Mark>)
    case flag(Flag<Mark>?)

    static var samples: [Self] { [.number(1), .nothing, .named(first: "a", second: Flag(on: true)), .flag(nil)] }
}

extension Payload: SynthesizedCodable where Mark: PlanMark {}

struct Payloads<Mark>: PlanSample {
    var payload: Payload<Mark>
    var list: [Payload<Mark>]
    var maybe: Payload<Mark>?

    static var samples: [Self] {
        [
            Self(payload: .number(1), list: [.nothing, .flag(nil)], maybe: .named(first: "a", second: Flag(on: true))),
            Self(payload: .nothing, list: [], maybe: nil),
            Self(payload: .flag(Flag(on: true)), list: [.number(-1)], maybe: .nothing),
        ]
    }
}

extension Payloads: SynthesizedCodable where Mark: PlanMark {}

/// A property whose type is a parameter. If that is an optional, the compiler's functions do not treat it as one.
struct Box<Mark, Content: Codable>: PlanSample {
    var before: Int
    var content: Content
    var after: String?

    static var samples: [Self] {
        func all<C>(_ contents: [C]) -> [Self] {
            contents.compactMap { $0 as? Content }.map { Self(before: 1, content: $0, after: "b") }
        }
        if let type = Content.self as? any PlanSample.Type { return all(type.samples.map { $0 as Any }) }
        switch Content.self {
        case is Int.Type: return all([1, 2])
        case is Int?.Type: return all([1, nil, 2] as [Int?])
        case is String?.Type: return all(["a", nil, ""] as [String?])
        case is Flag<Mark>?.Type: return all([Flag<Mark>(on: true), nil])
        case is [Flag<Mark>].Type: return all([[Flag<Mark>(on: true)], []])
        case is Double.Type: return all([0.1, 2])
        case is [String: Int].Type: return all([["a": 1], [:]])
        default: return []
        }
    }
}

extension Box: SynthesizedCodable where Mark: PlanMark {}

struct OptionalBox<Mark, Content: Codable>: PlanSample {
    var content: Content?
    var list: [Content?]

    static var samples: [Self] {
        if Content.self == String.self, let text = "a" as? Content {
            return [Self(content: text, list: [nil, text]), Self(content: nil, list: [])]
        }
        if let content = Flag<Mark>(on: true) as? Content {
            return [Self(content: nil, list: [content]), Self(content: content, list: [nil])]
        }
        return []
    }
}

extension OptionalBox: SynthesizedCodable where Mark: PlanMark {}

struct Options<Mark>: OptionSet, PlanSample {
    var rawValue: UInt16

    static var samples: [Self] { [Self(rawValue: 3), Self(rawValue: 0), Self(rawValue: .max)] }
}

extension Options: SynthesizedCodable where Mark: PlanMark {}

/// Marked types and types that are not marked, in turn.
struct MixedNest<Mark>: PlanSample {
    struct Unmarked: Codable {
        var flag: Flag<Mark>
        var texts: [OptionalText<Mark>]
        var nested: [String: Flag<Mark>]
    }

    var options: Options<Mark>
    var inner: Unmarked
    var maybe: Unmarked?
    var list: [Unmarked]
    var named: [String: Unmarked]

    static var samples: [Self] {
        let inner = Unmarked(flag: Flag(on: true), texts: OptionalText.samples, nested: ["x": Flag(on: false)])
        let empty = Unmarked(flag: Flag(on: false), texts: [], nested: [:])
        return [
            Self(options: Options(rawValue: 1), inner: inner, maybe: inner, list: [inner, empty], named: ["a": inner]),
            Self(options: [], inner: empty, maybe: nil, list: [], named: [:]),
        ]
    }
}

extension MixedNest: SynthesizedCodable where Mark: PlanMark {}

/// A type that contains itself by way of another one.
struct Ring<Mark>: PlanSample {
    struct Link: Codable {
        var ring: [Ring]
        var name: String?
    }

    var link: Link?
    var number: Int

    static var samples: [Self] {
        let end = Self(link: nil, number: 0)
        return [
            Self(link: Link(ring: [end, Self(link: Link(ring: [end], name: "a"), number: 2)], name: nil), number: 1),
            end,
        ]
    }
}

extension Ring: SynthesizedCodable where Mark: PlanMark {}
extension Ring.Link: SynthesizedCodable where Mark: PlanMark {}
