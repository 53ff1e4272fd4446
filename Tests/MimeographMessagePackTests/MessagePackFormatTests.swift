import Foundation
import Mimeograph
import MimeographMessagePack
import Testing

/// Any `Codable` type, values and streams.
@Suite struct MessagePackFormatTests {
    private struct Reading: Codable, Equatable {
        var name: String
        var count: Int
        var ratio: Double
        var level: Float
        var flags: [Bool]
        var time: Date
        var bytes: Data
        var link: URL?
        var parts: [String: [Int]]
        var price: Decimal
        var big: UInt64
    }

    private static let reading = Reading(
        name: "Ada é",
        count: -70_000,
        ratio: 0.1,
        level: 2.3,
        flags: [true, false],
        time: Date(timeIntervalSince1970: 1_700_000_000.5),
        bytes: Data([0, 255]),
        link: URL(string: "https://example.org/a"),
        parts: ["a": [1, 2], "b": []],
        price: Decimal(string: "12.5") ?? 0,
        big: .max
    )

    @Test func roundTrip() throws {
        let format = MessagePackFormat(sortedKeys: true)
        let bytes = try format.encode(Self.reading)
        #expect(try format.decode(Reading.self, from: bytes) == Self.reading)
        let value = try MessagePack.Value(parsing: bytes)
        #expect(value["time"].date == Self.reading.time && value["time"].ext?.type == -1)
        #expect(value["bytes"].data == [0, 255] && value["parts"]["a"][1].int64 == 2)
        #expect(value["big"].uint64 == .max && value["big"].int64 == nil && value["missing"].isNull)
        #expect(try format.decode(MessagePack.Value.self, from: bytes) == value)
        #expect(try format.encode(value) == bytes)
        #expect(try format.encode([value, value]) == [0x92] + bytes + bytes)
    }

