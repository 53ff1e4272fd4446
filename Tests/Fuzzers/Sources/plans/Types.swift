import Mimeograph

protocol Mark {}
enum Marked: Mark {}
enum Plain {}

struct Account<M>: Codable {
    enum CodingKeys: String, CodingKey {
        case id, fullName, score, isAdmin = "is-admin", tags, role, limits, event, note = "é"
    }

    var id: UInt32
    var fullName: String?
    var score: Double?
    var isAdmin: Bool
    var tags: [String]
    var role: Role<M>?
    var limits: [String: Int16]
    var event: Event<M>?
    var note: String??
}

struct Event<M>: Codable {
    var a: Int8?
    var b: Float
    var list: [Int?]
    var own: Own?
    var inner: [Small<M>]
}

struct Small<M>: Codable {
    var on: Bool
    var text: String
}

final class Node<M>: Codable {
    var name: String
    var next: Node?
    var children: [Node]
    var named: [String: Small<M>]
}

enum Role<M>: String, Codable { case reader, writer }

/// A type that codes itself.
struct Own: Codable {
    var number: Int
    var rest: [String: Bool]

    init(from decoder: any Decoder) throws {
        if let single = try? decoder.singleValueContainer().decode(Int.self) {
            (number, rest) = (single, [:])
            return
        }
        var list = try decoder.unkeyedContainer()
        number = try list.decode(Int.self)
        rest = try list.decode([String: Bool].self)
    }

    func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(number)
        try list.encode(rest.count)
    }
}

extension Account: SynthesizedCodable where M: Mark {}
extension Event: SynthesizedCodable where M: Mark {}
extension Small: SynthesizedCodable where M: Mark {}
extension Node: SynthesizedCodable where M: Mark {}
extension Role: SynthesizedCodable where M: Mark {}
