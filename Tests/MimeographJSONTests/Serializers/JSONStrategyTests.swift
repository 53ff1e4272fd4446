import Foundation
import Mimeograph
import MimeographJSON
import Testing

/// Dates and names as most services send them: one line to read them, and an error that names that line.
@Suite struct JSONStrategyTests {
    private struct Item: Codable, Sendable, Equatable {
        var createdAt: Date
    }

    private let head = ResponseHead(status: 200, fields: ["Content-Type": "application/json"])
    private let item = Item(createdAt: Date(timeIntervalSince1970: 1_770_091_506))

    @Test(
        arguments: [
            JSONPlugin(dates: .iso8601, keys: .snakeCase),
            JSONPlugin(format: JSONFormat(dates: .iso8601, keys: .snakeCase)),
        ]
    )
    func aPluginTakesThem(_ plugin: JSONPlugin) throws {
        let registry = try SerializerRegistry { plugin }
        let text = #"{"created_at":"2026-02-03T04:05:06Z"}"#
        #expect(try registry.read(Item.self, from: text.utf8, head: head) == item)
        #expect(try String(decoding: registry.encode(item).bytes, as: UTF8.self) == text)
    }

    private func failure(_ format: JSONFormat, _ text: String) -> SerializationError? {
        #expect(throws: SerializationError.self) { try format.decode(Item.self, from: text.utf8) }
    }

    @Test func aTextForADateNamesTheSetting() throws {
        let text = #"{"createdAt":"2026-02-03T04:05:06Z"}"#
        let remedy = "The text looks like RFC 3339, which JSONPlugin(dates: .iso8601) reads."
        let error = try #require(failure(JSONFormat(), text))
        #expect(
            error.message == """
                The body does not have the shape of Item: at createdAt expected a date as a number of seconds but found a string.
                """
        )
        #expect(error.remedy == remedy)
        #expect(error.detailForPeer == "At createdAt: expected a number but found a string.")
        let milliseconds = try #require(failure(JSONFormat(dates: .millisecondsSince1970), text))
        #expect(milliseconds.message.contains("a date as a number of milliseconds"))
        #expect(milliseconds.remedy == remedy)
        // Code may depend on the kind of error, which is Foundation's.
        guard case .typeMismatch(let type, _)? = error.underlying.first as? DecodingError else {
            Issue.record("another error")
            return
        }
        #expect(type is Double.Type)
    }

    @Test func anotherTextNamesNoSetting() throws {
        let error = try #require(failure(JSONFormat(), #"{"createdAt":"yesterday"}"#))
        #expect(error.message.hasSuffix("expected a date as a number of seconds but found a string."))
        #expect(error.remedy?.hasPrefix("Declare the property") == true)
    }

    @Test func aNameInSnakeCaseNamesTheSetting() throws {
        let error = try #require(failure(JSONFormat(dates: .iso8601), #"{"created_at":"2026-02-03T04:05:06Z"}"#))
        #expect(error.message.hasSuffix("the key \"createdAt\" is missing."))
        #expect(error.remedy == #"The object has "created_at", which JSONPlugin(keys: .snakeCase) reads."#)
        let other = try #require(failure(JSONFormat(), #"{"made":1}"#))
        #expect(other.remedy?.hasPrefix("Make the property \"createdAt\" optional") == true)
    }
}
