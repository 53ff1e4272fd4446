import Foundation
import MessagePack
import Mimeograph
import MimeographJSON
import Testing

@Suite struct MessagePackFormatTests {
    /// The bytes that the specification's tables give for each form.
    @Test(
        arguments: [
            (0, [0x00]), (127, [0x7F]), (128, [0xCC, 0x80]), (256, [0xCD, 1, 0]), (65_536, [0xCE, 0, 1, 0, 0]),
            (4_294_967_296, [0xCF, 0, 0, 0, 1, 0, 0, 0, 0]), (-1, [0xFF]), (-32, [0xE0]), (-33, [0xD0, 0xDF]),
            (-129, [0xD1, 0xFF, 0x7F]), (-32_769, [0xD2, 0xFF, 0xFF, 0x7F, 0xFF]),
            (-2_147_483_649, [0xD3, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF]),
        ] as [(Int, [UInt8])]
    )
    func integers(value: Int, bytes: [UInt8]) throws {
        #expect(try MessagePackFormat().encode(value) == bytes)
        #expect(try MessagePackFormat().decode(Int.self, from: bytes) == value)
    }

    @Test func scalars() throws {
        let format = MessagePackFormat()
        #expect(try format.encode(UInt64.max) == [0xCF] + [UInt8](repeating: 0xFF, count: 8))
        #expect(try format.decode(UInt64.self, from: [0xCF] + [UInt8](repeating: 0xFF, count: 8)) == .max)
        #expect(try format.encode([true, false]) == [0x92, 0xC3, 0xC2])
        #expect(try format.encode(Float(1.5)) == [0xCA, 0x3F, 0xC0, 0, 0])
        #expect(try format.decode(Double.self, from: [0xCA, 0x3F, 0xC0, 0, 0]) == 1.5)
        #expect(try format.decode(Int8.self, from: [0xCB, 0x40, 0x08, 0, 0, 0, 0, 0, 0]) == 3)
        #expect(try format.encode([String: Int]()) == [0x80])
        #expect(try format.encode([nil, 1] as [Int?]) == [0x92, 0xC0, 1])
        #expect(try format.decode([Int?].self, from: [0x92, 0xC0, 1]) == [nil, 1])
        #expect(try format.decode([Int: String].self, from: [0x81, 0x07, 0xA1, 0x61]) == [7: "a"])
    }

    /// Each size of text, binary, list and map at its border.
    @Test(arguments: [0, 15, 16, 31, 32, 255, 256, 65_535, 65_536]) func sizes(count: Int) throws {
        let format = MessagePackFormat()
        let text = String(repeating: "a", count: count)
        #expect(try format.decode(String.self, from: format.encode(text)) == text)
        let data = Data(repeating: 7, count: count)
        #expect(try format.decode(Data.self, from: format.encode(data)) == data)
        let list = [Bool](repeating: true, count: count)
        #expect(try format.decode([Bool].self, from: format.encode(list)) == list)
        let map = Dictionary(uniqueKeysWithValues: (0..<min(count, 300)).map { ("\($0)", $0) })
        #expect(try format.decode([String: Int].self, from: format.encode(map)) == map)
    }

