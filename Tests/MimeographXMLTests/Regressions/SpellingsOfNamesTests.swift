import Mimeograph
import MimeographXML
import Testing

@testable import TestSupport

/// Found in a review: names of elements were compared and hashed like Swift strings.
@Suite struct SpellingsOfNamesTests {
    struct Two: Decodable, Equatable {
        var one: Int, other: Int
        enum CodingKeys: String, CodingKey { case one = "\u{E9}", other = "e\u{301}" }
    }

    @Test func twoSpellingsAreTwoNames() throws {
        let text = "<r><e\u{301}>2</e\u{301}><\u{E9}>1</\u{E9}></r>"
        let two = try XMLFormat().decode(Two.self, from: text.utf8)
        #expect(two == Two(one: 1, other: 2))
    }

    @Test(.within(minutes: 1)) func manySpellingsOfOneName() throws {
        struct Names: Decodable {
            var count: Int
            init(from decoder: any Decoder) throws {
                count = try decoder.container(keyedBy: AnyKey.self).allKeys.count
            }
        }
        let names = Spellings.texts(20_000)
        let text = "<r>\(names.map { "<\($0)/>" }.joined())</r>"
        #expect(try XMLFormat().decode(Names.self, from: text.utf8).count == names.count)
    }
}
