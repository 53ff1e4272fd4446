import Mimeograph
import MimeographEventStream
import MimeographForm
import MimeographJSON
import MimeographXML

// The reader's own serializers.

private struct HALSerializer: ResponseSerialization {
    var acceptedTypes: [MediaRange] { ["application/hal+json"] }
    func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) throws(SerializationError) -> Int { 0 }
}

private typealias MyJSON = HALSerializer

private struct OldFormat: CodableFormat {
    var contentType: MediaType { "application/vnd.shop+json" }
    var acceptedTypes: [MediaRange] { ["application/vnd.shop+json"] }

    func decode<Value: Decodable>(
        _ type: Value.Type,
        from body: Span<UInt8>,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> Value {
        throw SerializationError(.declined, "This serializer is a sample.")
    }

    func encode<Value: Encodable>(_ value: Value) throws(SerializationError) -> [UInt8] { [] }
}
