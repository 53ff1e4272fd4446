import Foundation
import Mimeograph
import MimeographXML
import Testing

/// Tests of lists that are nil, and of lists that contain nil.
@Suite struct NilListTests {
    struct Member<Value: Codable & Equatable>: Codable, Equatable {
        var v: Value

        init(_ value: Value) { v = value }

        private enum CodingKeys: CodingKey { case v }

        // Synthesized code would not write nil, and would call `decodeIfPresent`.
        init(from decoder: any Decoder) throws {
            v = try decoder.container(keyedBy: CodingKeys.self).decode(Value.self, forKey: .v)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(v, forKey: .v)
        }
    }

    struct Optionals: Codable, Equatable {
        var v: [String]?
        var numbers: [Int?]?
    }

    private func read<Value: Decodable>(_ type: Value.Type, _ content: String) throws -> Value {
        let text = "<r xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>\(content)</r>"
        return try XMLFormat().decode(type, from: text.utf8)
    }

    @Test func aListThatSaysThatItIsNil() throws {
        let null = "<v xsi:nil='true'/>"
        #expect(try read(Optionals.self, null).v == nil)
        #expect(try read(Member<[String]?>.self, null).v == nil)
        #expect(try read(Member<[[Int]]?>.self, null).v == nil)
        #expect(try read([String: [Int]?].self, null) == ["v": nil])
        #expect(try read(Member<[String]?>.self, "<v/>").v == [""])
        #expect(throws: SerializationError.self) { try read(Member<[String]>.self, null) }
        for value in [nil, ["a"], ["a", "b"]] as [[String]?] {
            let bytes = try XMLFormat().encode(Member(value))
            #expect(try XMLFormat().decode(Member<[String]?>.self, from: bytes).v == value)
        }
    }

    @Test func aListWithNilInIt() throws {
        let null = "<numbers xsi:nil='true'/>"
        #expect(try read(Optionals.self, null).numbers == [nil])
        #expect(try read(Optionals.self, null + "<numbers>1</numbers>").numbers == [nil, 1])
        #expect(try read(Member<[Int?]?>.self, "<v>1</v><v xsi:nil='true'/>").v == [1, nil])
    }

    @Test func aListWithNilInItThatHoldsNone() {
        for content in [
            "<v xsi:nil='true'/><v>a</v>", "<v xsi:nil='true'/><v xsi:nil='true'/>", "<v>a</v><v xsi:nil='true'/>",
        ] {
            #expect(throws: SerializationError.self) { try read(Optionals.self, content) }
            #expect(throws: SerializationError.self) { try read(Member<[String]?>.self, content) }
        }
    }

    /// Tests the same with `decodeNil`, which custom code may call.
    @Test func decodeNil() throws {
        struct Asking: Decodable {
            var list: [Int]?
            private enum Key: CodingKey { case v }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                list = try container.decodeNil(forKey: .v) ? nil : try container.decode([Int].self, forKey: .v)
            }
        }
        #expect(try read(Asking.self, "").list == nil)
        #expect(try read(Asking.self, "<v xsi:nil='true'/>").list == nil)
        #expect(try read(Asking.self, "<v>1</v>").list == [1])
        #expect(throws: SerializationError.self) { try read(Asking.self, "<v xsi:nil='true'/><v>1</v>") }
    }
}
