import Foundation
import Mimeograph
import MimeographCBOR
import Testing

/// Any `Codable` type, values and streams.
@Suite struct CBORFormatTests {
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
        let format = CBORFormat(isDeterministic: true)
        let bytes = try format.encode(Self.reading)
        #expect(try format.decode(Reading.self, from: bytes) == Self.reading)
        let value = try CBOR.Value(parsing: bytes)
        #expect(value["time"].date == Self.reading.time && value["time"].tagged?.tag == 1)
        #expect(value["bytes"].data == [0, 255] && value["parts"]["a"][1].int64 == 2)
        #expect(value["big"].uint64 == .max && value["big"].int64 == nil && value["missing"].isNull)
        #expect(try format.decode(CBOR.Value.self, from: bytes) == value)
        #expect(try format.encode(value) == bytes)
        #expect(try format.encode([value, value]) == [0x82] + bytes + bytes)
    }

    @Test func bytesOfValues() throws {
        let format = CBORFormat()
        #expect(
            try format.encode([1.5, 0.1]) == [0x82, 0xF9, 0x3E, 0, 0xFB, 0x3F, 0xB9] + Array(repeating: 0x99, count: 5)
                + [0x9A]
        )
        #expect(try format.encode(String?.none) == [0xF6])
        #expect(try format.encode(Int128(-1) << 64) == [0x3B] + Array(repeating: 0xFF, count: 8))
        #expect(try format.encode(UInt128(1) << 64) == [0xC2, 0x49, 1] + Array(repeating: 0, count: 8))
        #expect(try format.decode(UInt128.self, from: format.encode(UInt128.max)) == .max)
        #expect(try format.decode(Int128.self, from: format.encode(Int128.min)) == .min)
        // RFC 8949 §3.4.4: 273.15 as a decimal fraction.
        #expect(
            try format.decode(Decimal.self, from: [0xC4, 0x82, 0x21, 0x19, 0x6A, 0xB3]) == Decimal(string: "273.15")
        )
        for text in ["0", "-12.5", "0.1", "12345678901234567890.123456789", "-0.00000000000000000001", "1e30"] {
            let decimal = try #require(Decimal(string: text))
            #expect(try format.decode(Decimal.self, from: format.encode(decimal)) == decimal)
        }
        #expect(try format.decode([Int?].self, from: [0x82, 0xF7, 1]) == [nil, 1])
        #expect(throws: SerializationError.self) { try format.encode(Decimal.nan) }
    }

    @Test func dates() throws {
        let text = Array("2013-03-21T20:04:00Z".utf8)
        let date = Date(timeIntervalSince1970: 1_363_896_240)
        let format = CBORFormat()
        #expect(try format.decode(Date.self, from: [0xC0, 0x74] + text) == date)
        #expect(try format.decode(Date.self, from: [0xC1, 0x1A, 0x51, 0x4B, 0x67, 0xB0]) == date)
        #expect(try format.encode(date) == [0xC1, 0x1A, 0x51, 0x4B, 0x67, 0xB0])
        #expect(CBOR.Value(date)?.date == date && CBOR.Value("x").date == nil)
        #expect(throws: SerializationError.self) { try format.decode(Date.self, from: [0x01]) }
    }

    @Test func duplicateKeys() throws {
        let bytes: [UInt8] = [0xA2, 0x61, 0x61, 1, 0x61, 0x61, 2]
        #expect(try CBORFormat().decode([String: Int].self, from: bytes) == ["a": 2])
        let error = #expect(throws: SerializationError.self) {
            try CBORFormat(duplicateKeys: .refuse).decode([String: Int].self, from: bytes)
        }
        #expect(error?.code == .syntax)
    }

    @Test func builtValues() throws {
        let value: CBOR.Value = ["a": [1, 2.5, nil, true], "b": .tagged(32, "urn:x"), "c": .simple(23)]
        let bytes = try value.serialized()
        #expect(try CBOR.Value(parsing: bytes) == value)
        #expect(try CBORFormat().encode(value) == bytes)
        let mixed: CBOR.Value = [1: "x", "y": 2]
        let read = try CBOR.Value(parsing: try mixed.serialized())
        #expect(read == mixed && read.map?.count == 2 && read.object == nil && read.map?[0].key == 1)
        #expect(Set([read, mixed]).count == 1)
        #expect(
            try JSONDecoder().decode(CBOR.Value.self, from: Data(#"{"a":[1,"b",null]}"#.utf8)) == [
                "a": [1, "b", nil]
            ]
        )
    }

    /// Maps with keys other than strings behave like objects: the order does not matter, and the last value of a key counts.
    @Test func mapsWithOtherKeys() throws {
        typealias Value = CBOR.Value
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
        #expect(try map((1, 2), (1, 3)).serialized() == [0xA1, 1, 3])
        #expect(try Value(parsing: [0xA2, 1, 2, 1, 3]) == map((1, 3)))
    }

    /// Values that are deeper than the stack allows are still compared, hashed and written.
    @Test(arguments: [[0xC1], [0xA1, 0x01], [0x81], [0xC1, 0xA1, 0xF5]] as [[UInt8]]) func deepValues(head: [UInt8])
        throws
    {
        let depth = 100_000
        let body = Array(repeatElement(head, count: depth).joined()) + [0xF6]
        let limits = DecodingLimits(inputBytes: .max, depth: .max, elements: .max)
        let value = try CBOR.Value(parsing: body, limits: limits)
        let other = try CBOR.Value(parsing: body.dropLast() + [0xF5], limits: limits)
        #expect(try value == CBOR.Value(parsing: body, limits: limits) && value != other)
        #expect(try value.hashValue == CBOR.Value(parsing: body, limits: limits).hashValue)
        #expect(try value.serialized() == body && value.serialized(isDeterministic: true) == body)
        let format = CBORFormat(duplicateKeys: .refuse)
        #expect(throws: Never.self) { try format.decode(CBOR.Value.self, from: body, limits: limits) }
        let error = #expect(throws: SerializationError.self) { try format.decode(Date.self, from: body) }
        #expect(error?.limit?.limit == .depth)
    }

    /// A body without a media type is recognized by its first tag.
    @Test func selfDescribedBodies() throws {
        let serializers = try SerializerRegistry { CBORPlugin() }
        let value = try serializers.anyValue(from: [0xD9, 0xD9, 0xF7, 0x01], head: ResponseHead(status: 200))
        #expect(value as? CBOR.Value == 1)
        #expect(try CBOR.Value.tagged(55_799, 1).serialized() == [0xD9, 0xD9, 0xF7, 0x01])
    }

    /// A registry applies its limits to each value of a sequence.
    @Test func limitsOfStreams() throws {
        for (body, limit) in [
            ([0x82, 1, 2, 0x83, 1, 2, 3], .elements), ([1, 0x81, 0x81, 0x81, 1], .depth),
            ([1, 0x5B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .inputBytes),
            ([0x9F] + Array(repeating: 1, count: 99), .inputBytes),
            ([0x5F] + Array(repeating: 0x40, count: 99), .inputBytes),
        ] as [([UInt8], DecodingLimits.Limit)] {
            var serializers = try SerializerRegistry { CBORPlugin() }
            serializers.limits = DecodingLimits(inputBytes: 60, depth: 2, elements: 3)
            let head = ResponseHead(status: 200, fields: ["Content-Type": "application/vnd.acme+cbor-seq"])
            var parser = try serializers.parser(of: CBOR.Value.self, for: head)
            var found: [CBOR.Value] = []
            let error = #expect(throws: SerializationError.self) {
                for byte in body { try parser.consume([byte].span, into: &found) }
            }
            #expect(error?.limit?.limit == limit, "\(body)")
        }
    }

    @Test func errorsHaveLocations() throws {
        // {"a": 1, "b": [2.5, "x"]}
        let bytes: [UInt8] = [0xA2, 0x61, 0x61, 1, 0x61, 0x62, 0x82, 0xFA, 0x40, 0x20, 0, 0, 0x61, 0x78]
        struct Shape: Decodable { let b: [Double] }
        let error = #expect(throws: SerializationError.self) {
            try CBORFormat().decode(Shape.self, from: bytes)
        }
        #expect(error?.code == .dataShape && error?.location?.offset == 12)
        #expect(error?.codingPath.map(\.stringValue) == ["b", "Index 1"])
    }

    /// The location of a value of any kind is that of its first byte.
    @Test(
        arguments: [
            ([0x83, 0x01, 0x65, 0x61, 0x62, 0x63, 0x64, 0x65, 3], 2), ([0x83, 0x01, 0xF6, 0x02], 2),
            ([0x83, 1, 2, 0x41, 5], 3),
            ([0xD9, 0xD9, 0xF7, 0x82, 0x7F, 0x61, 0x61, 0x61, 0x62, 0xFF, 1], 4), ([0x82, 0x18, 0x20, 0xA0], 3),
            ([0x9F, 0x01, 0xC1, 0x80, 0xFF], 2),
            ([0x82, 0x3B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xF5], 10),
            ([0xD8, 0x64, 0x82, 1, 0xA1, 1, 2], 4), ([0x82, 1, 0xE0], 2),
            ([0x82, 0xC3, 0x48, 1, 2, 3, 4, 5, 6, 7, 8, 0xF5], 11),
        ] as [([UInt8], Int)]
    ) func locationsOfHeads(body: [UInt8], offset: Int) throws {
        let error = #expect(throws: SerializationError.self) { try CBORFormat().decode([Int128].self, from: body) }
        #expect(error?.code == .dataShape && error?.location?.offset == offset, "\(body)")
    }

    @Test(arguments: [1, 3, 1_000]) func streams(window: Int) throws {
        let serializers = try SerializerRegistry { CBORPlugin() }
        let values = (0..<50).map { ["id": $0, "square": $0 * $0] }
        let bytes = try values.flatMap { try CBORFormat().encode($0) }
        let format = CBORFormat()
        var parser = try CBORSequenceFormat().makeParser(of: [String: Int].self, as: nil, limits: .standard)
        var found: [[String: Int]] = []
        var start = 0
        while start < bytes.count {
            let end = min(start + window, bytes.count)
            try parser.consume(bytes.span.extracting(start..<end), into: &found)
            start = end
        }
        try parser.finish(into: &found)
        #expect(found == values)
        try parser.consume([0x82, 1].span, into: &found)
        let error = #expect(throws: SerializationError.self) { try parser.finish(into: &found) }
        #expect(error?.code == .truncated && error?.location?.offset == bytes.count + 2)
        let head = ResponseHead(status: 200, fields: ["Content-Type": "application/vnd.acme+cbor"])
        let one = try serializers.read([String: Int].self, from: format.encode(values[7]), head: head)
        #expect(one == values[7])
        let any = try serializers.anyValue(from: format.encode(values[7]), head: head)
        #expect((any as? CBOR.Value)?["square"].int64 == 49)
    }
}
