import Mimeograph
import MimeographCBOR
import MimeographJSON
import MimeographJSONPath
import MimeographMessagePack
import MimeographPropertyList
import Testing

/// Values of other formats, and values that were built.
@Suite struct JSONPathFormatsTests {
    private static let query = "$.users[?@.age >= 18 && match(@.name, '[A-Z].*')]['name', 'tags'][::]"

    @Test func propertyLists() throws {
        let list: PropertyList = [
            "users": [["name": "Ada", "age": 36, "tags": ["é", "b"]], ["name": "eve", "age": 40, "tags": ["c"]]],
            "more": ["Ada"],
        ]
        for style in [PropertyListWritingOptions.xml, .binary] {
            let read = try PropertyList(parsing: list.serialized(style))
            #expect(try JSONPath(Self.query).values(in: read) == ["é", "b"])
            // The binary format stores "é" in UTF-16, and equal texts once.
            #expect(try JSONPath("$..[?@ == 'é']").nodes(in: read).map(\.path) == ["$['users'][0]['tags'][0]"])
            #expect(try JSONPath("$..[?@ == 'Ada']").values(in: read).count == 2)
        }
        #expect(try JSONPath(Self.query).values(in: list) == ["é", "b"])
        let named: PropertyList = ["é": ["ключ": true]]
        let read = try PropertyList(parsing: named.serialized(.binary))
        #expect(try JSONPath("$.é.ключ").nodes(in: read).map(\.path) == ["$['é']['ключ']"])
    }

    /// A binary list whose two arrays are one object on disk: each has its own path.
    @Test func sharedContainers() throws {
        let objects: [[UInt8]] = [
            [0xD2, 1, 2, 3, 3], [0x51, UInt8(ascii: "a")], [0x51, UInt8(ascii: "b")], [0xA2, 4, 4], [0xA1, 5],
            [0x10, 7],
        ]
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets.append(UInt8(bytes.count))
            bytes += object
        }
        let table = UInt8(bytes.count)
        bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
        bytes +=
            [0, 0, 0, 0, 0, 0, 0, UInt8(objects.count)] + [UInt8](repeating: 0, count: 8) + [
                0, 0, 0, 0, 0, 0, 0, table,
            ]
        let list = try PropertyList(parsing: bytes)
        let expected = ["$['a'][0][0]", "$['a'][1][0]", "$['b'][0][0]", "$['b'][1][0]"]
        #expect(try JSONPath("$..[?@ == 7]").nodes(in: list).map(\.path) == expected)
        #expect(try JSONPath("$.*.*.*").nodes(in: list).map(\.path) == expected)
        #expect(try JSONPath("$[?@ == $.a]").values(in: list).count == 2)
        #expect(try JSONPath("$.b[-1][0]").first(in: list) == 7)
    }

    /// A query looks into the content of a tag. A map with other keys than strings has no members for it.
    @Test func tags() throws {
        let value: CBOR.Value = .tagged(
            55799,
            ["a": .tagged(24, [.tagged(1, 5), 6]), "b": .map([(key: 1, value: 2)])]
        )
        let read = try CBOR.Value(parsing: value.serialized())
        for value in [value, read] {
            #expect(try JSONPath("$.a[0]").values(in: value) == [.tagged(1, 5)])
            #expect(try JSONPath("$.a[?@ < 7]").nodes(in: value).map(\.path) == ["$['a'][0]", "$['a'][1]"])
            #expect(
                try JSONPath("$..*").nodes(in: value).map(\.path) == ["$['a']", "$['b']", "$['a'][0]", "$['a'][1]"]
            )
            #expect(try JSONPath("$[?length(@) == 2]").nodes(in: value).map(\.path) == ["$['a']"])
        }
    }

    /// Kinds that JSON does not have only equal themselves.
    @Test func otherKinds() throws {
        let value: MessagePack.Value = ["a": .data([1, 2]), "b": .data([1, 2]), "c": .data([3]), "d": "x"]
        #expect(try JSONPath("$[?@ == $.a]").nodes(in: value).map(\.path) == ["$['a']", "$['b']"])
        #expect(try JSONPath("$[?@ <= $.a]").nodes(in: value).map(\.path) == ["$['a']", "$['b']"])
        #expect(try JSONPath("$[?@ < $.c || length(@) == 2]").values(in: value).isEmpty)
        #expect(try JSONPath("$..[?@ == 'x']").values(in: value) == ["x"])
    }

    @Test func builtValues() throws {
        var json = try JSON(parsing: JSONPathTests.store.utf8)
        json["store"]["book"][0]["price"] = 1
        #expect(try JSONPath("$..book[?@.price < 5].title").values(in: json) == ["Sayings of the Century"])
        let error = try #require(throws: SerializationError.self) {
            _ = try JSONPath("$").values(in: [JSON(Double.nan)] as JSON)
        }
        #expect(error.code == .unencodableValue)
        #expect(try JSONPath("$").values(in: 5 as JSON) == [5])
        #expect(try JSONPath("$..*").values(in: "x" as JSON).isEmpty)
    }
}
