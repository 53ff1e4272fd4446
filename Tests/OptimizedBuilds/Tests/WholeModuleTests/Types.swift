#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import MimeographJSONPatch

// Types as users write them. Their layouts differ, so each tests another case.

struct Nothing: Sample {
    static let samples = [Nothing()]
}

struct Location: Sample {
    var latitude: Double
    var longitude: Double
    var altitude: Double?

    static let samples = [
        Location(latitude: 1.5, longitude: 2.5, altitude: 3), Location(latitude: 0, longitude: 0, altitude: nil),
    ]
}

struct Color: Sample {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    static let samples = [Color(red: 1, green: 2, blue: 3)]
}

struct Vector: Sample {
    var x: Float
    var y: Float
    var z: Float

    static let samples = [Vector(x: 1, y: 2, z: 3.5)]
}

struct Range64: Sample {
    var lower: Int?
    var upper: Int?

    static let samples = [Range64(lower: 1, upper: 2), Range64(lower: nil, upper: nil)]
}

struct Stamp: Sample {
    var date: Date
    var zone: Int32

    static let samples = [Stamp(date: Date.samples[0], zone: 3600)]
}

struct Flags: Sample {
    var first: Bool
    var second: Bool?
    var third: Bool?

    static let samples = [Flags(first: true, second: false, third: true), Flags(first: false, second: nil, third: nil)]
}

struct Person: Sample {
    var name: String
    var age: Int?
    var email: String?

    static let samples = [
        Person(name: "Ada", age: 36, email: "ada@example.com"), Person(name: "Bob", age: nil, email: nil),
    ]
}

struct Account: Sample {
    var identifier: UUID
    var owner: Person
    var friends: [Person]
    var balance: Decimal
    var notes: [String: String]

    static let samples = [
        Account(
            identifier: UUID.samples[0],
            owner: Person.samples[0],
            friends: Person.samples,
            balance: 125,
            notes: ["a": "b"]
        )
    ]
}

enum Level: Int, Sample {
    case low = 1
    case high = 9

    static let samples = [Level.high, .low]
}

enum Only: String, Sample {
    case one

    static let samples = [Only.one]
}

enum Shape: Sample {
    case circle(radius: Double)
    case square(side: UInt8, rounded: Bool?)
    case point

    static let samples = [Shape.square(side: 3, rounded: true), .circle(radius: 1.5), .point]
}

indirect enum Tree: Sample {
    case leaf(Int)
    case branch(left: Tree, right: Tree)

    static let samples = [Tree.branch(left: .leaf(1), right: .leaf(2)), .leaf(3)]
}

enum Wide: Sample {
    case bytes(Pair<UInt64, UInt64>)
    case text(String)
    case number(Double)

    static let samples = [Wide.bytes(.samples[0]), .text("a"), .number(0.5)]
}

final class Node: Sample {
    let name: String
    let count: UInt8

    init(name: String, count: UInt8) {
        self.name = name
        self.count = count
    }

    static func == (one: Node, other: Node) -> Bool { one.name == other.name && one.count == other.count }

    static let samples = [Node(name: "a", count: 1)]
}

struct Owner: Sample {
    var node: Node
    var spare: Node?
    var count: UInt16

    static let samples = [Owner(node: Node.samples[0], spare: nil, count: 3)]
}

protocol Unit: Sendable {
    var name: String { get }
}

struct Metre: Unit {
    var name: String { "metre" }
}

struct Second: Unit {
    var name: String { "second" }
}

/// An existential and a byte after it.
struct Measure: Sample {
    var unit: any Unit
    var count: UInt8

    enum CodingKeys: String, CodingKey {
        case unit, count
    }

    init(unit: any Unit, count: UInt8) {
        self.unit = unit
        self.count = count
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        unit = try container.decode(String.self, forKey: .unit) == "metre" ? Metre() : Second()
        count = try container.decode(UInt8.self, forKey: .count)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(unit.name, forKey: .unit)
        try container.encode(count, forKey: .count)
    }

    static func == (one: Measure, other: Measure) -> Bool {
        one.unit.name == other.unit.name && one.count == other.count
    }

    static let samples = [Measure(unit: Metre(), count: 3), Measure(unit: Second(), count: 255)]
}

/// A stored tuple, which is not `Codable` by itself.
struct Span8: Sample {
    var bounds: (lower: UInt16, upper: UInt8)
    var step: Int?

    enum CodingKeys: String, CodingKey {
        case lower, upper, step
    }

    init(bounds: (lower: UInt16, upper: UInt8), step: Int?) {
        self.bounds = bounds
        self.step = step
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        bounds = (try container.decode(UInt16.self, forKey: .lower), try container.decode(UInt8.self, forKey: .upper))
        step = try container.decodeIfPresent(Int.self, forKey: .step)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(bounds.lower, forKey: .lower)
        try container.encode(bounds.upper, forKey: .upper)
        try container.encodeIfPresent(step, forKey: .step)
    }

    static func == (one: Span8, other: Span8) -> Bool { one.bounds == other.bounds && one.step == other.step }

    static let samples = [Span8(bounds: (1, 2), step: 3), Span8(bounds: (65535, 255), step: nil)]
}

/// A change of one member.
struct Change<Value: Sample>: Sample {
    var field: PatchField<Value>

    static var samples: [Change] {
        Value.samples.map { Change(field: .value($0)) } + [Change(field: .null), Change(field: .omitted)]
    }
}
