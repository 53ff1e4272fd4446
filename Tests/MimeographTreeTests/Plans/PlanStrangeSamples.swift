import Mimeograph
import MimeographJSONPatch

/// Types that contain strange ones.
func strangeSamples<Mark>(_ mark: Mark.Type) -> [any PlanSample.Type] {
    [NestsStrange<Mark>.self, BranchingField<Mark>.self, SilentField<Mark>.self, CatchingField<Mark>.self]
}

/// Types that should not be marked, because their functions are their own. Their first samples show it.
func falselyMarkedSamples<Mark>(_ mark: Mark.Type) -> [any PlanSample.Type] {
    [
        ChangesInput<Mark>.self, ChangesOutput<Mark>.self, AddsKey<Mark>.self, LeavesOutKey<Mark>.self,
        WritesNull<Mark>.self,
        ReadsNull<Mark>.self, SingleValue<Mark>.self, Listed<Mark>.self, Branching<Mark>.self, Patched<Mark>.self,
        DefaultedInput<Mark>.self, ChangesDeepInput<Mark>.self, OwnRaw<Mark>.self, OwnRawInput<Mark>.self,
        HoldsOwnRaw<Mark>.self,
        TwoContainers<Mark>.self, Super<Mark>.self, SortedKeys<Mark>.self,
    ]
}

struct ChangesInput<Mark>: PlanSample {
    var number: Int
    var name: String

    init(number: Int, name: String) { (self.number, self.name) = (number, name) }
    enum CodingKeys: CodingKey { case number, name }
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        number = try container.decode(Int.self, forKey: .number) + 1
        name = try container.decode(String.self, forKey: .name)
    }

    static var samples: [Self] { [Self(number: 1, name: "a"), Self(number: 2, name: "b")] }
}

extension ChangesInput: SynthesizedCodable where Mark: PlanMark {}

struct ChangesOutput<Mark>: PlanSample {
    var number: Int
    var name: String

    enum CodingKeys: CodingKey { case number, name }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(number, forKey: .number)
        try container.encode(name.uppercased(), forKey: .name)
    }

    static var samples: [Self] { [Self(number: 1, name: "a"), Self(number: 2, name: "b")] }
}

extension ChangesOutput: SynthesizedCodable where Mark: PlanMark {}

struct AddsKey<Mark>: PlanSample {
    var number: Int

    enum CodingKeys: CodingKey { case number, kind }
    init(number: Int) { self.number = number }
    init(from decoder: any Decoder) throws {
        number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("kind", forKey: .kind)
        try container.encode(number, forKey: .number)
    }

    static var samples: [Self] { [Self(number: 1), Self(number: 2)] }
}

extension AddsKey: SynthesizedCodable where Mark: PlanMark {}

/// A key is left out if its value is the default, which the first value has.
struct LeavesOutKey<Mark>: PlanSample {
    var number: Int
    var name: String

    enum CodingKeys: CodingKey { case number, name }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(number, forKey: .number)
        if !name.isEmpty { try container.encode(name, forKey: .name) }
    }

    static var samples: [Self] { [Self(number: 1, name: ""), Self(number: 2, name: "b"), Self(number: 3, name: "")] }
}

extension LeavesOutKey: SynthesizedCodable where Mark: PlanMark {}

/// Null is written for nil, which the compiler's functions do not write.
struct WritesNull<Mark>: PlanSample {
    var number: Int?
    var name: String?

    enum CodingKeys: CodingKey { case number, name }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(number, forKey: .number)
        try container.encode(name, forKey: .name)
    }

    static var samples: [Self] {
        [Self(number: 1, name: "a"), Self(number: nil, name: "b"), Self(number: 3, name: nil)]
    }
}

extension WritesNull: SynthesizedCodable where Mark: PlanMark {}

/// A key must be there, even if its value is null.
struct ReadsNull<Mark>: PlanSample {
    var number: Int?

    init(number: Int?) { self.number = number }
    enum CodingKeys: CodingKey { case number }
    init(from decoder: any Decoder) throws {
        number = try decoder.container(keyedBy: CodingKeys.self).decode(Int?.self, forKey: .number)
    }

    static var samples: [Self] { [Self(number: 1), Self(number: nil), Self(number: 3)] }
}

extension ReadsNull: SynthesizedCodable where Mark: PlanMark {}

struct SingleValue<Mark>: PlanSample {
    var number: Flag<Mark>

    init(number: Flag<Mark>) { self.number = number }
    init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Flag<Mark>.self) }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }

    static var samples: [Self] { [Self(number: Flag(on: true)), Self(number: Flag(on: false))] }
}

extension SingleValue: SynthesizedCodable where Mark: PlanMark {}

struct Listed<Mark>: PlanSample {
    var x: Int
    var y: Int

    init(x: Int, y: Int) { (self.x, self.y) = (x, y) }
    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        (x, y) = (try container.decode(Int.self), try container.decode(Int.self))
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(x)
        try container.encode(y)
    }

    static var samples: [Self] { [Self(x: 1, y: 2), Self(x: 3, y: 4)] }
}

