import Foundation

/// A dictionary with a member of each kind that has special rules.
struct Everything: Codable {
    var text: String?
    var a: Int?
    var b: Bool?
    var ratio: Double?
    var single: Float?
    var small: Int8?
    var unsigned: UInt64?
    var list: [String]?
    var dictionary: [String: Int?]?
    var keyed: [Int: Bool]?
    var date: Date?
    var data: Data?
    var link: URL?
    var exact: Decimal?
}

/// A value of one of several shapes, with compiler-generated coding.
indirect enum Sum: Codable {
    case nothing
    case number(Int)
    case named(text: String, values: [Sum])
}

/// Nested dictionaries, as deep as the body goes.
final class Chain: Codable {
    let a: Chain?
    let value: Int?
}

/// Decodes its containers by hand: a nested one, an unkeyed one, and a key read twice.
struct Wide: Codable {
    var first: Int
    var rest: [String]

    private enum Key: String, CodingKey { case a, list }

    init(from decoder: any Decoder) throws {
        var outer = try decoder.unkeyedContainer()
        let members = try outer.nestedContainer(keyedBy: Key.self)
        first = try members.decode(Int.self, forKey: .a)
        rest = []
        if members.contains(.list) {
            var list = try members.nestedUnkeyedContainer(forKey: .list)
            while !list.isAtEnd { rest.append(try list.decodeNil() ? "" : list.decode(String.self)) }
        }
        while !outer.isAtEnd { rest.append(try outer.decode(String.self)) }
        first = try members.decode(Int.self, forKey: .a)
    }

    func encode(to encoder: any Encoder) throws {
        var outer = encoder.unkeyedContainer()
        var members = outer.nestedContainer(keyedBy: Key.self)
        try members.encode(first, forKey: .a)
        var list = members.nestedUnkeyedContainer(forKey: .list)
        for text in rest { try list.encode(text) }
    }
}
