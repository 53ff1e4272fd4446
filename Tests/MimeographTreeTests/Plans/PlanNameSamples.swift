import Mimeograph

func nameSamples<Mark>(_ mark: Mark.Type) -> [any PlanSample.Type] {
    [
        Renamed<Mark>.self, Reordered<Mark>.self, LeftOut<Mark>.self, StrangeNames<Mark>.self, LongNames<Mark>.self,
        CamelNames<Mark>.self, ClashingNames<Mark>.self, NumberedKeys<Mark>.self, ComposedNames<Mark>.self,
        Prefixes<Mark>.self,
    ]
}

struct Renamed<Mark>: PlanSample {
    enum CodingKeys: String, CodingKey { case id = "_id", name = "full_name", isAdmin = "is-admin" }

    var id: Int
    var name: String?
    var isAdmin: Bool

    static var samples: [Self] { [Self(id: 1, name: "a", isAdmin: true), Self(id: 2, name: nil, isAdmin: false)] }
}

extension Renamed: SynthesizedCodable where Mark: PlanMark {}

struct Reordered<Mark>: PlanSample {
    enum CodingKeys: CodingKey { case c, a, d, b }

    var a: Int
    var b: String
    var c: Double?
    var d: [Int]

    static var samples: [Self] { [Self(a: 1, b: "x", c: 0.5, d: [1]), Self(a: 2, b: "", c: nil, d: [])] }
}

extension Reordered: SynthesizedCodable where Mark: PlanMark {}

struct LeftOut<Mark>: PlanSample {
    enum CodingKeys: CodingKey { case kept, alsoKept }

    var kept: Int
    var forgotten = 7
    var alsoKept: String
    var cache: [String: Int]?

    static var samples: [Self] {
        [Self(kept: 1, forgotten: 7, alsoKept: "b"), Self(kept: 2, forgotten: 7, alsoKept: "")]
    }
}

extension LeftOut: SynthesizedCodable where Mark: PlanMark {}

struct StrangeNames<Mark>: PlanSample {
    enum CodingKeys: String, CodingKey {
        case empty = ""
        case quoted = "a \"name\" \\ to escape"
        case slash = "a/b"
        case control = "tab\tnull\u{0}"
        case accent = "naïve café"
        case emoji = "\u{1F600}"
        case markup = "<a&b>"
        case dotted = "x.y[z]"
        case delete = "\u{7F}"
        case separator = "line\u{2028}"
    }

    var empty: Int?, quoted: Int?, slash: Int?, control: Int?, accent: Int?, emoji: String?, markup: Int?, dotted: Int?,
        delete: Int?
    var separator: Flag<Mark>?

    static var samples: [Self] {
        [
            Self(
                empty: 1,
                quoted: 2,
                slash: 3,
                control: 4,
                accent: 5,
                emoji: "6",
                markup: 7,
                dotted: 8,
                delete: 9,
                separator: Flag(on: true)
            ),
            Self(), Self(accent: 5), Self(quoted: 2, slash: nil, control: 4),
        ]
    }
}

extension StrangeNames: SynthesizedCodable where Mark: PlanMark {}

/// Names of 1, 7, 8, 9, 15, 16, 17, 31, 32, 33 and 64 bytes, some of which differ only at the end.
struct LongNames<Mark>: PlanSample {
    var a: Int
    var name567: Int
    var name5678: Int
    var name56789: Int
    var name56780: Int
    var name56789ABCDEF: Int
    var name56789ABCDEFG: Int
    var name56789ABCDEFH: Int
    var name56789ABCDEFGH: Int
    var name56789ABCDEFGHIJKLMNOPQRSTUV: Int
    var name56789ABCDEFGHIJKLMNOPQRSTUVW: Int
    var name56789ABCDEFGHIJKLMNOPQRSTUVX: Int
    var name56789ABCDEFGHIJKLMNOPQRSTUVWX: Int?
    var name56789ABCDEFGHIJKLMNOPQRSTUVWXname56789ABCDEFGHIJKLMNOPQRSTUVW: String

    static var samples: [Self] {
        (0..<2).map { n in
            Self(
                a: n,
                name567: 1,
                name5678: 2,
                name56789: 3,
                name56780: 4,
                name56789ABCDEF: 5,
                name56789ABCDEFG: 6,
                name56789ABCDEFH: 7,
                name56789ABCDEFGH: 8,
                name56789ABCDEFGHIJKLMNOPQRSTUV: 9,
                name56789ABCDEFGHIJKLMNOPQRSTUVW: 10,
                name56789ABCDEFGHIJKLMNOPQRSTUVX: 11,
                name56789ABCDEFGHIJKLMNOPQRSTUVWX: n == 0 ? 12 : nil,
                name56789ABCDEFGHIJKLMNOPQRSTUVWXname56789ABCDEFGHIJKLMNOPQRSTUVW: "13"
            )
        }
    }
}

extension LongNames: SynthesizedCodable where Mark: PlanMark {}

/// Names that snake case changes, and some that it does not change back.
struct CamelNames<Mark>: PlanSample {
    var firstName: String
    var homeURL: String?
    var aB: Int
    var _private: Int
    var trailing_: Int?
    var already_snake: Int
    var numbered1Thing: Flag<Mark>

    static var samples: [Self] {
        [
            Self(
                firstName: "a",
                homeURL: "b",
                aB: 1,
                _private: 2,
                trailing_: 3,
                already_snake: 4,
                numbered1Thing: Flag(on: true)
            ),
            Self(
                firstName: "",
                homeURL: nil,
                aB: 1,
                _private: 2,
                trailing_: nil,
                already_snake: 4,
                numbered1Thing: Flag(on: false)
            ),
        ]
    }
}

extension CamelNames: SynthesizedCodable where Mark: PlanMark {}

/// Two names that become the same in snake case.
struct ClashingNames<Mark>: PlanSample {
    var someName: Int
    var some_name: Int?

    static var samples: [Self] { [Self(someName: 1, some_name: 2), Self(someName: 1, some_name: nil)] }
}

extension ClashingNames: SynthesizedCodable where Mark: PlanMark {}

struct NumberedKeys<Mark>: PlanSample {
    enum CodingKeys: Int, CodingKey { case one = 1, two = 2, large = 1_000_000 }

    var one: String
    var two: Int?
    var large: [Int]

    static var samples: [Self] { [Self(one: "a", two: 2, large: [3]), Self(one: "", two: nil, large: [])] }
}

extension NumberedKeys: SynthesizedCodable where Mark: PlanMark {}

/// Names with marks that may be composed.
struct ComposedNames<Mark>: PlanSample {
    enum CodingKeys: String, CodingKey { case composed = "caf\u{E9}", other = "o\u{308}" }

    var composed: Int
    var other: Int?

    static var samples: [Self] { [Self(composed: 1, other: 2), Self(composed: 1, other: nil)] }
}

extension ComposedNames: SynthesizedCodable where Mark: PlanMark {}

/// Names of which each begins with the one before.
struct Prefixes<Mark>: PlanSample {
    var abcdefghi: Int
    var abcdefgh: Int
    var abcdefg: Int
    var abc: Int?
    var ab: Int?
    var a: Int?

    static var samples: [Self] {
        [Self(abcdefghi: 1, abcdefgh: 2, abcdefg: 3, abc: 4, ab: 5, a: 6), Self(abcdefghi: 1, abcdefgh: 2, abcdefg: 3)]
    }
}

extension Prefixes: SynthesizedCodable where Mark: PlanMark {}
