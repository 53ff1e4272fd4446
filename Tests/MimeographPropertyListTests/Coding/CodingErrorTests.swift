import Foundation
import Mimeograph
import MimeographPropertyList
import Testing

@testable import TestSupport

/// The errors that callers see if a body does not fit a type.
@Suite struct CodingErrorTests {
    struct Response: Codable { var users: [Person] }

    private func error<T: Decodable>(_ type: T.Type, _ body: [UInt8]) throws -> SerializationError {
        try #require(throws: SerializationError.self) { try PropertyListFormat().decode(type, from: body) }
    }

    private static let xml = """
        <plist><dict>
        <key>users</key><array>
        <dict><key>name</key><string>a</string><key>isAdmin</key><true/></dict>
        <dict><key>isAdmin</key><true/><key>name</key>
            <array><string>topsecret</string></array></dict>
        </array></dict></plist>
        """

    @Test(arguments: ["", "\u{FEFF}"])
    func namesThePath(mark: String) throws {
        let error = try error(Response.self, Array((mark + Self.xml).utf8))
        #expect(error.code == .dataShape)
        #expect(error.codingPath.map(\.stringValue) == ["users", "Index 1", "name"])
        #expect(error.message.contains("users[1].name"))
        #expect(error.message.contains("expected String but found an array"))
        // The location of the key before the array.
        #expect(error.location?.line == 4)
        #expect(error.remedy != nil)
        #expect(error.underlying.first is DecodingError)
        #expect(!"\(error)".contains("topsecret"))
    }

    /// The location of a value, in either format; another encoding has no location.
    @Test func locations() throws {
        let list: PropertyList = ["users": [["name": "a", "isAdmin": "topsecret"]]]
        for options in [PropertyListWritingOptions.xml, .binary] {
            let bytes = try list.serialized(options)
            let error = try error(Response.self, bytes)
            let offset = try #require(error.location?.offset)
            #expect(bytes[offset...].starts(with: "topsecret".utf8))
        }
        let text = String(decoding: try list.serialized(), as: UTF8.self)
        let wide = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        #expect(try error(Response.self, wide).location == nil)
    }

