import Mimeograph
import MimeographJSON
import Testing

@testable import TestSupport

/// A value that encodes itself endlessly throws an error before the stack overflows.
@Suite struct EncodingDepthTests {
    struct EndlessArray: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(self)
        }
    }

    struct EndlessObject: Encodable {
        enum Key: CodingKey { case again }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(self, forKey: .again)
        }
    }

    @Test func array() { expectAnError(EndlessArray()) }
    @Test func object() { expectAnError(EndlessObject()) }
    @Test func singleValue() { expectAnError(EndlessValue()) }
    @Test func memberOfAMember() { expectAnError(EndlessMember()) }

    private func expectAnError(_ value: some Encodable) {
        #expect { try JSONFormat().encode(value) } throws: {
            ($0 as? SerializationError)?.code == .unencodableValue
        }
    }
}
