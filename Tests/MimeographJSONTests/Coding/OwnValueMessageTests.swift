import Mimeograph
import MimeographJSON
import Testing

/// An error about a ``JSON`` value does not say that JSON is not JSON.
@Suite struct OwnValueMessageTests {
    private struct Holder: Encodable { let value: JSON }

    @Test func aNumberThatJSONHasNotIsNamed() throws {
        let own = try #require(throws: SerializationError.self) { try JSONFormat().encode(JSON(Double.nan)) }
        #expect(own.message.hasPrefix("The value could not be written as JSON"))
        let other = try #require(throws: SerializationError.self) {
            try JSONFormat().encode(Holder(value: JSON(Double.nan)))
        }
        #expect(other.message.hasPrefix("Holder could not be written as JSON at value"))
    }
}
