import Foundation
import MimeographXML

// Types with all the shapes of `Codable` code.

struct Author: Codable, Equatable, Sendable {
    var name: String
    var born: Int?
    var isAlive = false
}

struct Shelf: Codable, Equatable, Sendable {
    var title: String
    var authors: [Author]
    var counts: [String: [Double]]
    var owner: Author?
}

enum Shape: Codable, Equatable, Sendable {
    case circle(radius: Double)
    case polygon([Corner], closed: Bool)
    case label(String, at: Corner?)
    case nothing
}

struct Corner: Codable, Hashable, Sendable {
    var x: Double
    var y: Double
}

enum Suit: String, Codable, CodingKeyRepresentable, Sendable { case hearts, spades }

indirect enum Branch: Codable, Equatable, Sendable {
    case leaf(Int)
    case fork(left: Branch, right: Branch)
}

/// All types of numbers.
struct Figures: Codable, Equatable, Sendable {
    var a: Int8
    var b: Int16
    var c: Int32
    var d: Int64
    var e: Int128
    var f: UInt8
    var g: UInt16
    var h: UInt32
    var i: UInt64
    var j: UInt128
    var k: Float
    var l: Double
    var m: Int
    var n: UInt
    var o: Bool
}

/// Foundation's types, and all kinds of optionals.
struct Record: Codable, Equatable, Sendable {
    var date: Date
    var data: Data
    var url: URL
    var amount: Decimal
    var id: UUID
    var dates: [Date?]
    var flag: Bool?
    var note: String?
    var grid: [[Int]]
    var suits: [Suit: Int]
    var unique: Set<String>
}

/// Attributes and text by the convention for keys.
struct Link: Codable, Equatable, Sendable {
    var href: URL
    var sizes: [Int]
    var hidden: Bool?
    var label: String
    enum CodingKeys: String, CodingKey {
        case href = "@href"
        case sizes = "@sizes"
        case hidden = "@hidden"
        case label = "#text"
    }
}

/// The same with the protocol, and with namespaces and lists.
struct Price: Codable, Equatable, Sendable, XMLMapped {
    var amount: Double
    var currency: String
    static var xmlMapping: XMLMapping { XMLMapping(attributes: ["currency"], text: "amount") }
}

struct Product: Codable, Equatable, Sendable, XMLMapped {
    var id: Int
    var creator: String?
    var price: Price
    var tags: [String]
    var sizes: [Int]
    var images: [URL]
    enum CodingKeys: String, CodingKey {
        case id, price, tags, sizes, images
        case creator = "dc:creator"
    }
    static var xmlMapping: XMLMapping {
        XMLMapping(
            element: "product",
            namespace: "urn:shop",
            namespaces: ["dc": "http://purl.org/dc/elements/1.1/"],
            attributes: ["id"],
            lists: ["tags": .wrapped("tag"), "sizes": .words]
        )
    }
}

class Vehicle: Codable, Equatable, @unchecked Sendable {
    var wheels: Int
    init(wheels: Int) { self.wheels = wheels }
    func equals(_ other: Vehicle) -> Bool { type(of: self) == type(of: other) && wheels == other.wheels }
    static func == (one: Vehicle, other: Vehicle) -> Bool { one.equals(other) }
}

/// Reads its superclass from a `super` member.
final class Bus: Vehicle, @unchecked Sendable {
    var line: String
    private enum CodingKeys: CodingKey { case line }

    init(wheels: Int, line: String) {
        self.line = line
        super.init(wheels: wheels)
    }
    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        line = try container.decode(String.self, forKey: .line)
        try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try super.encode(to: container.superEncoder())
        try container.encode(line, forKey: .line)
    }
    override func equals(_ other: Vehicle) -> Bool { super.equals(other) && line == (other as? Bus)?.line }
}

/// Shares the element of its superclass, and writes one of its keys again.
final class Truck: Vehicle, @unchecked Sendable {
    var load: Double
    private enum CodingKeys: CodingKey { case load, wheels }

    init(wheels: Int, load: Double) {
        self.load = load
        super.init(wheels: wheels)
    }
    required init(from decoder: any Decoder) throws {
        load = try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .load)
        try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(load, forKey: .load)
        try container.encode(wheels, forKey: .wheels)
    }
    override func equals(_ other: Vehicle) -> Bool { super.equals(other) && load == (other as? Truck)?.load }
}

/// Reads nested containers without their own types, in turns, and writes itself in the same way.
struct Nested: Codable, Equatable, Sendable {
    var text: String
    var numbers: [Int]
    var corners: [Corner]
    private enum Key: String, CodingKey { case outer, inner, list, value }

    init(text: String, numbers: [Int], corners: [Corner]) {
        self.text = text
        self.numbers = numbers
        self.corners = corners
    }

    init(from decoder: any Decoder) throws {
        let root = try decoder.container(keyedBy: Key.self)
        let outer = try root.nestedContainer(keyedBy: Key.self, forKey: .outer)
        var list = try outer.nestedUnkeyedContainer(forKey: .list)
        let inner = try outer.nestedContainer(keyedBy: Key.self, forKey: .inner)
        text = try inner.decode(String.self, forKey: .value)
        guard try list.decodeNil() else { throw CocoaError(.coderReadCorrupt) }
        let first = try list.nestedContainer(keyedBy: Key.self)
        numbers = [try first.decode(Int.self, forKey: .value)]
        var deep = try list.nestedUnkeyedContainer()
        corners = []
        while !deep.isAtEnd { corners.append(try deep.decode(Corner.self)) }
        let parent = try list.superDecoder()
        numbers.append(try parent.singleValueContainer().decode(Int.self))
        guard list.isAtEnd, list.count == 4 else { throw CocoaError(.coderReadCorrupt) }
    }

    func encode(to encoder: any Encoder) throws {
        var root = encoder.container(keyedBy: Key.self)
        var outer = root.nestedContainer(keyedBy: Key.self, forKey: .outer)
        var list = outer.nestedUnkeyedContainer(forKey: .list)
        try list.encodeNil()
        var inner = outer.nestedContainer(keyedBy: Key.self, forKey: .inner)
        var first = list.nestedContainer(keyedBy: Key.self)
        try first.encode(numbers[0], forKey: .value)
        try inner.encode(text, forKey: .value)
        var deep = list.nestedUnkeyedContainer()
        for corner in corners { try deep.encode(corner) }
        let parent = list.superEncoder()
        var single = parent.singleValueContainer()
        try single.encode(numbers[1])
    }
}

/// A value in a single-value container.
struct Wrapped<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    var value: Value
    init(_ value: Value) { self.value = value }
    init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Value.self) }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
