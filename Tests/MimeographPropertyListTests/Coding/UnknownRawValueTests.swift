import Mimeograph
import MimeographPropertyList
import Testing

/// Values that a type of the standard library rejects have a location too.
@Suite struct UnknownRawValueTests {
    enum Color: String, Decodable { case red, green }
    struct Item: Decodable {
        var color: Color?
        var items: [Item]?
        var byName: [String: Color]?
    }

    private func offset(_ body: some Collection<UInt8>) throws -> Int? {
        do {
            _ = try PropertyListFormat().decode(Item.self, from: body)
        } catch {
            #expect(error.code == .dataShape)
            #expect(!error.codingPath.isEmpty)
            return error.location?.offset
        }
        throw WasRead()
    }
    struct WasRead: Error {}

    @Test(arguments: [
        ("<plist><dict><key>color</key><string>", "blue</string></dict></plist>"),
        (
            "<plist><dict><key>items</key><array><dict/><dict><key>x</key><dict/><key>color</key><string>",
            "blue</string></dict></array></dict></plist>"
        ),
        (
            "<plist><dict><key>byName</key><dict><key>a</key><string>red</string><key>b</key><string>",
            "blue</string></dict></dict></plist>"
        ),
    ])
    func hasALocationInXML(_ before: String, _ after: String) throws {
        #expect(try offset((before + after).utf8) == before.utf8.count)
    }

    /// The binary format writes one object for equal texts, and two containers may be the same object.
    @Test func hasALocationInTheBinaryFormat() throws {
        let list: PropertyList = ["items": [[:], ["x": 1, "color": "blue"]]]
        let body = try list.serialized(.binary)
        let expected = try #require(body.firstRange(of: Array("blue".utf8))?.lowerBound)
        #expect(try offset(body) == expected)
        // A dictionary that both elements refer to: `{items: [b, b]}` with `b = {color: "blue"}`.
        let shared = BinaryFile(
            [0xD1, 1, 2],
            [0x55] + Array("items".utf8),
            [0xA2, 5, 3],
            [0xD1, 4, 6],
            [0x55] + Array("color".utf8),
            [0xD0],
            [0x54] + Array("blue".utf8)
        )
        #expect(try offset(shared.bytes) == shared.bytes.firstRange(of: Array("blue".utf8))?.lowerBound)
    }
}
