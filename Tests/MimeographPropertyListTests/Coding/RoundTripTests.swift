import Foundation
import Mimeograph
import MimeographPropertyList
import Testing

@testable import TestSupport

/// Random values are unchanged after they are written and read, by us and by Foundation.
@Suite struct RoundTripTests {
    struct Record: Codable, Equatable {
        var identifier: Int
        var name: String
        var ratio: Double
        var single: Float
        var small: Int8?
        var large: UInt64
        var flag: Bool?
        var date: Date
        var data: Data
        var link: URL?
        var price: Decimal
        var tags: [String]
        var optionals: [Int?]
        var named: [String: [Int32]]
        var numbered: [Int: String]
        var kind: Kind
        var children: [Record]

        enum Kind: Codable, Equatable {
            case plain
            case pair(Int, label: String)
        }

        init(depth: Int, _ generator: inout SeededGenerator) {
            func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
            let texts = [
                "", "a", "text & <more>", "\u{E9}t\u{E9}", "\u{1F600} \u{1F601}", "日本語のテキスト", " space ", "]]>",
            ]
            identifier = Int(truncatingIfNeeded: generator.next() >> UInt64(below(64)))
            name = texts[below(8)]
            ratio = Double(bitPattern: generator.next())
            if ratio.isNaN { ratio = 0.1 }
            single = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
            if single.isNaN { single = -0.1 }
            small = below(2) == 0 ? nil : Int8(truncatingIfNeeded: below(256))
            large = generator.next() >> UInt64(below(64))
            flag = [nil, true, false][below(3)]
            // Whole seconds, which XML can hold.
            date = Date(timeIntervalSinceReferenceDate: Double(below(1 << 36) - 1 << 35))
            data = Data((0..<below(80)).map { UInt8(truncatingIfNeeded: $0 &* 37) })
            link = below(2) == 0 ? nil : URL(string: "https://example.com/\(below(100))?q=a%20b&c")
            price = Decimal(below(100_000)) / 100
            tags = (0..<below(4)).map { texts[($0 + 1) % 8] }
            optionals = (0..<below(4)).map { $0 % 2 == 0 ? $0 : nil }
            named = Dictionary(uniqueKeysWithValues: (0..<below(4)).map { (texts[$0] + "\($0)", [Int32($0), -1]) })
            numbered = Dictionary(uniqueKeysWithValues: (0..<below(3)).map { ($0 - 1, texts[$0]) })
            kind = below(2) == 0 ? .plain : .pair(below(9), label: texts[below(8)])
            children = []
            if depth > 0 { for _ in 0..<below(3) { children.append(Record(depth: depth - 1, &generator)) } }
        }
    }

    @Test(arguments: 0..<12)
    func sameAgain(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let value = (0..<3).map { _ in Record(depth: 2, &generator) }
        for format in PropertyListWritingOptions.Format.allCases {
            for sortedKeys in [false, true] {
                let options = PropertyListWritingOptions(format: format, sortedKeys: sortedKeys)
                let bytes = try PropertyListFormat(writing: options).encode(value)
                #expect(try PropertyListFormat().decode([Record].self, from: bytes) == value)
                #expect(try PropertyListDecoder().decode([Record].self, from: Data(bytes)) == value)
                let list = try PropertyList(parsing: bytes)
                #expect(try PropertyListFormat().decode([Record].self, from: list.serialized(options)) == value)
            }
        }
        let encoder = PropertyListEncoder()
        for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
            encoder.outputFormat = format
            #expect(try PropertyListFormat().decode([Record].self, from: encoder.encode(value)) == value)
        }
    }

    /// A part without a type of its own, by our format and by Foundation's coders.
    @Test func propertyListAsCodable() throws {
        struct Envelope: Codable, Equatable {
            var kind: String
            var payload: PropertyList
            var extra: PropertyList?
        }
        let payload: PropertyList = [
            "z": [1, 2.5, "x", true, .date(secondsSinceReferenceDate: 5), .data([1, 2]), PropertyList(UInt64.max)],
            "a": ["deep": [[:], []]],
        ]
        let envelope = Envelope(kind: "k", payload: payload, extra: nil)
        for options in [PropertyListWritingOptions.xml, .binary] {
            let format = PropertyListFormat(writing: options)
            let bytes = try format.encode(envelope)
            let again = try format.decode(Envelope.self, from: bytes)
            #expect(again == envelope)
            // A parsed part is written like a built one.
            #expect(try format.encode(again) == bytes)
            #expect(try PropertyList(parsing: bytes)["payload"] == payload)
            #expect(try format.decode(PropertyList.self, from: format.encode(payload)) == payload)
            #expect(try format.decode(PropertyList.self, from: format.encode("alone" as PropertyList)) == "alone")
        }
        // Foundation's decoder gives no hint of dates and data, so the list contains none.
        let plain = Envelope(kind: "k", payload: ["a": [1, "x", false, 1.5]], extra: ["b": []])
        let bytes = [UInt8](try PropertyListEncoder().encode(plain))
        #expect(try PropertyListFormat().decode(Envelope.self, from: bytes) == plain)
        #expect(
            try PropertyListDecoder().decode(Envelope.self, from: Data(PropertyListFormat().encode(plain))) == plain
        )
        let json = try JSONEncoder().encode(plain)
        #expect(try JSONDecoder().decode(Envelope.self, from: json) == plain)
        // References of keyed archives, and null in the binary format.
        let archive: PropertyList = ["root": PropertyList(PropertyList.UID(7)), "null": nil]
        let written = try PropertyListFormat(writing: .binary).encode(archive)
        #expect(try PropertyListFormat().decode(PropertyList.self, from: written) == archive)
    }

    @Test(arguments: ["application/x-plist", "application/x-apple-plist", "application/x-bplist", nil])
    func throughARegistry(type: String?) throws {
        struct User: Codable, Sendable, Equatable { var name: String }
        let registry = try SerializerRegistry {
            PropertyListPlugin(writing: PropertyListWritingOptions(format: .binary))
        }
        let head = ResponseHead(status: 200, fields: type.map { ["Content-Type": $0] } ?? [:])
        for options in [PropertyListWritingOptions.xml, .binary] {
            let body = try PropertyListFormat(writing: options).encode(User(name: "Ada"))
            #expect(try registry.read(User.self, from: body, head: head) == User(name: "Ada"))
            #expect(try registry.read(PropertyList.self, from: body, head: head)["name"] == "Ada")
            #expect(try registry.anyValue(from: body, head: head) is PropertyList)
        }
        var message = RequestMessage(method: .post, url: "/")
        try registry.write(User(name: "Ada"), into: &message)
        #expect(message.fields["Content-Type"] == "application/x-plist")
        guard case .bytes(let bytes) = message.body else { throw Silent.Failure() }
        #expect(bytes.starts(with: "bplist00".utf8))
        #expect(try PropertyListFormat().decode(User.self, from: bytes) == User(name: "Ada"))
        let written = try SerializerRegistry { PropertyListPlugin() }.encode(
            User(name: "Ada"),
            as: "application/x-bplist"
        )
        #expect(written.contentType == "application/x-bplist")
        #expect(written.bytes.starts(with: "bplist00".utf8))
    }
}
