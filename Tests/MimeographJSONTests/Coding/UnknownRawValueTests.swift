import Mimeograph
import MimeographJSON
import Testing

/// Values that a type of the standard library or of the program rejects have a location too.
@Suite struct UnknownRawValueTests {
    enum Color: String, Decodable { case red, green }
    enum Level: Int, Decodable { case low = 1, high }
    struct Even: Decodable {
        var number: Int
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            number = try container.decode(Int.self)
            if number % 2 != 0 {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "topsecret is odd")
            }
        }
    }
    struct Item: Decodable {
        var color: Color?
        var level: Level?
        var even: Even?
        var byName: [String: Color]?
        var colors: [Color]?
        var nextItem: [Item]?
    }

    static func error(_ text: String, _ format: JSONFormat = JSONFormat()) throws -> SerializationError {
        do {
            _ = try format.decode(Item.self, from: text.utf8)
        } catch {
            return error
        }
        throw WasRead()
    }
    struct WasRead: Error {}

    @Test(arguments: [
        (#"{"color":"blue"}"#, "color", 9), (#"{"level": 7}"#, "level", 10), (#"{"even":[],"even": 3}"#, "even", 19),
        (#"{"x":[1,{}],"byName":{"a":"red","b":"blue"}}"#, "byName.b", 36),
        (#"{"colors":["red","green", "blue"]}"#, "colors[2]", 26),
        (#"{"nextItem":[{},{"x":"{","nextItem":[{"level":1},{"level":3}]}]}"#, "nextItem[1].nextItem[1].level", 58),
        (#"{"color":"blue","color":"red","level":9}"#, "level", 38), ("{\"k\u{e9}\":0,\"level\":9}", "level", 17),
    ])
    func hasALocation(_ text: String, _ path: String, _ offset: Int) throws {
        let error = try Self.error(text)
        #expect(error.code == .dataShape)
        #expect(error.message.contains(path))
        #expect(error.location?.offset == offset)
        #expect(!error.message.contains("topsecret") && !error.message.contains("blue"))
    }

    @Test func namesThatAStrategyConverts() throws {
        var format = JSONFormat()
        format.keyStrategy = .snakeCase
        #expect(try Self.error(#"{"next_item":[{"level":3}]}"#, format).location?.offset == 23)
        format.keyStrategy = .custom(decode: { PlainKey(stringValue: String($0.last?.stringValue.dropFirst() ?? "")) })
        #expect(try Self.error(#"{"_nextItem":[{"_level":3}]}"#, format).location?.offset == 24)
    }
    struct PlainKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    @Test func elementsOfAStream() throws {
        var errors: [SerializationError] = []
        do throws(SerializationError) {
            let body = Array("{\"color\":\"red\"}\n{\"level\": 9}\n".utf8)
            var parser = try NDJSONFormat().makeParser(of: Item.self, as: nil, limits: .standard)
            _ = try parser.parseAll(body)
        } catch {
            errors.append(error)
        }
        #expect(errors.first?.codingPath.map(\.stringValue) == ["level"])
        #expect(errors.first?.location != nil)
    }

    /// A path that a type invented and that leads nowhere has no location.
    @Test func aPathThatLeadsNowhere() throws {
        struct Inventive: Decodable {
            init(from decoder: any Decoder) throws {
                let path: [any CodingKey] = [PlainKey(stringValue: "nowhere"), PlainKey(stringValue: "else")]
                throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: "no"))
            }
        }
        do {
            _ = try JSONFormat().decode([Inventive].self, from: "[1]".utf8)
            Issue.record("it was read")
        } catch {
            #expect(error.location == nil)
        }
    }
}
