import Foundation

extension RoundTripCase {
    static let enumerations: [RoundTripCase] = [
        RoundTripCase("text as raw value", Shade.dark),
        RoundTripCase("number as raw value", Grade.best),
        RoundTripCase("case without payload", Choice.none),
        RoundTripCase("case with a payload", Choice.one(7)),
        RoundTripCase("case with labels", Choice.two(left: "a", right: nil)),
        RoundTripCase("case with an empty list", Choice.many([])),
        RoundTripCase("cases without payload", [Switch.on, .off]),
        RoundTripCase("case in a case", Choice.other(.none)),
        RoundTripCase("text or number", [Either.number(1), .text("a")]),
        RoundTripCase("raw structure", Tag(rawValue: "a b")),
        RoundTripCase("raw number", Code(rawValue: 7)),
        RoundTripCase("option set", Rights(rawValue: 5)),
        RoundTripCase("empty option set", Rights()),
    ]

    static let structures: [RoundTripCase] = [
        RoundTripCase("Person", Individual(name: "Ada", age: 36)),
        RoundTripCase("Person without age", Individual(name: "", age: nil)),
        RoundTripCase("no member", Nothing()),
        RoundTripCase("no member present", Sparse()),
        RoundTripCase("all members present", Sparse(number: 0, text: "", flag: false, date: .distantPast, list: [1])),
        RoundTripCase("empty members present", Sparse(text: "", list: [], inner: Sparse.Inner())),
        RoundTripCase("nested members", Outer(inner: Outer.Inner(values: ["a": [Spot(x: 0.5, y: -1)]]), number: 1)),
        RoundTripCase("empty containers", Containers()),
        RoundTripCase("single value", Wrapped(content: 7)),
        RoundTripCase("single optional", Wrapped(content: 7 as Int?)),
        RoundTripCase("single nil", Wrapped(content: nil as Int?)),
        RoundTripCase("single empty text", Wrapped(content: "" as String?)),
        RoundTripCase("single list", Wrapped(content: [1, nil] as [Int?])),
        RoundTripCase("single in single", Wrapped(content: Wrapped(content: Spot(x: 1, y: 2)))),
        RoundTripCase("elements of several types", Triple(name: "a", number: nil, flags: [true])),
        RoundTripCase("elements of several types without nil", Triple(name: "", number: 3, flags: [])),
        RoundTripCase("property wrappers", Wrappers(percent: 0.5, name: "Ada", list: [1])),
        RoundTripCase("members in nested containers", Flattened(width: 1, height: nil, marks: [1, 2])),
        RoundTripCase("superclass", Circle(name: "c", radius: 2)),
        RoundTripCase("keys of numbers", Numbered(first: "a", second: 2)),
        RoundTripCase("explicit nil", Explicit(number: nil, list: nil, text: nil)),
        RoundTripCase("explicit values", Explicit(number: 1, list: [], text: "")),
        RoundTripCase("a tree", Branch(value: 1, branches: [Branch(value: 2, branches: []), Branch(value: 3)])),
    ]
}

// MARK: - Enumerations

enum Shade: String, Codable, CodingKeyRepresentable { case light, dark }

enum Grade: Int, Codable { case best = 1, worst = 6 }

enum Switch: Codable { case on, off }

indirect enum Choice: RoundTripValue {
    case none
    case one(Int)
    case two(left: String, right: Int?)
    case many([Int])
    case other(Choice)
}

/// Determines at run time which value was written.
enum Either: RoundTripValue {
    case number(Int)
    case text(String)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }
}

struct Tag: RawRepresentable, RoundTripValue { var rawValue: String }

struct Code: RawRepresentable, RoundTripValue { var rawValue: Int16 }

struct Rights: OptionSet, Codable { var rawValue: UInt8 }

// MARK: - Structures

struct Individual: RoundTripValue {
    var name: String
    var age: Int?
}

struct Spot: Codable, Hashable {
    var x: Double
    var y: Double
}

struct Nothing: RoundTripValue {}

struct Sparse: RoundTripValue {
    struct Inner: RoundTripValue { var number: Int? }
    var number: Int?
    var text: String?
    var flag: Bool?
    var date: Date?
    var list: [Int]?
    var inner: Inner?
}

struct Outer: RoundTripValue {
    struct Inner: RoundTripValue { var values: [String: [Spot]] }
    var inner: Inner
    var number: Int
}

