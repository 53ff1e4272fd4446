import Foundation

// Types with the shapes of real Codable code. Values are compared by their descriptions, so none needs `Equatable`.

struct Person: Codable, Sendable {
    var name: String
    var age: Int?
    var isAdmin = false
}

struct Team: Codable, Sendable {
    var title: String
    var members: [Person]
    var scores: [String: [Double]]
    var lead: Person?
}

enum Figure: Codable, Sendable {
    case circle(radius: Double)
    case polygon([Point], closed: Bool)
    case label(String, at: Point?)
    case nothing
}

struct Point: Codable, Hashable, Sendable {
    var x: Double
    var y: Double
}

enum Color: String, Codable, CodingKeyRepresentable, Sendable {
    case red, green
}

indirect enum Tree: Codable, Sendable {
    case leaf(Int)
    case node(left: Tree, right: Tree)
}

class Animal: Codable, CustomDebugStringConvertible, @unchecked Sendable {
    var legs: Int
    init(legs: Int) { self.legs = legs }
    var debugDescription: String { "Animal(\(legs))" }
}

/// Reads its superclass from a `super` member.
final class Dog: Animal, @unchecked Sendable {
    var name: String
    private enum CodingKeys: CodingKey { case name }

    init(legs: Int, name: String) {
        self.name = name
        super.init(legs: legs)
    }
    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try super.encode(to: container.superEncoder())
        try container.encode(name, forKey: .name)
    }
    override var debugDescription: String { "Dog(\(legs), \(name))" }
}

/// Shares its superclass's object.
final class Cat: Animal, @unchecked Sendable {
    var lives: Int
    private enum CodingKeys: CodingKey { case lives, legs }

    init(legs: Int, lives: Int) {
        self.lives = lives
        super.init(legs: legs)
    }
    required init(from decoder: any Decoder) throws {
        lives = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .lives)
        try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(lives, forKey: .lives)
        try container.encode(legs * 10, forKey: .legs)
    }
    override var debugDescription: String { "Cat(\(legs), \(lives))" }
}

/// Reads a text key twice, one key out of order and one not at all, and asks for missing keys.
struct Restless: Decodable, Sendable {
    var first: Int
    var again: Int
    var last: String
    var middle: Bool?
    var missing: Int?
    var hasMissing: Bool
    var keys: Int
    private enum CodingKeys: CodingKey { case a, b, c, d, missing }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        last = try container.decode(String.self, forKey: .c)
        first = try container.decode(Int.self, forKey: .a)
        middle = try container.decodeIfPresent(Bool.self, forKey: .b)
        again = try container.decode(Int.self, forKey: .a)
        missing = try container.decodeIfPresent(Int.self, forKey: .missing)
        hasMissing = container.contains(.missing)
        keys = container.allKeys.count
    }
}

/// Reads from two untyped nested containers alternately.
struct Digger: Decodable, Sendable {
    var text = ""
    private enum Key: String, CodingKey { case outer, inner, list, value }

    init(from decoder: any Decoder) throws {
        let root = try decoder.container(keyedBy: Key.self)
        let outer = try root.nestedContainer(keyedBy: Key.self, forKey: .outer)
        var list = try outer.nestedUnkeyedContainer(forKey: .list)
        let inner = try outer.nestedContainer(keyedBy: Key.self, forKey: .inner)
        text += "\(list.count ?? -1) \(Self.text(list.codingPath)) "
        text += try list.decodeNil() ? "nil " : "something "
        text += try inner.decode(String.self, forKey: .value) + " "
        let element = try list.nestedContainer(keyedBy: Key.self)
        text += "\(Self.text(element.codingPath)) \(list.currentIndex) "
        text += "\(try element.decode(Int.self, forKey: .value)) "
        var deep = try list.nestedUnkeyedContainer()
        while !deep.isAtEnd { text += "\(try deep.decode(Point.self)) \(Self.text(deep.codingPath)) " }
        let parent = try list.superDecoder()
        text += "\(try parent.singleValueContainer().decode(Double.self)) \(Self.text(parent.codingPath)) "
        text += "\(list.isAtEnd) \(try inner.decodeNil(forKey: .value))"
    }

    static func text(_ path: [any CodingKey]) -> String { path.map(\.stringValue).joined(separator: "/") }
}

/// Ignores the errors of its elements and continues.
struct Forgiving: Decodable, Sendable {
    var numbers: [Int] = []
    var skipped = 0
    private struct Anything: Decodable {}

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd {
            do {
                numbers.append(try list.decode(Wrapped.self).number)
            } catch {
                skipped += 1
                _ = try list.decode(Anything?.self)
            }
        }
    }

    struct Wrapped: Decodable {
        var number: Int
    }
}

/// A key of any text.
struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int?
    init(stringValue: String) { self.stringValue = stringValue }
    init(intValue: Int) {
        stringValue = "\(intValue)"
        self.intValue = intValue
    }
}

/// The keys of an object, sorted.
struct Names: Codable, Sendable {
    var names: [String]
    init(_ names: [String]) { self.names = names }
    init(from decoder: any Decoder) throws {
        names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted()
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        for name in names { try container.encode(true, forKey: AnyKey(stringValue: name)) }
    }
}

/// Writes nothing, or throws.
struct Silent: Encodable, Sendable {
    var fails = false
    struct Failure: Error {}
    func encode(to encoder: any Encoder) throws { if fails { throw Failure() } }
}