    @Test func bytesOfValues() throws {
        let format = MessagePackFormat()
        #expect(try format.encode([1: 2]) == [0x81, 0xA1, 0x31, 0x02])
        #expect(
            try format.encode([1.5, 0.1]) == [0x92, 0xCA, 0x3F, 0xC0, 0, 0, 0xCB, 0x3F, 0xB9]
                + Array(repeating: 0x99, count: 5) + [0x9A]
        )
        #expect(try format.encode(Float(2.3)) == [0xCA, 0x40, 0x13, 0x33, 0x33])
        #expect(try format.encode(String?.none) == [0xC0])
        #expect(throws: SerializationError.self) { try format.encode(Int128.max) }
    }

    @Test func builtValues() throws {
        let value: MessagePack.Value = ["a": [1, 2.5, nil, true], "b": .ext(type: 7, data: [1])]
        let bytes = try value.serialized()
        #expect(try MessagePack.Value(parsing: bytes) == value)
        #expect(try MessagePackFormat().encode(value) == bytes)
        let mixed: MessagePack.Value = [1: "x", "y": 2]
        let read = try MessagePack.Value(parsing: try mixed.serialized())
        #expect(read == mixed && read.map?.count == 2 && read.object == nil && read.map?[0].key == 1)
        #expect(Set([read, mixed]).count == 1)
        #expect(
            try JSONDecoder().decode(MessagePack.Value.self, from: Data(#"{"a":[1,"b",null]}"#.utf8)) == [
                "a": [1, "b", nil]
            ]
        )
    }

    /// If nothing has to be left out, the words are written in order; otherwise the walk finds the members that count.
    @Test func repeatedKeys() throws {
        let bytes: [UInt8] = [0x92, 0xA1, 0x78, 0x83, 0xA1, 0x61, 1, 0xA1, 0x62, 0x90, 0xA1, 0x61, 3]
        let value = try MessagePack.Value(parsing: bytes)
        #expect(try value.serialized() == [0x92, 0xA1, 0x78, 0x82, 0xA1, 0x62, 0x90, 0xA1, 0x61, 3])
        #expect(try MessagePackFormat().encode([value, value]) == [0x92] + value.serialized() + value.serialized())
        #expect(try value[0].serialized() == [0xA1, 0x78] && value[1]["b"].serialized() == [0x90])
        struct Twice: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(1, forKey: .a)
                try container.encode([2], forKey: .a)
            }
            enum Key: CodingKey { case a }
        }
        #expect(try MessagePackFormat().encode([Twice()]) == [0x91, 0x81, 0xA1, 0x61, 0x91, 2])
    }

    /// Maps with keys other than strings behave like objects: the order does not matter, and the last value of a key counts.
    @Test func mapsWithOtherKeys() throws {
        typealias Value = MessagePack.Value
        func map(_ members: (key: Value, value: Value)...) -> Value { .map(members) }
        let first = map((1, "a"), ("b", 2), ([1: 2, 3: 4], nil))
        let other = map(([3: 4, 1: 2], nil), ("b", 2), (1, "x"), (1, "a"))
        #expect(first == other && first.hashValue == other.hashValue && other.map?.count == 3)
        #expect(
            Value.array([first, 1]) == .array([other, 1])
                && Set([first, other, map((1, first)), map((1, other))]).count == 2
        )
        #expect(first != map((1, "a"), ("b", 3), ([1: 2, 3: 4], nil)) && first != map((1, "a"), ("b", 2)))
        #expect(map((1, 2)) != map((2, 1)) && map((1, map((1, 2)))) != map((1, map((2, 2)))))
        #expect(try Value(parsing: first.serialized()) == Value(parsing: other.serialized()))
        #expect(try Value(parsing: first.serialized()) == other)
        #expect(map((1, 2), (1, 3)) == map((1, 3)))
        #expect(try map((1, 2), (1, 3)).serialized() == [0x81, 1, 3])
        #expect(try Value(parsing: [0x82, 1, 2, 1, 3]) == map((1, 3)))
    }

    /// Values that are deeper than the stack allows are still compared, hashed and written.
    @Test(arguments: [[0x81, 0x01], [0x91], [0x81, 0xA1, 0x61]] as [[UInt8]]) func deepValues(head: [UInt8]) throws {
        let body = Array(repeatElement(head, count: 100_000).joined()) + [0xC0]
        let limits = DecodingLimits(inputBytes: .max, depth: .max, elements: .max)
        let value = try MessagePack.Value(parsing: body, limits: limits)
        let other = try MessagePack.Value(parsing: body.dropLast() + [0xC3], limits: limits)
        #expect(try value == MessagePack.Value(parsing: body, limits: limits) && value != other)
        #expect(try value.hashValue == MessagePack.Value(parsing: body, limits: limits).hashValue)
        #expect(try value.serialized() == body && value.serialized(sortedKeys: true) == body)
        let error = #expect(throws: SerializationError.self) { try MessagePackFormat().decode(Date.self, from: body) }
        #expect(error?.limit?.limit == .depth)
    }

    /// A registry applies its limits to each value of a sequence.
    @Test func limitsOfStreams() throws {
        for (body, limit) in [
            ([0x92, 1, 2, 0x93, 1, 2, 3], .elements), ([1, 0x91, 0x91, 0x91, 1], .depth),
            ([1, 0xC6, 0xFF, 0xFF, 0xFF, 0xFF], .inputBytes), ([0xDD, 0xFF, 0xFF, 0xFF, 0xFF], .elements),
            ([0xDF, 0x80, 0, 0, 0], .elements), ([0xD9, 61], .inputBytes),
        ] as [([UInt8], DecodingLimits.Limit)] {
            var serializers = try SerializerRegistry { MessagePackPlugin() }
            serializers.limits = DecodingLimits(inputBytes: 60, depth: 2, elements: 3)
            let head = ResponseHead(status: 200, fields: ["Content-Type": "application/x-msgpack"])
            var parser = try serializers.parser(of: MessagePack.Value.self, for: head)
            var found: [MessagePack.Value] = []
            let error = #expect(throws: SerializationError.self) {
                for byte in body { try parser.consume([byte].span, into: &found) }
            }
            #expect(error?.limit?.limit == limit, "\(body)")
        }
    }

    /// The path to a value that cannot be written is found on request.
    @Test func unwritableValues() throws {
        let far = Date(timeIntervalSince1970: 1e300)
        let error = #expect(throws: SerializationError.self) {
            try MessagePackFormat().encode(["a": ["b": [Date(timeIntervalSince1970: 0), far]]])
        }
        #expect(error?.codingPath.map(\.stringValue) == ["a", "b", "Index 1"])
    }

    @Test func errorsHaveLocations() throws {
        // {"a": 1, "b": [2.5, "x"]}
        let bytes: [UInt8] = [0x82, 0xA1, 0x61, 1, 0xA1, 0x62, 0x92, 0xCA, 0x40, 0x20, 0, 0, 0xA1, 0x78]
        struct Shape: Decodable { let b: [Double] }
        let error = #expect(throws: SerializationError.self) {
            try MessagePackFormat().decode(Shape.self, from: bytes)
        }
        #expect(error?.code == .dataShape && error?.location?.offset == 12)
        #expect(error?.codingPath.map(\.stringValue) == ["b", "Index 1"])
    }

    /// The location of a value of any kind is that of its first byte.
    @Test(
        arguments: [
            ([0x93, 0x01, 0xA5, 0x61, 0x62, 0x63, 0x64, 0x65, 3], 2), ([0x93, 0x01, 0xC0, 0x02], 2),
            ([0x92, 0xCC, 0xFF, 0xC4, 1, 5], 3), ([0x92, 0x01, 0xD4, 0x07, 0x00], 2),
            ([0x92, 0xD3, 0, 0, 0, 0, 0, 0, 0, 1, 0xC3], 10),
            ([0x92, 0xFF, 0x81, 0x01, 0x02], 2), ([0x92, 0x05, 0x90], 2),
        ] as [([UInt8], Int)]
    ) func locationsOfHeads(body: [UInt8], offset: Int) throws {
        let error = #expect(throws: SerializationError.self) { try MessagePackFormat().decode([Int].self, from: body) }
        #expect(error?.code == .dataShape && error?.location?.offset == offset, "\(body)")
    }

    @Test(arguments: [1, 3, 1_000]) func streams(window: Int) throws {
        let serializers = try SerializerRegistry { MessagePackPlugin() }
        let values = (0..<50).map { ["id": $0, "square": $0 * $0] }
        let bytes = try values.flatMap { try MessagePackFormat().encode($0) }
        let format = MessagePackFormat()
        var parser = try format.makeParser(of: [String: Int].self, as: nil, limits: .standard)
        var found: [[String: Int]] = []
        var start = 0
        while start < bytes.count {
            let end = min(start + window, bytes.count)
            try parser.consume(bytes.span.extracting(start..<end), into: &found)
            start = end
        }
        try parser.finish(into: &found)
        #expect(found == values)
        try parser.consume([0x92, 1].span, into: &found)
        let error = #expect(throws: SerializationError.self) { try parser.finish(into: &found) }
        #expect(error?.code == .truncated && error?.location?.offset == bytes.count + 2)
        let head = ResponseHead(status: 200, fields: ["Content-Type": "application/vnd.msgpack"])
        let one = try serializers.read([String: Int].self, from: format.encode(values[7]), head: head)
        #expect(one == values[7])
        let any = try serializers.anyValue(from: format.encode(values[7]), head: head)
        #expect((any as? MessagePack.Value)?["square"].int64 == 49)
    }
}