struct Containers: RoundTripValue {
    var list: [Int] = []
    var members: [String: Int] = [:]
    var set: Set<Int> = []
    var nothing = Nothing()
    var lists: [[Int]] = [[]]
}

struct Bound: RoundTripValue {
    var range: PartialRangeFrom<Int>

    static func == (one: Bound, other: Bound) -> Bool { one.range.lowerBound == other.range.lowerBound }
}

struct Wrapped<Content: RoundTripValue>: RoundTripValue {
    var content: Content

    init(content: Content) { self.content = content }

    init(from decoder: any Decoder) throws {
        content = try decoder.singleValueContainer().decode(Content.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(content)
    }
}

struct Triple: RoundTripValue {
    var name: String
    var number: Int?
    var flags: [Bool]

    init(name: String, number: Int?, flags: [Bool]) {
        self.name = name
        self.number = number
        self.flags = flags
    }

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        name = try container.decode(String.self)
        number = try container.decodeNil() ? nil : try container.decode(Int.self)
        flags = try container.decode([Bool].self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(name)
        if let number { try container.encode(number) } else { try container.encodeNil() }
        try container.encode(flags)
    }
}

@propertyWrapper struct Clamped: RoundTripValue {
    var wrappedValue: Double

    init(wrappedValue: Double) { self.wrappedValue = min(max(wrappedValue, 0), 1) }

    init(from decoder: any Decoder) throws { self.init(wrappedValue: try Double(from: decoder)) }

    func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

@propertyWrapper struct Stored<Value: RoundTripValue>: RoundTripValue { var wrappedValue: Value }

struct Wrappers: RoundTripValue {
    @Clamped var percent: Double
    @Stored var name: String
    @Stored var list: [Int]

    init(percent: Double, name: String, list: [Int]) {
        self.percent = percent
        self.name = name
        self.list = list
    }
}

struct Flattened: RoundTripValue {
    var width: Int
    var height: Int?
    var marks: [Int]

    private enum Key: CodingKey { case size, width, height, marks }

    init(width: Int, height: Int?, marks: [Int]) {
        self.width = width
        self.height = height
        self.marks = marks
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let size = try container.nestedContainer(keyedBy: Key.self, forKey: .size)
        width = try size.decode(Int.self, forKey: .width)
        height = try size.decodeIfPresent(Int.self, forKey: .height)
        var list = try container.nestedUnkeyedContainer(forKey: .marks)
        marks = []
        while !list.isAtEnd { marks.append(try list.decode(Int.self)) }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        var size = container.nestedContainer(keyedBy: Key.self, forKey: .size)
        try size.encode(width, forKey: .width)
        try size.encodeIfPresent(height, forKey: .height)
        var list = container.nestedUnkeyedContainer(forKey: .marks)
        for mark in marks { try list.encode(mark) }
    }
}

class Shape: Codable, Equatable, @unchecked Sendable {
    let name: String

    init(name: String) { self.name = name }

    static func == (one: Shape, other: Shape) -> Bool {
        one.name == other.name && (one as? Circle)?.radius == (other as? Circle)?.radius
    }
}

final class Circle: Shape, @unchecked Sendable {
    let radius: Int

    private enum Key: CodingKey { case radius }

    init(name: String, radius: Int) {
        self.radius = radius
        super.init(name: name)
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        radius = try container.decode(Int.self, forKey: .radius)
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(radius, forKey: .radius)
        try super.encode(to: container.superEncoder())
    }
}

struct Numbered: RoundTripValue {
    var first: String
    var second: Int

    private enum CodingKeys: Int, CodingKey { case first, second }
}

/// Encodes nil and decodes an optional.
struct Explicit: RoundTripValue {
    var number: Int?
    var list: [Int]?
    var text: String?

    private enum Key: CodingKey { case number, list, text }

    init(number: Int?, list: [Int]?, text: String?) {
        self.number = number
        self.list = list
        self.text = text
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        number = try container.decode(Int?.self, forKey: .number)
        list = try container.decodeNil(forKey: .list) ? nil : container.decode([Int].self, forKey: .list)
        text = try container.decode(String?.self, forKey: .text)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(number, forKey: .number)
        if let list { try container.encode(list, forKey: .list) } else { try container.encodeNil(forKey: .list) }
        try container.encode(text, forKey: .text)
    }
}

struct Branch: RoundTripValue {
    var value: Int
    var branches: [Branch]?
}