    @Test(
        arguments: [
            (0.0, [0xD6, 0xFF, 0, 0, 0, 0]), (4_294_967_295, [0xD6, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
            (4_294_967_296, [0xD7, 0xFF, 0, 0, 0, 1, 0, 0, 0, 0]),
            (-1, [0xC7, 12, 0xFF, 0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8)),
            (-0.5, [0xC7, 12, 0xFF, 0x1D, 0xCD, 0x65, 0x00] + [UInt8](repeating: 0xFF, count: 8)),
        ] as [(Double, [UInt8])]
    )
    func timestamps(seconds: Double, bytes: [UInt8]) throws {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(try MessagePackFormat().encode(date) == bytes)
        #expect(try MessagePackFormat().decode(Date.self, from: bytes) == date)
    }

    /// A class with a superclass, and containers that are made by hand.
    @Test func inheritance() throws {
        class Base: Codable { var a = 1 }
        final class Derived: Base {
            var b = [[2]]
            enum Keys: CodingKey { case b }
            override init() { super.init() }
            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                var lists = try container.nestedUnkeyedContainer(forKey: .b)
                b = [try lists.decode([Int].self)]
                try super.init(from: container.superDecoder())
            }
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Keys.self)
                var lists = container.nestedUnkeyedContainer(forKey: .b)
                try lists.encode(b[0])
                try super.encode(to: container.superEncoder())
            }
        }
        let value = Derived()
        value.a = 5
        value.b = [[7, 8]]
        let again = try MessagePackFormat().decode(Derived.self, from: MessagePackFormat().encode(value))
        #expect(again.a == 5)
        #expect(again.b == [[7, 8]])
    }

    @Test func errorsSayWhere() throws {
        struct User: Decodable { var names: [String] }
        let bytes: [UInt8] = [0x81, 0xA5] + "names".utf8 + [0x92, 0xA1, 0x61, 0x05]
        let error = try #require(throws: SerializationError.self) {
            try MessagePackFormat().decode(User.self, from: bytes)
        }
        #expect(error.code == .dataShape)
        #expect(error.codingPath.map(\.stringValue) == ["names", "1"])
        let cut = try #require(throws: SerializationError.self) {
            try MessagePackFormat().decode(User.self, from: bytes.dropLast(2))
        }
        #expect(cut.code == .truncated)
        #expect(cut.location?.offset == bytes.count - 2)
    }

    /// A value that refers to itself ends at a limit and not with the stack.
    @Test func endlessValues() throws {
        final class Endless: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                try container.encode(self)
            }
        }
        let error = try #require(throws: SerializationError.self) { try MessagePackFormat().encode(Endless()) }
        #expect(error.code == .unencodableValue)
    }

    /// A hundred thousand levels are a limit, and where the limit allows them they are read without a stack of them.
    @Test func depth() throws {
        let body = [UInt8](repeating: 0x91, count: 100_000) + [0xC0]
        var limits = DecodingLimits.standard
        struct Anything: Decodable { init(from decoder: any Decoder) {} }
        let error = try #require(throws: SerializationError.self) {
            try MessagePackFormat().decode(Anything.self, from: body, limits: limits)
        }
        #expect(error.limit?.limit == .depth)
        limits.depth = 200_000
        _ = try MessagePackFormat().decode(Anything.self, from: body, limits: limits)
    }
}

/// The plugin in a registry, beside others.
@Suite struct MessagePackRegistryTests {
    struct User: Codable, Hashable { var name: String }
    private let bytes: [UInt8] = [0x81, 0xA4] + "name".utf8 + [0xA3] + "Ada".utf8

    private func head(_ type: String) -> ResponseHead { ResponseHead(status: 200, fields: ["Content-Type": type]) }

    @Test(arguments: ["application/msgpack", "application/x-msgpack", "application/vnd.msgpack"])
    func besideJSON(type: String) throws {
        let serializers = try SerializerRegistry {
            JSONPlugin()
            MessagePackPlugin()
        }
        #expect(try serializers.read(User.self, from: bytes, head: head(type)) == User(name: "Ada"))
        #expect(
            try serializers.read(User.self, from: #"{"name":"Ada"}"#.utf8, head: head("application/json"))
                == User(name: "Ada")
        )
        #expect(try serializers.encode(User(name: "Ada"), as: "application/msgpack").bytes == bytes)
        #expect(serializers.accept(for: User.self).description == "application/json, application/msgpack")
    }

    @Test func aTypeOfOnesOwn() throws {
        var serializers = try SerializerRegistry { JSONPlugin() }
        try serializers.register(format: MessagePackFormat(), for: "application/vnd.acme+msgpack", "*/*+msgpack")
        for type in ["application/vnd.acme+msgpack", "application/vnd.other+msgpack"] {
            #expect(try serializers.read(User.self, from: bytes, head: head(type)) == User(name: "Ada"))
        }
    }

    /// What the server calls JSON is MessagePack: the user's own goes before the plugin's.
    @Test func insteadOfABuiltInOne() throws {
        var serializers = try SerializerRegistry { JSONPlugin() }
        try serializers.register(format: MessagePackFormat(), for: "application/json")
        #expect(try serializers.read(User.self, from: bytes, head: head("application/json")) == User(name: "Ada"))
        // What nobody took over is read as before.
        #expect(
            try serializers.read(User.self, from: #"{"name":"Ada"}"#.utf8, head: head("text/json")) == User(name: "Ada")
        )
    }

    @Test func valuesWhileTheyArrive() async throws {
        let serializers = try SerializerRegistry { MessagePackPlugin() }
        let chunks = AsyncStream<[UInt8]> { source in
            for byte in bytes + bytes { source.yield([byte]) }
            source.finish()
        }
        var count = 0
        for try await user in try serializers.stream(User.self, from: chunks, head: head("application/msgpack")) {
            #expect(user == User(name: "Ada"))
            count += 1
        }
        #expect(count == 2)
    }
}
