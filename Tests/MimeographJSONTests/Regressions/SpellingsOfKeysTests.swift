import Mimeograph
import MimeographJSON
import Testing

@testable import TestSupport

/// Found in a review: keys are compared byte by byte, but were hashed and remembered as Swift compares strings.
@Suite struct SpellingsOfKeysTests {
    /// All spellings had one hash, and a body of a megabyte took minutes.
    @Test(.within(minutes: 1)) func manySpellingsOfOneKey() throws {
        let keys = Spellings.texts(100_000)
        let text = "{\(keys.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ","))}"
        struct Two: Decodable { var a: Int?, b: Int? }
        let two = try JSONFormat().decode(Two.self, from: text.utf8)
        #expect(two.a == nil)
        var json = try JSON(parsing: text.utf8)
        json["x"] = 1
        #expect(json[keys[77]].int == 77)
        #expect(Set(keys.prefix(50_000).map { JSON($0) }).count == 50_000)
    }

    struct Names: Codable, Equatable {
        var value: Int
        enum CodingKeys: String, CodingKey { case value = "\u{E9}A" }
    }

    /// The converted name of one spelling was used for the other.
    @Test func convertedNamesKeepTheirSpelling() throws {
        let text = "[{\"e\u{301}_a\":1,\"\u{E9}_a\":3},{\"\u{E9}_a\":2}]"
        var format = JSONFormat()
        format.keyStrategy = .snakeCase
        let read = try format.decode([Names].self, from: text.utf8)
        #expect(read == [Names(value: 3), Names(value: 2)])
        let json: JSON = .object([("e\u{301}A", 1), ("\u{E9}A", 2)].map { (key: $0.0, value: $0.1) })
        let written = try format.encode(["k": json])
        #expect(try JSON(parsing: written)["k"].object?.count == 2)
    }
}
