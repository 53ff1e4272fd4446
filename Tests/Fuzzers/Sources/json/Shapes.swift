import Foundation

/// An object with a member of each kind that has special rules.
struct Everything: Codable, Equatable {
    var text: String?
    var a: Int?
    var b: Bool?
    var ratio: Double?
    var single: Float?
    var small: Int8?
    var unsigned: UInt64?
    var wide: Int128?
    var list: [String]?
    var dictionary: [String: Int?]?
    var keyed: [Int: Bool]?
    var someDate: Date?
    var data: Data?
    var link: URL?
    var exact: Decimal?
}

/// A value of one of several shapes, with compiler-generated coding.
indirect enum Sum: Codable, Equatable {
    case nothing
    case number(Int)
    case named(text: String, values: [Sum])
}

/// Nested objects, as deep as the text goes.
final class Chain: Codable, Equatable {
    let a: Chain?
    let value: Int?

    static func == (one: Chain, other: Chain) -> Bool {
        var pair: (Chain, Chain)? = (one, other)
        while let (first, second) = pair {
            if first.value != second.value || (first.a == nil) != (second.a == nil) { return false }
            pair = first.a.flatMap { first in second.a.map { (first, $0) } }
        }
        return true
    }
}

/// Decodes its containers by hand: a nested one, an unkeyed one, and a key read twice.
struct Wide: Codable, Equatable {
    var first: Int
    var rest: [String]

    private enum Key: String, CodingKey { case a, list }

    init(from decoder: any Decoder) throws {
        var outer = try decoder.unkeyedContainer()
        let object = try outer.nestedContainer(keyedBy: Key.self)
        first = try object.decode(Int.self, forKey: .a)
        rest = []
        if object.contains(.list) {
            var list = try object.nestedUnkeyedContainer(forKey: .list)
            while !list.isAtEnd { rest.append(try list.decodeNil() ? "" : list.decode(String.self)) }
        }
        while !outer.isAtEnd { rest.append(try outer.decode(String.self)) }
        first = try object.decode(Int.self, forKey: .a)
    }

    func encode(to encoder: any Encoder) throws {
        var outer = encoder.unkeyedContainer()
        var object = outer.nestedContainer(keyedBy: Key.self)
        try object.encode(first, forKey: .a)
        var list = object.nestedUnkeyedContainer(forKey: .list)
        for text in rest { try list.encode(text) }
    }
}
