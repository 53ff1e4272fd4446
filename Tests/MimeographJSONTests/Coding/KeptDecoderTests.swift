import Mimeograph
import MimeographJSON
import Testing

@testable import TestSupport

/// Decoders and containers that a type keeps beyond its decoding.
@Suite struct KeptDecoderTests {
    @Test(arguments: [false, true])
    func areStillOfUse(convertsKeys: Bool) throws {
        var format = JSONFormat()
        if convertsKeys { format.keyStrategy = .snakeCase }
        let body = #"{"name":"longer than a small string","inner":{"name":"and so is the text in here"}}"#
        let kept = try format.decode(Kept.self, from: body.utf8)
        #expect(try kept.container.decode(String.self, forKey: .name) == "longer than a small string")
        #expect(try kept.nested.decode(String.self, forKey: .name) == "and so is the text in here")
        #expect(kept.nested.codingPath.map(\.stringValue) == ["inner"])
        #expect(kept.decoder.codingPath.map(\.stringValue) == ["inner"])
        let again = try kept.decoder.container(keyedBy: Kept.CodingKeys.self)
        #expect(try again.decode(String.self, forKey: .name) == "and so is the text in here")
        #expect(try kept.container.decode([String: String].self, forKey: .inner).count == 1)
    }
}

private struct Kept: Decodable {
    let container: KeyedDecodingContainer<CodingKeys>
    let nested: KeyedDecodingContainer<CodingKeys>
    let decoder: any Decoder

    enum CodingKeys: String, CodingKey { case name, inner }

    init(from decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: CodingKeys.self)
        nested = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .inner)
        self.decoder = try container.superDecoder(forKey: .inner)
    }
}
