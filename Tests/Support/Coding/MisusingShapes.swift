import Testing

// Types that misuse an encoder, or keep its containers.

/// An array and an object in one position.
struct TwoKinds: Encodable, Sendable {
    func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(1)
        var object = encoder.container(keyedBy: AnyKey.self)
        try object.encode(1, forKey: AnyKey(stringValue: "a"))
    }
}

/// Two values in one position.
struct TwoValues: Encodable, Sendable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(1)
        try container.encode(2)
    }
}

/// Writes to the encoder of an earlier, finished encoding.
final class EncoderKeeper: Encodable, @unchecked Sendable {
    private var encoder: (any Encoder)?

    func encode(to encoder: any Encoder) throws {
        if let kept = self.encoder {
            var list = kept.unkeyedContainer()
            try? list.encode(7)
            _ = list.superEncoder()
            _ = list.nestedContainer(keyedBy: AnyKey.self)
        }
        self.encoder = encoder
        try 1.encode(to: encoder)
    }
}

/// Deeply nested arrays.
struct DeepList: Encodable, Sendable {
    var depth: Int

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        if depth > 1 { try container.encode(DeepList(depth: depth - 1)) }
    }
}

/// Encodes itself, without a container.
struct EndlessValue: Encodable, Sendable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(self)
    }
}

/// Encodes itself as a member of a member.
struct EndlessMember: Encodable, Sendable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        try container.encode(["again": self], forKey: AnyKey(stringValue: "a"))
    }
}

/// Reads and writes values from the coder's user info.
struct Told: Codable, Sendable {
    static let key = CodingUserInfoKey(rawValue: "told")
    var text: String

    init(from decoder: any Decoder) throws { text = Told.key.flatMap { decoder.userInfo[$0] as? String } ?? "" }

    func encode(to encoder: any Encoder) throws {
        try (Told.key.flatMap { encoder.userInfo[$0] as? String } ?? "").encode(to: encoder)
    }
}

/// Reads the numbers of an object from the last member to the first.
struct Backwards: Decodable, Sendable {
    var sum = 0

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        for key in container.allKeys.reversed() { sum += try container.decode(Int.self, forKey: key) }
    }
}

/// Keeps its decoder for later.
struct DecoderKeeper: Decodable {
    var decoder: any Decoder

    init(from decoder: any Decoder) throws { self.decoder = decoder }

    /// `{"one":{"a":1,"b":[10,20]},"two":{"b":2,"a":3}}`, read by containers over both members in turns.
    static func expectContainersInTurns(_ kept: [String: DecoderKeeper]) throws {
        let one = try #require(kept["one"]).decoder.container(keyedBy: AnyKey.self)
        let two = try #require(kept["two"]).decoder.container(keyedBy: AnyKey.self)
        let (a, b) = (AnyKey(stringValue: "a"), AnyKey(stringValue: "b"))
        var list = try one.nestedUnkeyedContainer(forKey: b)
        for _ in 0..<3 {
            #expect(try one.decode(Int.self, forKey: a) == 1)
            #expect(try two.decode(Int.self, forKey: a) == 3)
            #expect(try two.decode(Int.self, forKey: b) == 2)
            #expect(try one.decode([Int].self, forKey: b) == [10, 20])
        }
        #expect(try list.decode(Int.self) == 10)
        #expect(throws: DecodingError.self) { try list.decode(Person.self) }
        #expect(try list.decode(Int.self) == 20)
        #expect(list.isAtEnd)
    }
}
