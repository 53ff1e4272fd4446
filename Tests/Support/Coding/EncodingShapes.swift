// Types that fill containers in unusual orders.

/// Fills nested containers after their siblings and alternately, and requests one of them twice.
struct InTurns: Encodable, Sendable {
    func encode(to encoder: any Encoder) throws {
        func key(_ name: String) -> AnyKey { AnyKey(stringValue: name) }
        var root = encoder.container(keyedBy: AnyKey.self)
        let parent = root.superEncoder()
        var object = root.nestedContainer(keyedBy: AnyKey.self, forKey: key("a"))
        var list = root.nestedUnkeyedContainer(forKey: key("b"))
        try object.encode(1, forKey: key("x"))
        try list.encode(2)
        try root.encode(3, forKey: key("c"))
        var inner = list.nestedContainer(keyedBy: AnyKey.self)
        var again = root.nestedContainer(keyedBy: AnyKey.self, forKey: key("a"))
        try again.encode(4, forKey: key("y"))
        try list.encode(6)
        try inner.encode(5, forKey: key("z"))
        var deep = object.nestedUnkeyedContainer(forKey: key("v"))
        try deep.encode(9)
        try "late".encode(to: parent)
    }
}

/// Writes keys twice; the last value counts.
struct Twice: Encodable, Sendable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        try container.encode(["old": 1], forKey: AnyKey(stringValue: "a"))
        try container.encode(2, forKey: AnyKey(stringValue: "b"))
        try container.encode([3], forKey: AnyKey(stringValue: "a"))
        try container.encode(4, forKey: AnyKey(stringValue: "a\""))
        try container.encode(5, forKey: AnyKey(stringValue: "a\""))
    }
}

struct ManyTwice: Encodable, Sendable {
    func encode(to encoder: any Encoder) throws {
        for round in 0..<3 {
            var container = encoder.container(keyedBy: AnyKey.self)
            for number in 0..<40 {
                try container.encode(round * number, forKey: AnyKey(stringValue: "key\(number)"))
            }
        }
    }
}

struct Elements: Encodable, Sendable {
    func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encodeNil()
        var first = list.nestedContainer(keyedBy: AnyKey.self)
        var second = list.nestedUnkeyedContainer()
        let third = list.superEncoder()
        try list.encode("end")
        try second.encode(2)
        try first.encode(1, forKey: AnyKey(stringValue: "a"))
        try [Point(x: 1, y: 2)].encode(to: third)
        try second.encode(contentsOf: [3, 4])
    }
}