extension Listed: SynthesizedCodable where Mark: PlanMark {}

struct Branching<Mark>: PlanSample {
    var number: Int

    enum CodingKeys: CodingKey { case number, inner }
    init(number: Int) { self.number = number }
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        number = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .inner).decode(
            Int.self,
            forKey: .number
        )
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var inner = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .inner)
        try inner.encode(number, forKey: .number)
    }

    static var samples: [Self] { [Self(number: 1), Self(number: 2)] }
}

extension Branching: SynthesizedCodable where Mark: PlanMark {}

/// Properties that are coded by overloads of the methods of containers. The first value leaves out both.
struct Patched<Mark>: PlanSample {
    var id: Int
    var name: PatchField<String>
    var flag: PatchField<Flag<Mark>>

    static var samples: [Self] {
        [
            Self(id: 1, name: .omitted, flag: .omitted), Self(id: 2, name: .value("a"), flag: .null),
            Self(id: 3, name: .null, flag: .value(Flag(on: true))),
        ]
    }
}

extension Patched: SynthesizedCodable where Mark: PlanMark {}

struct DefaultedInput<Mark>: PlanSample {
    var number: Int
    var name: String

    init(number: Int, name: String) { (self.number, self.name) = (number, name) }
    enum CodingKeys: CodingKey { case number, name }
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        number = try container.decodeIfPresent(Int.self, forKey: .number) ?? 7
        name = try container.decode(String.self, forKey: .name)
    }

    static var samples: [Self] { [Self(number: 1, name: "a"), Self(number: 2, name: "b")] }
}

extension DefaultedInput: SynthesizedCodable where Mark: PlanMark {}

/// A value inside of it is changed, and cannot be compared with `==`.
struct ChangesDeepInput<Mark>: PlanSample {
    var flag: Flag<Mark>

    init(flag: Flag<Mark>) { self.flag = flag }
    enum CodingKeys: CodingKey { case flag }
    init(from decoder: any Decoder) throws {
        flag = try decoder.container(keyedBy: CodingKeys.self).decode(Flag<Mark>.self, forKey: .flag)
        flag.on.toggle()
    }

    static var samples: [Self] { [Self(flag: Flag(on: true)), Self(flag: Flag(on: false))] }
}

extension ChangesDeepInput: SynthesizedCodable where Mark: PlanMark {}

/// An enumeration with raw values that is coded as another text.
enum OwnRaw<Mark>: String, PlanSample {
    case first, second

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        self = text == "1" ? .first : .second
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(self == .first ? "1" : "2")
    }

    static var samples: [Self] { [.first, .second] }
}

extension OwnRaw: SynthesizedCodable where Mark: PlanMark {}

/// An enumeration that reads unknown raw values as one of its cases.
enum OwnRawInput<Mark>: Int, PlanSample {
    case unknown, known

    init(from decoder: any Decoder) throws {
        self = Self(rawValue: try decoder.singleValueContainer().decode(Int.self) - 10) ?? .unknown
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue + 10)
    }

    static var samples: [Self] { [.known, .unknown] }
}

extension OwnRawInput: SynthesizedCodable where Mark: PlanMark {}

struct TwoContainers<Mark>: PlanSample {
    var number: Int
    var name: String

    enum CodingKeys: CodingKey { case number }
    enum OtherKeys: CodingKey { case name }
    init(number: Int, name: String) { (self.number, self.name) = (number, name) }
    init(from decoder: any Decoder) throws {
        number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
        name = try decoder.container(keyedBy: OtherKeys.self).decode(String.self, forKey: .name)
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(number, forKey: .number)
        var other = encoder.container(keyedBy: OtherKeys.self)
        try other.encode(name, forKey: .name)
    }

    static var samples: [Self] { [Self(number: 1, name: "a"), Self(number: 2, name: "b")] }
}

extension TwoContainers: SynthesizedCodable where Mark: PlanMark {}

struct Super<Mark>: PlanSample {
    var number: Int

    enum CodingKeys: CodingKey { case number }
    init(number: Int) { self.number = number }
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        number = try Int(from: container.superDecoder())
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try number.encode(to: container.superEncoder())
    }

    static var samples: [Self] { [Self(number: 1), Self(number: 2)] }
}

extension Super: SynthesizedCodable where Mark: PlanMark {}

/// The keys of a dictionary are written in an order of the type's own.
struct SortedKeys<Mark>: PlanSample {
    var numbers: [String: Int]

    enum CodingKeys: CodingKey { case numbers }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(numbers.mapValues { $0 + 1 }, forKey: .numbers)
    }

    static var samples: [Self] { [Self(numbers: ["a": 1]), Self(numbers: [:])] }
}

extension SortedKeys: SynthesizedCodable where Mark: PlanMark {}

