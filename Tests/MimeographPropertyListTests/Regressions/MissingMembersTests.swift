import Foundation
import Mimeograph
import MimeographPropertyList
import Testing

@testable import TestSupport

/// Found in a review.
@Suite struct MissingMembersTests {
    /// Decodes a value of a type with the decoder of a missing member.
    struct Missing<Value: Decodable>: Decodable {
        enum Key: CodingKey { case there, missing }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            _ = try container.superDecoder(forKey: .missing).singleValueContainer().decode(Value.self)
        }
    }

    /// A missing decimal ended the process.
    @Test(arguments: [PropertyListWritingOptions.xml, .binary])
    func aMissingMemberIsAnErrorForEveryType(_ options: PropertyListWritingOptions) throws {
        let bytes = try (["there": 1] as PropertyList).serialized(options)
        func check<Value: Decodable>(_ type: Value.Type) {
            #expect(throws: SerializationError.self) {
                try PropertyListFormat().decode(Missing<Value>.self, from: bytes)
            }
        }
        check(Decimal.self)
        check(Date.self)
        check(Data.self)
        check(URL.self)
        check(String.self)
        check(Int.self)
        check([Int].self)
        check([String: Int].self)
    }

    /// All spellings had one hash, and a body of a megabyte took minutes.
    @Test(.within(minutes: 1)) func manySpellingsOfOneKey() throws {
        let keys = Spellings.texts(50_000)
        let list = PropertyList.dictionary(keys.enumerated().lazy.map { (key: $1, value: PropertyList($0)) })
        #expect(list[keys[77]].int == 77)
        let bytes = try list.serialized(.binary)
        struct Two: Decodable { var a: Int?, b: Int? }
        #expect(try PropertyListFormat().decode(Two.self, from: bytes).a == nil)
        #expect(try PropertyList(parsing: bytes) == list)
    }

    @Test func aRemovalThatFindsNothingChangesNothing() {
        var list: PropertyList = [1, 2, 3]
        list["x"].removeValue(forKey: "y")
        #expect(list == [1, 2, 3])
    }
}
