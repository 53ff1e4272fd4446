import Mimeograph
import MimeographForm
import Testing

@testable import TestSupport

/// Found in a review: names were compared and hashed like Swift strings.
@Suite struct SpellingsOfNamesTests {
    /// Returns the names of its members.
    struct Members: Decodable {
        var names: [String]
        init(from decoder: any Decoder) throws {
            names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
        }
    }
    struct Root: Decodable { var m: Members }

    @Test(.within(minutes: 1), arguments: [2, 20, 20_000])
    func spellingsAreDifferentNames(_ count: Int) throws {
        let names = Spellings.texts(count)
        let body = names.enumerated().map { "m[\($1)]=\($0)" }.joined(separator: "&")
        let read = try FormFormat().decode(Root.self, from: body.utf8).m.names
        #expect(read.count == count)
        #expect(zip(read, names).allSatisfy { $0.utf8.elementsEqual($1.utf8) })
    }

    /// A strategy that converts names keeps spellings apart, too.
    @Test(.within(minutes: 1), arguments: [2, 20_000])
    func convertedSpellingsAreDifferentNames(_ count: Int) throws {
        let body = Spellings.texts(count).enumerated().map { "m[\($1)]=\($0)" }.joined(separator: "&")
        var format = FormFormat()
        format.keyStrategy = .snakeCase
        #expect(try format.decode(Root.self, from: body.utf8).m.names.count == count)
    }

    /// The second spelling used to replace the first.
    @Test(arguments: [2, 20]) func eachSpellingIsWritten(_ count: Int) throws {
        struct Spelt: Encodable {
            var names: [String]
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: AnyKey.self)
                for (number, name) in names.enumerated() {
                    try container.encode(number, forKey: AnyKey(stringValue: name))
                }
            }
        }
        let written = try FormFormat().encode(Spelt(names: Spellings.texts(count)))
        #expect(written.split(separator: UInt8(ascii: "&")).count == count)
    }
}