struct HoldsOwnRaw<Mark>: PlanSample {
    var raw: OwnRaw<Mark>
    var list: [OwnRaw<Mark>]
    var maybe: OwnRawInput<Mark>?

    static var samples: [Self] {
        [Self(raw: .first, list: [.second, .first], maybe: .known), Self(raw: .second, list: [], maybe: nil)]
    }
}

extension HoldsOwnRaw: SynthesizedCodable where Mark: PlanMark {}

// MARK: - Rightly marked types that contain strange ones

struct NestsStrange<Mark>: PlanSample {
    var a: ChangesInput<Mark>, b: ChangesOutput<Mark>?, c: [AddsKey<Mark>], d: [String: SingleValue<Mark>],
        e: [Listed<Mark>?]
    var f: OwnRaw<Mark>, g: Branching<Mark>, h: Int

    static var samples: [Self] {
        [
            Self(
                a: ChangesInput(number: 1, name: "a"),
                b: ChangesOutput(number: 2, name: "b"),
                c: [AddsKey(number: 3)],
                d: ["d": SingleValue(number: Flag(on: true))],
                e: [nil, Listed(x: 1, y: 2)],
                f: .second,
                g: Branching(number: 1),
                h: 8
            ),
            Self(
                a: ChangesInput(number: 1, name: "a"),
                b: nil,
                c: [],
                d: [:],
                e: [],
                f: .first,
                g: Branching(number: 5),
                h: 9
            ),
        ]
    }
}

extension NestsStrange: SynthesizedCodable where Mark: PlanMark {}

/// Containers inside of containers, filled out of order.
struct BranchingField<Mark>: PlanSample {
    struct Field: Codable {
        var number: Int

        enum CodingKeys: CodingKey { case number, list, inner }
        init(number: Int) { self.number = number }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            var list = try container.nestedUnkeyedContainer(forKey: .list)
            number = try list.decode(Int.self)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            var list = container.nestedUnkeyedContainer(forKey: .list)
            var inner = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .inner)
            try container.encode(number, forKey: .number)
            try list.encode(number)
            try inner.encode(number, forKey: .number)
            try list.encode(number + 1)
        }
    }

    var before: Int
    var field: Field
    var list: [Field]
    var after: Flag<Mark>

    static var samples: [Self] {
        let field = Field(number: 1)
        return [
            Self(before: 0, field: field, list: [field, field], after: Flag(on: true)),
            Self(before: 0, field: field, list: [], after: Flag(on: false)),
        ]
    }
}

extension BranchingField: SynthesizedCodable where Mark: PlanMark {}

/// A field that writes nothing, or writes a name twice, or throws.
struct SilentField<Mark>: PlanSample {
    struct Field: Codable {
        var mode: Int

        enum CodingKeys: CodingKey { case mode }
        init(mode: Int) { self.mode = mode }
        init(from decoder: any Decoder) throws {
            mode = (try? decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .mode)) ?? 0
        }
        func encode(to encoder: any Encoder) throws {
            if mode == 0 { return }
            if mode == 1 {
                throw EncodingError.invalidValue(
                    mode,
                    .init(codingPath: encoder.codingPath, debugDescription: "mode 1")
                )
            }
            var container = encoder.container(keyedBy: CodingKeys.self)
            if mode == 2 { return }
            try container.encode(mode, forKey: .mode)
            try container.encode(mode + 1, forKey: .mode)
        }
    }

    var before: Int
    var field: Field
    var list: [Field]
    var named: [String: Flag<Mark>]

    static var samples: [Self] {
        (0...3).map { mode in
            Self(before: 0, field: Field(mode: 2), list: [Field(mode: mode)], named: ["a": Flag(on: true)])
        } + (0...3).map { mode in Self(before: 0, field: Field(mode: mode), list: [], named: [:]) }
    }
}

extension SilentField: SynthesizedCodable where Mark: PlanMark {}

/// A field whose functions catch the errors of values inside of it.
struct CatchingField<Mark>: PlanSample {
    struct Field: Codable {
        var flag: Flag<Mark>?
        var fractions: Fractions<Mark>?

        init(flag: Flag<Mark>?, fractions: Fractions<Mark>?) { (self.flag, self.fractions) = (flag, fractions) }
        enum CodingKeys: CodingKey { case flag, fractions }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            flag = try? container.decode(Flag<Mark>.self, forKey: .flag)
            fractions = try? container.decode(Fractions<Mark>.self, forKey: .fractions)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try? container.encode(fractions, forKey: .fractions)
            try container.encode(flag, forKey: .flag)
        }
    }

    var before: Int
    var field: Field
    var after: Flag<Mark>

    static var samples: [Self] {
        let flag = Flag<Mark>(on: true)
        return [
            Self(before: 1, field: Field(flag: flag, fractions: Fractions(double: 1, float: 2)), after: flag),
            Self(before: 1, field: Field(flag: nil, fractions: Fractions(double: .nan, float: 2)), after: flag),
        ]
    }
}

extension CatchingField: SynthesizedCodable where Mark: PlanMark {}
