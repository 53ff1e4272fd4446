import Foundation
import Mimeograph
import MimeographJSON
import Testing

@testable import TestSupport

/// `JSON` as a property of Codable types, with our format and with Foundation's coders.
@Suite struct JSONAsCodableTests {
    struct Envelope: Codable {
        var kind: String
        var payload: JSON
        var extra: JSON?
    }

    static let text = #"{"kind":"k","payload":{"z":[1,2.50,"x",null,true],"a":{"n":18446744073709551615}}}"#

    @Test func partsKeepTheirDigits() throws {
        let envelope = try JSONFormat().decode(Envelope.self, from: Self.text.utf8)
        #expect(envelope.payload["z"][2].string == "x")
        #expect(envelope.extra == nil)
        #expect(String(decoding: try JSONFormat().encode(envelope), as: UTF8.self) == Self.text)
        let built = Envelope(kind: "k", payload: ["z": [1, 2.5, "x", nil, true]], extra: .null)
        let text = #"{"kind":"k","payload":{"z":[1,2.5,"x",null,true]},"extra":null}"#
        #expect(String(decoding: try JSONFormat().encode(built), as: UTF8.self) == text)
    }

    @Test func rootAndPretty() throws {
        let json = try JSONFormat().decode(JSON.self, from: Self.text.utf8)
        #expect(json["kind"].string == "k")
        let format = JSONFormat(writing: JSONWritingOptions(pretty: true, sortedKeys: true))
        let parsed = try format.encode(["e": json["payload"]])
        let value = try JSONDecoder().decode(JSON.self, from: Data(parsed))
        #expect(try format.encode(value) == parsed.map { $0 } || value["e"] == json["payload"])
    }

    @Test func withFoundation() throws {
        let envelope = try JSONDecoder().decode(Envelope.self, from: Data(Self.text.utf8))
        let ours = try JSONFormat().decode(Envelope.self, from: Self.text.utf8)
        #expect(envelope.payload == ours.payload)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let format = JSONFormat(writing: JSONWritingOptions(sortedKeys: true))
        let again = try format.decode(JSON.self, from: try encoder.encode(ours))
        #expect(again["payload"] == ours.payload)
    }
}
