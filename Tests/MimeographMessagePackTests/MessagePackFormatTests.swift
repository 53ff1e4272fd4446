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

    @Test func valuesThatWereBuilt() throws {
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

    @Test func errorsHavePlaces() throws {
        // {"a": 1, "b": [2.5, "x"]}
        let bytes: [UInt8] = [0x82, 0xA1, 0x61, 1, 0xA1, 0x62, 0x92, 0xCA, 0x40, 0x20, 0, 0, 0xA1, 0x78]
        struct Shape: Decodable { let b: [Double] }
        let error = #expect(throws: SerializationError.self) {
            try MessagePackFormat().decode(Shape.self, from: bytes)
        }
        #expect(error?.code == .dataShape && error?.location?.offset == 13)
        #expect(error?.codingPath.map(\.stringValue) == ["b", "Index 1"])
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
        let any = try serializers.read(from: format.encode(values[7]), head: head)
        #expect((any as? MessagePack.Value)?["square"].int64 == 49)
    }
}