    @Test func longAndOddKeysAreLimited() throws {
        let long: PropertyList = [String(repeating: "k", count: 5_000): true]
        #expect(try error([String: Int].self, long.serialized()).message.utf8.count < 300)
        let odd = try error([String: Int].self, (["a\u{1B}[31m\u{202E}": true] as PropertyList).serialized(.binary))
        #expect(!odd.message.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    }

    @Test func errorsOfTypesThemselves() throws {
        struct Stubborn: Decodable {
            init(from decoder: any Decoder) throws { throw Silent.Failure() }
        }
        let stubborn = try error([Stubborn].self, ([1] as PropertyList).serialized())
        #expect(stubborn.code == .dataShape)
        #expect(stubborn.underlying.first is Silent.Failure)
        struct Quoting: Decodable {
            init(from decoder: any Decoder) throws {
                let text = try decoder.singleValueContainer().decode(String.self)
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "bad: \(text)")
                )
            }
        }
        let quoting = try error(Quoting.self, ("topsecret" as PropertyList).serialized())
        #expect(!quoting.message.contains("topsecret"))
    }

    @Test(arguments: [
        ("<plist><array>", "truncated"), ("<plist><array></dict>", "syntax"), ("", "emptyBody"), ("hello", "syntax"),
    ])
    func syntaxComesFromTheReader(_ text: String, _ code: String) throws {
        #expect(try error([Int].self, Array(text.utf8)).code.rawValue == code)
    }

    /// The text form of OpenStep, whose only scalar types are strings and data, is read on request.
    @Test func openStep() throws {
        struct Strings: Codable, Equatable {
            var name: String
            var list: [String]
            var data: Data
        }
        let text = "{ name = Ada; list = (a, \"b c\"); data = <0102>; }"
        var format = PropertyListFormat()
        #expect(throws: SerializationError.self) { try format.decode(Strings.self, from: text.utf8) }
        format.reading.allowsOpenStep = true
        let expected = Strings(name: "Ada", list: ["a", "b c"], data: Data([1, 2]))
        #expect(try format.decode(Strings.self, from: text.utf8) == expected)
        #expect(try PropertyListDecoder().decode(Strings.self, from: Data(text.utf8)) == expected)
        let error = try #require(throws: SerializationError.self) {
            try format.decode([String: Int].self, from: "{a=1;}".utf8)
        }
        #expect(CodingOutcome(error) == .failure(kind: "typeMismatch Int", path: ["a"]))
    }

    /// The deepest body within the limits fits on the stack of a thread, and of a test's task.
    @Test func deepestBody() async throws {
        let text =
            "<plist>" + String(repeating: "<array>", count: 511) + "<array/>"
            + String(repeating: "</array>", count: 511) + "</plist>"
        let loose = try await Task.detached { try PropertyListFormat().decode(Loose.self, from: text.utf8) }.value
        let again = try PropertyListFormat(writing: .binary).encode(loose)
        #expect(try PropertyList(parsing: again) == PropertyList(parsing: text.utf8))
    }

    /// Arrays that share one child represent more values than there are bytes: as many as the limits allow, and no more.
    @Test func sharedContainers() throws {
        /// Returns levels of ten references to the level below; the innermost is an array of one string.
        func fan(levels: Int) -> [UInt8] {
            let arrays = (0..<levels).map { [0xAA] + [UInt8](repeating: UInt8($0 + 1), count: 10) }
            return BinaryFile(objects: arrays + [[0xA1, UInt8(levels + 1)], [0x51, UInt8(ascii: "x")]]).bytes
        }
        let small = fan(levels: 3)
        let expected = [[[[String]]]](
            repeating: Array(repeating: Array(repeating: ["x"], count: 10), count: 10),
            count: 10
        )
        #expect(try PropertyListFormat().decode([[[[String]]]].self, from: small) == expected)
        #expect(try PropertyListFormat().decode(Loose.self, from: small).leaves == 1_000)
        let bomb = try error(Loose.self, fan(levels: 12))
        #expect(bomb.limit?.limit == .expansionRatio)
        #expect(throws: SerializationError.self) {
            try PropertyListFormat().decode(Loose.self, from: small, limits: DecodingLimits(elements: 500))
        }
        // A part that is decoded as a list of its own is written in full.
        let list = try PropertyListFormat().decode([PropertyList].self, from: small)
        let written = try PropertyListFormat(writing: .binary).encode(["list": list])
        #expect(try PropertyListFormat().decode([String: [[[[String]]]]].self, from: written) == ["list": expected])
    }

    /// A long key shared by many dictionaries represents more bytes than there are, because decoding creates a string for each.
    @Test func sharedKeys() throws {
        let key = [0x5F, 0x11, 0x27, 0x10] + [UInt8](repeating: UInt8(ascii: "k"), count: 10_000)
        let dictionaries = (0..<100).map { _ in [0xD1, 101, 102] as [UInt8] }
        let array = [0xAF, 0x10, 100] + (1...100).map { UInt8($0) }
        let body = BinaryFile(objects: [array] + dictionaries + [key, [0x10, 7]], offsetSize: 2).bytes
        #expect(try PropertyListFormat().decode([[String: Int]].self, from: body).count == 100)
        let refusal = try #require(throws: SerializationError.self) {
            try PropertyListFormat().decode(
                [[String: Int]].self,
                from: body,
                limits: DecodingLimits(outputBytes: 500_000)
            )
        }
        #expect(refusal.limit?.limit == .outputBytes)
    }

    /// Foundation's `Decimal` traps on the first of these, and later arithmetic on the second.
    @Test(
        arguments: [
            ("exponent", 128), ("exponent", -129), ("length", 9), ("length", 15), ("length", 2_147_483_657),
            ("length", 4_294_967_295),
        ] as [(String, Int64)]
    )
    func decimalOutOfBounds(_ key: String, _ value: Int64) throws {
        var list: PropertyList = [
            "exponent": 0, "length": 1, "isNegative": false, "isCompact": true, "mantissa": [1, 0, 0, 0, 0, 0, 0, 0],
        ]
        #expect(try PropertyListFormat().decode(Decimal.self, from: list.serialized()) == 1)
        list[key] = PropertyList(value)
        let body = try (["price": list] as PropertyList).serialized(.binary)
        for refusal in [try error([String: Decimal].self, body), try error([String: Decimal?].self, body)] {
            #expect(CodingOutcome(refusal) == .failure(kind: "dataCorrupted", path: ["price", key]))
        }
    }

    /// Random damage to bodies results in values or errors, never in traps.
    @Test func mutations() throws {
        let lists: [PropertyList] = [
            ["title": "t", "members": [["name": "a", "isAdmin": true, "age": 3]], "scores": ["s": [1, 2.5]]],
            ["outer": ["list": ["$null", ["value": 7], [["x": 1, "y": 2]], 2.5], "inner": ["value": "v"]]],
            ["polygon": ["_0": [["x": 1e3, "y": -2]], "closed": true]],
        ]
        let dictionary = ["$null", "<array/>", "<dict>", "</dict>", "<key>a</key>", "<integer>-1</integer>", "nan"].map
        {
            Array($0.utf8)
        }
        var generator = SeededGenerator(seed: 42)
        var values = 0
        for options in [PropertyListWritingOptions.xml, .binary] {
            let seeds = try lists.map { try $0.serialized(options) }
            for round in 0..<1_500 {
                let bytes = Mutation.mutate(seeds[round % 3], dictionary: dictionary, using: &generator)
                let format = PropertyListFormat(writing: options)
                if (try? format.decode(Team.self, from: bytes)) != nil { values += 1 }
                if (try? format.decode(Figure.self, from: bytes)) != nil { values += 1 }
                if (try? format.decode(Digger.self, from: bytes)) != nil { values += 1 }
                if let loose = try? format.decode(Loose.self, from: bytes) { _ = try? format.encode(loose) }
            }
        }
        #expect(values > 50)
    }
}

extension Loose {
    /// The number of values that are not containers.
    fileprivate var leaves: Int {
        switch self {
        case .list(let list): list.reduce(0) { $0 + $1.leaves }
        case .object(let members): members.values.reduce(0) { $0 + $1.leaves }
        default: 1
        }
    }
}
